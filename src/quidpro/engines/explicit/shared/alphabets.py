"""The alphabet of an assumption, refined (AGAR, Algorithm 3, for learning as for abstraction).

It starts from the interface actions that occur in the property. A counterexample over part of the interface may be
spurious: M1 went wrong by actions that the others do not offer there. Then the alphabet grows. The paper's line 11 can
get stuck; here the two traces are compared over the whole interface, and the actions where they first differ are added
(erratum 3 of docs/papers.md).

The paper then starts over. But M1 may have another way into π along the same run of the others, by actions that are
still hidden, and that would be the next counterexample. So the actions of that way are added too, and so on, until the
run is no counterexample: each time one word is played on M1, and nothing else is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.shared.rounds import Violated, alphabet_of
from quidpro.engines.explicit.shared.traces import play
from quidpro.lts.lts import LTS


def first_alphabet(full: tuple[str, ...], goal: Sequence[LTS]) -> tuple[str, ...]:
    """The interface actions that the goal speaks of."""
    goal_actions = alphabet_of(goal)
    return tuple(action for action in full if action in goal_actions)


def without(alphabet: tuple[str, ...], smaller: Collection[str]) -> tuple[str, ...]:
    """What an alphabet has that a smaller one does not have."""
    return tuple(action for action in alphabet if action not in smaller)


def extended(
    components: Sequence[LTS],
    spurious: Violated,
    alphabet: tuple[str, ...],
    full: tuple[str, ...],
    budget: Budget,
    *,
    at_once: bool,
) -> tuple[str, ...]:
    """The alphabet with the actions at which M1's way into π and the others' way along the same word part.

    ``components`` are M1 and the goals. With ``at_once`` the others' way is no counterexample any more; without, M1 may
    have other ways into π along it.
    """
    offered = [action for action in spurious.word if action in full]
    taken = _taken(components, offered, alphabet, full, budget)
    assert taken is not None, "a word that is unsafe for M1 leads it into the error state"
    while taken is not None:
        here, there = next((a, b) for a, b in zip_longest(taken, offered) if a != b)
        added = {action for action in (here, there) if action is not None} - set(alphabet)
        assert added, "the two ways agree on the old alphabet, so they part at an action outside of it"
        alphabet = tuple(sorted({*alphabet, *added}))
        taken = _taken(components, offered, alphabet, full, budget) if at_once else None
    return alphabet


def _taken(
    components: Sequence[LTS], offered: Sequence[str], alphabet: tuple[str, ...], full: tuple[str, ...], budget: Budget
) -> list[str] | None:
    """What M1 does of the interface on its way into π along what is offered of the alphabet, if it gets there."""
    seen = [action for action in offered if action in alphabet]
    moves = play(components, seen, alphabet, budget)
    return None if moves is None else [move.action for move in moves if move.action in full]
