"""Where everything goes: states, curves, arrow heads, labels. Graphviz decides, with the metrics of the font shown.

It places states along the arrows; those that lead back towards the initial state it gets the other way round, so that
what is near the initial state stays near it. It leaves little room for the labels of loops: these it gets as boxes that
stand beside their states, and the loops are drawn here.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quidpro.core.isolated import Tell
from quidpro.report.automata.arrows import Arrow
from quidpro.report.automata.automaton import Box, Point
from quidpro.report.automata.shape import Shape, label_size
from quidpro.report.graphviz import parsed

_INCH = 72.0
EMPTY: Box = (0.0, 0.0, 0.0, 0.0)
LOOP = 28.0
"""How far the ends of a loop pull it out."""
_ROW = 96.0
_LEAST, _MOST = 130.0, 320.0


@dataclass(frozen=True)
class Route:
    """The curve of an arrow (a point, then three for each piece), its tip, and the middle of its label."""

    curve: tuple[Point, ...]
    tip: Point
    label: Point


def looped(point: Point, shape: Shape, lines: tuple[str, ...], side: Point) -> Route:
    """A loop at a side of a state, (0, -1) above it, with the label beyond."""
    (dx, dy), (width, height) = side, label_size(lines)
    out, half = (shape.half_width, shape.half_height) if dx else (shape.half_height, shape.half_width)
    out, wide = out * (0.86 if shape.round else 1.0), min(half * 0.55, 9.0)
    far = out + LOOP * 0.75 + 4 + (width if dx else height) / 2

    def place(away: float, across: float) -> Point:
        return point[0] + dx * away - dy * across, point[1] + dy * away + dx * across

    curve = place(out, -wide), place(out + LOOP, -wide - 9), place(out + LOOP, wide + 9), place(out + 6.0, wide)
    return Route(curve, place(out, wide), place(far, 0.0))


@dataclass(frozen=True)
class Layout:
    """Middles of states, routes of arrows, and what the picture is to cover besides these."""

    points: tuple[Point, ...]
    routes: tuple[Route, ...]
    box: Box


def pitch_of(arrows: Sequence[Arrow], shapes: Sequence[Shape]) -> Point:
    """How far apart states are placed: a label has room between two."""
    label = max((label_size(arrow.lines)[0] for arrow in arrows), default=0.0)
    state = max((2 * shape.half_width for shape in shapes), default=0.0)
    return min(max(label + state + 36.0, _LEAST), _MOST), _ROW


def by_graphviz(
    _tell: Tell, shapes: Sequence[Shape], arrows: Sequence[Arrow], initial: int | None, direction: str
) -> Layout:
    """A layout from nothing."""
    distance = _distances(len(shapes), arrows, initial)
    left = {arrow.source for arrow in arrows if arrow.source != arrow.target}
    turned = [distance[a.source] > distance[a.target] and a.target in left for a in arrows]
    dot = _dot(shapes, arrows, turned, initial, direction)
    found = json.loads(parsed(dot).draw(format="json", prog="dot"))
    return _read(found, shapes, arrows, turned)


def _distances(states: int, arrows: Sequence[Arrow], initial: int | None) -> list[int]:
    after: list[list[int]] = [[] for _ in range(states)]
    for arrow in arrows:
        after[arrow.source].append(arrow.target)
    order: dict[int, int] = {}
    for first in (initial or 0, *range(states)):
        waiting = deque([first])
        while waiting:
            state = waiting.popleft()
            if state not in order:
                order[state] = len(order)
                waiting.extend(after[state])
    return [order[state] for state in range(states)]


def _dot(
    shapes: Sequence[Shape], arrows: Sequence[Arrow], turned: Sequence[bool], initial: int | None, direction: str
) -> str:
    lines = [
        f"digraph {{ rankdir={direction}; nodesep=0.32; ranksep=0.42; pad=0;",
        'node [label="", fixedsize=true]; edge [fontname="Courier", fontsize=12, arrowsize=0.75];',
    ]
    for number, shape in enumerate(shapes):
        kind = "ellipse" if shape.round else "box"
        size = f"width={2 * shape.half_width / _INCH:.4f}, height={2 * shape.half_height / _INCH:.4f}"
        lines.append(f"n{number} [shape={kind}, {size}];")
    if initial is not None:
        lines += ["start [shape=point, width=0.1];", f"start -> n{initial} [class=start];"]
    for number, (arrow, back) in enumerate(zip(arrows, turned, strict=True)):
        if arrow.source == arrow.target:
            lines.append(_loop(number, arrow, direction, first=_loops_before(arrows, number) % 2 == 0))
            continue
        ends = (arrow.target, arrow.source) if back else (arrow.source, arrow.target)
        way = ", dir=back, arrowtail=normal" if back else ""
        lines.append(f"n{ends[0]} -> n{ends[1]} [class=a{number}{_room(arrow)}{way}];")
    return "\n".join([*lines, "}"])


def _loops_before(arrows: Sequence[Arrow], number: int) -> int:
    """How many loops of the same state come before one."""
    state = arrows[number].source
    return sum(arrow.source == arrow.target == state for arrow in arrows[:number])


def _loop(number: int, arrow: Arrow, direction: str, *, first: bool) -> str:
    """The box of a loop's label, in the rank of its state: above or below it, or to the sides where ranks are rows."""
    width, height = label_size(arrow.lines)
    width, height = (width + 8, height + LOOP - 6) if direction == "LR" else (width + LOOP - 6, height + 8)
    box = f"l{number} [shape=box, width={width / _INCH:.4f}, height={height / _INCH:.4f}]"
    ends = (f"n{arrow.source}", f"l{number}") if first else (f"l{number}", f"n{arrow.source}")
    return f"{box}; {{ rank=same; {ends[0]} -> {ends[1]} [style=invis, weight=100, class=start]; }}"


def _room(arrow: Arrow) -> str:
    """A label of that size: what Graphviz would measure of the text is of another font, so it gets a table."""
    if not arrow.lines:
        return ""
    width, height = label_size(arrow.lines)
    cell = f'<td fixedsize="true" width="{width + 6:.0f}" height="{height + 2:.0f}"></td>'
    return f', label=<<table border="0" cellspacing="0" cellpadding="0"><tr>{cell}</tr></table>>'


def _read(found: dict[str, Any], shapes: Sequence[Shape], arrows: Sequence[Arrow], turned: Sequence[bool]) -> Layout:
    high = float(found["bb"].split(",")[3])
    pairs = {one["name"]: _pair(one["pos"], high) for one in found["objects"] if "pos" in one}
    points = tuple(pairs[f"n{number}"] for number in range(len(shapes)))
    routes: dict[int, Route] = {}
    for edge in found.get("edges", ()):
        if edge["class"] != "start":
            number = int(edge["class"][1:])
            routes[number] = _route(edge, high, turned[number])
    for number, arrow in enumerate(arrows):
        if arrow.source == arrow.target:
            point = points[arrow.source]
            routes[number] = looped(point, shapes[arrow.source], arrow.lines, _side(point, pairs[f"l{number}"]))
    return Layout(points, tuple(routes[i] for i in range(len(arrows))), EMPTY)


def _side(point: Point, label: Point) -> Point:
    """At which side of a state a label is."""
    x, y = label[0] - point[0], label[1] - point[1]
    return (1.0 if x > 0 else -1.0, 0.0) if abs(x) > abs(y) else (0.0, 1.0 if y > 0 else -1.0)


def _pair(text: str, high: float) -> Point:
    x, y = (float(part) for part in text.split(","))
    return x, high - y


def _route(edge: dict[str, Any], high: float, back: bool) -> Route:
    points, tip = [], None
    for part in edge["pos"].split(" "):
        if part[0] in "se":
            tip = _pair(part[2:], high)
        else:
            points.append(_pair(part, high))
    if back:
        points.reverse()
    assert tip is not None
    label = _pair(edge["lp"], high) if "lp" in edge else points[len(points) // 2]
    return Route(tuple(points), tip, label)
