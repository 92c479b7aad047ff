"""One step of all events at once, and a search in breadth by it.

Of use where what is looked for is near: a closure has to be finished before it tells anything, layers do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quidpro.solvers.mdd.forest import ALL, EMPTY, Forest, Node, Row
from quidpro.solvers.mdd.saturation import Event, Saturation


class Image:
    """Where one step of some event leads. An event is fired only in the nodes at its top, each of them once."""

    def __init__(self, forest: Forest, events: Iterable[Event]) -> None:
        self.forest = forest
        self._fire = Saturation(forest, ()).fire
        self._by_value: list[dict[int, list[tuple[Event, tuple[int, ...]]]]] = [{} for _ in forest.sizes]
        for event in events:
            for value, targets in event.moves[event.top].items():
                self._by_value[event.top].setdefault(value, []).append((event, targets))
        self._known: dict[Node, Node] = {}

    def of(self, node: Node) -> Node:
        """All that is one step away from a set."""
        with self.forest.deep():
            return self._of(node)

    def _of(self, node: Node) -> Node:
        level = self.forest.level(node)
        if not node or level == self.forest.height:
            return EMPTY
        found = self._known.get(node)
        if found is None:
            row: Row = {}
            for value, child in self.forest.rows[node].items():
                self._put(row, value, self._of(child))
                for event, targets in self._by_value[level].get(value, ()):
                    led = self._fire(event, level + 1, child, ALL)
                    for target in targets:
                        self._put(row, target, led)
            found = self._known[node] = self.forest.node(level, row)
        return found

    def _put(self, row: Row, value: int, node: Node) -> None:
        if node:
            row[value] = self.forest.union(row.get(value, EMPTY), node)


def layers(forest: Forest, start: Node, events: Iterable[Event]) -> Iterator[Node]:
    """What is 0, 1, 2, … steps away and not nearer, until there is nothing more."""
    image = Image(forest, events)
    reached = layer = start
    while layer:
        yield layer
        with forest.deep():
            layer = forest.difference(image.of(layer), reached)
            reached = forest.union(reached, layer)
