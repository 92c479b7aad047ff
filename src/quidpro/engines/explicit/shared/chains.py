"""Splits into more than two groups, for the rule with n parts (rule 3 in the conclusions of AGAR).

The groups stand in a line, and there is an assumption between each two neighbours, over the actions that cross that
cut. So what is sought is a line in which neighbours belong together, and the places in it where little crosses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

from quidpro.engines.explicit.problem import Groups
from quidpro.engines.explicit.shared.decomposition import Anatomy, Decomposition
from quidpro.lts.system import System

_EVEN = (3, 4, 5)
"""Into so many parts of like size a line is also cut."""


def chain(system: System) -> Groups:
    """Every process a group of its own, the ones near the property first."""
    anatomy = Anatomy(system)
    if len(anatomy.names) < 2:
        return (tuple(anatomy.names),)
    return anatomy.line(*_line(anatomy, anatomy.singles())).groups


def n_way(system: System) -> list[Decomposition]:
    """Splits into three groups and more, the best score first; the chain of all processes is one of them."""
    anatomy = Anatomy(system)
    lines = [_line(anatomy, sets) for sets in (anatomy.singles(), *_composites(system))]
    cuts = (groups for line in lines for groups in _cuts(anatomy, line))
    found = {d.groups: d for d in (anatomy.line(*groups) for groups in cuts if len(groups) > 2)}
    return sorted(found.values(), key=lambda d: (d.score, len(d.groups), d.groups))


def by_composites(system: System) -> Decomposition | None:
    """The sub-composites of the model as groups, if that makes more than two but fewer than the chain."""
    anatomy = Anatomy(system)
    sets = next((sets for sets in _composites(system) if len(sets) > 2), None)
    return None if sets is None or len(sets) == len(anatomy.names) else anatomy.line(*_line(anatomy, sets))


def _line(anatomy: Anatomy, sets: Sequence[int]) -> list[int]:
    return anatomy.order(sets, max(sets, key=anatomy.near))


def _composites(system: System) -> Iterator[list[int]]:
    """The processes by the sub-composites they came through, coarsely and then more finely."""
    processes = system.processes
    for depth in range(1, max(len(c.path) for c in processes) + 1):
        sets: dict[object, int] = {}
        for i, component in enumerate(processes):
            key = component.path[:depth] if len(component.path) >= depth else i
            sets[key] = sets.get(key, 0) | 1 << i
        yield list(sets.values())


def _cuts(anatomy: Anatomy, line: list[int]) -> Iterator[list[int]]:
    """A line cut wherever no more than so many actions cross, for each number of actions; and into even parts."""
    if len(line) < 2:
        return
    widths = anatomy.widths(line)
    for most in sorted(set(widths)):
        yield _cut(line, (i + 1 for i, width in enumerate(widths) if width <= most))
    for parts in _EVEN:
        yield _cut(line, _even(anatomy, line, parts))


def _even(anatomy: Anatomy, line: list[int], parts: int) -> Iterator[int]:
    """The places where the sizes so far first make up a third, two thirds (and so on) of all."""
    share = sum(map(anatomy.size, line)) / parts
    so_far, passed = 0.0, 1
    for i, members in enumerate(line[:-1]):
        so_far += anatomy.size(members)
        if so_far >= passed * share:
            passed += 1
            yield i + 1


def _cut(line: list[int], places: Iterable[int]) -> list[int]:
    """The sets between the places, each as one."""
    ends = [0, *places, len(line)]
    return [reduce(or_, line[a:b]) for a, b in pairwise(ends)]
