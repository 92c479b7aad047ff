"""Who waits for whom at the end of a run: the circular wait as a ring, and what each would do in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from quidpro.core.words import counted
from quidpro.report.chart import draw, names
from quidpro.report.chart.draw import BAD, LANE, LINE, MUTED, SUNK, Picture, words
from quidpro.verdict.chart import Chart, Lane, Wait

_MARGIN = 24
_GAP = 28
_MOST_NAME = 150
_MOST_WIDTH = 960
_LABELLED = 6
"""In a larger ring the actions are only in the table."""
MOST_ROWS = 16
_ROW = 26
Cell = tuple[str, str, str]


def waits_picture(chart: Chart) -> Picture:
    """The ring, if there is one, above the table."""
    ring = ring_picture(chart) if len(chart.cycle) > 1 else Picture(0, 0, "")
    table = _table(chart, 72 + ring.height)
    width = max(ring.width, table.width)
    shifted = draw.group(ring.body, transform=f"translate({draw.number((width - ring.width) / 2)},40)")
    head = words(_MARGIN, 26, "Who waits for whom", bold=True, sans=True)
    return Picture(width, 72 + ring.height + table.height, head + shifted + table.body)


def with_waits(run: Picture, waits: Picture) -> Picture:
    """The run and who waits at its end: side by side where that is not too wide, else one below the other."""
    together = run.width + waits.width
    right, down = (run.width, 0.0) if together <= _MOST_WIDTH else (0.0, run.height + 8)
    moved = draw.group(waits.body, transform=f"translate({draw.number(right)},{draw.number(down)})", class_="waits")
    return replace(
        run,
        width=max(run.width, right + waits.width),
        height=max(run.height, down + waits.height),
        body=run.body + moved,
    )


def rows(chart: Chart) -> list[Cell]:
    """For each wait: who, what it would do, and what that needs."""
    found = []
    for wait in chart.waiting:
        who = names.head(chart.lanes[wait.lane])
        found.append((who, wait.action or "nothing: it has stopped", _needs(chart, wait)))
    return found


def _needs(chart: Chart, wait: Wait) -> str:
    if not wait.action:
        return ""
    return ", ".join(f"{names.head(chart.lanes[lane])}{_holder(chart, wait.lane, lane)}" for lane in wait.missing)


def _holder(chart: Chart, asking: int, wanted: int) -> str:
    """Who did something last with the one that is wanted, if it now waits for that one."""
    holders = [wait.held_by for wait in chart.waiting if wait.lane == wanted and wait.held_by not in (None, asking)]
    return f", held by {names.head(chart.lanes[holders[0]])}" if holders and holders[0] is not None else ""


@dataclass(frozen=True)
class _Node:
    """A lane in the ring."""

    lane: Lane
    x: float
    y: float

    @property
    def lines(self) -> list[str]:
        """What is written in it."""
        if labels := names.shared(self.lane):
            return [self.lane.process, draw.cut(labels, _MOST_NAME)]
        return [draw.cut(self.lane.name, _MOST_NAME)]

    @property
    def half(self) -> tuple[float, float]:
        """Half its width and height."""
        return max(map(draw.mono_width, self.lines)) / 2 + 10, 8 * len(self.lines) + 7

    def edge(self, x: float, y: float, room: float) -> tuple[float, float]:
        """Where a line from its middle to a point leaves it, with some room."""
        dx, dy = x - self.x, y - self.y
        reach = min((size + room) / abs(d) for size, d in zip(self.half, (dx, dy), strict=True) if abs(d) > 0.01)
        return self.x + dx * reach, self.y + dy * reach


def ring_picture(chart: Chart) -> Picture:
    """The circular wait: each waits for the next."""
    nodes = _placed([chart.lanes[lane] for lane in chart.cycle])
    left, top = min(n.x - n.half[0] for n in nodes), min(n.y - n.half[1] for n in nodes)
    right, bottom = max(n.x + n.half[0] for n in nodes), max(n.y + n.half[1] for n in nodes)
    count = counted(len(nodes), "part")
    drawn = [_wait(chart, nodes, i) for i in range(len(nodes))] + [_pill(node) for node in nodes]
    if len(nodes) > 2:
        drawn.append(words(0, -2, "each waits for the next", anchor="middle", bold=True, sans=True))
        drawn.append(words(0, 16, f"{count}, one circle", fill=MUTED, anchor="middle", sans=True))
    side, above = (110, 32) if len(nodes) <= _LABELLED else (_MARGIN, 12)
    moved = f"translate({draw.number(side - left)},{draw.number(above - top)})"
    return Picture(right - left + 2 * side, bottom - top + 2 * above, draw.group(drawn, transform=moved, class_="ring"))


def _placed(lanes: Sequence[Lane]) -> list[_Node]:
    """The lanes on an ellipse that is just large enough for them."""
    across, down = (150.0, 60.0) if len(lanes) == 2 else (110.0, 84.0)
    while True:
        angles = [2 * pi * i / len(lanes) - (pi if len(lanes) == 2 else pi / 2) for i in range(len(lanes))]
        nodes = [_Node(lane, across * cos(a), down * sin(a)) for lane, a in zip(lanes, angles, strict=True)]
        if not any(_too_near(a, b) for i, a in enumerate(nodes) for b in nodes[:i]):
            return nodes
        across, down = across + 10, down + 8


def _too_near(one: _Node, other: _Node) -> bool:
    across, down = (a + b for a, b in zip(one.half, other.half, strict=True))
    return abs(one.x - other.x) < across + _GAP and abs(one.y - other.y) < down + _GAP


def _pill(node: _Node) -> str:
    across, down = node.half
    body = draw.box(node.x - across, node.y - down, 2 * across, 2 * down, SUNK, LANE, radius=min(down, 12))
    for i, said in enumerate(node.lines):
        y = node.y + 4 + 16 * i - 8 * (len(node.lines) - 1)
        body += words(node.x, y, said, fill=MUTED if i else "", anchor="middle", bold=not i)
    return draw.group(draw.title(names.head(node.lane)) + body)


def _wait(chart: Chart, nodes: Sequence[_Node], i: int) -> str:
    """An arrow to the next: solid where it asks, dashed where it waits for the one that it last did something with."""
    here, there = nodes[i], nodes[(i + 1) % len(nodes)]
    lane, wanted = chart.cycle[i], chart.cycle[(i + 1) % len(nodes)]
    wait = next(w for w in chart.waiting if w.lane == lane and wanted in w.missing)
    dashed = {"stroke_dasharray": "5 3"} if wait.held_by == wanted else {}
    bulge = 0.0 if len(nodes) > 2 else 44.0
    middle = ((here.x + there.x) / 2, (here.y + there.y) / 2 + (bulge if i else -bulge))
    x1, y1 = here.edge(*(middle if bulge else (there.x, there.y)), 4)
    x2, y2 = there.edge(*(middle if bulge else (here.x, here.y)), 5)
    start = middle if bulge else (x1, y1)
    length = hypot(x2 - start[0], y2 - start[1])
    dx, dy = (x2 - start[0]) / length, (y2 - start[1]) / length
    n = draw.number
    bow = f"Q{n(middle[0])} {n(middle[1])} " if bulge else "L"
    drawn = draw.path(f"M{n(x1)} {n(y1)}{bow}{n(x2 - 6 * dx)} {n(y2 - 6 * dy)}", BAD, 1.6, **dashed)
    drawn += draw.arrow_head(x2, y2, dx, dy, BAD)
    if len(nodes) <= _LABELLED:
        drawn += _label(middle if bulge else ((x1 + x2) / 2, (y1 + y2) / 2), wait.action, bulge)
    return draw.group(draw.title(f"{names.head(here.lane)} waits for {names.head(there.lane)}: {wait.action}") + drawn)


def _label(middle: tuple[float, float], action: str, bulge: float) -> str:
    """The action beside the middle of an arrow, outside the ring."""
    shown = draw.cut(action, 130)
    x, y = middle
    if bulge:
        return words(x, y / 2 + (18 if y > 0 else -8), shown, anchor="middle")
    anchor = "start" if x > 0 else "end"
    return words(x + (10 if x > 0 else -10), y + (14 if y > 0 else -6), shown, fill="", anchor=anchor)


def _table(chart: Chart, top: float) -> Picture:
    """The same facts in words."""
    cells = rows(chart)
    shown = [("part", "would do", "but that needs"), *cells[:MOST_ROWS]]
    widths = [min(300.0, max(draw.mono_width(row[i]) for row in shown)) + 20 for i in range(3)]
    body: list[str] = []
    for k, row in enumerate(shown):
        y = top + _ROW * k
        again = k > 1 and shown[k - 1][0] == row[0]
        body += _cells(row, widths, y, head=not k, again=again)
        body.append(draw.line(_MARGIN, y + 9, _MARGIN + sum(widths), y + 9, LINE))
    y = top + _ROW * len(shown)
    for note in _notes(chart, len(cells)):
        body.append(words(_MARGIN, y + 8, note, fill=MUTED, sans=True))
        y += 18
    widest = max([sum(widths), *map(draw.sans_width, _notes(chart, len(cells)))])
    return Picture(widest + 2 * _MARGIN, y - top + 16, draw.group(body, class_="facts"))


def _cells(row: Cell, widths: Sequence[float], y: float, *, head: bool, again: bool) -> Iterator[str]:
    x = float(_MARGIN)
    for i, (text, width) in enumerate(zip(row, widths, strict=True)):
        shown = "" if again and not i else draw.cut(text, width - 12)
        if shown:
            yield words(x, y, shown, fill=MUTED if head else "", sans=head)
        x += width


def _notes(chart: Chart, count: int) -> list[str]:
    notes = [f"… and {counted(count - MOST_ROWS, 'line')} more"] if count > MOST_ROWS else []
    if len(chart.cycle) > 1:
        notes.append("solid: asks for the other to join in; dashed: waits for the one it last did something with")
    return notes
