"""Small plots of times, as SVG for a page: coloured by its variables, with nothing from outside.

Times are on a logarithmic scale. Colour never speaks alone: each line has marks of its own shape and its name at its
end, and a run that came to no answer is hollow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from quidpro.core.words import printable
from quidpro.report.theme import LABEL, MONO, SANS

COLOURS = ("accent", "bad", "good", "ink", "muted")
_LEAST_SECONDS = 0.001
_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 116, 24, 48
_BAR, _GAP = 20, 12
_ROOM = 1.5
"""How far the least is at least from where the scale begins."""
_CORNERS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    ((0, -5), (5, 4), (-5, 4)),
    ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
    ((-5, -4), (5, -4), (0, 5)),
    ((-5, -1.5), (5, -1.5), (5, 1.5), (-5, 1.5)),
    ((-1.5, -5), (1.5, -5), (1.5, 5), (-1.5, 5)),
)
"""Of the marks of each line; the first is a circle. There are more than colours, so that few lines look alike."""
_LETTER = 7.3
"""The width of a letter of a label, at most."""


@dataclass(frozen=True)
class Bar:
    """How long a method took, and what else there is to say; hollow where it came to no answer."""

    name: str
    seconds: float
    answered: bool
    words: str = ""


@dataclass(frozen=True)
class Point:
    """A value of the constant, and the seconds for it; hollow where there was no answer."""

    value: int
    seconds: float
    answered: bool


def bars(rows: Sequence[Bar], title: str) -> str:
    """A bar for each method, by its seconds, with words behind it."""
    scale = _Seconds([row.seconds for row in rows])
    left = 24 + _LETTER * max((len(row.name) for row in rows), default=0)
    words = 16 + _LETTER * max((len(_words(row)) for row in rows), default=0)
    span, height = 280, _TOP + len(rows) * (_BAR + _GAP) + _BOTTOM
    marks = [_text(left, 14, title, weight=600, family=SANS)]
    for second in scale.ticks:
        x = left + span * scale.at(second)
        marks.append(_line(x, _TOP, x, height - _BOTTOM, "line"))
        marks.append(_text(x, height - _BOTTOM + 18, _in_seconds(second), "middle", "muted"))
    for i, row in enumerate(rows):
        y, length = _TOP + 6 + i * (_BAR + _GAP), max(2.0, span * scale.at(row.seconds))
        fill = "var(--accent)" if row.answered else "none"
        dash = "" if row.answered else ' stroke-dasharray="4 3"'
        marks.append(
            f'<rect x="{left:.1f}" y="{y}" width="{length:.1f}" height="{_BAR}" rx="2" fill="{fill}" '
            f'stroke="var(--accent)"{dash}/>'
        )
        marks.append(_text(left - 8, y + 15, row.name, "end"))
        marks.append(_text(left + length + 8, y + 15, _words(row), tone="muted"))
    return _svg(left + span + words, height, title, marks)


def lines(series: Sequence[tuple[str, Sequence[Point]]], title: str, constant: str) -> str:
    """A line for each method: the seconds over the values of a constant."""
    points = [point for _, line in series for point in line]
    scale = _Seconds([point.seconds for point in points])
    values = sorted({point.value for point in points}) or [0]
    span, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(value: int) -> float:
        return _LEFT + span * (value - values[0]) / max(values[-1] - values[0], 1)

    def y(seconds: float) -> float:
        return _TOP + high * (1 - scale.at(seconds))

    marks = [_text(_LEFT, 14, title, weight=600, family=SANS)]
    for second in scale.ticks:
        marks.append(_line(_LEFT, y(second), _WIDTH - _RIGHT, y(second), "line"))
        marks.append(_text(_LEFT - 8, y(second) + 4, _in_seconds(second), "end", "muted"))
    for value in _few(values):
        marks.append(_text(x(value), _HEIGHT - _BOTTOM + 20, str(value), "middle", "muted"))
    marks.append(_text(_LEFT + span / 2, _HEIGHT - 8, constant, "middle", "muted"))
    ends = _apart([(y(line[-1].seconds), i) for i, (_, line) in enumerate(series) if line])
    for i, (name, line) in enumerate(series):
        if line:
            places = [(x(point.value), y(point.seconds), point.answered) for point in line]
            marks += _drawn_line(name, i, places, ends[i])
    return _svg(_WIDTH, _HEIGHT, title, marks)


def _drawn_line(name: str, number: int, places: Sequence[tuple[float, float, bool]], end: float) -> Iterable[str]:
    tone = COLOURS[number % len(COLOURS)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
    dash = ' stroke-dasharray="6 4"' if number // len(COLOURS) % 2 else ""
    yield f'<polyline points="{path}" fill="none" stroke="var(--{tone})" stroke-width="2"{dash}/>'
    for x, y, answered in places:
        yield _mark(number, x, y, tone, answered)
    yield _text(places[-1][0] + 12, end + 4, name, tone=tone)


def _mark(number: int, x: float, y: float, tone: str, answered: bool) -> str:
    """A circle, a square, a triangle, a diamond …; filled where there is an answer."""
    fill = f"var(--{tone})" if answered else "var(--surface)"
    look = f'fill="{fill}" stroke="var(--{tone})" stroke-width="1.5"'
    corners = _CORNERS[number % len(_CORNERS)]
    if not corners:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" {look}/>'
    return f'<polygon points="{" ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)}" {look}/>'


class _Seconds:
    """A logarithmic scale from 0 to 1 over whole powers of ten."""

    def __init__(self, seconds: Sequence[float]) -> None:
        known = [max(one, _LEAST_SECONDS) for one in seconds] or [1.0]
        self._low = math.floor(math.log10(min(known) / _ROOM))
        self._high = max(math.ceil(math.log10(max(known)) - 1e-9), self._low + 1)
        self.ticks = [10.0**power for power in range(self._low, self._high + 1)]

    def at(self, seconds: float) -> float:
        """Where a time is."""
        return max(0.0, (math.log10(max(seconds, 10.0**self._low)) - self._low) / (self._high - self._low))


def _few(values: Sequence[int], most: int = 12) -> Sequence[int]:
    return values[:: math.ceil(len(values) / most)]


def _apart(ends: Sequence[tuple[float, int]], least: float = 15.0) -> dict[int, float]:
    """Places for the names at the ends of lines, so that none covers another."""
    found: dict[int, float] = {}
    last = -math.inf
    for y, i in sorted(ends):
        last = max(y, last + least)
        found[i] = last
    return found


def _words(row: Bar) -> str:
    return ", ".join(part for part in (_in_seconds(row.seconds, exact=True), row.words) if part)


def _in_seconds(seconds: float, *, exact: bool = False) -> str:
    if exact:
        return f"{seconds:.2f} s" if seconds >= 0.1 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:g} s" if seconds >= 1 else f"{seconds * 1000:g} ms"


def _line(x1: float, y1: float, x2: float, y2: float, tone: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="var(--{tone})"/>'


def _text(
    x: float, y: float, text: str, anchor: str = "start", tone: str = "ink", *, weight: int = 400, family: str = MONO
) -> str:
    look = f'text-anchor="{anchor}" fill="var(--{tone})" font-size="{LABEL}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look} font-family="{escape(family)}">{escape(printable(text))}</text>'


def _svg(width: float, height: float, title: str, marks: Iterable[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    body = "\n".join(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{escape(printable(title))}</title>\n'
        f"{body}\n</svg>\n"
    )
