"""The formats in which an LPTS can be written, and a tree drawn, by name.

Plain text goes state by state, with every probability exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.frontend.lpts_json import write_lpts_json
from quidpro.lpts.lpts import LPTS
from quidpro.report.graphviz import drawn, reject_unreadable
from quidpro.report.probabilistic.dot import lpts_dot, tree_dot
from quidpro.verdict.probabilistic.evidence import ProbTree


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


FORMATS = ("text", "json", "dot", "svg")
MOST_NODES = 500


def render_lpts(lpts: LPTS, format: str, budget: Budget | None = None) -> str:
    """The LPTS as text in a format."""
    budget = budget or Budget()
    if format == "json":
        return write_lpts_json(lpts)
    if format == "dot":
        return lpts_dot(lpts)
    if format == "svg":
        return _picture(lpts, budget)
    if format == "text":
        return lpts_text(lpts)
    raise UsageError(f"the format {format} has no place for probabilities; known are {', '.join(FORMATS)}")


def _picture(lpts: LPTS, budget: Budget) -> str:
    reject_unreadable(lpts.states, lambda: lpts.transitions, "show one of its modules")
    return drawn(lpts_dot(lpts), budget)


def draw(tree: ProbTree, format: str, budget: Budget | None = None) -> str:
    """The tree as a picture, or as DOT."""
    budget = budget or Budget()
    if format == "dot":
        return tree_dot(tree)
    if len(tree.nodes) > MOST_NODES:
        raise UsageError(f"{len(tree.nodes)} nodes make no readable picture (at most {MOST_NODES}); write a .dot file")
    return drawn(tree_dot(tree), budget)
