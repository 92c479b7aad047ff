"""What is left of a diagram when products are taken out of it.

A product is taken out at its first level, when all that begin below have been taken out of the nodes there; value by
value, so that many products with few values each cost no more than one with all of them. So the nodes of the diagram
are gone through once, from the bottom. New nodes are made once each, in a table of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from quidpro.checker.explicit.diagram import Diagram
from quidpro.checker.explicit.diagram_steps import Relation
from quidpro.checker.explicit.diagram_walk import NOTHING, Chain, Chains
from quidpro.core.budget import Budget

EMPTY, END = 0, 1
_POLL_NODES = 1024


def is_covered(diagram: Diagram, products: Iterable[Relation], budget: Budget) -> bool:
    """Whether every vector of the set is in one of the products, whose moves stand for the values that they have."""
    with _deep(len(diagram.levels)):
        return _Rest(diagram, products, budget).is_empty()


@contextmanager
def _deep(levels: int) -> Iterator[None]:
    """Room for recursion through all levels."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 2 * levels)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class _Rest:
    """Nodes by number, each with its level and row."""

    def __init__(self, diagram: Diagram, products: Iterable[Relation], budget: Budget) -> None:
        self._diagram = diagram
        self._budget = budget
        self._chains = Chains()
        self._takes_all = False
        self._by_value: list[dict[int, dict[Chain, None]]] = [{} for _ in diagram.levels]
        """By level and value what is left of the products that begin there, further down."""
        for chain in dict.fromkeys(map(self._chains.of, products)):
            self._index(chain)
        self._level: list[int] = [len(diagram.levels)] * 2
        self._rows: list[dict[int, int]] = [{}, {}]
        self._known: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        self._without: dict[tuple[int, Chain], int] = {}

    def _index(self, chain: Chain) -> None:
        if chain == NOTHING:
            self._takes_all = True
            return
        by_value = self._by_value[self._chains.level[chain]]
        for value in self._chains.moves[chain]:
            by_value.setdefault(value, {})[self._chains.rest[chain]] = None

    def is_empty(self) -> bool:
        """Whether nothing is left."""
        if self._takes_all:
            return True
        below = [END]
        for level in reversed(range(len(self._diagram.levels))):
            below = [self._left(level, row, below) for row in self._diagram.rows[level]]
        return below[0] == EMPTY

    def _left(self, level: int, row: Mapping[int, int], below: Sequence[int]) -> int:
        """What is left of a row of the diagram, where that of the nodes one level below is known."""
        by_value, left = self._by_value[level], {}
        for value, child in row.items():
            node = below[child]
            for chain in by_value.get(value, ()):
                node = self.without(node, chain)
            if node:
                left[value] = node
        return self._node(level, left)

    def _node(self, level: int, row: dict[int, int]) -> int:
        if not row:
            return EMPTY
        key = (level, tuple(row.items()))
        if key not in self._known:
            if not len(self._rows) % _POLL_NODES:
                self._budget.check()
            self._known[key] = len(self._rows)
            self._level.append(level)
            self._rows.append(row)
        return self._known[key]

    def without(self, node: int, chain: Chain) -> int:
        """The node without what is left of a product at its level."""
        if node == EMPTY or chain == NOTHING:
            return EMPTY
        found = self._without.get((node, chain))
        if found is None:
            if not len(self._without) % _POLL_NODES:
                self._budget.check()
            level = self._level[node]
            here = level == self._chains.level[chain]
            moves, rest = (self._chains.moves[chain], self._chains.rest[chain]) if here else (None, chain)
            row = {}
            for value, child in self._rows[node].items():
                left = self.without(child, rest) if moves is None or value in moves else child
                if left:
                    row[value] = left
            found = self._without[node, chain] = self._node(level, row)
        return found
