"""Parallel composition in plain Python: for what is small, and for weights beyond 64 bits.

The compiled version (:mod:`quidpro.lpts.compiled_compose`) gives the same arrays, element by element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Listener
from quidpro.core.small import ENDLESS, Effort
from quidpro.lpts.lpts import LPTS, Distributions, Ints, Longs

_SLICE = 4096


@dataclass(frozen=True)
class Product:
    """The states and distributions of both sides in each state and distribution of the product, and its transitions.

    A contribution is -1 where the side stays. Transitions are sources, labels and distributions, in any order.
    """

    sides: tuple[Ints, Ints]
    contributions: tuple[Ints, Ints]
    transitions: tuple[Longs, Ints, Ints]
    distributions: Distributions


def product(
    first: LPTS, second: LPTS, alphabet: Sequence[str], budget: Budget, events: Listener, effort: Effort = ENDLESS
) -> Product:
    """The reachable part of the product, breadth first."""
    building = _Composing(first, second, alphabet, effort)
    building.explore(budget, events)
    return building.result()


class _Composing:
    """A composition in the making: pairs and distributions are numbered as they are met."""

    def __init__(self, first: LPTS, second: LPTS, alphabet: Sequence[str], effort: Effort) -> None:
        self.sides = first, second
        self.effort = effort
        number = {action: i for i, action in enumerate(alphabet)}
        self.labels = tuple([number[action] for action in side.alphabet] for side in self.sides)
        self.shared = {number[a] for a in first.alphabet} & {number[a] for a in second.alphabet}
        start = first.initial, second.initial
        self.numbers = {start: 0}
        self.pairs = [start]
        self.known: dict[tuple[int, int, int, int], int] = {}
        self.parts: list[tuple[int, int]] = []
        self.rows: list[list[tuple[int, int]]] = []
        self.found: list[tuple[int, int, int]] = []

    def explore(self, budget: Budget, events: Listener) -> None:
        done = 0
        while done < len(self.pairs):
            if done % _SLICE == 0:
                budget.check()
                events(Explored(len(self.pairs), len(self.pairs) - done, len(self.found)))
            self.expand(done)
            done += 1

    def expand(self, number: int) -> None:
        """Every transition out of a pair: alone on an action of one side, together on a shared one."""
        one, two = self.pairs[number]
        theirs: dict[int, list[int]] = {}
        for label, distribution in self.sides[1].moves[two]:
            action = self.labels[1][label]
            if action in self.shared:
                theirs.setdefault(action, []).append(distribution)
            else:
                self.add(number, action, (-1, distribution), one, two)
        for label, distribution in self.sides[0].moves[one]:
            action = self.labels[0][label]
            if action not in self.shared:
                self.add(number, action, (distribution, -1), one, two)
            else:
                for other in theirs.get(action, ()):
                    self.add(number, action, (distribution, other), one, two)

    def add(self, source: int, action: int, parts: tuple[int, int], one: int, two: int) -> None:
        self.effort.spend(1)
        key = (*parts, one if parts[0] < 0 else -1, two if parts[1] < 0 else -1)
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = len(self.rows)
            self.rows.append(self.product(parts, one, two))
            self.parts.append(parts)
        self.found.append((source, action, number))

    def product(self, parts: tuple[int, int], one: int, two: int) -> list[tuple[int, int]]:
        """The product of two distributions (Definition 2), one of them Dirac where a side stays."""
        left, right = (
            side.distributions.lists[part] if part >= 0 else [(state, side.distributions.scale)]
            for side, part, state in zip(self.sides, parts, (one, two), strict=True)
        )
        self.effort.spend(len(left) * len(right))
        return sorted((self.number(p, q), x * y) for p, x in left for q, y in right)

    def number(self, one: int, two: int) -> int:
        number = self.numbers.setdefault((one, two), len(self.pairs))
        if number == len(self.pairs):
            self.pairs.append((one, two))
        return number

    def result(self) -> Product:
        scale = self.sides[0].distributions.scale * self.sides[1].distributions.scale
        moves = np.array(self.found, dtype=np.int64).reshape(-1, 3)
        return Product(
            _columns(self.pairs),
            _columns(self.parts),
            (moves[:, 0], moves[:, 1].astype(np.int32), moves[:, 2].astype(np.int32)),
            Distributions.of(self.rows, scale),
        )


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[Ints, Ints]:
    columns = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]
