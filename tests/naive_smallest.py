"""The smallest assumption by trying all automata: a twin of ``--smallest`` that knows no SAT, and of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property, is_deterministic
from quidpro.verdict.verdict import AnyVerdict
from tests.naive_weakest import NaiveWeakest

MOST = 4
"""Automata with more states than this are not tried."""
Node = Any
FORBIDDEN = -1


@dataclass(frozen=True)
class Demands:
    """An automaton that says of each word whether it must be allowed, must not, or may be either.

    ``step`` gives None where nothing is demanded any more.
    """

    start: Node
    step: Callable[[Node, str], Node | None]
    must: Callable[[Node], bool]
    never: Callable[[Node], bool]


def languages(first: System, rest: System, alphabet: Sequence[str]) -> Demands:
    """What ``rest``, which is M2, does must be allowed; what leads M1 and the property to ERROR must not."""
    unsafe, does = NaiveWeakest(_with_all(first, alphabet), alphabet), NaiveWeakest(_with_all(rest, alphabet), alphabet)

    def step(node: Node, letter: str) -> Node | None:
        after = unsafe.step(node[0], letter), does.step(node[1], letter)
        return None if after == (frozenset(), frozenset()) else after

    return Demands((unsafe.start(), does.start()), step, lambda node: bool(node[1]), lambda node: node[0] is None)


def _with_all(part: System, alphabet: Sequence[str]) -> System:
    """What no component has may happen at any time."""
    free = sorted(set(alphabet).difference(*(c.lts.alphabet for c in part.components)))
    anything = LTS.of([(0, action, 0) for action in free], initial=0, alphabet=free, name="anything")
    return System("part", (*part.components, Component("anything", anything))) if free else part


def parts(system: System, groups: Sequence[Sequence[str]], found: Sequence[LTS], i: int) -> tuple[System, System]:
    """M1 and M2 of the i-th assumption of a chain: those beside it are the property, and a part of M2."""
    first = [c for c in system.processes if c.name in groups[i]]
    rest = [c for c in system.processes if c.name in groups[i + 1]]
    above = [Component("above", complete_property(found[i - 1]), is_property=True)] if i else system.properties
    below = [Component("below", lts) for lts in found[i + 1 : i + 2]]
    return System("first", (*first, *above)), System("rest", (*rest, *below))


def words(allowed: Iterable[Sequence[str]], forbidden: Iterable[Sequence[str]]) -> Demands:
    """Only these words count."""
    bad = set(map(tuple, forbidden))
    good = {tuple(word[:i]) for word in allowed for i in range(len(word) + 1)}
    known = good | {word[:i] for word in bad for i in range(len(word) + 1)}

    def step(node: Node, letter: str) -> Node | None:
        return (*node, letter) if (*node, letter) in known else None

    return Demands((), step, lambda node: node in good, lambda node: node in bad)


def separable(demands: Demands, alphabet: Sequence[str], states: int) -> bool:
    """Whether an automaton of at most so many states meets the demands: targets are chosen where they are needed."""
    return _extend(demands, alphabet, states, {})


def _extend(demands: Demands, alphabet: Sequence[str], states: int, table: dict[tuple[int, str], int]) -> bool:
    needed = _needed(demands, alphabet, table)
    if not isinstance(needed, tuple):
        return needed
    used = max([0, *table.values()]) + 1
    return any(
        _extend(demands, alphabet, states, {**table, needed: target})
        for target in (FORBIDDEN, *range(min(used + 1, states)))
    )


def _needed(demands: Demands, alphabet: Sequence[str], table: dict[tuple[int, str], int]) -> tuple[int, str] | bool:
    """The first step that is not chosen yet; else whether the demands are met, False also where they cannot be."""
    missing: tuple[int, str] | None = None
    seen = {(0, demands.start)}
    for state, node in (todo := [(0, demands.start)]):
        for letter in alphabet:
            after = demands.step(node, letter)
            if after is None:
                continue
            target = table.get((state, letter))
            if target is None:
                missing = missing or (state, letter)
            elif target == FORBIDDEN:
                if demands.must(after):
                    return False
            elif demands.never(after):
                return False
            elif (target, after) not in seen:
                seen.add((target, after))
                todo.append((target, after))
    return missing or True


def smallest(demands: Demands, alphabet: Sequence[str]) -> int | None:
    """As few states as are enough; None where it is not found out."""
    return next((states for states in range(1, MOST + 1) if separable(demands, alphabet, states)), None)


def not_smallest(verdict: AnyVerdict, system: System) -> str:
    """What is wrong with the smallest assumptions of a proof, as far as it can be tried; empty if nothing is."""
    if verdict.outcome != "holds":
        return ""
    found = [assumption.lts for assumption in verdict.assumptions]
    if found and len(verdict.stats.smallest) != len(found):
        return f"has {len(found)} assumptions, and says of {len(verdict.stats.smallest)} how small they can be"
    wrong = (_not_smallest(verdict, system, found, i) for i in range(len(found)))
    return next((f"A{i}: {text}" for i, text in enumerate(wrong, 1) if text), "")


def _not_smallest(verdict: AnyVerdict, system: System, assumptions: Sequence[LTS], i: int) -> str:
    found, lts = verdict.stats.smallest[i], assumptions[i]
    most = found.states or inf
    came_to_an_end = not any("ran out" in note for note in verdict.notes)
    if most < found.at_least or most < lts.states or (came_to_an_end and most != found.at_least):
        return f"says {found.at_least} to {found.states} states, and has {lts.states}"
    if most > lts.states and is_deterministic(lts):
        return f"says {found.states} states, and has {lts.states}"
    fewer = min(found.at_least - 1, MOST)
    if fewer and separable(words(found.allowed, found.forbidden), lts.alphabet, fewer):
        return f"has words for which {fewer} states are enough"
    if any(c.lts.has_error for c in system.processes) or not all(map(is_deterministic, assumptions)):
        return ""
    demands = languages(*parts(system, verdict.certificate.groups, assumptions, i), lts.alphabet)
    if fewer and separable(demands, lts.alphabet, fewer):
        return f"says {found.at_least} states at least, and {fewer} are enough"
    return wrong_words(demands, found.allowed, found.forbidden)


def wrong_words(demands: Demands, allowed: Iterable[Sequence[str]], forbidden: Iterable[Sequence[str]]) -> str:
    """Whether the words are what they are said to be."""
    for word in allowed:
        if not demands.must(_after(demands, word)):
            return f"says that M2 does {word}"
    for word in forbidden:
        if not demands.never(_after(demands, word)):
            return f"says that M1 goes wrong along {word}"
    return ""


def _after(demands: Demands, word: Sequence[str]) -> Node:
    node = demands.start
    for letter in word:
        node = demands.step(node, letter)
        assert node is not None, f"nothing is demanded along {word}"
    return node
