"""A cycle of a graph that passes everything that it has to pass: greedy, always to the nearest that is left."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget


@dataclass(frozen=True)
class Edge:
    """A step: its action's label, where it leads, and the goals that it reaches."""

    label: int
    target: int
    goals: frozenset[Hashable] = frozenset()


Rows = Callable[[int], Sequence[Edge]]
"""The steps out of a state."""


def covering_cycle(
    rows: Rows, start: int, goals: Iterable[Hashable], budget: Budget, max_steps: int | None = None
) -> list[Edge] | None:
    """A cycle from a state of a strongly connected graph through an edge for each goal; None when it is too long.

    It has at least one edge.
    """
    left = set(goals)
    cycle: list[Edge] = []
    here = start
    while left:
        budget.check()
        way = _nearest(rows, here, lambda edge: bool(edge.goals & left))
        cycle += way
        left.difference_update(*(edge.goals for edge in way))
        here = cycle[-1].target
        if max_steps is not None and len(cycle) > max_steps:
            return None
    if here != start or not cycle:
        cycle += _nearest(rows, here, lambda edge: edge.target == start)
    return cycle


def _nearest(rows: Rows, start: int, wanted: Callable[[Edge], bool]) -> list[Edge]:
    """The shortest way that ends with a wanted edge; there must be one."""
    before: dict[int, tuple[int, Edge] | None] = {start: None}
    queue = deque([start])
    while True:
        here = queue.popleft()
        for edge in rows(here):
            if wanted(edge):
                return [*_way(before, here), edge]
            if edge.target not in before:
                before[edge.target] = here, edge
                queue.append(edge.target)


def _way(before: Mapping[int, tuple[int, Edge] | None], state: int) -> list[Edge]:
    way = []
    while (step := before[state]) is not None:
        state, edge = step
        way.append(edge)
    return way[::-1]
