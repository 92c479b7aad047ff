"""What the terminal shows of a simulation, in lines of spans: with colours on a screen, without in a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

from quidpro.core.words import counted, printable
from quidpro.report.chart.terminal import letter
from quidpro.report.paint import cut
from quidpro.stepping.protocol import Snapshot
from quidpro.stepping.simulation import Simulation
from quidpro.verdict.chart import Lane, Place

Span = tuple[str, str]
"""A text, and how it looks: ``""``, ``bold``, ``dim``, ``faint``, ``bad``, ``accent``."""
Line = list[Span]
NOTHING_CHANGES = "(nothing changes)"
NAMELESS = "·"
"""A state of the automaton that a formula became: fluents tell what it sees."""
MAX_STATE = 40
"""Longer states are cut."""
_ENDS = {
    "error": "ERROR: nothing can follow",
    "deadlock": "deadlock: nothing can happen any more",
    "stop": "END: all that can end have ended",
}


def plain(line: Line) -> str:
    """A line without its looks."""
    return "".join(text for text, _ in line).rstrip()


def fitted(line: Line, width: int) -> Line:
    """A line, printable, cut where it is wider."""
    found: Line = []
    left = width
    for text, look in ((printable(text), look) for text, look in line):
        shown = cut(text, left) if left > 0 else ""
        found.append((shown, look))
        left -= len(text)
    return found


def squeezed(text: str, width: int) -> str:
    """The text, without its middle where it is wider: names that begin alike often end differently."""
    text = printable(text)
    if len(text) <= width:
        return text
    tail = (width - 1) // 2
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}"


def short_state(lane: Lane, state: str) -> str:
    """A state without the name of its process in front."""
    own = f"{lane.process or lane.name}."
    return squeezed(state.removeprefix(own), MAX_STATE) or NAMELESS


def where(places: Iterable[Place]) -> str:
    """``file:line:column, line:column``: each file once, without its folder."""
    found, file = [], ""
    for place in places:
        at = f"{place.line}:{place.column}"
        found.append(at if place.file == file else f"{PurePath(place.file).name}:{at}")
        file = place.file
    return ", ".join(found)


def title_line(simulation: Simulation[Any], width: int) -> Line:
    """What it is, and how many steps were taken."""
    return fitted([(simulation.title, "bold"), (f"  ·  {counted(simulation.length, 'step')}", "dim")], width)


def ending(state: Snapshot) -> Line | None:
    """What is to be said of a state: why nothing can follow, what is violated, that it was seen before."""
    if state.errors:
        return [(f"✕ {', '.join(state.errors)} {'is' if len(state.errors) == 1 else 'are'} violated", "bad")]
    if state.end:
        return [(f"{'✕' if state.end == 'deadlock' else '✓'} {_ENDS[state.end]}", "bad" if state.end != "stop" else "")]
    if state.seen is not None:
        return [(f"the same state as after step {state.seen}", "accent")]
    return None


def first_moved(simulation: Simulation[Any], width: int) -> int:
    """The line of the first part that the last step changed."""
    lines = part_lines(simulation, width)
    return next((i for i, line in enumerate(lines) if any(look == "accent" for _, look in line)), 0)


def part_lines(simulation: Simulation[Any], width: int) -> list[Line]:
    """Every component with its state, or every variable with its value; then fluents and marks."""
    state, moved = simulation.state, _moved(simulation)
    lines = list(_components(simulation, state, moved, width))
    if state.values:
        heading = "Fluents" if lines else ""
        lines += [[], [(heading, "dim")]] if heading else []
        lines += _values(simulation, state, moved, width)
    if state.marks:
        lines += [[], fitted([("holds  ", "dim"), (", ".join(state.marks), "accent")], width)]
    return lines or [[("no state is chosen yet", "dim")]]


def _moved(simulation: Simulation[Any]) -> frozenset[str]:
    """Who took part in the last step, and what changed by it."""
    last = simulation.last
    if last is None:
        return frozenset()
    return frozenset(last.choice.movers) | {change.name for change in last.choice.outcomes[last.outcome].changes}


def _components(simulation: Simulation[Any], state: Snapshot, moved: frozenset[str], width: int) -> Iterator[Line]:
    if not state.components:
        return
    head = len(letter(len(simulation.components) - 1))
    pairs = list(zip(simulation.lanes, state.components.values(), strict=True))
    room = width - head - 5
    widest = max(len(short_state(lane, here)) for lane, here in pairs)
    name_width = min(max(len(printable(name)) for name in simulation.components), max(room - widest, room // 2))
    enabled = {choice.action for choice in simulation.choices}
    for number, (name, lane) in enumerate(zip(simulation.components, simulation.lanes, strict=True)):
        here = state.components[name]
        look = "bad" if name in state.errors else "accent" if name in moved else ""
        dot = "○" if lane.kind == "property" else "●"
        yield fitted(
            [
                (f"{letter(number):>{head}} ", "dim"),
                (f"{dot} ", look),
                (f"{squeezed(name, name_width):<{name_width}}  ", ""),
                (squeezed(short_state(lane, here), room - name_width), look or "bold"),
            ],
            width,
        )
        if forbidden := state.forbids.get(name, ()):
            near = [action for action in forbidden if action in enabled]
            far = [action for action in forbidden if action not in enabled]
            said: Line = [(f"{', '.join(near)}{', ' if near and far else ''}", "bad"), (", ".join(far), "dim")]
            yield fitted([(f"{'':{head + 3}}forbids ", "dim"), *said], width)


def _values(simulation: Simulation[Any], state: Snapshot, moved: frozenset[str], width: int) -> Iterator[Line]:
    name_width = min(max(len(printable(name)) for name in state.values), max(12, width * 2 // 3))
    distances = {row.name: row.distance for row in simulation.rows}
    for name, value in state.values.items():
        look = "accent" if name in moved else "bold" if distances.get(name) == 0 else ""
        yield fitted([(f"{squeezed(name, name_width):<{name_width}}  ", "" if look else "dim"), (value, look)], width)
