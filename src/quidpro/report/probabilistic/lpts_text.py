"""An LPTS as plain text, state by state, every probability exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from quidpro.core.shown import shown
from quidpro.lpts.lpts import LPTS
from quidpro.report.text import counted


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
