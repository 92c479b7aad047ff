"""The formats in which an LPTS can be written, by name.

Plain text goes state by state, with every probability exact. In a drawing a transition that tosses a coin goes through
a small dot to its outcomes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.frontend.lpts_json import write_lpts_json
from quidpro.lpts.lpts import LPTS
from quidpro.report.graphviz import STOPPED, drawing, drawn, quoted, reject_unreadable, shortened, stacked

_MAX_NAME = 24
MARKED = 'fillcolor="#fde0dc", color="#a32020"'
"""How a state with marks looks."""
SPACING = "nodesep=0.3; ranksep=0.45"
_DOT = 'shape=point, width=0.07, color="#444444", fillcolor="#444444"'


def lpts_text(lpts: LPTS) -> str:
    """Size and alphabet first, then the transitions of each state."""
    lpts = shown(lpts)
    lines = [
        f"{lpts.name or 'LPTS'}: {counted(lpts.states, 'state')}, {counted(lpts.transitions, 'transition')}",
        f"alphabet: {', '.join(lpts.alphabet) or 'empty'}",
        f"initial: {_state(lpts, lpts.initial)}",
        "",
        *rows_of(lpts),
    ]
    return "\n".join(lines) + "\n"


def rows_of(lpts: LPTS) -> list[str]:
    """A line for each transition, and for each state without one."""
    lines: list[str] = []
    for state, moves in enumerate(lpts.moves):
        marks = "".join(f' "{mark}"' for mark in sorted(lpts.marks_of(state)))
        head = _state(lpts, state) + marks
        arrows = [
            f"{lpts.alphabet[label]} -> {_outcomes(lpts, lpts.distributions.probabilities(number))}"
            for label, number in moves
        ]
        lines.append(f"{head}: {arrows[0] if arrows else 'STOP'}")
        lines += [" " * (len(head) + 2) + arrow for arrow in arrows[1:]]
    return lines


def _outcomes(lpts: LPTS, probabilities: Mapping[int, Fraction]) -> str:
    """``1/10: 3 + 9/10: 4``, or the one state that is sure."""
    if len(probabilities) == 1:
        return _state(lpts, next(iter(probabilities)))
    return " + ".join(f"{probability}: {_state(lpts, state)}" for state, probability in probabilities.items())


def _state(lpts: LPTS, state: int) -> str:
    name = lpts.state_name(state)
    return name if name == str(state) else f"{state} ({name})"


def lpts_dot(lpts: LPTS, *, stops: bool = True) -> str:
    """The DOT text of an LPTS; states with marks are red, and tell them; those that stop are marked where it matters.

    In a tree it does not: every leaf stops.
    """
    lpts = shown(lpts)
    nodes = [_node(lpts, state, stops and not lpts.moves_of(state)) for state in range(lpts.states)]
    return drawing(quoted(lpts.name or "LPTS"), [*nodes, *_transitions(lpts)], lpts.initial, SPACING)


def _node(lpts: LPTS, state: int, stopped: bool) -> str:
    name, marks = lpts.state_name(state), sorted(lpts.marks_of(state))
    label = "\n".join([shortened(name, _MAX_NAME), *(f"“{mark}”" for mark in marks), *(["STOP"] if stopped else [])])
    settings = [f"label={quoted(label)}"]
    if len(label) > 3:
        settings.append('shape=box, style="filled,rounded", margin="0.1,0.04"')
    if stopped:
        settings.append(STOPPED)
    if marks:
        settings.append(MARKED)
    if state == lpts.initial:
        settings.append("penwidth=2.2" + ("" if marks or stopped else ', fillcolor="#d3e5f8"'))
    return f"  {state} [{', '.join(settings)}];"


def _transitions(lpts: LPTS) -> Iterator[str]:
    """Sure steps to the same state are one arrow; others get a dot each."""
    sure: dict[tuple[int, int], list[str]] = {}
    for number, (source, action, outcomes) in enumerate(lpts.triples()):
        if len(outcomes) == 1:
            sure.setdefault((source, next(iter(outcomes))), []).append(action)
        else:
            yield f"  d{number} [{_DOT}];"
            yield f"  {source} -> d{number} [label={quoted(f' {shortened(action, 28)} ')}, arrowhead=none];"
            for target, probability in outcomes.items():
                yield f"  d{number} -> {target} [{likely(probability)}];"
    for (source, target), actions in sure.items():
        yield f"  {source} -> {target} [label={quoted(stacked(actions))}];"


def likely(probability: Fraction) -> str:
    """How an edge looks that is taken with a probability."""
    return f'label={quoted(f" {probability} ")}, style=dashed, color="#35618e", fontcolor="#35618e"'


FORMATS = ("text", "json", "dot", "svg")


def render_lpts(lpts: LPTS, format: str, budget: Budget | None = None) -> str:
    """The LPTS as text in a format."""
    if format == "json":
        return write_lpts_json(lpts)
    if format == "dot":
        return lpts_dot(lpts)
    if format == "svg":
        from quidpro.report.automata.draw import automaton_svg
        from quidpro.report.probabilistic.automaton import automaton_of

        found = automaton_svg(automaton_of(shown(lpts)), budget or Budget(), standalone=True)
        if found.svg:
            return f"{found.svg}\n"
        reject_unreadable(lpts.states, lambda: lpts.transitions, "show one of its modules")
        return drawn(lpts_dot(lpts), budget)
    if format == "text":
        return lpts_text(lpts)
    raise UsageError(f"the format {format} has no place for probabilities; known are {', '.join(FORMATS)}")
