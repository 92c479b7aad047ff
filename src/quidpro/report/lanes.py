"""A counterexample as lanes: one column per component, a shared action drawn across the lanes that take part.

When names and states fit the width they stand in the lanes. When they do not, lanes are called A, B, C … and
a legend says who is who. When even the states are too wide, each step is followed by its moves in words;
when there are too many lanes for the width, the words remain. Components that never move get no lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from textwrap import TextWrapper

from quidpro.lts.system import System
from quidpro.report.dot import shortened
from quidpro.report.paint import Painter
from quidpro.verdict.positions import step_position
from quidpro.verdict.types import Step, Trace

WIDTH = 80
_MOST_ACTION = 24
_NARROW = 3
_GAP = 2


@dataclass(frozen=True)
class Lane:
    """A component that moves: its index, the head of its column, and how wide that is."""

    component: int
    head: str
    width: int


@dataclass(frozen=True)
class Layout:
    """How the picture is divided: the width of the action column, and the lanes."""

    action: int
    lanes: tuple[Lane, ...]
    states_in_lanes: bool
    drawn: bool = True

    @property
    def width(self) -> int:
        """Columns that step numbers, actions and lanes take."""
        return self.margin + sum(lane.width for lane in self.lanes)

    @property
    def margin(self) -> int:
        """Columns before the first lane."""
        return 4 + self.action + _GAP


def draw_lanes(trace: Trace, system: System, painter: Painter) -> list[str]:
    """The picture, line by line, at most :data:`WIDTH` columns wide where names allow."""
    layout = _layout(trace, system)
    lines = [*_legend(layout, trace), *([_heads(layout, painter)] if layout.drawn else [])]
    if layout.states_in_lanes:
        lines.append(_states(layout, trace, system, 0, {lane.component for lane in layout.lanes}, painter))
    for i, step in enumerate(trace.steps):
        lines.extend(_step(layout, trace, system, i, step, painter))
    return [line.rstrip() for line in lines]


def _layout(trace: Trace, system: System) -> Layout:
    """The first that fits of: full names, letters with states, letters alone; else no lanes at all."""
    action = min(_MOST_ACTION, max((len(step.action) for step in trace.steps), default=0))
    moving = sorted({c for step in trace.steps for c in step.moves})
    named = [(c, trace.components[c]) for c in moving]
    lettered = [(c, _letter(i)) for i, c in enumerate(moving)]
    for heads in (named, lettered):
        lanes = tuple(Lane(c, head, _lane_width(c, head, trace, system)) for c, head in heads)
        if (layout := Layout(action, lanes, True)).width <= WIDTH:
            return layout
    marks = tuple(Lane(c, head, max(_NARROW, len(head) + 1)) for c, head in lettered)
    if (layout := Layout(action, marks, False)).width <= WIDTH:
        return layout
    return Layout(action, tuple(Lane(c, name, 0) for c, name in named), False, drawn=False)


def _lane_width(component: int, head: str, trace: Trace, system: System) -> int:
    lts = system.components[component].lts
    visited = {vector[component] for vector in trace.states}
    return max(len(head), *(len(lts.state_name(state)) for state in visited)) + _GAP


def _letter(i: int) -> str:
    return chr(ord("A") + i) if i < 26 else f"{_letter(i // 26 - 1)}{_letter(i % 26)}"


def _legend(layout: Layout, trace: Trace) -> list[str]:
    """Who the letters are, who never moves, and the actions that were cut."""
    named = [f"{lane.head} = {trace.components[lane.component]}" for lane in layout.lanes]
    lettered = any(lane.head != trace.components[lane.component] for lane in layout.lanes)
    moving = {lane.component for lane in layout.lanes}
    still = [name for c, name in enumerate(trace.components) if c not in moving]
    cut = sorted({step.action for step in trace.steps if len(step.action) > layout.action})
    lines = _folded("lanes: ", named if lettered else [])
    lines += _folded("never move: ", still)
    lines += [f"{shortened(action, layout.action)} = {shortened(action, 3 * WIDTH)}" for action in cut]
    return [*lines, ""] if lines else []


def _folded(head: str, words: Sequence[str]) -> list[str]:
    """The words in lines, none of them broken where it has spaces."""
    whole = ", ".join(word.replace(" ", "\xa0") for word in words)
    fill = TextWrapper(WIDTH, head, " " * len(head), break_long_words=False, break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in fill.wrap(whole)]


def _heads(layout: Layout, painter: Painter) -> str:
    heads = "".join(lane.head.ljust(lane.width) for lane in layout.lanes)
    return painter.bold(" " * layout.margin + heads.rstrip())


def _step(layout: Layout, trace: Trace, system: System, i: int, step: Step, painter: Painter) -> list[str]:
    where = _position(layout, step_position(system, step) or "")
    action = shortened(step.action, layout.action).ljust(layout.action)
    shown = painter.dim(action) if step.action == "tau" else painter.bold(action)
    line = f"{i + 1:>3} {shown}{' ' * _GAP}{_synchronisation(layout, step) if layout.drawn else ''}"
    if layout.states_in_lanes:
        after = _states(layout, trace, system, i + 1, set(step.moves), painter)
        if layout.width + len(where) <= WIDTH:
            return [line + painter.dim(where), after]
        return [line, after, *([" " * 6 + painter.dim(where)] if where else [])]
    words = [_move_in_words(layout, trace, system, i, c) for c in sorted(step.moves)]
    return [line, *_folded(" " * 6, [*words, where] if where else words)]


def _position(layout: Layout, where: str) -> str:
    """``file:line:col``, without the folder when only so it fits beside the lanes."""
    short = PurePath(where).name
    return short if layout.width + len(short) <= WIDTH < layout.width + len(where) else where


def _synchronisation(layout: Layout, step: Step) -> str:
    """``●`` for those who take part, a line between the outermost, ``│`` for the lanes that stand by."""
    taking = [k for k, lane in enumerate(layout.lanes) if lane.component in step.moves]
    first, last = taking[0], taking[-1]
    drawn = ""
    for k, lane in enumerate(layout.lanes):
        within = first <= k < last
        mark = "●" if k in taking else "┼" if first < k < last else "│"
        drawn += mark + ("─" if within else " ") * (lane.width - 1)
    return drawn


def _states(layout: Layout, trace: Trace, system: System, i: int, moved: set[int], painter: Painter) -> str:
    cells = []
    for lane in layout.lanes:
        state = trace.states[i][lane.component]
        name = system.components[lane.component].lts.state_name(state) if lane.component in moved else "│"
        cells.append(painter.error(name) + " " * (lane.width - len(name)) if state < 0 else name.ljust(lane.width))
    return " " * layout.margin + "".join(cells)


def _move_in_words(layout: Layout, trace: Trace, system: System, i: int, component: int) -> str:
    lts = system.components[component].lts
    head = next(lane.head for lane in layout.lanes if lane.component == component)
    before, after = (lts.state_name(trace.states[k][component]) for k in (i, i + 1))
    return f"{head}: {before} → {after}"
