"""Steps back from one vector to another, which a diagram of distances or a set says to be nearer.

What an event can have led from is a product of local choices, so that the nearest one is found level by level: of all
choices that lead to the same node the shortest is kept. Where only one way is left, and it is back on that of the
vector itself, what follows is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from quidpro.solvers.mdd.distances import Distances, Edge
from quidpro.solvers.mdd.forest import Forest, Node, Vector
from quidpro.solvers.mdd.saturation import Event

Rows = Callable[[Node], Mapping[int, Edge]]
Chosen = tuple["Chosen", int] | None
"""The values that were chosen so far, the last one first."""


class Backward:
    """The events, by what they lead to."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._by_value: dict[tuple[int, int], list[Event]] = {}
        for event in events:
            for value in event.inverse.moves[event.top]:
                self._by_value.setdefault((event.top, value), []).append(event)

    def nearer(self, distances: Distances, vector: Vector) -> tuple[Event, Vector]:
        """An event that leads to a vector from one that is one step nearer; the vector is reached, and not the first.

        Every event has to cost something.
        """
        distance = distances.distance(vector)
        assert distance, "there is something nearer"
        found = self._before(vector, distances.rows.__getitem__, distances.root, distance - 1)
        assert found is not None, "every distance is that of a way"
        return found

    def inside(self, forest: Forest, node: Node, vector: Vector) -> tuple[Event, Vector] | None:
        """An event that leads to a vector from one of a set; None if there is none."""
        return self._before(vector, lambda at: {v: (0, child) for v, child in forest.rows[at].items()}, node, 0)

    def _before(self, vector: Vector, rows: Rows, root: Node, wanted: int) -> tuple[Event, Vector] | None:
        trail = _trail(vector, rows, root)
        for event in self._into(vector, len(trail)):
            found = _cheapest(event, vector, rows, trail, wanted)
            if found is not None:
                return event, found
        return None

    def _into(self, vector: Vector, tops: int) -> Iterator[Event]:
        """The events that can have led to a vector, those with the first tops only."""
        for key in zip(range(min(tops, len(vector))), vector, strict=False):
            for event in self._by_value.get(key, ()):
                if all(vector[level] in moves for level, moves in event.inverse.moves.items()):
                    yield event


def _trail(vector: Vector, rows: Rows, root: Node) -> list[Edge]:
    """The distance so far and the node at each level along a vector, as far as it goes."""
    found = [(0, root)]
    for value in vector:
        distance, node = found[-1]
        edge = rows(node).get(value)
        if edge is None:
            break
        found.append((distance + edge[0], edge[1]))
    return found


def _cheapest(event: Event, vector: Vector, rows: Rows, trail: list[Edge], wanted: int) -> Vector | None:
    """A vector that is as far away as wanted and that an event leads from to this one, if there is one."""
    distance, node = trail[event.top]
    ways: dict[Node, tuple[int, Chosen]] = {node: (distance, None)}
    level = event.top
    while level < len(vector) and not _is_back(ways, level, event, trail, len(vector)):
        moves = event.inverse.moves.get(level)
        ways = _further(ways, (vector[level],) if moves is None else moves[vector[level]], rows, wanted)
        if not ways:
            return None
        level += 1
    ((distance, chosen),) = ways.values()
    rest = trail[-1][0] - trail[level][0] if level < len(vector) else 0
    return (*vector[: event.top], *_values(chosen), *vector[level:]) if distance + rest == wanted else None


def _is_back(ways: dict[Node, tuple[int, Chosen]], level: int, event: Event, trail: list[Edge], height: int) -> bool:
    """Whether all ways have met where the vector itself passes, and nothing differs below."""
    return level > event.bottom and len(trail) > height and len(ways) == 1 and trail[level][1] in ways


def _further(
    ways: dict[Node, tuple[int, Chosen]], values: tuple[int, ...], rows: Rows, wanted: int
) -> dict[Node, tuple[int, Chosen]]:
    """The shortest ways to the nodes of the next level."""
    found: dict[Node, tuple[int, Chosen]] = {}
    for node, (distance, chosen) in ways.items():
        row = rows(node)
        for value in values:
            edge = row.get(value)
            if edge is None or distance + edge[0] > wanted:
                continue
            known = found.get(edge[1])
            if known is None or distance + edge[0] < known[0]:
                found[edge[1]] = (distance + edge[0], (chosen, value))
    return found


def _values(chosen: Chosen) -> list[int]:
    found = []
    while chosen is not None:
        chosen, value = chosen
        found.append(value)
    return found[::-1]
