"""Interface-alphabet refinement (AGAR, Algorithm 3, for learning as for abstraction).

Start from the interface actions that occur in the property. A counterexample over part of the interface may be
spurious: M1 went wrong by actions that the others do not offer there. Then the alphabet grows. The paper's line 11
can get stuck; as its erratum says, the two traces are compared over the whole interface and the actions where they
first differ are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.shared.rounds import Violated, alphabet_of
from quidpro.engines.explicit.shared.witness import play
from quidpro.lts.lts import LTS


def first_alphabet(full: tuple[str, ...], goal: Sequence[LTS]) -> tuple[str, ...]:
    """The interface actions that the goal speaks of."""
    spoken = alphabet_of(goal)
    return tuple(action for action in full if action in spoken)


def extended(
    first: Sequence[LTS],
    goal: Sequence[LTS],
    spurious: Violated,
    alphabet: tuple[str, ...],
    full: tuple[str, ...],
    budget: Budget,
) -> tuple[str, ...]:
    """The alphabet with the actions at which M1's way into π and the others' way along the same word part."""
    offered = [action for action in spurious.word if action in full]
    seen = [action for action in spurious.word if action in alphabet]
    moves = play([*first, *goal], seen, alphabet, budget)
    assert moves is not None, "a word that is unsafe for M1 leads it into the error state"
    taken = [move.action for move in moves if move.action in full]
    here, there = next((a, b) for a, b in zip_longest(taken, offered) if a != b)
    added = {action for action in (here, there) if action is not None} - set(alphabet)
    assert added, "the two ways agree on the old alphabet, so they part at an action outside of it"
    return tuple(sorted({*alphabet, *added}))
