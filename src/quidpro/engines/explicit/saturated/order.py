"""In which order the components of a system stand as levels: those that act together close to each other.

FORCE (Aloul, Markov, Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003) pulls
every component to where its actions are, from the order of Cuthill and McKee ("Reducing the bandwidth of sparse
symmetric matrices", 1969). Both work on the hypergraph of the actions, so that an action of many components costs no
more than it has members; the second one walks in breadth over actions, not over pairs of components.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

_ROUNDS = 60
_PATIENCE = 8
_SEARCHES = 3
"""How often an end of a connected part is looked for: the last one found from the last but one."""


class Hypergraph:
    """Points by their numbers, and edges of at least two of them; an edge counts as often as it is given."""

    def __init__(self, points: int, edges: Iterable[Sequence[int]]) -> None:
        self.points = points
        self.edges = [edge for edge in edges if len(edge) > 1]
        self.edges_of: list[list[int]] = [[] for _ in range(points)]
        for number, edge in enumerate(self.edges):
            for point in edge:
                self.edges_of[point].append(number)

    @cached_property
    def _point_of_pin(self) -> Numbers:
        return np.array([point for edge in self.edges for point in edge], dtype=np.int64)

    @cached_property
    def _sizes(self) -> Numbers:
        return np.array([len(edge) for edge in self.edges], dtype=np.int64)

    @cached_property
    def _edge_of_pin(self) -> Numbers:
        return np.repeat(np.arange(len(self.edges)), self._sizes)

    def _ends(self, position: Numbers) -> tuple[Numbers, Numbers]:
        """The first and the last position of each edge."""
        at = position[self._point_of_pin]
        starts = np.concatenate(([0], np.cumsum(self._sizes)[:-1]))
        return np.minimum.reduceat(at, starts), np.maximum.reduceat(at, starts)

    def spans(self, order: Numbers) -> int:
        """How far the edges reach in an order, all together."""
        first, last = self._ends(positions(order))
        return int((last - first).sum())

    def pulled(self, order: Numbers) -> Numbers:
        """The order in which every point has moved to the middle of the middles of its edges."""
        position = positions(order)
        middle = np.bincount(self._edge_of_pin, position[self._point_of_pin]) / self._sizes
        force = np.bincount(self._point_of_pin, middle[self._edge_of_pin], self.points)
        degree = np.bincount(self._point_of_pin, minlength=self.points)
        wanted = np.where(degree > 0, force / np.maximum(degree, 1), position)
        return np.lexsort((position, wanted))


def positions(order: Numbers) -> Numbers:
    """For each point its place in the order."""
    found = np.empty_like(order)
    found[order] = np.arange(len(order))
    return found


def force(graph: Hypergraph) -> list[int]:
    """The order of FORCE from that of Cuthill and McKee."""
    order = np.array(cuthill_mckee(graph), dtype=np.int64)
    if not graph.edges:
        return [int(point) for point in order]
    best, least, waited = order, graph.spans(order), 0
    for _ in range(_ROUNDS):
        order = graph.pulled(order)
        spans = graph.spans(order)
        waited = 0 if spans < least else waited + 1
        if spans < least:
            best, least = order, spans
        if waited > _PATIENCE:
            break
    return [int(point) for point in best]


def cuthill_mckee(graph: Hypergraph) -> list[int]:
    """The reverse order of Cuthill and McKee: part by part, in breadth from a point at an end, few edges first."""
    seen = [False] * graph.points
    found: list[int] = []
    for point in range(graph.points):
        if not seen[point]:
            for _ in range(_SEARCHES):
                part = _in_breadth(graph, point)
                point = part[-1]
            for member in part:
                seen[member] = True
            found += part
    return found[::-1]


def _in_breadth(graph: Hypergraph, start: int) -> list[int]:
    """The points that are connected with one, nearest first."""
    found, seen = [start], {start}
    used: set[int] = set()
    for point in found:
        edges = [edge for edge in graph.edges_of[point] if edge not in used]
        used.update(edges)
        new = {other for edge in edges for other in graph.edges[edge]} - seen
        seen |= new
        found += sorted(new, key=lambda other: (len(graph.edges_of[other]), other))
    return found
