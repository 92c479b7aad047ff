"""A simulation as text, for pipes: where it began, a line for each step, where it is, and what can happen."""

from __future__ import annotations

from typing import Any

from quidpro.animate.choices import Columns, choice_lines
from quidpro.animate.history import history_head, history_lines, waiting_lines
from quidpro.animate.words import Line, ending, fitted, part_lines, plain, title_line
from quidpro.core.words import counted
from quidpro.report.paint import Painter
from quidpro.stepping.simulation import Simulation

MAX_CHOICES = 30
"""So many choices are listed."""


def to_text(simulation: Simulation[Any], width: int, *, color: bool = False) -> str:
    """The whole of it: the steps, the state that they lead to, and the choices there."""
    lines: list[Line] = [title_line(simulation, width)]
    steps = history_lines(simulation, width)
    lines += [[], history_head(simulation, width), *steps] if steps else []
    lines += [[], *part_lines(simulation, width), []]
    said = ending(simulation.state)
    lines += [said, *waiting_lines(simulation, width)] if said else []
    lines += _choices(simulation, width)
    return "\n".join(_painted(fitted(line, width), Painter(color)) for line in lines) + "\n"


def _choices(simulation: Simulation[Any], width: int) -> list[Line]:
    choices, total = simulation.choices[:MAX_CHOICES], simulation.total
    if not total:
        return []
    head: Line = [("enabled" if simulation.components else counted(total, "choice"), "dim")]
    columns, numbered = Columns.of(choices, width), enumerate(choices, 1)
    found = [line for i, choice in numbered for line in choice_lines(simulation, choice, i, width, columns)]
    more: list[Line] = [[(f"… and {total - len(choices):,} more", "dim")]] if total > len(choices) else []
    return [head, *found, *more]


_LOOKS = {"bold": Painter.bold, "dim": Painter.dim, "bad": Painter.error, "accent": Painter.bold, "faint": Painter.dim}


def _painted(line: Line, painter: Painter) -> str:
    if not painter.color:
        return plain(line)
    return "".join(_LOOKS[look](painter, text) if look in _LOOKS else text for text, look in line).rstrip()
