"""The history of a simulation in lines: a lane for each component that moves, a line for each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from quidpro.animate.words import NOTHING_CHANGES, Line, fitted, short_state, squeezed
from quidpro.core.words import printable
from quidpro.report.chart.terminal import letter
from quidpro.stepping.simulation import Simulation
from quidpro.verdict.chart import Chart, ChartStep, Wait

MAX_WAITING = 12
"""Of so many it is told what they wait for."""
_LANE = 2
"""Columns of a lane."""
_MIN_WORDS = 16
"""So much room there is at least for what changes, beside the lanes."""


def waiting_lines(simulation: Simulation[Any], width: int) -> list[Line]:
    """At a deadlock the circle of those who wait for each other, and for what; without a circle, all who wait."""
    chart = simulation.chart()
    if not chart.waiting:
        return []
    circle = list(zip(chart.cycle, (*chart.cycle[1:], *chart.cycle[:1]), strict=True))
    waits = [wait for lane, other in circle if (wait := _wait_for(chart, lane, other)) is not None]
    found: list[Line] = [[("in a circle:", "bad")]] if waits else []
    for wait in (waits or chart.waiting)[:MAX_WAITING]:
        missing = " ".join(map(letter, wait.missing)) or "others"
        words = f"{letter(wait.lane)} waits to do {wait.action}, {missing} cannot now"
        found.append(fitted([("  ", ""), (words, "bad" if waits else "dim")], width))
    return found


def _wait_for(chart: Chart, lane: int, other: int) -> Wait | None:
    return next((wait for wait in chart.waiting if wait.lane == lane and other in wait.missing), None)


def history_head(simulation: Simulation[Any], width: int) -> Line:
    """The letters above the lanes; without lanes, what stands below."""
    if not simulation.components:
        return [("     what changed", "dim")] if simulation.length else []
    layout = _lanes(simulation.chart(), width)
    return [(f"{'':{7 + layout.action}}{''.join(f'{letter(lane):<{_LANE}}' for lane in layout.lanes)}", "dim")]


@dataclass(frozen=True)
class _Lanes:
    """The lanes that are drawn, and how wide the actions are."""

    action: int
    moving: tuple[int, ...]
    lanes: tuple[int, ...]


def _lanes(chart: Chart, width: int) -> _Lanes:
    """The components that move; no lanes where there is no room for them."""
    moving = tuple(sorted({move.lane for step in chart.steps for move in step.moves}))
    action = min(max((len(printable(step.action)) for step in chart.steps), default=0), 28)
    return _Lanes(action, moving, moving if 6 + action + _LANE * len(moving) + _MIN_WORDS <= width else ())


def history_lines(simulation: Simulation[Any], width: int) -> list[Line]:
    """The steps so far: number, action, a lane for each component that moves, and what changed."""
    chart = simulation.chart()
    if not chart.lanes:
        return [fitted(_changed_values(chart, i), width) for i in range(len(chart.steps))]
    layout = _lanes(chart, width)
    found = []
    for i, step in enumerate(chart.steps):
        look = "dim" if step.action == "tau" else "bold"
        line: Line = [(f"{i + 1:>4} ", "dim"), (f"{squeezed(step.action, layout.action):<{layout.action}}  ", look)]
        found.append(
            fitted([*line, *_synchronised(step, layout.lanes), *_step_changes(chart, i, layout.moving)], width)
        )
    return found


def _synchronised(step: ChartStep, lanes: Sequence[int]) -> Line:
    """``●─┼─●`` across the lanes that take part, ``│`` for those that stand by."""
    taking = [k for k, lane in enumerate(lanes) if any(move.lane == lane for move in step.moves)]
    cells: Line = []
    for k in range(len(lanes)):
        within = taking[0] <= k < taking[-1]
        mark = "●" if k in taking else "┼" if within and k > taking[0] else "│"
        bar = ("─" if within else " ") * (_LANE - 1)
        cells.append((mark + bar, "accent" if k in taking or within else "faint"))
    return cells


def _step_changes(chart: Chart, i: int, lanes: Iterable[int]) -> Line:
    """What a step changed, and with which probability."""
    before, after = chart.positions[i], chart.positions[i + 1]
    probability = chart.steps[i].branches[0].probability
    spans: Line = [(f" {probability} ", "bold")] if probability not in (None, 1) else [(" ", "")]
    for lane in lanes:
        if before.states[lane] != after.states[lane]:
            bad = after.numbers[lane] < 0
            words = f"{letter(lane)} {short_state(chart.lanes[lane], after.states[lane])}"
            spans.append((f"{words}  ", "bad" if bad else "dim"))
    return spans


def _changed_values(chart: Chart, i: int) -> Line:
    """What a step of a machine read and changed."""
    before, after = chart.positions[i], chart.positions[i + 1]
    rows = list(zip(chart.rows, before.values, after.values, strict=True))
    inputs = ", ".join(f"{row.name} = {old}" for row, old, _ in rows if row.kind == "input")
    changes = ", ".join(f"{row.name} = {new}" for row, old, new in rows if row.kind != "input" and old != new)
    read: Line = [(f"{inputs}  →  ", "dim")] if inputs else []
    return [(f"{i + 1:>4} ", "dim"), *read, (changes or NOTHING_CHANGES, "")]
