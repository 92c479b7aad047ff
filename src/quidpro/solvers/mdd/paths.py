"""A path from one vector into a set: a shortest one by distances, or another where that takes too many nodes.

The other one is found piece by piece. Only a few events count, those with the highest tops; with fewer of them the
distances take fewer nodes. From the end, one goes back by events that do not count to where the last one that does has
happened, and so on; between these there is a path by fewer events, found in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from quidpro.solvers.mdd.backward import Backward
from quidpro.solvers.mdd.distances import Distances
from quidpro.solvers.mdd.forest import Forest, Node, TooManyNodes, Vector
from quidpro.solvers.mdd.layers import Image
from quidpro.solvers.mdd.saturation import Event, Saturation, image

Step = tuple[Event, Vector]
"""An event, and the vector that it leads to."""
Steps = list[Step]

_SHARE = 8
"""Of the events that count, one in so many still counts when there were too many nodes."""


@dataclass(frozen=True)
class _Gap:
    """A path that is still missing, by these events only."""

    start: Vector
    goal: Node
    events: Sequence[Event]


@dataclass(frozen=True)
class Search:
    """Where paths are looked for: the set that they stay in is what is reached from the first vector.

    A diagram of distances that gets more nodes than ``max_nodes``, or than the forest may have, is given up.
    """

    forest: Forest
    reached: Node
    max_nodes: int | None = None

    def path(self, start: Vector, goal: Node, events: Sequence[Event]) -> tuple[Steps, bool]:
        """A path, and whether it is a shortest one; some vector of the goal is reached.

        Where the forest has a limit, no other one is looked for, and :class:`TooManyNodes` is raised.
        """
        try:
            return self.shortest(start, goal, events), True
        except TooManyNodes:
            if self.forest.max_nodes is not None:
                raise
        more = None if self.max_nodes is None else max(self.max_nodes, self.forest.made)
        return replace(self, max_nodes=more).some(start, goal, events), False

    @property
    def _most(self) -> int | None:
        limits = [limit for limit in (self.max_nodes, self.forest.max_nodes) if limit is not None]
        return min(limits, default=None)

    def shortest(self, start: Vector, goal: Node, events: Sequence[Event]) -> Steps:
        """A shortest path; some vector of the goal is reached. Raises :class:`TooManyNodes`."""
        distances = Distances(self.forest, start, events, max_nodes=self._most)
        backward, found, here, top = Backward(events), [], self._nearest(distances, goal), 0
        while here != start:
            self.forest.budget.check()
            event, before = backward.nearer(distances, here, top)
            found.append((event, here))
            here, top = before, event.top
        return found[::-1]

    def some(self, start: Vector, goal: Node, events: Sequence[Event]) -> Steps:
        """A path of any length; some vector of the goal is reached."""
        found: Steps = []
        todo = self._in_pieces(_Gap(start, goal, events))
        while todo:
            self.forest.budget.check()
            piece = todo.pop()
            if isinstance(piece, _Gap):
                todo += self._closed(piece)
            else:
                found.append(piece)
        return found

    def _closed(self, gap: _Gap) -> list[_Gap | Step]:
        """Steps and smaller gaps instead of a gap, the last one first."""
        try:
            return [*reversed(self.shortest(gap.start, gap.goal, gap.events))]
        except TooManyNodes:
            return self._in_pieces(gap)

    def _in_pieces(self, gap: _Gap) -> list[_Gap | Step]:
        """The events that count, the last one first, and gaps between them."""
        counting, free, distances = self._coarse(gap.start, sorted(gap.events, key=attrgetter("top")))
        found: list[_Gap | Step] = []
        end = self._nearest(distances, gap.goal)
        for event, before, after in self._last_ones(distances, end, counting, free):
            found += [*self._gap(after, end, free), (event, after)]
            end = before
        return [*found, *self._gap(gap.start, end, free)]

    def _gap(self, start: Vector, end: Vector, events: Sequence[Event]) -> Iterator[_Gap]:
        if start != end:
            yield _Gap(start, self.forest.vector(end), events)

    def _coarse(self, start: Vector, events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event], Distances]:
        """Distances of as many of the first events as there are nodes for, with these events and the others."""
        many = len(events) // _SHARE
        while many > 1:
            try:
                distances = Distances(self.forest, start, events[:many], events[many:], self.max_nodes)
                return events[:many], events[many:], distances
            except TooManyNodes:
                many //= _SHARE
        return events[:1], events[1:], Distances(self.forest, start, events[:1], events[1:])

    def _nearest(self, distances: Distances, goal: Node) -> Vector:
        found = distances.nearest(goal)
        assert found is not None, "the goal is reached"
        return found[1]

    def _last_ones(
        self, distances: Distances, end: Vector, counting: Sequence[Event], free: Sequence[Event]
    ) -> Iterator[tuple[Event, Vector, Vector]]:
        """From the end, the events that count on a way with as few as possible, from where and to where each leads."""
        forest = self.forest
        back = Saturation(forest, [event.inverse for event in free])
        step_back = Image(forest, [event.inverse for event in counting])
        while distances.distance(end):
            behind = back.closure(forest.vector(end), self.reached)
            before = self._nearest(distances, step_back.of(behind))
            event, after = self._into(before, behind, counting)
            yield event, before, after
            end = before

    def _into(self, before: Vector, behind: Node, events: Sequence[Event]) -> tuple[Event, Vector]:
        """The first event that leads from a vector into a set, and where to."""
        forest = self.forest
        for event in events:
            if all(before[level] in moves for level, moves in event.moves.items()):
                with forest.deep():
                    led = forest.intersection(image(forest, event, forest.vector(before)), behind)
                if led:
                    return event, forest.pick(led)
        raise AssertionError("one of the events leads there")
