"""An LTS as plain text, state by state."""

from __future__ import annotations

from itertools import groupby

from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.lts.lts import LTS

__all__ = ["counted", "to_text"]


def to_text(lts: LTS) -> str:
    """Size and alphabet first, then the transitions of each state."""
    lts = shown(lts)
    lines = [
        f"{lts.name or 'LTS'}: {counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}",
        f"alphabet: {', '.join(lts.alphabet) or 'empty'}",
        f"initial: {_state(lts, lts.initial)}" + (f"   END: {_state(lts, lts.end)}" if lts.end >= 0 else ""),
        "",
    ]
    for state in range(lts.states):
        lines.extend(_row(lts, state))
    return "\n".join(lines) + "\n"


def _row(lts: LTS, state: int) -> list[str]:
    head = _state(lts, state)
    arrows = []
    for target, group in groupby(sorted(lts.successors(state), key=lambda s: s[1]), key=lambda s: s[1]):
        labels = " | ".join(lts.action(label) for label, _ in group)
        arrows.append(f"{labels} -> {_state(lts, target)}")
    if not arrows:
        arrows = ["END" if state == lts.end else "STOP"]
    return [f"{head}: {arrows[0]}", *(" " * (len(head) + 2) + arrow for arrow in arrows[1:])]


def _state(lts: LTS, state: int) -> str:
    name = lts.state_name(state)
    return name if state < 0 or name == str(state) else f"{state} {name}"
