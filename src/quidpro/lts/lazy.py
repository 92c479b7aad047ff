"""A product seen through an alphabet: letters outside, silent steps inside.

A product that is not too large is built once, by the kernel where that pays, and read off state by state; a larger one
is explored on demand, its states numbered as they are met.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import ignore
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.product import Product, Vector
from quidpro.lts.search import build

Edges = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""Of a state: its ``(letter, target)`` pairs, and the targets of its silent steps."""

MAX_STATES = 500_000
"""Products with more states are not built."""
_SILENT = -1


class LazyGraph:
    """The components in parallel, looked at state by state; a target may be ERROR."""

    def __init__(self, components: Sequence[LTS], alphabet: Sequence[str], budget: Budget | None = None) -> None:
        self._letters = {action: i for i, action in enumerate(alphabet)}
        self._edges: dict[int, Edges] = {}
        self._product = Product(components)
        self._lts = _built(self._product, budget or Budget())
        self._vectors: list[Vector] = [self._product.initial]
        self._numbers: dict[Vector, int] = {self._product.initial: 0}
        self.initial = 0
        if self._lts is not None:
            self.initial = self._lts.initial
            number = [_SILENT, *(self._letters.get(action, _SILENT) for action in self._lts.alphabet)]
            self._letter = np.array(number, dtype=np.int32)[self._lts.label]

    def edges(self, state: int) -> Edges:
        """What a state can do."""
        if state not in self._edges:
            visible, silent = [], []
            for letter, target in self._steps(state):
                if letter == _SILENT:
                    silent.append(target)
                else:
                    visible.append((letter, target))
            self._edges[state] = tuple(visible), tuple(silent)
        return self._edges[state]

    def _steps(self, state: int) -> list[tuple[int, int]]:
        if self._lts is not None:
            row = slice(self._lts.row[state], self._lts.row[state + 1])
            return list(zip(self._letter[row].tolist(), self._lts.target[row].tolist(), strict=True))
        moves = self._product.successors(self._vectors[state])
        return [
            (self._letters.get(move.action, _SILENT), ERROR if move.is_error else self._number(move.target))
            for move in moves
        ]

    def _number(self, vector: Vector) -> int:
        if vector not in self._numbers:
            self._numbers[vector] = len(self._vectors)
            self._vectors.append(vector)
        return self._numbers[vector]


def _built(product: Product, budget: Budget) -> LTS | None:
    """The product as one LTS; None when it is too large for that."""
    if len(product.components) == 1:
        return product.components[0]
    try:
        return build(product, budget, ignore, max_states=MAX_STATES)
    except TooManyStates:
        return None
