"""What can go on for ever in a set of states, for the checker: all that cannot is taken away until nothing changes.

A state goes from which no wanted step, or no goal, can be reached among those that are left. A step goes that none of
them can take, or that at some level is on no cycle of the steps that are left: on a run that goes on for ever it is
taken a last time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from quidpro.checker.explicit.components import strongly_connected
from quidpro.checker.explicit.set_steps import Local, Moves
from quidpro.checker.explicit.sets import NONE, Ancestors, Back, Sets

Named = tuple[str, Moves]


def still_going(
    sets: Sets, steps: Iterable[Named], wanted: Sequence[Collection[str]], goals: Iterable[int], states: int
) -> int:
    """The states among which a run can stay and again and again come to each goal and take a step of each kind that is
    wanted, by its action.
    """
    left, goals = list(steps), list(goals)
    while states:
        before = states
        left = _recurring(sets, left, states)
        ancestors = Ancestors(sets, [Back.of(moves) for _, moves in left])
        for goal in goals:
            states = ancestors.of(goal, states)
        for kind in wanted:
            states = ancestors.of(_one_before(sets, left, kind, states), states)
        if states == before:
            break
    return states


def _one_before(sets: Sets, steps: Iterable[Named], wanted: Collection[str], states: int) -> int:
    """The states with a wanted step to one of them."""
    once, found = Ancestors(sets, ()), NONE
    for action, moves in steps:
        if action in wanted:
            found = sets.join(found, once.before(Back.of(moves), 0, states, states))
    return found


def _recurring(sets: Sets, steps: Iterable[Named], states: int) -> list[Named]:
    """The steps that these states can take, without what is on no cycle."""
    once = Ancestors(sets, ())
    left = [(action, moves) for action, moves in steps if once.before(Back.of(moves), 0, states, states)]
    while True:
        fewer = _on_cycles(sets, left)
        if fewer == left:
            return left
        left = fewer


def _on_cycles(sets: Sets, steps: Sequence[Named]) -> list[Named]:
    pairs: list[Local] = [[] for _ in sets.sizes]
    for _, moves in steps:
        for level, own in moves.items():
            pairs[level] += own
    cycles = [_cyclic(size, own, sets) for size, own in zip(sets.sizes, pairs, strict=True)]
    kept = [
        (action, {level: [pair for pair in own if pair in cycles[level]] for level, own in moves.items()})
        for action, moves in steps
    ]
    return [(action, moves) for action, moves in kept if all(moves.values())]


def _cyclic(size: int, pairs: Local, sets: Sets) -> set[tuple[int, int]]:
    """The pairs of values that are on a cycle of them."""
    if not pairs:
        return set()
    source, target = np.array(pairs, dtype=np.int64).T
    component = strongly_connected(size, source, target, sets.budget)
    return {(p, q) for p, q in pairs if component[p] == component[q]}
