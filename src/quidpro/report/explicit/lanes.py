"""A counterexample as lanes: one column per component, a shared action drawn across the lanes that take part.

When names and states fit the width they stand in the lanes. When they do not, lanes are called A, B, C … and
a legend says what they stand for. When even the states are too wide, each step is followed by its moves in words;
when there are too many lanes for the width, the words remain. Components that never move get no lane.

A lane tells the local states of its component. The automaton that an assertion is turned into has no states that mean
anything to a reader; its lane tells which fluents of the formula hold, after every step, as LTSA does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from textwrap import TextWrapper

from quidpro.logic.ltl import Assertion, Normal, actions_of, fluents
from quidpro.lts.lts import ERROR
from quidpro.lts.system import System
from quidpro.report.graphviz import shortened
from quidpro.report.paint import Painter
from quidpro.verdict.explicit.evidence import Step, Trace
from quidpro.verdict.explicit.waiting import step_position

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


def lanes_of(trace: Trace, system: System, before: Sequence[str] = ()) -> list[Lane]:
    """The lanes of all components that move, then those of assertions that are not components.

    ``before`` are the actions that lead to the first state, when the trace is the loop of a longer run.
    """
    assertions = {assertion.name: assertion for assertion in system.assertions}
    moving = sorted({c for step in trace.steps for c in step.moves})
    lanes = [_component(trace, system, c, assertions, before) for c in moving]
    alone = [assertions[name] for name in assertions if name not in trace.components]
    return lanes + [_alone(trace, assertion, before) for assertion in alone if fluents(assertion.formula)]


def _component(trace: Trace, system: System, c: int, assertions: dict[str, Assertion], before: Sequence[str]) -> Lane:
    component = system.components[c]
    local = [vector[c] for vector in trace.states]
    steps = frozenset(i for i, step in enumerate(trace.steps) if c in step.moves)
    fails = local[-1] == ERROR
    if not component.is_property or component.name not in assertions:
        states = tuple(map(component.lts.state_name, local))
        return Lane(component.name, states, steps, fails)
    formula = assertions[component.name].formula
    holding = list(_holding(formula, trace, before))
    if fails:
        error = component.lts.state_name(ERROR)
        holding[-1] = error if holding[-1] == _NONE_HOLDS else f"{error} ({holding[-1]})"
    return Lane(component.name, tuple(holding), steps, fails, standing=bool(fluents(formula)))


def _alone(trace: Trace, assertion: Assertion, before: Sequence[str]) -> Lane:
    actions = actions_of(assertion.formula)
    steps = frozenset(i for i, step in enumerate(trace.steps) if step.action in actions)
    return Lane(assertion.name, tuple(_holding(assertion.formula, trace, before)), steps, standing=True)


def _holding(formula: Normal, trace: Trace, before: Sequence[str]) -> Iterator[str]:
    """The fluents of the formula that hold, at first and after every step of the trace."""
    values = {fluent: fluent.initially for fluent in fluents(formula)}
    actions = [None, *before, *trace.actions]
    for i, action in enumerate(actions):
        values = {fluent: fluent.after(action, held) for fluent, held in values.items()}
        if i >= len(before):
            yield ", ".join(sorted(fluent.name for fluent, held in values.items() if held)) or _NONE_HOLDS


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


def draw_lanes(trace: Trace, system: System, painter: Painter, width: int, before: Sequence[str] = ()) -> list[str]:
    """The picture, line by line, at most ``width`` columns wide where names allow.

    ``before`` are the actions that lead to the first state, when the trace is the loop of a longer run.
    """
    layout = _layout(lanes_of(trace, system, before), trace.actions, width)
    lines = [*_legend(layout, trace), *([_heads(layout, painter)] if layout.drawn else [])]
    if layout.states_in_lanes:
        lines.append(_states(layout, 0, painter))
    for i, step in enumerate(trace.steps):
        lines.extend(_step(layout, i, step, step_position(system, step) or "", painter))
    return [line.rstrip() for line in lines]


def _layout(lanes: Sequence[Lane], actions: Sequence[str], width: int) -> Layout:
    """The first that fits of: full names, letters with states, letters alone; else no lanes at all."""
    longest = max(map(len, actions), default=0)
    named = [(lane, lane.name) for lane in lanes]
    lettered = [(lane, _letter(i)) for i, lane in enumerate(lanes)]
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


def _letter(i: int) -> str:
    return chr(ord("A") + i) if i < 26 else f"{_letter(i // 26 - 1)}{_letter(i % 26)}"


def _legend(layout: Layout, trace: Trace) -> list[str]:
    """What the letters stand for, what never moves, and the actions that were cut."""
    named = [f"{column.head} = {column.lane.name}" for column in layout.columns]
    lettered = any(column.head != column.lane.name for column in layout.columns)
    moving = {c for step in trace.steps for c in step.moves}
    still = [name for c, name in enumerate(trace.components) if c not in moving]
    cut = sorted({action for action in trace.actions if len(action) > layout.action})
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


def _step(layout: Layout, i: int, step: Step, position: str, painter: Painter) -> list[str]:
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
