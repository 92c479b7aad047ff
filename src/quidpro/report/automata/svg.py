"""The SVG of a layout: presentation attributes only, coloured by the variables of the page, so that no style is needed.

States are ``<g class="state" data-state="3">``, arrows ``<g class="edge" data-source data-target data-transitions>``.
Arrows that cannot occur are hidden; a page shows them by a rule for ``.unreachable`` (``display: inline``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import hypot
from textwrap import wrap

from quidpro.core.words import printable
from quidpro.report import theme
from quidpro.report.automata.arrows import Arrow
from quidpro.report.automata.automaton import Automaton, Box, Marks, Point, State
from quidpro.report.automata.layout import Layout, Route
from quidpro.report.automata.shape import LINE, Shape, label_size

_STROKES = {
    "plain": ("var(--muted)", 1.2, ""),
    "new": ("var(--accent)", 2.2, ""),
    "path": ("var(--bad)", 2.2, "6 4"),
    "faint": ("var(--lane)", 1.0, "1 4"),
}
_INKS = {"plain": "var(--ink)", "new": "var(--accent)", "path": "var(--bad)", "faint": "var(--muted)"}
_KINDS = {"silent": "2 3", "chance": ""}
_HEAD = 7.5
MARGIN = 10.0
_START = 34.0
_CAPTION = 18.0
_LETTER = 7.3
"""The width of a letter of a caption, at most."""


def to_svg(
    automaton: Automaton,
    shapes: Sequence[Shape],
    arrows: Sequence[Arrow],
    layout: Layout,
    marks: Marks,
    *,
    standalone: bool,
    caption: str = "",
) -> tuple[str, Box]:
    """The text, and what it covers; a picture that stands alone has its caption in it."""
    box = _covered(automaton, shapes, arrows, layout)
    left, top, right, bottom = box
    below = wrap(caption, max(48, int((right - left) / _LETTER)), break_on_hyphens=False) if standalone else []
    right = max([right, *(left + MARGIN + _LETTER * len(line) for line in below)])
    width, height = right - left, bottom - top + _CAPTION * len(below) + (MARGIN if below else 0)
    states = list(zip(automaton.states, shapes, layout.points, strict=True))
    numbers = [state.number for state in automaton.states]
    name = escape(printable(automaton.name or "automaton"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="automaton" role="img" aria-label="{name}" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'font-family="{escape(theme.MONO)}" font-size="{theme.LABEL}" font-variant-ligatures="none">',
        f"<title>{name}</title>",
    ]
    if standalone:
        parts.append(f"<style>@media screen and (prefers-color-scheme:dark){{{theme.dark_rules()}}}</style>")
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="var(--surface)"/>'
        )
    drawn = sorted(zip(arrows, layout.routes, strict=True), key=lambda one: _ORDER[one[0].look])
    parts.extend(_arrow(arrow, route, numbers) for arrow, route in drawn)
    if automaton.initial is not None:
        parts.append(_start(layout.points[automaton.initial], shapes[automaton.initial], arrows, layout))
    parts.extend(_state(*one, marks) for one in states)
    parts.extend(
        f'<text x="{left + MARGIN:.1f}" y="{bottom + _CAPTION * (i + 0.5):.1f}" fill="var(--muted)" '
        f'font-family="{escape(theme.SANS)}">{escape(printable(line))}</text>'
        for i, line in enumerate(below)
    )
    whole = "\n".join([*parts, "</svg>"])
    return theme.literal(whole) if standalone else whole, box


_ORDER = {"faint": 0, "plain": 1, "new": 2, "path": 3}


def _covered(automaton: Automaton, shapes: Sequence[Shape], arrows: Sequence[Arrow], layout: Layout) -> Box:
    """All that is drawn, with a margin, and what the layout wants covered besides."""
    boxes = [layout.box] if layout.box[2] > layout.box[0] else []
    for (x, y), shape in zip(layout.points, shapes, strict=True):
        boxes.append((x - shape.half_width, y - shape.half_height, x + shape.half_width, y + shape.half_height))
    for arrow, route in zip(arrows, layout.routes, strict=True):
        width, height = label_size(arrow.lines)
        (x, y), xs, ys = route.label, [p[0] for p in route.curve], [p[1] for p in route.curve]
        boxes.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    if automaton.initial is not None:
        (x, y), shape = layout.points[automaton.initial], shapes[automaton.initial]
        dx, dy = _start_side((x, y), shape, arrows, layout)
        far = x + dx * (shape.half_width + _START), y + dy * (shape.half_height + _START)
        boxes.append((min(x, far[0]), min(y, far[1]), max(x, far[0]), max(y, far[1])))
    left, top, right, bottom = zip(*boxes, strict=True) if boxes else ((0,), (0,), (0,), (0,))
    return min(left) - MARGIN, min(top) - MARGIN, max(right) + MARGIN, max(bottom) + MARGIN


def _arrow(arrow: Arrow, route: Route, numbers: Sequence[int]) -> str:
    colour, width, dashes = _STROKES[arrow.look]
    dashes = dashes or _KINDS.get(arrow.kind, "")
    looks = {"plain": "", "new": " new", "path": " path", "faint": " unreachable"}[arrow.look]
    kind = f" {arrow.kind}" if arrow.kind else ""
    numbers_text = " ".join(map(str, arrow.transitions))
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    hidden = ' display="none"' if arrow.look == "faint" else ""
    return (
        f'<g class="edge{looks}{kind}" data-source="{numbers[arrow.source]}" data-target="{numbers[arrow.target]}" '
        f'data-transitions="{numbers_text}"{hidden}><title>{escape(arrow.words)}</title>'
        f'<path d="{_curve(route.curve)}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'
        f"{_head(route.curve, route.tip, colour)}"
        f"{_lines(arrow.lines, route.label, _INKS[arrow.look])}</g>"
    )


def _curve(points: Sequence[Point]) -> str:
    (x, y), rest = points[0], points[1:]
    pieces = " ".join(f"{x:.1f},{y:.1f}" for x, y in rest)
    return f"M{x:.1f},{y:.1f}C{pieces}"


def _head(curve: Sequence[Point], tip: Point, colour: str) -> str:
    """A triangle from the end of the curve to the tip."""
    x, y = next((p for p in reversed(curve) if hypot(p[0] - tip[0], p[1] - tip[1]) > 0.5), curve[0])
    length = hypot(tip[0] - x, tip[1] - y) or 1.0
    dx, dy = (tip[0] - x) / length, (tip[1] - y) / length
    base = tip[0] - dx * _HEAD, tip[1] - dy * _HEAD
    half = _HEAD * 0.42
    corners = (tip, (base[0] - dy * half, base[1] + dx * half), (base[0] + dy * half, base[1] - dx * half))
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}" fill="{colour}"/>'


def _lines(lines: Sequence[str], middle: Point, ink: str) -> str:
    """Text around its middle, with room around the letters where a line passes below."""
    x, y = middle
    first = y - (len(lines) - 1) * LINE / 2 + 4
    spans = "".join(
        f'<tspan x="{x:.1f}" y="{first + i * LINE:.1f}">{escape(line)}</tspan>' for i, line in enumerate(lines)
    )
    halo = 'stroke="var(--surface)" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    return f'<text text-anchor="middle" fill="{ink}" {halo}>{spans}</text>' if lines else ""


def _start(point: Point, shape: Shape, arrows: Sequence[Arrow], layout: Layout) -> str:
    dx, dy = _start_side(point, shape, arrows, layout)
    tip = point[0] + dx * shape.half_width, point[1] + dy * shape.half_height
    begin = tip[0] + dx * (_START - 3), tip[1] + dy * (_START - 3)
    end = tip[0] + dx * _HEAD, tip[1] + dy * _HEAD
    return (
        f'<g class="start"><circle cx="{begin[0]:.1f}" cy="{begin[1]:.1f}" r="3.5" fill="var(--ink)"/>'
        f'<path d="M{begin[0]:.1f},{begin[1]:.1f}L{end[0]:.1f},{end[1]:.1f}" stroke="var(--ink)" stroke-width="1.2"/>'
        f"{_head([begin], tip, 'var(--ink)')}</g>"
    )


def _start_side(point: Point, shape: Shape, arrows: Sequence[Arrow], layout: Layout) -> Point:
    """Where the initial arrow comes from: the left, unless that is taken and another side is not."""
    sides = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))
    return min(sides, key=lambda side: _crowd(side, point, shape, arrows, layout))


def _crowd(side: Point, point: Point, shape: Shape, arrows: Sequence[Arrow], layout: Layout) -> int:
    """How many labels and curves are where the initial arrow would be."""
    x = point[0] + side[0] * (shape.half_width + _START / 2)
    y = point[1] + side[1] * (shape.half_height + _START / 2)
    wide, high = (_START / 2, 6.0) if side[0] else (6.0, _START / 2)
    found = 0
    for arrow, route in zip(arrows, layout.routes, strict=True):
        if arrow.look == "faint":
            continue
        width, height = label_size(arrow.lines)
        found += abs(route.label[0] - x) < wide + width / 2 and abs(route.label[1] - y) < high + height / 2
        if _comes_near(route.curve, (x - wide, y - high, x + wide, y + high)):
            found += any(abs(a - x) < wide and abs(b - y) < high for a, b in _samples(route.curve))
    return found


def _comes_near(curve: Sequence[Point], box: Box) -> bool:
    """Whether the points that a curve lies between reach into a box; otherwise it does not."""
    xs, ys = [x for x, _ in curve], [y for _, y in curve]
    return min(xs) < box[2] and max(xs) > box[0] and min(ys) < box[3] and max(ys) > box[1]


def _samples(curve: Sequence[Point]) -> Iterator[Point]:
    """Points along the pieces of a curve."""
    for first in range(0, len(curve) - 3, 3):
        piece = curve[first : first + 4]
        for step in range(9):
            t = step / 8
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield (
                sum(w * p[0] for w, p in zip(weights, piece, strict=True)),
                sum(w * p[1] for w, p in zip(weights, piece, strict=True)),
            )


def _state(state: State, shape: Shape, point: Point, marks: Marks) -> str:
    x, y = point
    if state.kind == "chance":
        return f'<circle class="chance" cx="{x:.1f}" cy="{y:.1f}" r="{shape.half_width}" fill="var(--muted)"/>'
    here, new = state.number in marks.states, state.number in marks.new_states
    wrong = state.kind == "error" or here
    stroke = "var(--bad)" if wrong else "var(--accent)" if new else "var(--ink)"
    fill = "var(--bad-soft)" if wrong else "var(--accent-soft)" if new else "var(--surface)"
    classes = "".join(f" {word}" for word, is_so in ((state.kind, state.kind), ("marked", here), ("new", new)) if is_so)
    title = (
        ""
        if state.name == str(state.number)
        else f"<title>{escape(f'{state.number}: {printable(state.name)}')}</title>"
    )
    ink = "var(--bad)" if wrong else "var(--ink)"
    thick = 2.2 if here or new else 1.4
    looks = f'fill="{fill}" stroke="{stroke}" stroke-width="{thick}"'
    return (
        f'<g class="state{classes}" data-state="{state.number}">{title}{_outline(state, shape, x, y, looks, stroke)}'
        f"{_name(shape.lines, x, y, ink)}</g>"
    )


def _outline(state: State, shape: Shape, x: float, y: float, looks: str, stroke: str) -> str:
    w, h = shape.half_width, shape.half_height
    if state.kind == "error":
        cut = 7
        corners = [(-w + cut, -h), (w - cut, -h), (w, -h + cut), (w, h - cut), (w - cut, h), (-w + cut, h),
                   (-w, h - cut), (-w, -h + cut)]  # fmt: skip
        return f'<polygon points="{" ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)}" {looks}/>'
    if shape.round:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{w:.1f}" {looks}/>'
    radius = 2.0 if state.kind == "stop" else min(h, 14.0)
    outline = _rect(x, y, w, h, radius, looks)
    if state.kind == "end":
        outline += _rect(x, y, w - 3, h - 3, radius - 3, f'fill="none" stroke="{stroke}" stroke-width="1"')
    return outline


def _rect(x: float, y: float, w: float, h: float, radius: float, looks: str) -> str:
    size = f'x="{x - w:.1f}" y="{y - h:.1f}" width="{2 * w:.1f}" height="{2 * h:.1f}"'
    return f'<rect {size} rx="{radius:.0f}" {looks}/>'


def _name(lines: Sequence[str], x: float, y: float, ink: str) -> str:
    first = y - (len(lines) - 1) * LINE / 2 + 4
    return "".join(
        f'<text x="{x:.1f}" y="{first + i * LINE:.1f}" text-anchor="middle" fill="{ink if i == 0 else "var(--muted)"}">'
        f"{escape(line)}</text>"
        for i, line in enumerate(lines)
    )
