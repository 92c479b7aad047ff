"""Why a net is unbounded: a firing sequence that can be repeated for ever and leaves more tokens each time.

If a marking is reached from a smaller one, the steps between can be done again, and again (Karp and Miller, "Parallel
program schemata", 1969). We only look for one such sequence, among the first markings breadth first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.frontend.pnml.net import Net

_MOST_MARKINGS = 3_000
_MOST_WORK = 2_000_000
"""Places of markings that are compared."""
Marking = tuple[int, ...]


@dataclass(frozen=True)
class Growth:
    """After ``first``, the transitions of ``again`` can be repeated for ever, and ``place`` grows each time."""

    place: int
    first: tuple[int, ...]
    again: tuple[int, ...]


def find_growth(net: Net, budget: Budget) -> Growth | None:
    """A sequence that shows that a net is unbounded; None where none is near."""
    start = net.initial
    came_from: dict[Marking, tuple[Marking, int] | None] = {start: None}
    queue, work = [start], 0
    for marking in queue:
        budget.check()
        for number, transition in enumerate(net.transitions):
            after = transition.fire(marking)
            if after is None or after in came_from:
                continue
            came_from[after] = marking, number
            queue.append(after)
            for before in _ancestors(after, came_from):
                work += len(after)
                if all(map(int.__le__, before, after)):
                    return _growth(before, after, came_from)
            if len(queue) > _MOST_MARKINGS or work > _MOST_WORK:
                return None
    return None


def _ancestors(marking: Marking, came_from: dict[Marking, tuple[Marking, int] | None]) -> Iterator[Marking]:
    while (step := came_from[marking]) is not None:
        marking = step[0]
        yield marking


def _growth(before: Marking, after: Marking, came_from: dict[Marking, tuple[Marking, int] | None]) -> Growth:
    place = next(p for p, tokens in enumerate(after) if tokens > before[p])
    return Growth(place, tuple(_way(before, None, came_from)), tuple(_way(after, before, came_from)))


def _way(to: Marking, start: Marking | None, came_from: dict[Marking, tuple[Marking, int] | None]) -> list[int]:
    steps: list[int] = []
    while to != start and (step := came_from[to]) is not None:
        to, number = step
        steps.append(number)
    return steps[::-1]
