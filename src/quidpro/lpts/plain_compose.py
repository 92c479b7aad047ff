"""Parallel composition in plain Python: for what is small, and for weights beyond 64 bits.

The compiled version (:mod:`quidpro.lpts.compiled_compose`) gives the same arrays, element by element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.collector import collector_off
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


@collector_off()
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
        self.scales = first.distributions.scale, second.distributions.scale
        self.supports = first.distributions.lists, second.distributions.lists
        number = {action: i for i, action in enumerate(alphabet)}
        self.label = [number[action] for action in first.alphabet]
        self.partner = [second.labels.get(action, -1) for action in first.alphabet]
        """The second's label for each of the first's, -1 where the first acts alone."""
        alone = {i: number[action] for i, action in enumerate(second.alphabet) if action not in first.labels}
        self.alone = [[(alone[i], d) for i, d in moves if i in alone] for moves in second.moves]
        start = first.initial, second.initial
        self.numbers = {start: 0}
        self.pairs = [start]
        self.known: dict[tuple[int, int, int], int] = {}
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
        before = len(self.found)
        theirs = self.sides[1].answers[two]
        for action, distribution in self.alone[two]:
            self.found.append((number, action, self.distribution(-1, distribution, one, two)))
        for label, distribution in self.sides[0].moves[one]:
            action, partner = self.label[label], self.partner[label]
            if partner < 0:
                self.found.append((number, action, self.distribution(distribution, -1, one, two)))
            else:
                for other in theirs.get(partner, ()):
                    self.found.append((number, action, self.distribution(distribution, other, one, two)))
        self.effort.spend(len(self.found) - before)

    def distribution(self, left: int, right: int, one: int, two: int) -> int:
        """The number of the product of two distributions (Definition 2), -1 for a side that stays where it is."""
        key = left, right, one if left < 0 else two if right < 0 else -1
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = len(self.rows)
            ours = self.supports[0][left] if left >= 0 else [(one, self.scales[0])]
            theirs = self.supports[1][right] if right >= 0 else [(two, self.scales[1])]
            row = [(self.number(p, q), x * y) for p, x in ours for q, y in theirs]
            row.sort()
            self.effort.spend(len(row))
            self.rows.append(row)
            self.parts.append((left, right))
        return number

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
