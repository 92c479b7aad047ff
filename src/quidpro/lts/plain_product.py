"""Recording a small product in plain Python: the same numbers and transitions as the exploration kernel's.

The kernel walks the components in order and, in each, the transitions that it leads; of the partners' choices the first
partner's change fastest. The states are numbered in the order in which that meets them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product as combinations
from math import prod

import numpy as np

from quidpro.core.errors import TooManyStates
from quidpro.core.small import Effort
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME, Ints
from quidpro.lts.product import FIRST, WAITS, Product, Vector

Choice = tuple[int, Vector | None]
"""An action's number and the vector it leads to; None is ERROR."""


class Record:
    """All states of a small product and the transitions between them; a state and a transition each are one step."""

    def __init__(self, product: Product, effort: Effort, max_states: int | None = None) -> None:
        self.product = product
        self._effort = effort
        self._moves = Moves(product, effort)
        self._vectors = [product.initial]
        self._numbers = {product.initial: 0}
        self._parent = [-1]
        self._stuck: list[int] = []
        self._columns: tuple[list[int], list[int], list[int]] = ([], [], [])
        self._run(max_states)

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self._vectors)

    @property
    def transitions(self) -> int:
        """How many transitions there are, doubles included."""
        return len(self._columns[0])

    def _run(self, max_states: int | None) -> None:
        for here, vector in enumerate(self._vectors):
            self._effort.spend(1)
            self._expand(here, vector)
            if max_states is not None and self.states > max_states:
                raise TooManyStates(max_states)

    def _expand(self, here: int, vector: Vector) -> None:
        source, label, target = self._columns
        before = len(source)
        for action, successor in self._moves.of(vector):
            source.append(here)
            label.append(action)
            target.append(ERROR if successor is None else self._number(successor, here))
        if len(source) == before:
            self._stuck.append(here)

    def _number(self, vector: Vector, parent: int) -> int:
        number = self._numbers.setdefault(vector, self.states)
        if number == self.states:
            self._vectors.append(vector)
            self._parent.append(parent)
        return number

    def vector(self, state: int) -> Vector:
        """The local states behind a numbered one."""
        return self._vectors[state]

    def vectors(self) -> Ints:
        """The local states behind all numbered ones, a row for each."""
        return np.array(self._vectors, dtype=np.int32).reshape(self.states, -1)

    def path(self, state: int) -> tuple[Vector, ...]:
        """The vectors from the initial state to a numbered one, along a shortest way."""
        found = []
        while state >= 0:
            found.append(self._vectors[state])
            state = self._parent[state]
        return tuple(reversed(found))

    def graph(self, name: str = "") -> LTS:
        """What was recorded, as an LTS."""
        end = next((state for state in self._stuck if self.product.is_end(self._vectors[state])), -1)
        return LTS.from_arrays(self.product.alphabet, self.states, *self._columns, end=end, name=name)


class Moves:
    """The steps of a product, from rows of its components that are made when first needed."""

    def __init__(self, product: Product, effort: Effort) -> None:
        self.product = product
        self.effort = effort
        self._numbers = {TAU_NAME: TAU, **{action: i + 1 for i, action in enumerate(product.alphabet)}}
        self._followers: list[tuple[int, ...]] = [()]
        for action in product.alphabet:
            leader = product.leaders[action]
            self._followers.append(tuple(c for c in product.partners[action] if c != leader))
        self._rank = [product.rank(action) for action in self._numbers]
        self._rows: dict[tuple[int, int], dict[int, list[int]]] = {}

    def of(self, vector: Vector) -> list[Choice]:
        """The steps out of a vector, in the kernel's order, priority applied."""
        moves = list(self._all(vector))
        if self.product.priority is not None and any(self._rank[action] == FIRST for action, _ in moves):
            return [move for move in moves if self._rank[move[0]] != WAITS]
        return moves

    def _all(self, vector: Vector) -> Iterator[Choice]:
        rows = [self._row(c, state) for c, state in enumerate(vector)]
        for c, row in enumerate(rows):
            for action in row:
                followers = self._followers[action]
                if c in followers:
                    continue
                moving = (c, *reversed(followers))
                choices = [rows[m].get(action, []) for m in moving]
                self.effort.spend(prod(map(len, choices)))
                for choice in combinations(*choices):
                    yield action, _moved(vector, moving, choice)

    def _row(self, component: int, state: int) -> dict[int, list[int]]:
        """The targets of a local state by action."""
        row = self._rows.get((component, state))
        if row is None:
            row = self._rows[component, state] = {}
            lts = self.product.components[component]
            for label, target in lts.successors(state):
                row.setdefault(self._numbers[lts.action(label)], []).append(target)
        return row


def _moved(vector: Vector, moving: tuple[int, ...], targets: tuple[int, ...]) -> Vector | None:
    if ERROR in targets:
        return None
    after = list(vector)
    for c, target in zip(moving, targets, strict=True):
        after[c] = target
    return tuple(after)
