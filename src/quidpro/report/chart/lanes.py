"""A run as lanes: time runs down, a bar joins those who take part in a step.

Up to six lanes that move are wide, with the state in a pill after each move; more are narrow, under slanted heads, and
tell their states to those who point at them. Fluents that change are tracks beside the lanes, thick where they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil
from textwrap import wrap

from quidpro.core.words import counted
from quidpro.report.chart import draw, names
from quidpro.report.chart.draw import ACCENT, BAD, BAD_SOFT, LANE, MUTED, SOFT, SUNK, SURFACE, Picture, words
from quidpro.report.chart.fold import Fold, Line
from quidpro.report.chart.lanes_layout import (
    MARGIN,
    MOST_ACTION,
    NUMBERS,
    Layout,
    layout_of,
    sheets,
    slanted,
    values_of,
)
from quidpro.verdict.chart import Chart, ChartStep

_PAPER_WIDTH, _PAPER_HEIGHT = 680.0, 960.0
"""What fits on a sheet of A4 or letter paper in its natural size."""
_SHRUNK = 0.85
"""How small a picture may become to fit: labels of 12 px are still of 10."""
_FIRST_SHEET = 0.85
"""How much of the first sheet is left by what stands above."""
_GAP = 5
_NOTE = 18


def lanes_picture(chart: Chart, *, fold: bool = True) -> Picture:
    """The whole run in one picture."""
    return _drawn(layout_of(chart, fold), 0, None)


def lanes_papers(chart: Chart) -> list[Picture]:
    """The run in pictures of as many lanes and lines as fit on paper, each with the heads; none if it fits at once."""
    layout = layout_of(chart, True)
    side_by_side = sheets(layout, _PAPER_WIDTH / _SHRUNK)
    parts = list(_parts(layout))
    papers = [_drawn(sheet, *part) for part in parts for sheet in side_by_side]
    return papers if len(papers) > 1 else []


def _parts(layout: Layout) -> Iterator[tuple[int, int]]:
    """From which to before which line each sheet goes."""
    rows = max(1, int((_PAPER_HEIGHT / _SHRUNK - layout.top - 3 * _NOTE) / layout.row))
    start, stop = 0, int(rows * _FIRST_SHEET) or 1
    while start < len(layout.lines):
        yield start, stop
        start, stop = stop, stop + rows


def _drawn(layout: Layout, start: int, stop: int | None) -> Picture:
    shown = layout.lines[start:stop]
    last = layout.ends and (stop is None or stop >= len(layout.lines))
    bottom = layout.top + len(shown) * layout.row
    ends, height, below = _ends(layout, bottom + 6) if last else ([], bottom + 8, layout.right)
    sides, right = _sides(layout, shown) if layout.ends else ([], layout.right)
    body = [
        *_bands(layout, shown),
        *_loop_band(layout, shown),
        *_lifelines(layout, bottom),
        *_track_lines(layout, shown),
        *(_row(layout, i, line) for i, line in enumerate(shown)),
        *sides,
        *ends,
        *(_sheet_words(layout, shown) if stop is not None else ()),
    ]
    return Picture(
        width=max(right, below) + MARGIN,
        height=height + 8,
        body="".join(body),
        heads=draw.group(_heads(layout), class_="heads"),
        actions=draw.group(_actions(layout, shown), class_="actions"),
        top=layout.top,
        left=layout.left - 12,
    )


def _sheet_words(layout: Layout, shown: Sequence[Line]) -> Iterator[str]:
    """Which part of the whole a sheet shows, in the corner above the actions."""
    if layout.sheet is not None:
        first, stop = layout.sheet
        said = f"lanes {first + 1} to {stop} of {len(layout.all_lanes)}"
        yield words(NUMBERS, layout.top - 30, said, fill=MUTED, sans=True)
    yield words(NUMBERS, layout.top - 14, f"steps {shown[0].step + 1} to {shown[-1].last + 1}", fill=MUTED, sans=True)


def _heads(layout: Layout) -> Iterator[str]:
    chart = layout.chart
    lanes = [(names.two_lines(chart.lanes[lane]), chart.lanes[lane].kind) for lane in layout.lanes]
    tracks = [((chart.rows[row].name, chart.rows[row].kind), chart.rows[row].kind) for row in layout.tracks]
    for place, ((name, below), kind) in enumerate([*lanes, *tracks]):
        x, colour = layout.x(place), "" if kind == "process" else ACCENT
        said = draw.title(f"{layout.heads[place]} ({kind})")
        if layout.wide:
            room = layout.step_width - 12
            said += words(x - 8, 26, draw.cut(name, room), fill=colour, bold=True)
            yield draw.group(said + words(x - 8, 42, draw.cut(below, room), fill=MUTED, sans=True))
        else:
            turned = f"translate({draw.number(x + 4)},{draw.number(layout.top - 14)}) rotate(-50)"
            yield draw.group(said + words(0, 0, slanted(layout.heads[place]), fill=colour), transform=turned)


def _lifelines(layout: Layout, bottom: float) -> Iterator[str]:
    for place, lane in enumerate(layout.lanes):
        colour = ACCENT if layout.chart.lanes[lane].kind == "property" else LANE
        yield draw.line(layout.x(place), layout.top - 6, layout.x(place), bottom, colour)


def _bands(layout: Layout, shown: Sequence[Line]) -> Iterator[str]:
    """Narrow lines are easier to follow in bands of five."""
    if layout.wide:
        return
    for start in range(5, len(shown), 10):
        rows = min(5, len(shown) - start)
        yield draw.box(0, layout.top + start * layout.row, layout.right + 8, rows * layout.row, SUNK, opacity=0.6)


def _track_lines(layout: Layout, shown: Sequence[Line]) -> Iterator[str]:
    """What each fluent is: thick where it holds, a thin line where it does not."""
    for place, row in enumerate(layout.tracks, len(layout.lanes)):
        x = layout.x(place)
        yield draw.line(x, layout.top - 6, x, layout.top + len(shown) * layout.row, LANE)
        for start, end in _holding(layout, shown, row):
            yield draw.box(x - 4, start, 8, end - start, ACCENT, radius=2)


def _holding(layout: Layout, shown: Sequence[Line], row: int) -> Iterator[tuple[float, float]]:
    """From where to where a fluent holds; a step changes it in the middle of its line."""
    positions, middle = layout.chart.positions, layout.middle
    first = positions[shown[0].step if shown else 0].values[row]
    changes = [(layout.top - 6, first)]
    changes += [
        (layout.top + i * layout.row + middle, positions[line.last + 1].values[row]) for i, line in enumerate(shown)
    ]
    changes.append((layout.top + len(shown) * layout.row, ""))
    since = None
    for y, value in changes:
        if value == "true" and since is None:
            since = y
        elif value != "true" and since is not None:
            yield since, y
            since = None


def _is_fatal(layout: Layout, step: int) -> bool:
    return layout.chart.end == "error" and step == len(layout.chart.steps) - 1


def _row(layout: Layout, i: int, line: Line) -> str:
    """What a step does in the lanes; the number and the action are drawn with the others of their kind."""
    top = layout.top + i * layout.row
    hit = draw.box(0, top, layout.right + 8, layout.row, "transparent", class_="hit")
    if line.like is not None:
        return draw.group(hit, class_="step fold", data_step=line.step, data_last=line.last)
    step = layout.chart.steps[line.step]
    said = draw.title(_step_words(layout.chart, line.step))
    marks = "".join(_marks(layout, line.step, top + layout.middle))
    pills = "".join(_pills(layout, step, top)) if layout.wide else ""
    return draw.group(said + hit + marks + pills, class_="step", data_step=line.step)


def _step_words(chart: Chart, number: int) -> str:
    step = chart.steps[number]
    moves = "; ".join(names.move_words(chart, step, step.branches[0].target))
    return " — ".join(part for part in (f"{number + 1} {step.action}", moves, names.step_place(chart, step)) if part)


def _marks(layout: Layout, number: int, y: float) -> Iterator[str]:
    """The bar with a gap in the lanes that it only passes, and a dot for each that takes part."""
    chart, fatal = layout.chart, _is_fatal(layout, number)
    movers = {move.lane for move in chart.steps[number].moves}
    taking = [place for place, lane in enumerate(layout.lanes) if lane in movers]
    first, last = _span(layout, movers)
    if first is None:
        return
    passed = [place for place in range(ceil(first), ceil(last)) if place not in taking]
    if passed:
        gaps = "".join(f"M{draw.number(layout.x(p))} {draw.number(y - _GAP)}v{2 * _GAP}" for p in passed)
        yield draw.path(gaps, SURFACE, 3)
    if last > first:
        width = layout.step_width
        yield draw.line(
            layout.x(0) + first * width,
            y,
            layout.x(0) + last * width,
            y,
            BAD if fatal else draw.INK,
            2 if fatal else 1.5,
        )
    for place in taking:
        yield _dot(layout, layout.lanes[place], layout.x(place), y, fatal)


def _span(layout: Layout, movers: Collection[int]) -> tuple[float | None, float]:
    """From which to which lane of the sheet the bar goes: half a lane beyond where it goes on on another sheet."""
    start = layout.sheet[0] if layout.sheet else 0
    places = [place - start for place, lane in enumerate(layout.all_lanes) if lane in movers]
    end = len(layout.lanes) - 0.5
    if not places or places[-1] < 0 or places[0] > end:
        return None, 0.0
    return max(places[0], -0.5), min(places[-1], end)


def _dot(layout: Layout, lane: int, x: float, y: float, fatal: bool) -> str:
    radius = 5 if layout.wide else 4
    if fatal and layout.chart.positions[-1].numbers[lane] == -1:
        return draw.cross(x, y, radius)
    if layout.chart.lanes[lane].kind == "property":
        return draw.dot(x, y, radius, SURFACE, ACCENT, stroke_width=2)
    return draw.dot(x, y, radius)


def _pills(layout: Layout, step: ChartStep, top: float) -> Iterator[str]:
    """Where those who took part are now."""
    target = step.branches[0].target
    for move in step.moves:
        state = names.state(layout.chart, target, move.lane)
        if not state or move.lane not in layout.lanes:
            continue
        x, wrong = layout.x(layout.lanes.index(move.lane)) - 8, layout.chart.positions[target].numbers[move.lane] == -1
        shown = draw.cut(state, layout.step_width - 22)
        colours = (BAD_SOFT, BAD) if wrong else (SUNK, draw.LINE)
        yield draw.box(x, top + 25, draw.mono_width(shown) + 12, 18, *colours, radius=4)
        yield words(x + 6, top + 38, shown, fill=BAD if wrong else "")


def _actions(layout: Layout, shown: Sequence[Line]) -> Iterator[str]:
    """The numbers and actions of all lines."""
    for i, line in enumerate(shown):
        y = layout.top + i * layout.row + layout.middle + 4
        if line.like is not None:
            like = f"{line.like + 1} to {line.like + line.last - line.step + 1}"
            said = f"steps {line.step + 1} to {line.last + 1} as {like}"
            yield draw.box(NUMBERS - 4, y - 13, draw.sans_width(said) + 12, 18, SURFACE, radius=4)
            yield words(NUMBERS, y, said, fill=MUTED, sans=True)
            continue
        action, fatal = layout.chart.steps[line.step].action, _is_fatal(layout, line.step)
        yield words(NUMBERS - 12, y, str(line.step + 1), fill=MUTED, anchor="end")
        colour = BAD if fatal else MUTED if action == "tau" else ""
        yield words(NUMBERS, y, draw.cut(action, MOST_ACTION), fill=colour, bold=fatal)


def _sides(layout: Layout, shown: Sequence[Line]) -> tuple[list[str], float]:
    """The brackets of folds and the way back of a loop, right of the lanes, and where they end."""
    drawn, right, at = [], layout.right, {line.step: i for i, line in enumerate(shown) if line.like is None}
    x = layout.right + 16
    for fold in layout.folded:
        rows = [at[k] for k in range(fold.start, fold.start + fold.length) if k in at]
        if rows:
            text = _fold_words(layout.chart, fold)
            drawn.append(_bracket(layout, fold, rows[0], rows[-1], x, text))
            right = max(right, x + 16 + max(map(draw.sans_width, text)))
    if (back := _way_back(layout, shown, right + 12 if drawn else x)) is not None:
        drawn.append(back[0])
        right = back[1]
    return drawn, right


def _fold_words(chart: Chart, fold: Fold) -> list[str]:
    after = fold.start + fold.length * fold.times
    text = [f"× {fold.times}", counted(fold.length, "step")]
    for lane in range(len(chart.lanes)):
        before, then = names.state(chart, fold.start, lane), names.state(chart, after, lane)
        if before != then:
            text.append(draw.cut(f"{names.head(chart.lanes[lane])}: {before} → {then}", 180))
    return text


def _bracket(layout: Layout, fold: Fold, first: int, last: int, x: float, text: Sequence[str]) -> str:
    top, bottom = layout.top + first * layout.row + 3, layout.top + (last + 1) * layout.row - 3
    drawn = draw.path(f"M{draw.number(x - 6)} {draw.number(top)}h6V{draw.number(bottom)}h-6", ACCENT, 1.5)
    y = max(top + 12, (top + bottom) / 2 - 4 * len(text))
    for i, said in enumerate(text):
        drawn += words(x + 8, y + 16 * i, said, fill=MUTED if i else ACCENT, bold=not i, sans=True)
    hidden = fold.start + fold.length
    return draw.group(drawn, class_="step fold", data_step=hidden, data_last=fold.start + fold.length * fold.times - 1)


def _loop_rows(layout: Layout, shown: Sequence[Line]) -> tuple[int, int] | None:
    loop = layout.chart.loop
    rows = [i for i, line in enumerate(shown) if loop is not None and line.step >= loop]
    return (rows[0], rows[-1]) if rows else None


def _loop_band(layout: Layout, shown: Sequence[Line]) -> Iterator[str]:
    if (rows := _loop_rows(layout, shown)) is not None:
        top, bottom = layout.top + rows[0] * layout.row, layout.top + (rows[1] + 1) * layout.row
        yield draw.box(8, top, layout.right, bottom - top, SOFT, radius=6, opacity=0.55, class_="loop")


def _way_back(layout: Layout, shown: Sequence[Line], x: float) -> tuple[str, float] | None:
    """The arrow from the end of the loop to its beginning."""
    if (rows := _loop_rows(layout, shown)) is None or layout.chart.loop is None:
        return None
    top, bottom = layout.top + rows[0] * layout.row + 8, layout.top + (rows[1] + 1) * layout.row - 8
    x, edge = max(x, layout.right + 16) + 8, layout.right + 8
    drawn = draw.path(
        f"M{draw.number(edge)} {draw.number(bottom)}H{draw.number(x)}V{draw.number(top)}H{draw.number(edge + 8)}",
        ACCENT,
        1.5,
    )
    drawn += draw.arrow_head(edge + 1, top, -1, 0, ACCENT)
    count = counted(len(layout.chart.steps) - layout.chart.loop, "step")
    y = (top + bottom) / 2
    drawn += words(x + 10, y, "for ever", fill=ACCENT, bold=True, sans=True)
    drawn += words(x + 10, y + 16, count, fill=MUTED, sans=True)
    return drawn, x + 10 + max(draw.sans_width("for ever"), draw.sans_width(count))


def _notes(layout: Layout) -> list[str]:
    """What is not in the lanes: who never moves, which fluents never change, and how much is folded."""
    chart = layout.chart
    notes = [idle] if (idle := names.idle(chart)) else []
    for row, about in enumerate(chart.rows):
        if len(values := values_of(chart, row)) == 1:
            notes.append(f"{about.name} ({about.kind}): {values.pop()} throughout")
    if saved := sum(fold.saved for fold in layout.folded):
        notes.append(
            f"{counted(len(chart.steps), 'step')}; {saved:,} repeated {'one is' if saved == 1 else 'ones are'} folded"
        )
    return notes


def _ends(layout: Layout, y: float) -> tuple[list[str], float, float]:
    """What the run comes to, and the notes; and where they end, below and at the right."""
    drawn, right = [], layout.right
    letters = max(50, int((layout.right - NUMBERS) / 7.2))
    if said := names.ending_head(layout.chart):
        bad = layout.chart.end in ("deadlock", "error")
        rows = [words(NUMBERS, y + 14, said, fill=BAD if bad else ACCENT, bold=True, sans=True)]
        rows += [draw.cross(NUMBERS - 16, y + 10)] if bad else []
        actions = wrap(", ".join(layout.chart.recurring), letters, break_on_hyphens=False)
        rows += [words(NUMBERS, y + 14 + _NOTE * i, part) for i, part in enumerate(actions, 1)]
        drawn.append(draw.group(rows, class_="end"))
        right = max([right, NUMBERS + draw.sans_width(said), *(NUMBERS + draw.mono_width(part) for part in actions)])
        y += _NOTE * (len(actions) + 1) + 8
    for note in _notes(layout):
        for part in wrap(note, letters, subsequent_indent="  ", break_on_hyphens=False):
            drawn.append(words(NUMBERS, y + 14, part, fill=MUTED, sans=True))
            right = max(right, NUMBERS + draw.sans_width(part))
            y += _NOTE
    return drawn, y + 8, right
