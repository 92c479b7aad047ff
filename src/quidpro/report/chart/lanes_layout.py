"""Where everything is in a picture of lanes: lanes and tracks across, lines down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, cos, radians, sin

from quidpro.report.chart import draw, names
from quidpro.report.chart.fold import Fold, Line, folds, lines
from quidpro.verdict.chart import Chart

WIDE_LANES = 6
_FEW = 4
"""Of so many there is more room for each."""
_LEAST_WIDTH, _MOST_WIDTH, _NARROW = 106, 150, 36
_TALL, _FLAT = 46, 22
_SLANT = radians(50)
_LONGEST_HEAD = 30
MOST_ACTION = 260
MARGIN = 24
NUMBERS = 44
"""Where actions begin."""
_TRACK = 40


@dataclass(frozen=True)
class Layout:
    """Where everything is: the lanes and tracks across, the lines down."""

    chart: Chart
    folded: Sequence[Fold]
    lines: Sequence[Line]
    sheet: tuple[int, int] | None = None
    """From which to before which of all lanes it shows, where not all fit on the paper."""

    @cached_property
    def all_lanes(self) -> list[int]:
        """The lanes that are drawn on any sheet: those that move, and the one that fails."""
        still = set(names.still(self.chart)) - {self.chart.failed}
        return [lane for lane in range(len(self.chart.lanes)) if lane not in still]

    @property
    def lanes(self) -> list[int]:
        """The lanes of this sheet."""
        return self.all_lanes[slice(*self.sheet)] if self.sheet else self.all_lanes

    @property
    def ends(self) -> bool:
        """Whether this is the last sheet, or the only one."""
        return self.sheet is None or self.sheet[1] >= len(self.all_lanes)

    @cached_property
    def tracks(self) -> list[int]:
        """The rows whose value changes; they are behind the last lane."""
        if not self.ends:
            return []
        return [row for row in range(len(self.chart.rows)) if len(values_of(self.chart, row)) > 1]

    @property
    def wide(self) -> bool:
        """Whether there is room for states in the lanes."""
        return len(self.all_lanes) <= WIDE_LANES

    @property
    def middle(self) -> float:
        """How far below the top of a line its bar is."""
        return 16 if self.wide else self.row / 2

    @property
    def row(self) -> float:
        """How high a step is."""
        return _TALL if self.wide else _FLAT

    @cached_property
    def left(self) -> float:
        """Where the lanes begin."""
        longest = max((draw.mono_width(step.action) for step in self.chart.steps), default=0.0)
        return NUMBERS + min(max(longest, 60.0), MOST_ACTION) + MARGIN

    @cached_property
    def heads(self) -> list[str]:
        """What stands above lanes and tracks."""
        lanes = [names.head(self.chart.lanes[lane]) for lane in self.lanes]
        return lanes + [self.chart.rows[row].name for row in self.tracks]

    @cached_property
    def step_width(self) -> float:
        """How far lanes are from each other."""
        if not self.wide:
            return _NARROW
        pills = [
            names.state(self.chart, branch.target, move.lane)
            for step in self.chart.steps
            for move in step.moves
            for branch in step.branches
        ]
        heads = [line for lane in self.all_lanes for line in names.two_lines(self.chart.lanes[lane])]
        longest = max(map(draw.mono_width, [*pills, *heads, *self.heads[len(self.lanes) :]]), default=0.0)
        return min(max(longest + 28, _LEAST_WIDTH), _MOST_WIDTH if len(self.all_lanes) > _FEW else 2 * _LEAST_WIDTH)

    @cached_property
    def top(self) -> float:
        """Where the lines begin."""
        if self.wide:
            return 56
        longest = max((draw.mono_width(slanted(head)) for head in self.heads), default=0.0)
        return 34 + longest * sin(_SLANT)

    def x(self, place: int) -> float:
        """The middle of a lane or, behind the lanes, of a track; by its place in the picture."""
        beyond = max(0, place - len(self.lanes))
        lanes = place - beyond
        return self.left + 8 + lanes * self.step_width + beyond * (self.step_width if self.wide else _TRACK)

    @cached_property
    def right(self) -> float:
        """Where lanes and tracks end."""
        count = len(self.heads)
        room = self.step_width - 16 if self.wide else 20
        if not self.wide and count:
            room = max(room, draw.mono_width(slanted(self.heads[-1])) * cos(_SLANT) + 8)
        return self.x(max(0, count - 1)) + room


def sheets(layout: Layout, room: float) -> list[Layout]:
    """The layout in sheets of lanes, alike in their number, none much wider than the room; one where all fit."""
    count = len(layout.all_lanes)
    fitting = max(1, int((room - layout.left - MARGIN) / layout.step_width))
    if layout.right <= room or count <= fitting:
        return [layout]
    size = ceil(count / ceil(count / fitting))
    return [replace(layout, sheet=(start, min(start + size, count))) for start in range(0, count, size)]


def layout_of(chart: Chart, fold: bool) -> Layout:
    """The layout of a run, with or without its repetitions."""
    folded = folds(chart) if fold else []
    return Layout(chart, folded, lines(len(chart.steps), folded))


def slanted(name: str) -> str:
    """A head that is not too long to be slanted."""
    return draw.cut(name, _LONGEST_HEAD * draw.CELL)


def values_of(chart: Chart, row: int) -> set[str]:
    """All values of a row."""
    return {position.values[row] for position in chart.positions}
