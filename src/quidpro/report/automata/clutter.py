"""How hard a picture is to read: what lies on what, for each arrow that is in sight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from quidpro.report.automata.arrows import Arrow
from quidpro.report.automata.bows import Flags, Floats
from quidpro.report.automata.layout import Layout, Route
from quidpro.report.automata.shape import Shape, label_size

_PIECES = 8
"""A curve is seen as so many lines, and half as many where it is only asked what crosses."""


def clutter(layout: Layout, shapes: Sequence[Shape], arrows: Sequence[Arrow]) -> float:
    """Labels on labels and states count most, then arrows through states and labels, then arrows that cross."""
    seen = [i for i, arrow in enumerate(arrows) if arrow.look != "faint"]
    if not seen:
        return 0.0
    lines = np.array([_points(layout.routes[i]) for i in seen])
    named = [row for row, i in enumerate(seen) if arrows[i].lines]
    middles = np.array([layout.routes[seen[row]].label for row in named]).reshape(-1, 2)
    halves = np.array([label_size(arrows[seen[row]].lines) for row in named]).reshape(-1, 2) / 2
    states, sizes = np.array(layout.points), np.array([[one.half_width, one.half_height] for one in shapes])
    on_labels = np.triu(_overlaps(middles, halves, middles, halves), 1).sum()
    on_states = _overlaps(middles, halves, states, sizes).sum()
    through = _hits(lines, states, sizes)
    for row, i in enumerate(seen):
        through[row, [arrows[i].source, arrows[i].target]] = False
    struck = _hits(lines, middles, halves)
    struck[named, range(len(named))] = False
    total = 4.0 * (on_labels + on_states) + 3.0 * through.sum() + struck.sum() + 0.5 * _crossings(lines[:, ::2])
    return float(total) / len(seen)


def _points(route: Route) -> Floats:
    """Points along a curve of several pieces, as many for each curve."""
    curve, t = np.array(route.curve), np.linspace(0.0, 1.0, _PIECES + 1)
    pieces = (len(curve) - 1) // 3
    piece = np.minimum((t * pieces).astype(int), pieces - 1)
    s = (t * pieces - piece)[:, None]
    a, b, c, d = (curve[3 * piece + k] for k in range(4))
    return np.asarray((1 - s) ** 3 * a + 3 * s * (1 - s) ** 2 * b + 3 * s**2 * (1 - s) * c + s**3 * d)


def _overlaps(middles: Floats, halves: Floats, others: Floats, sizes: Floats) -> Flags:
    near = np.abs(middles[:, None] - others[None]) < halves[:, None] + sizes[None]
    return np.asarray(near.all(axis=2))


def _hits(lines: Floats, middles: Floats, halves: Floats) -> Flags:
    """For each curve and each box, whether a point of the curve is in the box."""
    near = np.abs(lines[:, :, None] - middles) < halves
    return np.asarray(np.any(np.all(near, axis=3), axis=1))


def _crossings(lines: Floats) -> int:
    """How many pairs of curves cross."""
    count, pieces = len(lines), lines.shape[1] - 1
    sides = _sides(lines[:, :-1].reshape(-1, 2), lines[:, 1:].reshape(-1, 2), lines.reshape(-1, 2))
    sides = sides.reshape(count, pieces, count, pieces + 1)
    apart = sides[..., :-1] * sides[..., 1:] < -1e-6
    crossed = np.any(apart & apart.transpose(2, 3, 0, 1), axis=(1, 3))
    return int(np.triu(crossed, 1).sum())


def _sides(a: Floats, b: Floats, points: Floats) -> Floats:
    """On which side of each line each point is."""
    (x, y), from_origin = (b - a).T, a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return np.asarray(np.outer(x, points[:, 1]) - np.outer(y, points[:, 0]) + from_origin[:, None])
