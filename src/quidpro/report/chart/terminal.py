"""A run for the terminal, as lanes: one column per component, a shared action drawn across the lanes that take part.

When names and states fit the width they stand in the lanes. When they do not, lanes are called A, B, C … and
a legend says what they stand for. When even the states are too wide, each step is followed by its moves in words;
when there are too many lanes for the width, the words remain. Components that never move get no lane.

A lane tells the local states of its component. The automaton that an assertion is turned into has no states that mean
anything to a reader; its lane tells which fluents of the formula hold, after every step, as LTSA does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from textwrap import TextWrapper

from quidpro.report.graphviz import shortened
from quidpro.report.paint import Painter
from quidpro.verdict.chart import Asked, Chart, ChartStep

_NONE_HOLDS = "·"


@dataclass(frozen=True)
class Lane:
    """The words of a lane before the first step and after each; the steps, from 0, that it takes part in."""

    name: str
    states: tuple[str, ...]
    steps: frozenset[int]
    fails: bool = False
    """Whether its last state is an error."""
    standing: bool = False
    """Whether it says where it stands after every step, not only after its own."""

    def move(self, step: int) -> str:
        """What a step does to it, in words."""
        after = self.states[step + 1]
        return after if self.standing else f"{self.states[step]} → {after}"


def lanes_of(run: Chart) -> list[Lane]:
    """The lanes of all components that move, then those of formulas that are not components."""
    asked = {one.name: one for one in run.asked}
    names = [lane.whole or lane.name for lane in run.lanes]
    moving = sorted({move.lane for step in run.steps for move in step.moves})
    lanes = [_component(run, c, asked.get(names[c])) for c in moving]
    return lanes + [_alone(run, one) for one in run.asked if one.rows and one.name not in names]


def _component(run: Chart, c: int, asked: Asked | None) -> Lane:
    lane, local = run.lanes[c], [position.states[c] for position in run.positions]
    steps = frozenset(i for i, step in enumerate(run.steps) if any(move.lane == c for move in step.moves))
    fails = run.positions[-1].numbers[c] < 0
    if lane.kind != "property" or asked is None:
        return Lane(lane.whole or lane.name, tuple(local), steps, fails)
    holding = _holding(run, asked)
    if fails:
        holding[-1] = local[-1] if holding[-1] == _NONE_HOLDS else f"{local[-1]} ({holding[-1]})"
    return Lane(lane.whole or lane.name, tuple(holding), steps, fails, standing=bool(asked.rows))


def _alone(run: Chart, asked: Asked) -> Lane:
    steps = frozenset(i for i, step in enumerate(run.steps) if step.action in asked.actions)
    return Lane(asked.name, tuple(_holding(run, asked)), steps, standing=True)


def _holding(run: Chart, asked: Asked) -> list[str]:
    """The fluents of the formula that hold, at first and after every step."""
    return [
        ", ".join(run.rows[row].name for row in asked.rows if position.values[row] == "true") or _NONE_HOLDS
        for position in run.positions
    ]


_MIN_ACTION = 24
"""Actions are not cut to fewer letters than this to make room for lanes."""
_NUMBER = 4
_NARROW = 3
_GAP = 2
_INDENT = " " * 6


@dataclass(frozen=True)
class Column:
    """A lane, the head above it, and how wide it is."""

    lane: Lane
    head: str
    width: int


@dataclass(frozen=True)
class Layout:
    """How the picture is divided: the width of the action column, the lanes, and how much room there is in all."""

    action: int
    columns: tuple[Column, ...]
    room: int
    states_in_lanes: bool = False
    drawn: bool = True

    @property
    def width(self) -> int:
        """Columns that step numbers, actions and lanes take."""
        return self.margin + sum(column.width for column in self.columns)

    @property
    def margin(self) -> int:
        """Columns before the first lane."""
        return _NUMBER + self.action + _GAP


def draw_lanes(chart: Chart, painter: Painter, width: int, first: int = 0, last: int | None = None) -> list[str]:
    """The steps of a run from the first to before the last, line by line, at most ``width`` columns where names allow.

    They are numbered from 1.
    """
    end = len(chart.steps) if last is None else last
    run = replace(chart, positions=chart.positions[first : end + 1], steps=chart.steps[first:end])
    layout = _layout(lanes_of(run), [step.action for step in run.steps], width)
    lines = [*_legend(layout, run), *([_heads(layout, painter)] if layout.drawn else [])]
    if layout.states_in_lanes:
        lines.append(_states(layout, 0, painter))
    for i, step in enumerate(run.steps):
        lines.extend(_step(layout, i, step, _place(run, step), painter))
    return [line.rstrip() for line in lines]


def _place(run: Chart, step: ChartStep) -> str:
    """``file:line:col``, the first that is known among those who move, processes before properties."""
    moves = sorted(step.moves, key=lambda move: (run.lanes[move.lane].kind == "property", move.lane))
    places = (move.place for move in moves if move.place is not None)
    return next((f"{place.file}:{place.line}:{place.column}" for place in places), "")


def _layout(lanes: Sequence[Lane], actions: Sequence[str], width: int) -> Layout:
    """The first that fits of: full names, letters with states, letters alone; else no lanes at all."""
    longest = max(map(len, actions), default=0)
    named = [(lane, lane.name) for lane in lanes]
    lettered = [(lane, letter(i)) for i, lane in enumerate(lanes)]
    for heads in (named, lettered):
        columns = tuple(Column(lane, head, max(map(len, (head, *lane.states))) + _GAP) for lane, head in heads)
        if (action := _action_width(columns, longest, width)) is not None:
            return Layout(action, columns, width, states_in_lanes=True)
    columns = tuple(Column(lane, head, max(_NARROW, len(head) + 1)) for lane, head in lettered)
    if (action := _action_width(columns, longest, width)) is not None:
        return Layout(action, columns, width)
    columns = tuple(Column(lane, name, 0) for lane, name in named)
    return Layout(min(longest, width - _NUMBER), columns, width, drawn=False)


def _action_width(columns: Sequence[Column], longest: int, width: int) -> int | None:
    """Room for the actions beside the lanes: for all of the longest if possible, None when there is too little."""
    room = width - _NUMBER - _GAP - sum(column.width for column in columns)
    return min(longest, room) if room >= min(longest, _MIN_ACTION) else None


def letter(i: int) -> str:
    """``A``, ``B``, …, ``Z``, ``AA``, …"""
    return chr(ord("A") + i) if i < 26 else f"{letter(i // 26 - 1)}{letter(i % 26)}"


def _legend(layout: Layout, run: Chart) -> list[str]:
    """What the letters stand for, what never moves, and the actions that were cut."""
    named = [f"{column.head} = {column.lane.name}" for column in layout.columns]
    lettered = any(column.head != column.lane.name for column in layout.columns)
    moving = {move.lane for step in run.steps for move in step.moves}
    still = [lane.whole or lane.name for c, lane in enumerate(run.lanes) if c not in moving]
    cut = sorted({step.action for step in run.steps if len(step.action) > layout.action})
    lines = _fold(layout, "lanes: ", named if lettered else [])
    lines += _fold(layout, "never move: ", still)
    lines += [f"{shortened(action, layout.action)} = {shortened(action, 3 * layout.room)}" for action in cut]
    return [*lines, ""] if lines else []


def _fold(layout: Layout, head: str, words: Sequence[str]) -> list[str]:
    """The words in lines, none of them broken where it has spaces."""
    whole = ", ".join(word.replace(" ", "\xa0") for word in words)
    fill = TextWrapper(layout.room, head, " " * len(head), break_long_words=False, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in fill.wrap(whole)]


def _heads(layout: Layout, painter: Painter) -> str:
    heads = "".join(column.head.ljust(column.width) for column in layout.columns)
    return painter.bold(" " * layout.margin + heads.rstrip())


def _step(layout: Layout, i: int, step: ChartStep, position: str, painter: Painter) -> list[str]:
    where = _position(layout, position)
    action = shortened(step.action, layout.action).ljust(layout.action)
    shown = painter.dim(action) if step.action == "tau" else painter.bold(action)
    line = f"{i + 1:>{_NUMBER - 1}} {shown}{' ' * _GAP}{_synchronisation(layout, i) if layout.drawn else ''}"
    if layout.states_in_lanes:
        after = _states(layout, i + 1, painter)
        if layout.width + len(where) <= layout.room:
            return [line + painter.dim(where), after]
        return [line, after, *([_INDENT + painter.dim(where)] if where else [])]
    words = [f"{c.head}: {c.lane.move(i)}" for c in layout.columns if i in c.lane.steps or c.lane.standing]
    return [line, *_fold(layout, _INDENT, [*words, where] if where else words)]


def _position(layout: Layout, where: str) -> str:
    """``file:line:col``, without the folder if it fits beside the lanes only then."""
    short = PurePath(where).name
    return short if layout.width + len(short) <= layout.room < layout.width + len(where) else where


def _synchronisation(layout: Layout, i: int) -> str:
    """``●`` for the lanes that take part, a line between the outermost, ``│`` for the lanes that stand by."""
    taking = [k for k, column in enumerate(layout.columns) if i in column.lane.steps]
    first, last = taking[0], taking[-1]
    drawn = ""
    for k, column in enumerate(layout.columns):
        within = first <= k < last
        mark = "●" if k in taking else "┼" if first < k < last else "│"
        drawn += mark + ("─" if within else " ") * (column.width - 1)
    return drawn


def _states(layout: Layout, i: int, painter: Painter) -> str:
    """Where the lanes stand after ``i`` steps; those that took no part in the last one need not say it again."""
    cells = []
    for column in layout.columns:
        lane = column.lane
        shown = i == 0 or i - 1 in lane.steps or lane.standing
        cell = lane.states[i] if shown else "│"
        failed = lane.fails and i == len(lane.states) - 1
        cells.append((painter.error(cell) if failed and shown else cell) + " " * (column.width - len(cell)))
    return " " * layout.margin + "".join(cells)
