"""The formats in which an LTS can be written, by name; plain text, state by state, is one of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.frontend.aut import aut_losses, write_aut
from quidpro.frontend.lts_json import write_lts_json
from quidpro.lts.lts import LTS
from quidpro.report.explicit.fsp import fsp_losses, to_fsp
from quidpro.report.explicit.pictures import to_dot, to_svg


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


_TEXTS: dict[str, Callable[[LTS, str], str]] = {
    "aut": lambda lts, name: write_aut(lts),
    "dot": lambda lts, name: to_dot(lts.named(name)),
    "json": lambda lts, name: write_lts_json(lts.named(name)),
    "fsp": to_fsp,
    "text": lambda lts, name: to_text(lts.named(name)),
}
FORMATS = (*_TEXTS, "svg")


def render_lts(lts: LTS, format: str, name: str, budget: Budget | None = None) -> str:
    """The LTS, under that name, as text in a format; a picture takes time, and the budget says how much."""
    budget = budget or Budget()
    if format == "svg":
        return to_svg(lts.named(name), budget=budget)
    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; known are {', '.join(FORMATS)}")
    return _TEXTS[format](lts, name)


def losses(lts: LTS, format: str) -> list[str]:
    """What the format cannot hold of this LTS, in words; pictures and texts are for the eye and lose nothing
    here.
    """
    return {"aut": aut_losses, "fsp": fsp_losses}.get(format, lambda _: [])(lts)
