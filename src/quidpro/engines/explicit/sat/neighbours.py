"""Facts about a component and those that it acts with, found before any search.

A component and its neighbours are explored with everything else free to join in at any time. The states that they do
not reach even so are covered by products of local states, as large as they can be; that the components are not in one
of these is a clause. All clauses of a neighbourhood together say that it is in one of the states that were reached,
which no step can break, so they are part of an inductive invariant (near to it: D-Finder, by Bensalem, Bozga, Nguyen
and Sifakis, CAV 2009).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from quidpro.core.budget import Budget
from quidpro.engines.explicit.saturated.encoding import Encoding, Steps, one_level_each
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.system import System

Fact = tuple[tuple[int, frozenset[int]], ...]
"""That one of some components, by number, is in one of the states beside it."""
Event = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
"""Places in a neighbourhood, and the steps of each of them, into ERROR left out."""

MAX_STATES = 1_000
"""A larger product of neighbours is left out."""
MAX_FACTS = 64
"""So is a neighbourhood that takes more clauses: some of them alone need not be kept by steps."""


def facts(system: System, budget: Budget) -> tuple[Fact, ...]:
    """What is true of every neighbourhood of few states."""
    encoding = one_level_each(system, budget=budget)
    known: dict[object, list[list[frozenset[int]]]] = {}
    found: dict[Fact, None] = {}
    for group in _groups(encoding):
        budget.check()
        sizes = tuple(encoding.parts[i].states for i in group)
        initial = tuple(encoding.parts[i].initial for i in group)
        events = frozenset(_events(encoding, group))
        shape = (sizes, initial, events)
        if shape not in known:
            known[shape] = _missing(sizes, _reached(sizes, initial, events))
        for cube in known[shape]:
            rest = ((i, frozenset(range(n)) - s) for i, n, s in zip(group, sizes, cube, strict=True))
            found[tuple((i, states) for i, states in rest if states)] = None
    return tuple(found)


def _groups(encoding: Encoding) -> list[tuple[int, ...]]:
    """Each component with its neighbours, where they are more than one and have few states."""
    near: list[set[int]] = [{i} for i in range(len(encoding.parts))]
    for members in encoding.members.values():
        for i in members:
            near[i].update(members)
    every = dict.fromkeys(tuple(sorted(group)) for group in near if len(group) > 1)
    return [group for group in every if prod(encoding.parts[i].states for i in group) <= MAX_STATES]


def _events(encoding: Encoding, group: Sequence[int]) -> Iterator[Event]:
    place = {component: i for i, component in enumerate(group)}
    for component in group:
        yield ((place[component], _pairs(encoding.steps[component].get(TAU_NAME, {}))),)
        for action in encoding.parts[component].alphabet:
            inside = [i for i in encoding.members[action] if i in place]
            if inside[0] == component:
                yield tuple((place[i], _pairs(encoding.steps[i].get(action, {}))) for i in inside)


def _pairs(steps: Steps) -> tuple[tuple[int, int], ...]:
    return tuple((state, target) for state, targets in steps.items() for target in targets if target != ERROR)


def _reached(sizes: Sequence[int], initial: tuple[int, ...], events: frozenset[Event]) -> int:
    """The states that are reached, as a set of bits: a bit for each state of the product."""
    weights = [prod(sizes[i + 1 :]) for i in range(len(sizes))]
    moves = [[_by_source(pairs) for _, pairs in event] for event in events]
    places = [[place for place, _ in event] for event in events]
    seen, waiting = {initial}, [initial]
    while waiting:
        here = waiting.pop()
        for at, steps in zip(places, moves, strict=True):
            for chosen in product(*(by_source.get(here[i], ()) for i, by_source in zip(at, steps, strict=True))):
                there = list(here)
                for i, target in zip(at, chosen, strict=True):
                    there[i] = target
                if (state := tuple(there)) not in seen:
                    seen.add(state)
                    waiting.append(state)
    return sum(1 << sum(s * w for s, w in zip(state, weights, strict=True)) for state in seen)


def _by_source(pairs: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for source, target in pairs:
        found.setdefault(source, []).append(target)
    return found


def _missing(sizes: Sequence[int], reached: int) -> list[list[frozenset[int]]]:
    """Products of local states that together are all states which are not reached; none where that takes too many."""
    masks = [[0] * size for size in sizes]
    for at, state in enumerate(product(*(range(size) for size in sizes))):
        for i, local in enumerate(state):
            masks[i][local] |= 1 << at
    left = ~reached & ((1 << prod(sizes)) - 1)
    found: list[list[frozenset[int]]] = []
    while left:
        if len(found) == MAX_FACTS:
            return []
        first = left & -left
        cube, covered = _widened(first, masks, reached)
        left &= ~covered
        found.append(cube)
    return found


def _widened(state: int, masks: Sequence[Sequence[int]], reached: int) -> tuple[list[frozenset[int]], int]:
    """A largest product with a state in it that meets nothing that is reached, and the bits of it."""
    chosen = [next(mask for mask in own if mask & state) for own in masks]
    for i, own in enumerate(masks):
        others = -1
        for j, mask in enumerate(chosen):
            others &= -1 if i == j else mask
        for mask in own:
            if not mask & others & reached:
                chosen[i] |= mask
    covered = -1
    for mask in chosen:
        covered &= mask
    inside = [frozenset(s for s, m in enumerate(own) if m & mask) for own, mask in zip(masks, chosen, strict=True)]
    return inside, covered
