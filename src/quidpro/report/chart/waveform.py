"""A run of variables as a waveform: time runs to the right, a row for each variable, equal values in one bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from textwrap import wrap

from quidpro.core.words import counted
from quidpro.report.chart import draw
from quidpro.report.chart.draw import ACCENT, BAD, BAD_SOFT, INK, LANE, LINE, MUTED, SOFT, SUNK, SURFACE, Picture, words
from quidpro.verdict.chart import Chart, Row

_ROW, _BAR = 30, 18
_LEAST, _MOST = 28, 84
_LONGEST_NAME = 280
_MARGIN = 16
_BOOLEANS = {"TRUE": True, "FALSE": False}
_HEADS = {0: "in the property", 1: "what feeds these", 2: "further away"}

Bar = tuple[int, int, str]
"""A value, and the first and last position that have it."""


def waveform_picture(chart: Chart) -> Picture:
    """All rows; the step that goes wrong, or the loop, is marked."""
    columns, rows = len(chart.positions), _lines(chart)
    bars = {row: _bars(chart, row) for row in rows if isinstance(row, int)}
    longest = max([draw.sans_width(_HEADS[1]), *(draw.mono_width(row.name) + 20 for row in chart.rows)])
    left = 2 * _MARGIN + min(_LONGEST_NAME, longest)
    at = [left + x for x in _edges_of(columns, bars.values())]
    top = 36 if chart.loop is None else 72
    bottom = top + _ROW * len(rows)
    right = at[-1]
    body = [*_columns(chart, at, top, bottom), *_loop(chart, at, top, bottom)]
    names = []
    for i, row in enumerate(rows):
        middle = top + i * _ROW + _ROW / 2
        if isinstance(row, str):
            names.append(words(left - 12, middle + 4, row, fill=MUTED, anchor="end", sans=True))
            body.append(draw.line(left, middle, right, middle, LINE))
        else:
            about = chart.rows[row]
            names.append(_name(about, left - 12, middle))
            body.append(_signal(about, bars[row], at, middle))
    notes = [part for note in _notes(chart) for part in wrap(note, max(70, int((right - left) / 7)))]
    for i, note in enumerate(notes):
        body.append(words(left, bottom + 22 + 18 * i, note, fill=MUTED, sans=True))
    widest = max([right, *(left + draw.sans_width(note) for note in notes)])
    return Picture(
        width=widest + _MARGIN,
        height=bottom + 22 + 18 * len(notes),
        body="".join(body),
        heads=draw.group(_numbers(chart, at, top), class_="heads"),
        actions=draw.group(names, class_="actions"),
        top=top - 4,
        left=left - 6,
    )


def _lines(chart: Chart) -> list[int | str]:
    """The rows in their order, with a head where the distance to the property grows."""
    lines: list[int | str] = []
    drawn = [i for i in range(len(chart.rows)) if not _is_still(chart, i)]
    groups = {min(chart.rows[i].distance, 2) for i in drawn}
    for distance, rows in groupby(drawn, key=lambda i: min(chart.rows[i].distance, 2)):
        lines += [_HEADS[distance]] if len(groups) > 1 else []
        lines += rows
    return lines


def _is_still(chart: Chart, row: int) -> bool:
    """Whether it need not be drawn: it never changes, and the property does not speak of it."""
    return chart.rows[row].distance > 0 and len({p.values[row] for p in chart.positions if p.values[row]}) <= 1


def _bars(chart: Chart, row: int) -> list[Bar]:
    found, start = [], 0
    for value, run in groupby(position.values[row] for position in chart.positions):
        end = start + len(list(run))
        found.append((start, end - 1, value))
        start = end
    return found


def _edges_of(count: int, bars: Iterable[Sequence[Bar]]) -> list[float]:
    """Where positions begin, from 0, and where the last ends: so wide that values can be read."""
    widths = [float(_LEAST)] * count
    wanted = [
        (last - first, first, draw.mono_width(v) + 14) for row in bars for first, last, v in row if v not in _BOOLEANS
    ]
    for more, first, need in sorted(wanted):
        part = slice(first, first + more + 1)
        lacking = min(need, _MOST * (more + 1)) - sum(widths[part])
        if lacking > 0:
            widths[part] = [width + lacking / (more + 1) for width in widths[part]]
    return [0.0, *accumulate(widths)]


def _columns(chart: Chart, at: Sequence[float], top: float, bottom: float) -> Iterator[str]:
    """The background: every fifth position shaded, the one that goes wrong marked; each a place to point at."""
    last = len(chart.positions) - 1
    for i in range(last + 1):
        wrong = i == last and chart.end == "error"
        colour = BAD_SOFT if wrong else SUNK if i % 5 == 0 else "transparent"
        area = draw.box(at[i], top - 4, at[i + 1] - at[i], bottom - top + 4, colour, class_="hit")
        said = draw.title(f"state {i + 1}")
        number = {"data_step": i - 1} if i else {}
        yield draw.group(said + area, class_="step" if i else None, **number, data_position=i)


def _numbers(chart: Chart, at: Sequence[float], top: float) -> Iterator[str]:
    last = len(chart.positions) - 1
    for i in range(last + 1):
        wrong = i == last and chart.end == "error"
        x = (at[i] + at[i + 1]) / 2
        yield words(x, top - 14, str(i + 1), fill=BAD if wrong else MUTED, anchor="middle", bold=wrong)


def _loop(chart: Chart, at: Sequence[float], top: float, bottom: float) -> Iterator[str]:
    """The way back from the last position, which is one before again."""
    if chart.loop is None:
        return
    start, end = (at[chart.loop] + at[chart.loop + 1]) / 2, (at[-2] + at[-1]) / 2
    yield draw.box(
        at[chart.loop], top - 4, at[-2] - at[chart.loop], bottom - top + 4, SOFT, opacity=0.55, class_="loop"
    )
    yield draw.path(f"M{draw.number(end)} {top - 28}V{top - 42}H{draw.number(start)}V{top - 34}", ACCENT, 1.5)
    yield draw.arrow_head(start, top - 28, 0, 1, ACCENT)
    yield words(start - 4, top - 50, "for ever", fill=ACCENT, bold=True, sans=True)


def _name(row: Row, x: float, middle: float) -> str:
    shown = draw.cut(row.name, _LONGEST_NAME - 20)
    mark = ""
    if row.kind == "input":
        at = x - draw.mono_width(shown) - 14
        mark = draw.path(f"M{draw.number(at)} {draw.number(middle)}h7m-3 -3l3 3l-3 3", MUTED, 1.5)
    said = draw.title(f"{row.name} ({row.kind})")
    return draw.group(said + mark + words(x, middle + 4, shown, fill=ACCENT if not row.distance else "", anchor="end"))


def _signal(row: Row, bars: Sequence[Bar], at: Sequence[float], middle: float) -> str:
    if all(value in _BOOLEANS or not value for _, _, value in bars):
        return draw.group(draw.title(row.name) + draw.path(_edges(bars, at, middle), INK, 1.5), class_="signal")
    said = [bar for bar in bars if bar[-1]]
    outlines = draw.path("".join(_outline(bar, at, middle) for bar in said), LANE, fill=SURFACE)
    texts = draw.group((_value(bar, at, middle) for bar in said), text_anchor="middle")
    return draw.group(draw.title(row.name) + outlines + texts, class_="signal")


def _edges(bars: Sequence[Bar], at: Sequence[float], middle: float) -> str:
    """A line that is high where the value is true; none where there is no value."""
    data, drawing = "", False
    for first, last, value in bars:
        x, end = draw.number(at[first] + 1), draw.number(at[last + 1] + 1)
        if not value:
            drawing = False
            continue
        y = draw.number(middle + (-8 if _BOOLEANS[value] else 8))
        data += f"V{y}H{end}" if drawing else f"M{x} {y}H{end}"
        drawing = True
    return data


def _outline(bar: Bar, at: Sequence[float], middle: float) -> str:
    first, last, _ = bar
    x, room, half, n = at[first] + 1, at[last + 1] - at[first] - 2, _BAR / 2, draw.number
    return f"M{n(x)} {n(middle)}l4 {n(-half)}h{n(room - 8)}l4 {n(half)}l-4 {n(half)}h{n(8 - room)}z"


def _value(bar: Bar, at: Sequence[float], middle: float) -> str:
    first, last, value = bar
    shown = draw.cut(value, at[last + 1] - at[first] - 12)
    text = words((at[first] + at[last + 1]) / 2, middle + 4, shown)
    return text if shown == value else draw.group(draw.title(value) + text)


def _notes(chart: Chart) -> list[str]:
    count = counted(len(chart.positions), "state")
    notes = [f"{count}; equal values are one bar; what is nearest to the property comes first"]
    if any(row.kind == "input" for row in chart.rows):
        notes.append("an arrow marks an input: it is chosen in each step, and has no value in the last state")
    if still := [i for i in range(len(chart.rows)) if _is_still(chart, i)]:
        told = (f"{chart.rows[i].name}\xa0=\xa0{chart.positions[0].values[i]}" for i in still)
        notes.append(f"never {'changes' if len(still) == 1 else 'change'}: {', '.join(told)}")
    return notes
