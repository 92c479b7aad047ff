"""How a system can be taken apart: splits of its processes, ranked without composing the whole.

What counts is read off the processes' alphabets and sizes: how many actions cross the cut (assumptions speak of
them), how large each side can be at most, and how even the sides are (AGAR, section 5, compares the published splits
with balanced ones). Small systems are enumerated; in larger ones every prefix of a few orders along the
synchronisations is tried and then improved by moving single processes.

For the rule with n parts (rule 3 in the conclusions of AGAR) there are splits into more than two groups. Those stand in
a line, with an assumption between each two neighbours over the actions that cross that cut. So what is sought is a line
in which neighbours belong together, and the places in it where little crosses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, pairwise
from math import log2
from operator import or_

from quidpro.lts.system import System
from quidpro.verdict.explicit.splits import Decomposition
from quidpro.verdict.split import Groups

_EVEN_PARTS = (3, 4, 5)
"""A line is also cut into this many parts of similar size."""


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
    """A line cut wherever at most k actions cross, for each k; and into parts of similar size."""
    if len(line) < 2:
        return
    widths = anatomy.widths(line)
    for limit in sorted(set(widths)):
        yield _cut(line, (i + 1 for i, width in enumerate(widths) if width <= limit))
    for parts in _EVEN_PARTS:
        yield _cut(line, _even(anatomy, line, parts))


def _even(anatomy: Anatomy, line: list[int], parts: int) -> Iterator[int]:
    """The positions where the sizes so far first make up a third, two thirds (and so on) of all."""
    share = sum(map(anatomy.size, line)) / parts
    so_far, passed = 0.0, 1
    for i, members in enumerate(line[:-1]):
        so_far += anatomy.size(members)
        if so_far >= passed * share:
            passed += 1
            yield i + 1


def _cut(line: list[int], positions: Iterable[int]) -> list[int]:
    """The sets between the positions, each as one."""
    ends = [0, *positions, len(line)]
    return [reduce(or_, line[a:b]) for a, b in pairwise(ends)]


_MAX_ENUMERATED = 11
"""Splits are enumerated up to this many processes."""
_MAX_IMPROVED = 12
"""Of a larger system, this many of the best splits are improved."""


class Anatomy:
    """A system's processes as sets of bits: which actions each has, and how many states."""

    def __init__(self, system: System) -> None:
        self.names = [c.name for c in system.processes]
        numbers = {action: i for i, action in enumerate(system.alphabet)}
        self.actions = [sum(1 << numbers[a] for a in c.lts.alphabet) for c in system.processes]
        self.bits = [log2(c.lts.states) for c in system.processes]
        self._known: dict[int, int] = {}
        self.property_actions = 0
        self.property_bits = 0.0
        for part in system.properties:
            for action in part.lts.alphabet:
                self.property_actions |= 1 << numbers[action]
            self.property_bits += log2(part.lts.states + 1)

    def near(self, members: int) -> int:
        """How many actions a set of processes shares with the property."""
        return (self.of(members) & self.property_actions).bit_count()

    def of(self, members: int) -> int:
        """The actions of a set of processes."""
        if members not in self._known:
            self._known[members] = reduce(or_, (self.actions[i] for i in _bits(members)), 0)
        return self._known[members]

    def decomposition(self, first: int) -> Decomposition:
        """The two-way split with these processes on one side; the side nearer to the property assumes."""
        rest = (1 << len(self.names)) - 1 & ~first
        ahead = self.near(first) - self.near(rest)
        if ahead:
            return self.line(first, rest) if ahead > 0 else self.line(rest, first)
        return min(self.line(first, rest), self.line(rest, first), key=lambda d: (d.score, d.imbalance))

    def line(self, *groups: int) -> Decomposition:
        """Groups in this order; what counts is the widest interface, and the largest of the groups that are assumed."""
        return Decomposition(
            groups=tuple(self._named(group) for group in groups),
            interface=max(self.widths(groups)),
            first_bits=self.size(groups[0]) + self.property_bits,
            rest_bits=max(map(self.size, groups[1:])),
        )

    def widths(self, groups: Sequence[int]) -> list[int]:
        """How many actions an assumption between each two neighbours speaks of."""
        ahead = accumulate((self.of(group) for group in groups), or_, initial=self.property_actions)
        behind = list(accumulate((self.of(group) for group in reversed(groups)), or_))[::-1]
        return [(a & b).bit_count() for a, b in zip(list(ahead)[1:-1], behind[1:], strict=True)]

    def _named(self, members: int) -> tuple[str, ...]:
        return tuple(self.names[i] for i in _bits(members))

    def size(self, members: int) -> float:
        """The product of the sizes of a set of processes, as a power of two."""
        return sum(self.bits[i] for i in _bits(members))

    def singles(self) -> list[int]:
        """Each process as a set of its own."""
        return [1 << i for i in range(len(self.names))]

    def order(self, sets: Sequence[int], start: int) -> list[int]:
        """Sets of processes from one of them on, each next one the one that shares most with those before it."""
        found, seen = [start], self.of(start)
        left = [some for some in sets if some != start]
        while left:
            best = max(left, key=lambda some: (self.of(some) & seen).bit_count())
            left.remove(best)
            found.append(best)
            seen |= self.of(best)
        return found


def _bits(members: int) -> Iterator[int]:
    """The numbers of the processes in a set."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


def two_way(system: System) -> list[Decomposition]:
    """Two-way splits, the best score first."""
    anatomy = Anatomy(system)
    count = len(anatomy.names)
    if count < 2:
        return []
    sides = range(1, 1 << (count - 1)) if count <= _MAX_ENUMERATED else _promising(anatomy)
    found = {d.groups: d for d in (anatomy.decomposition(side) for side in sides)}
    return sorted(found.values(), key=lambda d: (d.score, d.imbalance, d.groups))


def _promising(anatomy: Anatomy) -> list[int]:
    """Sides worth looking at in a large system."""
    sides = set(_prefixes(anatomy))
    ranked = sorted(sides, key=lambda side: anatomy.decomposition(side).score)
    for side in ranked[:_MAX_IMPROVED]:
        sides.add(_improve(side, anatomy))
    return sorted(sides)


def _prefixes(anatomy: Anatomy) -> Iterator[int]:
    """Prefixes of the orders that start at each process, and each process alone."""
    singles = anatomy.singles()
    yield from singles
    for start in sorted(singles, key=anatomy.near, reverse=True)[:8]:
        yield from accumulate(anatomy.order(singles, start)[:-1], or_)


def _improve(side: int, anatomy: Anatomy) -> int:
    """Move single processes across the cut while that makes the score smaller."""
    all_processes = (1 << len(anatomy.names)) - 1
    score = anatomy.decomposition(side).score
    better = True
    while better:
        better = False
        for i in range(len(anatomy.names)):
            other = side ^ (1 << i)
            if other in (0, all_processes):
                continue
            moved = anatomy.decomposition(other).score
            if moved < score:
                side, score, better = other, moved, True
    return side


def balanced(splits: list[Decomposition]) -> Decomposition:
    """The split whose sides differ least in size."""
    return min(splits, key=lambda d: (d.imbalance, d.interface, d.groups))


def smallest_interface(splits: list[Decomposition]) -> Decomposition:
    """The split over which the fewest actions cross."""
    return min(splits, key=lambda d: (d.interface, d.score, d.groups))


def choose(system: System, preference: str = "auto") -> Groups:
    """The groups for ``auto``, ``balanced`` or ``interface``; one group when there is nothing to split."""
    splits = two_way(system)
    if not splits:
        return (tuple(c.name for c in system.processes),)
    if preference == "balanced":
        return balanced(splits).groups
    if preference == "interface":
        return smallest_interface(splits).groups
    return splits[0].groups
