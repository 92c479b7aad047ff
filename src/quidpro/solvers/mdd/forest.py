"""Sets of vectors as multi-valued decision diagrams: every node is made once, and no level is skipped.

A node is a number; 0 is the empty set, 1 what is below the last level. The row of a node maps each value that is
possible at its level to the node of what may follow; a value that is not possible is left out. Two sets are equal
exactly when their nodes are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError

Node = int
Row = dict[int, Node]
Vector = tuple[int, ...]

EMPTY: Node = 0
END: Node = 1
ALL: Node = -1
"""As a constraint: every vector. It has no row."""
_POLL_NODES = 512
LONG_ROW = 64
"""So many values of a row count as one node more."""
_FRAMES_PER_LEVEL = 6


class TooManyNodes(QuidproError):
    """More nodes were made than the caller allowed; the caller has another way."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(limit)

    def __str__(self) -> str:
        return f"more than {self.limit:,} nodes"


@dataclass(frozen=True)
class Diagram:
    """A set on its own: by level the rows of its nodes, as pairs of a value and the index of a node one level below.

    The first node of level 0 is the set; below the last level all indices are 0. Without nodes it is empty. Nodes are
    numbered in the order in which they are met from the top, so that equal sets have equal diagrams.
    """

    levels: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]

    @property
    def nodes(self) -> int:
        """How many nodes it has."""
        return sum(map(len, self.levels))


class Forest:
    """The nodes of sets over the same levels.

    ``sizes`` has the number of values of each level. With ``max_nodes``, :class:`TooManyNodes` is raised when more
    have been made, where a long row counts as several; the budget is polled all the while, and ``tell`` hears now and
    then how many there are.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        budget: Budget | None = None,
        max_nodes: int | None = None,
        tell: Callable[[int], None] = lambda _made: None,
    ) -> None:
        self.sizes = tuple(sizes)
        self.height = len(self.sizes)
        self.rows: list[Row] = [{}, {}]
        self.budget = budget or Budget()
        self.max_nodes = max_nodes
        self.tell = tell
        self._spent = 0
        self._next_poll = _POLL_NODES
        self._level: list[int] = [self.height, self.height]
        self._unique: list[dict[tuple[tuple[int, int], ...], Node]] = [{} for _ in self.sizes]
        self._unions: dict[tuple[Node, Node], Node] = {}
        self._intersections: dict[tuple[Node, Node], Node] = {}
        self._differences: dict[tuple[Node, Node], Node] = {}
        self._counts: dict[Node, int] = {EMPTY: 0, END: 1}

    @property
    def made(self) -> int:
        """How many nodes have been made so far."""
        return len(self.rows) - 2

    def level(self, node: Node) -> int:
        """The level of a node that is not empty."""
        return self._level[node]

    @contextmanager
    def deep(self) -> Iterator[None]:
        """Room for recursion through all levels."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, before + _FRAMES_PER_LEVEL * self.height))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)

    def node(self, level: int, row: Row) -> Node:
        """The node with this row, which has no empty child; the row is handed over."""
        if not row:
            return EMPTY
        key = tuple(sorted(row.items()))
        unique = self._unique[level]
        found = unique.get(key)
        if found is None:
            found = unique[key] = len(self.rows)
            self.rows.append(row)
            self._level.append(level)
            self._spent += 1 + len(row) // LONG_ROW
            if self._spent >= self._next_poll:
                self._poll()
        return found

    def _poll(self) -> None:
        self._next_poll = self._spent + _POLL_NODES
        self.budget.check()
        self.tell(self.made)
        if self.max_nodes is not None and self._spent > self.max_nodes:
            raise TooManyNodes(self.max_nodes)

    def cube(self, sets: Mapping[int, Collection[int]]) -> Node:
        """The vectors with a value of the set at each of these levels, and any value elsewhere."""
        below = END
        for level in reversed(range(self.height)):
            values = sets.get(level, range(self.sizes[level]))
            below = self.node(level, dict.fromkeys(values, below)) if below else EMPTY
        return below

    def vector(self, values: Sequence[int]) -> Node:
        """The set of one vector."""
        return self.cube({level: (value,) for level, value in enumerate(values)})

    def union(self, left: Node, right: Node) -> Node:
        """What is in one of them."""
        if left == right or not right:
            return left
        if not left:
            return right
        key = (left, right) if left < right else (right, left)
        found = self._unions.get(key)
        if found is None:
            row = dict(self.rows[left])
            for value, child in self.rows[right].items():
                known = row.get(value)
                row[value] = child if known is None else self.union(known, child)
            found = self._unions[key] = self.node(self._level[left], row)
        return found

    def intersection(self, left: Node, right: Node) -> Node:
        """What is in both."""
        if left == right or right == ALL:
            return left
        if not left or not right:
            return EMPTY
        key = (left, right) if left < right else (right, left)
        found = self._intersections.get(key)
        if found is None:
            other, row = self.rows[right], {}
            for value, child in self.rows[left].items():
                both = self.intersection(child, other.get(value, EMPTY))
                if both:
                    row[value] = both
            found = self._intersections[key] = self.node(self._level[left], row)
        return found

    def difference(self, left: Node, right: Node) -> Node:
        """What is in the first and not in the second."""
        if left == right or not left:
            return EMPTY
        if not right:
            return left
        found = self._differences.get((left, right))
        if found is None:
            other, row = self.rows[right], {}
            for value, child in self.rows[left].items():
                rest = self.difference(child, other.get(value, EMPTY))
                if rest:
                    row[value] = rest
            found = self._differences[left, right] = self.node(self._level[left], row)
        return found

    def count(self, node: Node) -> int:
        """How many vectors there are, exactly."""
        for one in sorted(self._uncounted(node)):
            self._counts[one] = sum(self._counts[child] for child in self.rows[one].values())
        return self._counts[node]

    def _uncounted(self, node: Node) -> set[Node]:
        """The nodes from one down that have not been counted; children are made, and so numbered, before parents."""
        found, waiting = set(), [node]
        while waiting:
            one = waiting.pop()
            if one not in self._counts and one not in found:
                found.add(one)
                waiting += self.rows[one].values()
        return found

    def contains(self, node: Node, vector: Sequence[int]) -> bool:
        """Whether a vector is in the set."""
        for value in vector:
            node = self.rows[node].get(value, EMPTY)
        return node == END

    def pick(self, node: Node) -> Vector:
        """The first vector of a set that is not empty."""
        values = []
        while node != END:
            value = min(self.rows[node])
            values.append(value)
            node = self.rows[node][value]
        return tuple(values)

    def diagram(self, node: Node) -> Diagram:
        """The set on its own."""
        levels: list[tuple[tuple[tuple[int, int], ...], ...]] = []
        here = [node] if node else []
        for level in range(self.height):
            below: dict[Node, int] = {}
            rows = (sorted(self.rows[one].items()) for one in here)
            levels.append(tuple(tuple((v, below.setdefault(child, len(below))) for v, child in row) for row in rows))
            here = list(below)
            assert all(self._level[child] == level + 1 for child in here)
        return Diagram(tuple(levels))

    def load(self, diagram: Diagram) -> Node:
        """The node of a set that was on its own."""
        below: list[Node] = [END]
        for level in reversed(range(self.height)):
            rows = diagram.levels[level]
            below = [self.node(level, {value: below[child] for value, child in row}) for row in rows]
        return below[0] if below else EMPTY
