"""The choices of a simulation in lines: what tells them apart stands first, and what goes wrong is marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import Any

from quidpro.animate.words import NOTHING_CHANGES, Line, fitted, short_state, squeezed, where
from quidpro.core.words import printable
from quidpro.report.chart.terminal import letter
from quidpro.stepping.protocol import Choice, Outcome
from quidpro.stepping.simulation import Simulation

_UNBROKEN = "\N{NO-BREAK SPACE}"
MAX_DETAIL = 4
"""Lines about the choice that is highlighted."""


@dataclass(frozen=True)
class Columns:
    """How a list of choices is laid out: the width of numbers and of actions, and what tells the choices apart."""

    number: int
    action: int
    differing: tuple[str, ...]

    @classmethod
    def of(cls, choices: Sequence[Choice], width: int) -> Columns:
        """For these choices in this width."""
        number = len(str(len(choices)))
        longest = max((len(printable(choice.action)) for choice in choices), default=0)
        beside = max((min(2 * len(choice.movers), 24) + len(_failing(choice)) for choice in choices), default=0)
        return cls(number, min(longest, max(12, width - number - 4 - beside)), varying(choices))


def _failing(choice: Choice) -> str:
    return f"  ✕ {', '.join(choice.errors)}" if choice.errors else ""


def choice_lines(simulation: Simulation[Any], choice: Choice, number: int, width: int, columns: Columns) -> list[Line]:
    """A choice with its number, who moves and what goes wrong; below it its outcomes, if there are several."""
    head: Line = [(f"{number:>{columns.number}}  ", "dim")]
    failing = _failing(choice)
    if not choice.action:
        left = width - columns.number - 2 - len(failing)
        told = fitted(_step_of_variables(simulation, choice, columns.differing), left)
        return [fitted([*head, *told, (failing, "bad")], width)]
    letters = " ".join(letter(simulation.components.index(name)) for name in choice.movers)
    look = "dim" if choice.action == "tau" else "bad" if choice.errors else "bold"
    action = f"{squeezed(choice.action, columns.action):<{columns.action}}  "
    lines = [fitted([*head, (action, look), (letters, "dim"), (failing, "bad")], width)]
    if len(choice.outcomes) > 1:
        indent = " " * (columns.number + 4)
        spans = ([(indent, ""), *outcome_spans(simulation, outcome)] for outcome in choice.outcomes)
        lines += [fitted(line, width) for line in spans]
    return lines


def varying(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The variables and inputs in which choices differ, those first in which neighbours differ most often."""
    effects = [_effects(choice) for choice in choices]
    differs: Counter[str] = Counter()
    for one, other in pairwise(effects):
        differs.update(name for name in {**one, **other} if one.get(name) != other.get(name))
    return tuple(name for name, _ in differs.most_common())


def _effects(choice: Choice) -> dict[str, str]:
    changes = {change.name: change.after for change in choice.outcomes[0].changes}
    return {**choice.inputs, **changes}


def _step_of_variables(simulation: Simulation[Any], choice: Choice, first: Sequence[str]) -> Line:
    """What a step reads and changes: first that in which it differs from other choices, even if it stays."""
    state, effects = simulation.state.values, _effects(choice)
    told = {name: effects.get(name) or state.get(name, "") for name in first}
    rest = {name: value for name, value in effects.items() if name not in first}
    look = "bad" if choice.errors else ""
    if not effects and not told:
        return [(NOTHING_CHANGES, look)]
    spans: Line = [(_assignments(told), look)] if told else []
    return [*spans, (f"{'  ·  ' if told and rest else ''}{_assignments(rest)}", "dim" if told else look)]


def _assignments(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def outcome_spans(simulation: Simulation[Any], outcome: Outcome) -> Line:
    """``3/4  A x=1``."""
    return [(f"{outcome.probability}  ", "bold"), (_changes(simulation, outcome), "")]


def _changes(simulation: Simulation[Any], outcome: Outcome) -> str:
    """What changes, components by their letters."""
    found = []
    for change in outcome.changes:
        if change.name in simulation.components:
            number = simulation.components.index(change.name)
            found.append(f"{letter(number)} {short_state(simulation.lanes[number], change.after)}")
        else:
            found.append(f"{change.name} = {change.after}")
    return ", ".join(found) or NOTHING_CHANGES


def detail_lines(simulation: Simulation[Any], choice: Choice, width: int) -> list[Line]:
    """Where the model says so, and what a choice changes."""
    lines: list[Line] = []
    if choice.places:
        lines.append(fitted([(where(choice.places), "dim")], width))
    if not choice.action:
        held = _assignments(_effects(choice)).replace(" = ", f"{_UNBROKEN}={_UNBROKEN}")
        every = wrap(held, width, max_lines=MAX_DETAIL, placeholder=" …")
        return [[(printable(line.replace(_UNBROKEN, " ")), "dim")] for line in every]
    if len(choice.action) > width - 8:
        lines.append(fitted([(choice.action, "dim")], width))
    if len(choice.outcomes) == 1:
        lines.append(fitted([("→ ", "dim"), (_changes(simulation, choice.outcomes[0]), "dim")], width))
    return lines
