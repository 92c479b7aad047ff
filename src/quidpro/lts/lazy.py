"""A product seen through an alphabet, its states numbered as they are met: letters outside, silent steps inside."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.product import Product, Vector

Edges = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""Of a state: its ``(letter, target)`` pairs, and the targets of its silent steps."""


class LazyGraph:
    """The components in parallel, explored state by state on demand; a target may be ERROR."""

    def __init__(self, components: Sequence[LTS], alphabet: Sequence[str]) -> None:
        self._letters = {action: i for i, action in enumerate(alphabet)}
        self._edges: dict[int, Edges] = {}
        self._lts = components[0] if len(components) == 1 else None
        self._product = Product(components)
        self._vectors: list[Vector] = [self._product.initial]
        self._numbers: dict[Vector, int] = {self._product.initial: 0}
        self.initial = self._lts.initial if self._lts is not None else 0

    def edges(self, state: int) -> Edges:
        """What a state can do."""
        if state not in self._edges:
            self._edges[state] = self._explored(state)
        return self._edges[state]

    def _explored(self, state: int) -> Edges:
        loud, silent = [], []
        for action, target in self._steps(state):
            letter = self._letters.get(action)
            if letter is None:
                silent.append(target)
            else:
                loud.append((letter, target))
        return tuple(loud), tuple(silent)

    def _steps(self, state: int) -> list[tuple[str, int]]:
        if self._lts is not None:
            return [(self._lts.action(label), target) for label, target in self._lts.successors(state)]
        moves = self._product.successors(self._vectors[state])
        return [(move.action, ERROR if move.is_error else self._number(move.target)) for move in moves]

    def _number(self, vector: Vector) -> int:
        if vector not in self._numbers:
            self._numbers[vector] = len(self._vectors)
            self._vectors.append(vector)
        return self._numbers[vector]
