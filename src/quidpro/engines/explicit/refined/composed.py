"""What an abstraction is of: a group, composed, as its assumption's alphabet shows it.

Where the group is reduced, only its weak steps matter: they are the same modulo weak bisimilarity. Components that have
much of their own that is hidden are made smaller before they are composed, and then the product is. Which state came of
which local states is known throughout, so that a partition over one alphabet is one over a larger alphabet too: more is
visible there, and states that cannot be told apart there could not be before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.ops import hide
from quidpro.lts.partition import numbered_quotient
from quidpro.lts.product import Product
from quidpro.lts.search import record


def product_with_states(components: Sequence[LTS], budget: Budget) -> tuple[LTS, Ints]:
    """The reachable product and the local states of each of its states, row by row; one component is itself."""
    if len(components) == 1:
        return components[0], np.arange(components[0].states, dtype=np.int32)[:, None]
    recorded = record(Product(components), budget, ignore)
    return recorded.graph(), recorded.vectors()


@dataclass(frozen=True)
class Piece:
    """A component made smaller, and for each of its states the state that stands for it; without, it is as it was."""

    lts: LTS
    state_of: Ints | None = None

    def of(self, states: Ints) -> Ints:
        """The states that stand for some of the component."""
        return states if self.state_of is None else self.state_of[states]

    def one_of_each(self) -> Ints:
        """For each state one of those it stands for."""
        if self.state_of is None:
            return np.arange(self.lts.states, dtype=np.int32)
        found = np.zeros(self.lts.states, dtype=np.int32)
        met = self.state_of >= 0
        found[self.state_of[met]] = np.flatnonzero(met)
        return found


class Composed:
    """Components over an alphabet: one LTS, and which of its states stands for which local states."""

    def __init__(self, components: Sequence[LTS], alphabet: Sequence[str], budget: Budget, *, reduce: bool) -> None:
        self.components, self.budget = list(components), budget
        self.pieces = _pieces(components, set(alphabet), budget) if reduce else [Piece(lts) for lts in components]
        self.lts, self.vectors = product_with_states([piece.lts for piece in self.pieces], budget)
        """The vectors are the states of the pieces in each state of their product."""
        self._state_of = np.arange(self.lts.states, dtype=np.int32)
        if reduce:
            hidden = hide(self.lts, set(self.lts.alphabet) - set(alphabet))
            self.lts, self._state_of = numbered_quotient(hidden, "weak", budget)

    def standing(self) -> tuple[Ints, Ints]:
        """The local states that are met together, row by row, and the state that stands for each."""
        if all(piece.state_of is None for piece in self.pieces):
            met = self._state_of >= 0
            return self.vectors[met], self._state_of[met]
        _, vectors = product_with_states(self.components, self.budget)
        state = self._find(np.column_stack([piece.of(vectors[:, i]) for i, piece in enumerate(self.pieces)]))
        return vectors[state >= 0], state[state >= 0]

    def inherited(self, before: Composed, block_of: Ints) -> Ints:
        """A partition of what was composed over a smaller alphabet, as one of these states."""
        pairs = zip(self.pieces, before.pieces, strict=True)
        columns = [was.of(piece.one_of_each()[self.vectors[:, i]]) for i, (piece, was) in enumerate(pairs)]
        old = before._find(np.column_stack(columns))
        known = (self._state_of >= 0) & (old >= 0)
        found = np.zeros(self.lts.states, dtype=np.int32)
        found[self._state_of[known]] = block_of[old[known]]
        return np.unique(found, return_inverse=True)[1].astype(np.int32)

    def _find(self, vectors: Ints) -> Ints:
        """The states for vectors of the pieces; -1 where there is none."""
        number = {vector: i for i, vector in enumerate(map(tuple, self.vectors.tolist()))}
        rows = np.array([number.get(vector, -1) for vector in map(tuple, vectors.tolist())], dtype=np.int64)
        return np.where(rows >= 0, self._state_of[rows], -1).astype(np.int32)


def _pieces(components: Sequence[LTS], alphabet: set[str], budget: Budget) -> list[Piece]:
    """The components without the actions that only one of them has and that the alphabet does not show."""
    occurs = Counter(action for lts in components for action in lts.alphabet)
    shown = alphabet | {action for action, count in occurs.items() if count > 1}
    return [_piece(lts, set(lts.alphabet) - shown, budget) for lts in components]


def _piece(lts: LTS, hidden: set[str], budget: Budget) -> Piece:
    return Piece(*numbered_quotient(hide(lts, hidden), "weak", budget)) if hidden else Piece(lts)
