"""The ways that arrows can take, of many arrows at once: curves bent to either side, and labels beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.report.automata.arrows import Arrow
from quidpro.report.automata.layout import looped
from quidpro.report.automata.shape import Shape, label_size

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]
_BENDS = np.array([0.0, 0.12, -0.12, 0.22, -0.22, 0.36, -0.36, 0.55, -0.55, 0.8, -0.8])
_SPOTS = np.array([0.5, 0.36, 0.64, 0.5])
_FAR = np.array([0.0, 0.0, 0.0, 1.0])
"""Which of the spots are for labels a little further away."""
SAMPLES = np.linspace(0.0, 1.0, 13)
_FINE = np.linspace(0.0, 1.0, 61)
_NEARER = np.linspace(0.0, 1.0 / 60, 9)
_LOOP_BENDS = np.array([0.05, 0.15])
_AT_ONCE = 32
"""So many arrows at once: more take memory, not less time."""


@dataclass(frozen=True)
class Ways:
    """The ways that an arrow can take: curves of four points, points along each, where its label can be beside each.

    ``fixed`` is what a way and a place of the label cost whatever the other arrows do.
    """

    curves: Floats
    along: Floats
    labels: Floats
    fixed: Floats


@dataclass(frozen=True)
class Scene:
    """The states where they are, half of their sizes, the arrows, and half the sizes of their labels."""

    points: Floats
    halves: Floats
    round: Flags
    shapes: Sequence[Shape]
    arrows: Sequence[Arrow]
    sizes: Floats

    @classmethod
    def of(cls, points: Floats, shapes: Sequence[Shape], arrows: Sequence[Arrow]) -> Scene:
        """The same from what is drawn."""
        halves = np.array([[shape.half_width, shape.half_height] for shape in shapes]).reshape(-1, 2)
        sizes = np.array([label_size(arrow.lines) for arrow in arrows]).reshape(-1, 2) / 2
        return cls(points, halves, np.array([shape.round for shape in shapes]), shapes, arrows, sizes)

    def ways(self) -> list[Ways]:
        """The ways of each arrow."""
        found: dict[int, Ways] = {}
        for loops in (False, True):
            group = [i for i, arrow in enumerate(self.arrows) if (arrow.source == arrow.target) == loops]
            for begin in range(0, len(group), _AT_ONCE):
                some = np.array(group[begin : begin + _AT_ONCE])
                found |= zip(some.tolist(), self._loops(some) if loops else self._bows(some), strict=True)
        return [found[i] for i in range(len(self.arrows))]

    def _ends(self, some: Numbers) -> tuple[Numbers, Numbers]:
        chosen = [self.arrows[i] for i in some]
        return np.array([arrow.source for arrow in chosen]), np.array([arrow.target for arrow in chosen])

    def _bows(self, some: Numbers) -> list[Ways]:
        """Curves from border to border, bent to either side."""
        sources, targets = self._ends(some)
        start, end = self.points[sources], self.points[targets]
        way = end - start
        across = np.column_stack([way[:, 1], -way[:, 0]])
        middle = ((start + end) / 2)[:, None] + across[:, None] * _BENDS[:, None]
        control = np.stack([_like(start, middle), middle, _like(end, middle)], axis=2)
        cut = self._between(control, sources, targets)
        a, b, c = cut[:, :, 0], cut[:, :, 1], cut[:, :, 2]
        curves = np.stack([a, a + (b - a) * 2 / 3, c + (b - c) * 2 / 3, c], axis=2)
        return self._priced(some, curves, parabola(cut, SAMPLES), self._beside(some, cut), np.abs(_BENDS))

    def _between(self, control: Floats, sources: Numbers, targets: Numbers) -> Floats:
        """The parts of parabolas that are outside of the states at their ends."""
        fine = parabola(control, _FINE)
        leaving, arriving = ~self._inside(sources, fine), ~self._inside(targets, fine)
        first, last = leaving.argmax(axis=2), 60 - arriving[:, :, ::-1].argmax(axis=2)
        apart = leaving.any(axis=2) & arriving.any(axis=2) & (first < last)
        begin = np.where(apart, self._border(control, sources, _FINE[first], -1.0), 0.0)
        end = np.where(apart, self._border(control, targets, _FINE[last], 1.0), 1.0)
        return _cut(control, begin[..., None], end[..., None])

    def _border(self, control: Floats, states: Numbers, outside: Floats, towards: float) -> Floats:
        """Where parabolas cross the borders of states, nearer than one of the fine steps."""
        near = np.clip(outside[..., None] + towards * _NEARER, 0.0, 1.0)
        free = ~self._inside(states, parabola(control, near))
        last = len(_NEARER) - 1 - free[:, :, ::-1].argmax(axis=2)
        found = np.take_along_axis(near, last[..., None], axis=2)[..., 0]
        return np.where(free.any(axis=2), found, outside)

    def _inside(self, states: Numbers, points: Floats) -> Flags:
        """For points along the ways of arrows, whether they are in a state of each arrow."""
        away = np.abs(points - self.points[states][:, None, None])
        half = self.halves[states][:, None, None] + 1.5
        within = np.hypot(away[..., 0], away[..., 1]) < half[..., 0]
        boxed = (away[..., 0] < half[..., 0]) & (away[..., 1] < half[..., 1])
        return np.where(self.round[states][:, None, None], within, boxed)

    def _beside(self, some: Numbers, cut: Floats) -> Floats:
        """The middles of labels that touch a curve at some spots, or are a little further away; above, then below."""
        at, t = parabola(cut, _SPOTS), _SPOTS[:, None]
        a, b, c = cut[:, :, None, 0], cut[:, :, None, 1], cut[:, :, None, 2]
        slope = (1 - t) * (b - a) + t * (c - b)
        normal = np.stack([slope[..., 1], -slope[..., 0]], axis=-1)
        normal /= np.maximum(np.hypot(normal[..., 0], normal[..., 1]), 1e-9)[..., None]
        normal *= np.where(normal[..., 1] > 1e-9, -1.0, 1.0)[..., None]
        size = self.sizes[some][:, None, None]
        reach = (np.abs(normal) * size).sum(axis=-1) + 2.0 + _FAR * (size[..., 1] + 8.0)
        away = normal * reach[..., None]
        return np.stack([at + away, at - away], axis=3).reshape(*at.shape[:2], -1, 2)

    def _loops(self, some: Numbers) -> list[Ways]:
        """Above and below, the label beyond or to either side."""
        curves, labels = np.zeros((len(some), 2, 4, 2)), np.zeros((len(some), 2, 4, 2))
        for row, i in enumerate(some):
            arrow, (width, height) = self.arrows[i], self.sizes[i]
            middle = float(self.points[arrow.source][0]), float(self.points[arrow.source][1])
            for way, side in enumerate((-1.0, 1.0)):
                route = looped(middle, self.shapes[arrow.source], arrow.lines, (0.0, side))
                curves[row, way] = *route.curve[:-1], route.tip
                (x, y), near = route.label, route.label[1] - side * (height - 4.0)
                places = (x, y), (x + width + 18.0, near), (x - width - 18.0, near), (x, y + side * (2 * height + 6.0))
                labels[row, way] = places
        return self._priced(some, curves, _cubic(curves, SAMPLES), labels, _LOOP_BENDS)

    def _priced(self, some: Numbers, curves: Floats, along: Floats, labels: Floats, bends: Floats) -> list[Ways]:
        """Straight is best, and a label at the middle; nothing is to lie on a state, or a label on its own curve."""
        costs = 14.0 * bends + 60.0 * self._through(some, along)
        beside = np.broadcast_to(0.6 * np.arange(labels.shape[2]), labels.shape[:3])
        lying = 300.0 * self._on_states(some, labels) + 8.0 * self._on_curve(some, labels, along)
        named = np.array([bool(self.arrows[i].lines) for i in some])
        fixed = costs[..., None] + beside + np.where(named[:, None, None], lying, 0.0)
        return [Ways(*one) for one in zip(curves, along, labels, fixed, strict=True)]

    def _through(self, some: Numbers, along: Floats) -> Floats:
        """Through how many states a way leads, other than its ends."""
        inner, rows = along[:, :, 1:-1], np.arange(len(some))
        beside = np.abs(inner[..., 0, None] - self.points[:, 0]) < self.halves[:, 0] + 6.0
        beside &= np.abs(inner[..., 1, None] - self.points[:, 1]) < self.halves[:, 1] + 6.0
        hit: Flags = np.any(beside, axis=2)
        for ends in self._ends(some):
            hit[rows, :, ends] = False
        return np.asarray(hit.sum(axis=2), dtype=float)

    def _on_states(self, some: Numbers, labels: Floats) -> Floats:
        size = self.sizes[some][:, None, None, None]
        hit = np.abs(labels[..., 0, None] - self.points[:, 0]) < size[..., 0] + self.halves[:, 0] + 2.0
        hit &= np.abs(labels[..., 1, None] - self.points[:, 1]) < size[..., 1] + self.halves[:, 1] + 2.0
        return np.asarray(hit.sum(axis=3), dtype=float)

    def _on_curve(self, some: Numbers, labels: Floats, along: Floats) -> Floats:
        size, line = self.sizes[some][:, None, None, None], along[:, :, None]
        hit = np.abs(labels[..., 0, None] - line[..., 0]) < size[..., 0]
        hit &= np.abs(labels[..., 1, None] - line[..., 1]) < size[..., 1]
        return np.asarray(hit.sum(axis=3), dtype=float)


def _like(points: Floats, shape: Floats) -> Floats:
    return np.broadcast_to(points[:, None], shape.shape)


def parabola(control: Floats, t: Floats) -> Floats:
    """Points of parabolas; the parameters are the same for all, or each has its own."""
    s = t[..., None]
    a, b, c = control[..., None, 0, :], control[..., None, 1, :], control[..., None, 2, :]
    return np.asarray((1 - s) ** 2 * a + 2 * s * (1 - s) * b + s**2 * c)


def _cubic(control: Floats, t: Floats) -> Floats:
    s = t[:, None]
    a, b, c, d = (control[..., None, i, :] for i in range(4))
    return np.asarray((1 - s) ** 3 * a + 3 * s * (1 - s) ** 2 * b + 3 * s**2 * (1 - s) * c + s**3 * d)


def _cut(control: Floats, first: Floats, last: Floats) -> Floats:
    """The parts of parabolas between two parameters, as parabolas."""
    a, b, c = control[..., 0, :], control[..., 1, :], control[..., 2, :]
    start = (1 - first) ** 2 * a + 2 * first * (1 - first) * b + first**2 * c
    end = (1 - last) ** 2 * a + 2 * last * (1 - last) * b + last**2 * c
    left, right = a + (b - a) * first, b + (c - b) * first
    return np.stack([start, left + (right - left) * last, end], axis=-2)
