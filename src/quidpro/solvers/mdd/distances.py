"""How far vectors are from a first one, as a diagram whose edges carry distances.

Ciardo and Siminiceanu, "Using edge-valued decision diagrams for symbolic generation of shortest paths" (FMCAD 2002):
the distance of a vector is the sum of the numbers along its way, each node has a way of length 0 in it, and where two
sets would be united the lesser distance is kept. It is found by saturation, an event adding its cost when it is fired
at its top. Differences: rows are sparse, and an event may be free, so that with a few costly events only the distance
is coarser and its diagram smaller.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from quidpro.solvers.mdd.forest import EMPTY, END, LONG_ROW, Forest, Node, TooManyNodes, Vector
from quidpro.solvers.mdd.saturation import Event

Edge = tuple[int, Node]
"""A distance, and the node of the distances that are added to it."""
Distance = dict[int, Edge]
"""The row of a node; the least distance in it is 0."""
Key = tuple[tuple[int, Edge], ...]

NOTHING: Edge = (0, EMPTY)
_POLL = 512
_STEPS_PER_NODE = 8
"""So many steps of work, two sets united or an event fired, count as one node more."""


class Distances:
    """The least number of events that lead from a vector to each other one; the ``free`` ones do not count.

    The nodes are its own; of the forest it has the levels, the budget, and the sets that it is asked about. Raises
    :class:`TooManyNodes` when it has made more of them than ``max_nodes``, where a long row counts as several, and many
    steps of work that make none as some.
    """

    def __init__(
        self,
        forest: Forest,
        start: Vector,
        events: Iterable[Event],
        free: Iterable[Event] = (),
        max_nodes: int | None = None,
    ) -> None:
        self.forest = forest
        self.rows: list[Distance] = [{}, {}]
        self._level = [forest.height, forest.height]
        self._max_nodes = max_nodes
        self._work = self._spent = 0
        self._next_poll = _POLL
        self._unique: list[dict[Key, Node]] = [{} for _ in forest.sizes]
        self._minima: dict[tuple[Node, Node, int], Node] = {}
        self._fired: dict[Event, dict[Node, Edge]] = {}
        self._saturated: list[dict[Key, Node]] = [{} for _ in forest.sizes]
        self._by_value: list[dict[int, list[tuple[Event, int, tuple[int, ...]]]]] = [{} for _ in forest.sizes]
        for cost, those in ((0, free), (1, events)):
            for event in those:
                self._add(event, cost)
        with forest.deep():
            self.root = self._from(start)[1]
        self._max_nodes = None  # what is asked later makes no nodes

    def _add(self, event: Event, cost: int) -> None:
        for value, targets in event.moves[event.top].items():
            self._by_value[event.top].setdefault(value, []).append((event, cost, targets))

    def _from(self, start: Vector) -> Edge:
        found: Edge = (0, END)
        for level in reversed(range(self.forest.height)):
            found = self._saturate(level, {start[level]: found})
        return found

    def distance(self, vector: Sequence[int]) -> int | None:
        """How far away a vector is; None if it is never reached."""
        found, node = 0, self.root
        for value in vector:
            edge = self.rows[node].get(value)
            if edge is None:
                return None
            found, node = found + edge[0], edge[1]
        return found

    def nearest(self, node: Node) -> tuple[int, Vector] | None:
        """The first of those vectors of a set that are least far away, and how far that is; None if none is reached."""
        with self.forest.deep():
            known: dict[tuple[Node, Node], int | None] = {}
            least = self._least(self.root, node, known)
            return None if least is None else (least, self._way(node, least, known))

    def _way(self, node: Node, left: int, known: dict[tuple[Node, Node], int | None]) -> Vector:
        """The first vector of a set that is this far away."""
        vector, here = [], self.root
        while here != END:
            value, left, here, node = self._first(here, node, left, known)
            vector.append(value)
        return tuple(vector)

    def _least(self, here: Node, node: Node, known: dict[tuple[Node, Node], int | None]) -> int | None:
        if here == END or not node:
            return 0 if node else None
        key = (here, node)
        if key in known:
            return known[key]
        self._poll()
        allowed, least = self.forest.rows[node], None
        for value, (distance, child) in self.rows[here].items():
            if value in allowed and (least is None or distance < least):
                below = self._least(child, allowed[value], known)
                if below is not None and (least is None or distance + below < least):
                    least = distance + below
        known[key] = least
        return least

    def _first(
        self, here: Node, node: Node, left: int, known: dict[tuple[Node, Node], int | None]
    ) -> tuple[int, int, Node, Node]:
        """The first value on a way of this length, what is left of it, and the nodes below."""
        allowed = self.forest.rows[node]
        for value, (distance, child) in sorted(self.rows[here].items()):
            if value in allowed and self._least(child, allowed[value], known) == left - distance:
                return value, left - distance, child, allowed[value]
        raise AssertionError("there is a way of this length")

    def _fire(self, event: Event, level: int, node: Node) -> Edge:
        """Where an event leads from a node below its top, closed under what happens from this level down."""
        if level > event.bottom:
            return 0, node
        memo = self._fired.setdefault(event, {})
        found = memo.get(node)
        if found is None:
            self._poll()
            moves = event.moves.get(level)
            row: Distance = {}
            for value, (distance, child) in self.rows[node].items():
                targets = (value,) if moves is None else moves.get(value)
                if targets:
                    more, below = self._fire(event, level + 1, child)
                    if below:
                        for target in targets:
                            row[target] = self._minimum(row.get(target, NOTHING), (distance + more, below))
            found = memo[node] = self._saturate(level, row)
        return found

    def _saturate(self, level: int, row: Distance) -> Edge:
        """A row closed under the events with this top; its children are closed under those below."""
        if not row:
            return NOTHING
        least, row = _normal(row)
        memo, key = self._saturated[level], tuple(sorted(row.items()))
        found = memo.get(key)
        if found is None:
            by_value = self._by_value[level]
            queue = deque(value for value in row if value in by_value)
            waiting = set(queue)
            while queue:
                value = queue.popleft()
                waiting.discard(value)
                for target in self._fire_all(level, row, value):
                    if target in by_value and target not in waiting:
                        waiting.add(target)
                        queue.append(target)
            found = memo[key] = self._node(level, row)
        return least, found

    def _fire_all(self, level: int, row: Distance, value: int) -> list[int]:
        """Fire the events of a value; the values of the row that have changed."""
        changed = []
        for event, cost, targets in self._by_value[level][value]:
            distance, child = row[value]
            more, below = self._fire(event, level + 1, child)
            if below:
                for target in targets:
                    known = row.get(target, NOTHING)
                    after = self._minimum(known, (distance + more + cost, below))
                    if after != known:
                        row[target] = after
                        changed.append(target)
        return changed

    def _minimum(self, left: Edge, right: Edge) -> Edge:
        """The lesser one of two distances everywhere."""
        (first, x), (second, y) = left, right
        if not x or not y:
            return left if x else right
        least = min(first, second)
        if x == y:
            return least, x
        if x > y:
            first, x, second, y = second, y, first, x
        key = (x, y, second - first)
        found = self._minima.get(key)
        if found is None:
            self._poll(1 + len(self.rows[y]) // LONG_ROW)
            add, add_other = first - least, second - least
            row = {value: (add + distance, child) for value, (distance, child) in self.rows[x].items()}
            for value, (distance, child) in self.rows[y].items():
                row[value] = self._minimum(row.get(value, NOTHING), (add_other + distance, child))
            found = self._minima[key] = self._node(self._level[x], row)
        return least, found

    def _node(self, level: int, row: Distance) -> Node:
        unique, key = self._unique[level], tuple(sorted(row.items()))
        found = unique.get(key)
        if found is None:
            found = unique[key] = len(self.rows)
            self.rows.append(row)
            self._level.append(level)
            self._spent += 1 + len(row) // LONG_ROW
            self._limit()
        return found

    def _poll(self, work: int = 1) -> None:
        self._work += work
        if self._work >= self._next_poll:
            self._next_poll = self._work + _POLL
            self.forest.budget.check()
            self._limit()

    def _limit(self) -> None:
        if self._max_nodes is not None and self._spent + self._work // _STEPS_PER_NODE > self._max_nodes:
            raise TooManyNodes(self._max_nodes)


def _normal(row: Distance) -> tuple[int, Distance]:
    """The least distance of a row, and the row without it."""
    least = min(distance for distance, _ in row.values())
    return least, {value: (distance - least, child) for value, (distance, child) in row.items()} if least else row
