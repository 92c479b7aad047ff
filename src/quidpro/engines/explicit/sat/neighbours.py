"""Facts about a component and those that it acts with, found before any search.

A component and its neighbours are explored with everything else free to join in at any time. The states that they do
not reach even so are covered by products of local states, as large as they can be; that the components are not in one
of these is a clause. All clauses of a neighbourhood together say that it is in one of the states that were reached,
which no step can break, so they are part of an inductive invariant (near to it: D-Finder, by Bensalem, Bozga, Nguyen
and Sifakis, CAV 2009).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_

from quidpro.core.budget import Budget
from quidpro.engines.explicit.saturated.encoding import Encoding, Steps, one_level_each
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.system import System

Fact = tuple[tuple[int, frozenset[int]], ...]
"""That one of some components, by number, is in one of the states beside it."""
Event = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
"""Places in a neighbourhood, and the steps of each of them, into ERROR left out."""
Cube = list[frozenset[int]]
"""For each place in a neighbourhood some of its states: all states of their product."""

MAX_STATES = 1_000
"""A larger product of neighbours is left out."""
MAX_MEMBERS = 9
"""So are more neighbours, whose product is larger; an action of more than that makes no neighbours."""
MAX_FACTS = 64
"""So is a neighbourhood that takes more clauses: some of them alone need not be kept by steps."""
_POLL_GROUPS = 16


@dataclass(frozen=True)
class Shape:
    """A neighbourhood without the names of its components: the sizes of its places, where they begin, what they do."""

    sizes: tuple[int, ...]
    initial: tuple[int, ...]
    events: frozenset[Event]


def facts(system: System, budget: Budget) -> tuple[Fact, ...]:
    """What is true of every neighbourhood of few states."""
    encoding = one_level_each(system, budget=budget)
    known: dict[Shape, list[Cube]] = {}
    found: dict[Fact, None] = {}
    for turn, group in enumerate(_groups(encoding)):
        if not turn % _POLL_GROUPS:
            budget.check()
        shape = _shape(encoding, group)
        if shape not in known:
            known[shape] = _missing(shape.sizes, _reached(shape))
        found.update((_fact(group, shape.sizes, cube), None) for cube in known[shape])
    return tuple(found)


def _fact(group: Sequence[int], sizes: Sequence[int], cube: Cube) -> Fact:
    """That the components of a group are not all in the states of a cube."""
    outside = ((i, frozenset(range(n)) - states) for i, n, states in zip(group, sizes, cube, strict=True))
    return tuple((i, states) for i, states in outside if states)


def _groups(encoding: Encoding) -> list[tuple[int, ...]]:
    """Each component with its neighbours, where they are more than one and have few states."""
    near: list[set[int]] = [{i} for i in range(len(encoding.parts))]
    for members in encoding.members.values():
        for i in members if len(members) <= MAX_MEMBERS else ():
            near[i].update(members)
    every = dict.fromkeys(tuple(sorted(group)) for group in near if 1 < len(group) <= MAX_MEMBERS)
    return [group for group in every if prod(encoding.parts[i].states for i in group) <= MAX_STATES]


def _shape(encoding: Encoding, group: Sequence[int]) -> Shape:
    parts = [encoding.parts[i] for i in group]
    events = frozenset(_events(encoding, group))
    return Shape(tuple(lts.states for lts in parts), tuple(lts.initial for lts in parts), events)


def _events(encoding: Encoding, group: Sequence[int]) -> Iterator[Event]:
    place = {component: i for i, component in enumerate(group)}
    for component in group:
        yield ((place[component], _pairs(encoding.steps[component].get(TAU_NAME, {}))),)
        for action in encoding.parts[component].alphabet:
            inside = [i for i in group if action in encoding.parts[i].alphabet]
            if inside[0] == component:
                yield tuple((place[i], _pairs(encoding.steps[i].get(action, {}))) for i in inside)


def _pairs(steps: Steps) -> tuple[tuple[int, int], ...]:
    return tuple((state, target) for state, targets in steps.items() for target in targets if target != ERROR)


def _reached(shape: Shape) -> int:
    """The states that are reached, as a set of bits: a bit for each state of the product."""
    moves = [[(place, _by_source(pairs)) for place, pairs in event] for event in shape.events]
    seen, waiting = {shape.initial}, [shape.initial]
    while waiting:
        here = waiting.pop()
        new = {there for event in moves for there in _following(here, event)} - seen
        seen |= new
        waiting += new
    weights = [prod(shape.sizes[i + 1 :]) for i in range(len(shape.sizes))]
    return sum(1 << sum(s * w for s, w in zip(state, weights, strict=True)) for state in seen)


def _following(here: tuple[int, ...], event: Sequence[tuple[int, Steps]]) -> Iterator[tuple[int, ...]]:
    """The states after an event, as many as there are choices of its places; none where one of them cannot do it."""
    for chosen in product(*(steps.get(here[place], ()) for place, steps in event)):
        there = list(here)
        for (place, _), target in zip(event, chosen, strict=True):
            there[place] = target
        yield tuple(there)


def _by_source(pairs: Sequence[tuple[int, int]]) -> Steps:
    found: Steps = {}
    for source, target in pairs:
        found.setdefault(source, []).append(target)
    return found


def _missing(sizes: Sequence[int], reached: int) -> list[Cube]:
    """Products of local states that together are all states which are not reached; none where that takes too many."""
    masks = [[0] * size for size in sizes]
    for at, state in enumerate(product(*(range(size) for size in sizes))):
        for i, local in enumerate(state):
            masks[i][local] |= 1 << at
    left = ~reached & ((1 << prod(sizes)) - 1)
    found: list[Cube] = []
    while left:
        if len(found) == MAX_FACTS:
            return []
        cube, covered = _widened(left & -left, masks, reached)
        left &= ~covered
        found.append(cube)
    return found


def _widened(state: int, masks: Sequence[Sequence[int]], reached: int) -> tuple[Cube, int]:
    """A largest product with a state in it that meets nothing that is reached, and the bits of it."""
    chosen = [next(mask for mask in own if mask & state) for own in masks]
    for i, own in enumerate(masks):
        others = reduce(and_, chosen[:i] + chosen[i + 1 :])
        chosen[i] = reduce(or_, (mask for mask in own if not mask & others & reached))
    inside = [frozenset(s for s, m in enumerate(own) if m & mask) for own, mask in zip(masks, chosen, strict=True)]
    return inside, reduce(and_, chosen)
