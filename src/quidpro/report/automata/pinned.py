"""A layout around states that stay where they are: new ones are put beside them, arrows are routed anew.

Each arrow takes the bend, and its label the side, that collide least with what is there; more passes let those that
were routed first look again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.core.budget import Budget
from quidpro.report.automata.arrows import Arrow
from quidpro.report.automata.automaton import Box, Places, Point
from quidpro.report.automata.bows import SAMPLES, Flags, Floats, Scene, Ways
from quidpro.report.automata.grid import placed
from quidpro.report.automata.layout import EMPTY, Layout, Route
from quidpro.report.automata.shape import Shape
from quidpro.report.automata.svg import MARGIN

_SWEEPS = 3
_MANY = 20, 60
"""Of more arrows there is a pass less each time."""
_HEAD = 6.5
_REACH = 8.0
"""What is further away than this does not collide."""
_NOTHING = np.zeros(2)


def around(
    shapes: Sequence[Shape],
    arrows: Sequence[Arrow],
    initial: int | None,
    keys: Sequence[str],
    places: Places,
    budget: Budget,
) -> Layout:
    """The layout; those of the states that have places stay there, and the picture does not shrink."""
    points = placed(shapes, arrows, initial, keys, places)
    routes = _Router(Scene.of(np.array(points), shapes, arrows)).routes(budget)
    return Layout(tuple(points), tuple(routes), EMPTY if places.box is None else _without_margin(places.box))


def _without_margin(box: Box) -> Box:
    left, top, right, bottom = box
    return left + MARGIN, top + MARGIN, right - MARGIN, bottom - MARGIN


class _Router:
    """Chooses ways for arrows, one after the other, so that they collide least."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.arrows, self.sizes = scene, scene.arrows, scene.sizes
        self.ways = scene.ways()
        count = len(self.arrows)
        self.chosen = np.zeros(count, dtype=bool)
        self.labels = np.zeros((count, 2))
        self.along = np.zeros((count, len(SAMPLES), 2))
        self.picked = [(0, 0)] * count
        self.shown = np.array([arrow.look != "faint" for arrow in self.arrows], dtype=bool)
        """Those that are out of sight are in nobody's way."""

    def routes(self, budget: Budget) -> list[Route]:
        """The chosen way of each arrow."""
        order = sorted(range(len(self.arrows)), key=self._rank)
        for _ in range(_SWEEPS - sum(len(order) > many for many in _MANY)):
            for i in order:
                budget.check()
                self._choose(i)
        return [self._route(i) for i in range(len(self.arrows))]

    def _rank(self, i: int) -> tuple[bool, float, int]:
        """Short arrows first, what cannot occur last."""
        arrow = self.arrows[i]
        return arrow.look == "faint", _length(self.scene.points[arrow.source] - self.scene.points[arrow.target]), i

    def _route(self, i: int) -> Route:
        way, place = self.picked[i]
        curve = self.ways[i].curves[way].copy()
        tip, before = curve[-1].copy(), self.along[i][-2]
        before = before if _length(before - tip) > 1 else curve[-2]
        curve[-1] = tip - (tip - before) / max(_length(tip - before), 1e-9) * _HEAD
        return Route(tuple(map(_point, curve)), _point(tip), _point(self.ways[i].labels[way, place]))

    def _choose(self, i: int) -> None:
        ways = self.ways[i]
        self.chosen[i] = False
        others = self.chosen & (self.shown | ~self.shown[i])
        costs = ways.fixed + self._collisions(ways, self.sizes[i], others)
        way, place = np.unravel_index(int(np.argmin(costs)), costs.shape)
        self.picked[i] = int(way), int(place)
        self.labels[i], self.along[i] = ways.labels[way, place], ways.along[way]
        self.chosen[i] = True

    def _collisions(self, ways: Ways, half: Floats, others: Flags) -> Floats:
        """What each way and place of the label cost because of the other arrows."""
        count, places, _ = ways.labels.shape
        spots, inner = ways.labels.reshape(-1, 2), ways.along[:, 1:-1].reshape(-1, 2)
        low = np.minimum(spots.min(axis=0) - half, inner.min(axis=0)) - _REACH
        high = np.maximum(spots.max(axis=0) + half, inner.max(axis=0)) + _REACH
        labels, sizes = _near(self.labels[others], self.sizes[others], low, high)
        curves, _ = _near(self.along[others][:, ::2].reshape(-1, 2), None, low, high)
        costs: Floats = 200.0 * _overlaps(spots, half, labels, sizes, 3.0).sum(axis=1)
        if half[0] > 2.0:
            costs = costs + 8.0 * _overlaps(spots, half, curves, 0.0, 1.0).sum(axis=1)
        own = 8.0 * _overlaps(inner, _NOTHING, labels, sizes, 1.0).sum(axis=1)
        own = own + 4.0 * _overlaps(inner, _NOTHING, curves, 0.0, 7.0).any(axis=1)
        return np.asarray(costs.reshape(count, places) + own.reshape(count, -1).sum(axis=1)[:, None])


def _length(way: Floats) -> float:
    return float(np.hypot(way[0], way[1]))


def _point(place: Floats) -> Point:
    return float(place[0]), float(place[1])


def _near(points: Floats, sizes: Floats | None, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Those of some boxes that reach into a rectangle; points where there are no sizes."""
    halves = np.zeros_like(points) if sizes is None else sizes
    within = ((points + halves > low) & (points - halves < high)).all(axis=1)
    return points[within], halves[within]


def _overlaps(middles: Floats, half: Floats, others: Floats, halves: Floats | float, gap: float) -> Flags:
    """For each of some boxes of one size and each of the others, whether they overlap or nearly do."""
    sizes = np.broadcast_to(halves, others.shape)
    beside = np.abs(middles[:, 0, None] - others[None, :, 0]) < half[0] + gap + sizes[:, 0]
    return np.asarray(beside & (np.abs(middles[:, 1, None] - others[None, :, 1]) < half[1] + gap + sizes[:, 1]))
