"""Where new states go beside those that stay: to the free place of a grid that costs least.

It is near the states that they have arrows with, and off the lines between others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.report.automata.arrows import Arrow
from quidpro.report.automata.automaton import Places, Point
from quidpro.report.automata.layout import pitch_of
from quidpro.report.automata.shape import LINE, Shape, label_size

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[Any]
_TRIED = 60
"""Of the free places only the nearest are looked at."""


def placed(
    shapes: Sequence[Shape], arrows: Sequence[Arrow], initial: int | None, keys: Sequence[str], places: Places
) -> list[Point]:
    """The middles of the states; those that have places stay there."""
    fresh = pitch_of(arrows, shapes)
    pitch = max(places.pitch[0], fresh[0]), max(places.pitch[1], fresh[1])
    points: dict[int, Point] = {i: places.points[key] for i, key in enumerate(keys) if key in places.points}
    room = _room(shapes, arrows)
    joined = [(a.source, a.target) for a in arrows if a.source != a.target]
    for state in _order(len(shapes), arrows, initial):
        if state not in points:
            points[state] = _Search(state, points, room, joined, pitch).best()
    return [points[i] for i in range(len(shapes))]


def _room(shapes: Sequence[Shape], arrows: Sequence[Arrow]) -> Floats:
    """Half the widths and heights of the states, with the room that the labels of their loops take."""
    room = np.array([[shape.half_width, shape.half_height] for shape in shapes])
    more = np.zeros(len(shapes))
    for arrow in arrows:
        if arrow.source == arrow.target and arrow.look != "faint":
            more[arrow.source] = max(more[arrow.source], label_size(arrow.lines)[1] - LINE)
    room[:, 1] += more / 2
    return room


def _order(states: int, arrows: Sequence[Arrow], initial: int | None) -> Iterator[int]:
    """The states breadth first from the initial one, then the others."""
    after: list[list[int]] = [[] for _ in range(states)]
    for arrow in arrows:
        after[arrow.source].append(arrow.target)
    seen: set[int] = set()
    for first in (initial or 0, *range(states)):
        waiting = deque([first])
        while waiting:
            state = waiting.popleft()
            if state not in seen:
                seen.add(state)
                yield state
                waiting.extend(after[state])


class _Search:
    """Looks for a place for a state beside those that have one."""

    def __init__(
        self, state: int, points: dict[int, Point], room: Floats, joined: Sequence[tuple[int, int]], pitch: Point
    ) -> None:
        self.pitch, self.own = pitch, room[state]
        self.others, self.room = _array(points.values()), room[list(points)]
        before = {points[p] for p, q in joined if q == state and p in points}
        near = before | {points[q] for p, q in joined if p == state and q in points}
        lines = [(points[p], points[q]) for p, q in joined if p in points and q in points]
        self.before, self.near = _array(sorted(before)), _array(sorted(near) or points.values())
        self.starts = _array(sorted(near))
        self.lines = np.array(lines).reshape(-1, 2, 2)

    def best(self) -> Point:
        """The place that costs least; the first of all is in the middle."""
        if not len(self.others):
            return 0.0, 0.0
        cells = self._cells()
        away = cells - self.near.mean(axis=0)
        cells = cells[np.argsort(np.hypot(away[:, 0], away[:, 1]), kind="stable")[:_TRIED]]
        costs = self._costs(cells)
        _, x, y = min(zip(costs.round(6).tolist(), *cells.T.tolist(), strict=True))
        return x, y

    def _costs(self, cells: Floats) -> Floats:
        """Far from those it is joined with, left of those before it, on a line, a line through others, crossings."""
        x, pitch = cells[:, 0, None], np.array(self.pitch)
        apart = (cells[:, None] - self.near[None]) / pitch
        costs: Floats = (np.hypot(apart[..., 0], apart[..., 1]) ** 1.2).sum(axis=1)
        costs += 0.8 * (x <= self.before[:, 0] + 1).sum(axis=1)
        costs += 0.7 * (np.abs(x - self.starts[:, 0]) < self.pitch[0] / 2).sum(axis=1)
        a, b = self.lines[None, :, 0], self.lines[None, :, 1]
        costs += 3.0 * (_distance(cells[:, None], a, b) < self.own[1] + 12).sum(axis=1)
        place = cells[:, None]
        for start in self.starts:
            hit = _distance(self.others[None], start, place) < self.room[:, 1] + 10
            costs += 3.0 * (hit & (self.others != start).any(axis=1)).sum(axis=1)
            costs += 0.4 * _crossing(start, place, a, b).sum(axis=1)
        return costs

    def _cells(self) -> Floats:
        """The free places of a grid that covers the states there are and a step beyond, with rows in between."""
        (_, base), ys, step = self.others[0], self.others[:, 1], self.pitch[1]
        up, down = int((base - ys.min()) / step) + 1, int((ys.max() - base) / step) + 1
        rows = base + np.arange(-2 * up, 2 * down + 1) * step / 2
        columns = np.array(_columns(self.others[:, 0].tolist(), self.pitch[0]))
        cells = np.stack(np.meshgrid(columns, rows, indexing="ij"), axis=-1).reshape(-1, 2)
        return np.asarray(cells[self._clear(cells)])

    def _clear(self, cells: Floats) -> Flags:
        apart = np.abs(cells[:, None] - self.others[None])
        beside = np.minimum(self.pitch[0], self.own[0] + self.room[:, 0] + 60) * 0.9
        above = np.maximum(self.pitch[1] * 0.9, self.own[1] + self.room[:, 1] + 50)
        return np.asarray(((apart[..., 0] >= beside) | (apart[..., 1] >= above)).all(axis=1))


def _array(points: Any) -> Floats:
    return np.array(list(points), dtype=float).reshape(-1, 2)


def _columns(xs: Sequence[float], pitch: float) -> list[float]:
    """Those there are, those that are near to each other as one, and two more."""
    found: list[float] = []
    for x in sorted(xs):
        if not found or x - found[-1] > pitch / 2:
            found.append(x)
    return [*found, found[-1] + pitch, found[-1] + 2 * pitch]


def _distance(point: Floats, start: Floats, end: Floats) -> Floats:
    """Of points from lines between two others."""
    along, away = end - start, point - start
    t = np.clip((away * along).sum(axis=-1) / np.maximum((along * along).sum(axis=-1), 1e-9), 0.0, 1.0)
    rest = away - t[..., None] * along
    return np.asarray(np.hypot(rest[..., 0], rest[..., 1]))


def _crossing(a: Floats, b: Floats, c: Floats, d: Floats) -> Flags:
    """Whether the lines from a to b and from c to d cross inside."""
    across = (_side(a, b, c) * _side(a, b, d) < -1e-6) & (_side(c, d, a) * _side(c, d, b) < -1e-6)
    return np.asarray(across)


def _side(p: Floats, q: Floats, r: Floats) -> Floats:
    along, away = q - p, r - p
    return np.asarray(along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0])
