"""An LPTS without actions that nobody looks at: weak simulation, made strong by closing the LPTS under them.

Let nobody but L know the actions I, neither the rest of the system K nor the specification P, which then stays where it
is by them. The closure has a state [s] for each state s of L, and [s] does what is done in any state that steps of I
lead to from s; I itself is gone. Then K ∥ L ⪯ P if and only if K ∥ closure ⪯ P:

- [s], staying by I, simulates every state that steps of I lead to from s, and so L;
- what simulates (k, s) also simulates (k, t) for each t that steps of I lead to, as P stays; and so it simulates
  (k, [s]), which does no more than they do together.

Where L is itself a composition, its parts are closed first, each under what only it knows: that is quicker.

pAGAR leaves smaller alphabets of assumptions with weak simulation as future work.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import composed, joined

IDLE = LPTS.of([], initial=0)
"""A component that does nothing, and stands in no one's way."""


def closed(lpts: LPTS, private: Collection[str], budget: Budget) -> tuple[LPTS, Ints]:
    """The closure under private actions, as far as it is reachable, and for each of its states [s] the state s."""
    if not private:
        return lpts, np.arange(lpts.states, dtype=np.int32)
    secret = {lpts.labels[action] for action in private}
    kept = [label for label in range(len(lpts.alphabet)) if label not in secret]
    number = {label: i for i, label in enumerate(kept)}
    transitions = [
        (state, number[label], target)
        for state in range(lpts.states)
        for other in _reached(lpts, state, secret, budget)
        for label, target in lpts.moves_of(other)
        if label not in secret
    ]
    alphabet = [lpts.alphabet[label] for label in kept]
    whole = LPTS.assembled(
        alphabet, lpts.states, transitions, lpts.distributions, initial=lpts.initial, marks=lpts.marks
    )
    product = composed(IDLE, whole, budget)
    return product.lpts.named(lpts.name), product.sides[1]


def _reached(lpts: LPTS, start: int, secret: Collection[int], budget: Budget) -> list[int]:
    """The states that steps by these labels lead to, the first one included."""
    budget.check()
    found, seen = [start], {start}
    for state in found:
        for label, target in lpts.moves_of(state):
            if label in secret:
                news = [other for other, _ in lpts.distributions.cells(target) if other not in seen]
                seen.update(news)
                found += news
    return found


def closed_group(
    members: Sequence[LPTS], others: Iterable[LPTS], seen: Collection[str], budget: Budget
) -> tuple[LPTS, Ints]:
    """The closure of a group under what only it knows: neither the other components nor those who see these actions.

    For each state also the states of the members, as far as they are closed. Components with marks stay as they are.
    """
    outside = {*seen, *(action for other in others for action in other.alphabet)}
    parts = [_without(member, [*members[:i], *members[i + 1 :]], outside, budget) for i, member in enumerate(members)]
    whole, vectors = joined([part for part, _ in parts], budget)
    group, of = _without(whole, [], outside, budget)
    return group, vectors[of]


def _without(lpts: LPTS, others: Sequence[LPTS], outside: Collection[str], budget: Budget) -> tuple[LPTS, Ints]:
    known = {*outside, *(action for other in others for action in other.alphabet)}
    private = [] if any(lpts.marks.values()) else [action for action in lpts.alphabet if action not in known]
    return closed(lpts, private, budget)
