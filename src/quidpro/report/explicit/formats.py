"""The formats in which an LTS can be written, by name; plain text, state by state, is one of them.

FSP has one local process per state, so that compiling the text gives the LTS again. Silent steps become a fresh action
that is hidden at the end. Parts of a label that are numbers are written in brackets (``a.1`` is ``a[1]``). What FSP
cannot spell is mangled: letters, digits and single underscores stay, every other character becomes ``_`` and its code
in hexadecimal; a comment at the top of the text says which action is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import groupby

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.frontend.aut import aut_losses, write_aut
from quidpro.frontend.fsp.lexer import KEYWORDS
from quidpro.frontend.lts_json import write_lts_json
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
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


_IDENTIFIER = re.compile(r"[a-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_SPECIAL = re.compile(r"[^A-Za-z0-9]")


def to_fsp(lts: LTS, name: str) -> str:
    """FSP text that defines the LTS as the process ``name`` (made a legal process name if it is not one)."""
    process = process_name(name)
    spelling = _spellings(lts)
    silent = _fresh(set(spelling.values()) | set(lts.alphabet))
    locals_ = {state: process if state == lts.initial else f"S{state}" for state in range(lts.states)}
    order = [lts.initial, *(state for state in range(lts.states) if state != lts.initial)]
    bodies = [f"{locals_[state]} = {_body(lts, state, locals_, spelling, silent)}" for state in order]
    return _comments(spelling) + ",\n".join(bodies) + _tail(lts, spelling, silent) + ".\n"


def fsp_losses(lts: LTS) -> list[str]:
    """What compiling the FSP text does not give back exactly, in words."""
    losses = []
    mangled = [action for action in lts.alphabet if _spell(action) is None]
    if mangled:
        losses.append(f"actions that FSP cannot spell are renamed: {', '.join(mangled[:8])}")
    out = np.diff(lts.row)
    if lts.end >= 0 and out[lts.end] > 0:
        losses.append(f"END (state {lts.end}) has transitions, which FSP cannot say: it becomes an ordinary state")
    return losses


def process_name(name: str) -> str:
    """A name that FSP takes for a process: capital first, then letters, digits and underscores."""
    legal = re.sub(r"[^A-Za-z0-9_]", "_", name) or "P"
    legal = legal if legal[0].isalpha() else f"P_{legal}"
    legal = legal[0].upper() + legal[1:]
    clashes = re.fullmatch(r"S[0-9]+|STOP|END|ERROR|[XUW]", legal)
    return f"P_{legal}" if clashes else legal


def _body(lts: LTS, state: int, names: Mapping[int, str], spelling: Mapping[str, str], silent: str) -> str:
    choices = []
    for label, target in lts.successors(state):
        action = silent if label == TAU else spelling[lts.action(label)]
        choices.append(f"{action} -> {'ERROR' if target == ERROR else names[target]}")
    if not choices:
        return _halt(lts, state, silent)
    return "(" + "\n    | ".join(choices) + ")"


def _halt(lts: LTS, state: int, silent: str) -> str:
    """END or STOP. FSP has only one STOP: a choice that is never offered keeps further ones apart from it."""
    if state == lts.end:
        return "END"
    stopped = [other for other in np.flatnonzero(np.diff(lts.row) == 0).tolist() if other != lts.end]
    return "STOP" if state == stopped[0] else f"(when (0) {silent} -> STOP)"


def _tail(lts: LTS, spelling: Mapping[str, str], silent: str) -> str:
    used = set(np.unique(lts.label).tolist())
    unused = [spelling[action] for action in lts.alphabet if lts.labels[action] not in used]
    extension = f"\n  +{{{', '.join(unused)}}}" if unused else ""
    return extension + (f"\n  \\{{{silent}}}" if TAU in used else "")


def _comments(spelling: Mapping[str, str]) -> str:
    mangled = [(action, text) for action, text in spelling.items() if _spell(action) is None]
    return "".join(f"// {text} is {action!r}\n" for action, text in mangled)


def _spellings(lts: LTS) -> dict[str, str]:
    """FSP's spelling of every action, all different."""
    plain = {action: _spell(action) for action in lts.alphabet}
    taken = {text for text in plain.values() if text is not None}
    found: dict[str, str] = {}
    for action, text in plain.items():
        if text is None:
            text = _mangle(action)
            while text in taken:
                text += "_"
            taken.add(text)
        found[action] = text
    return found


def _spell(action: str) -> str | None:
    """The label as FSP writes it, or None when it cannot."""
    parts = action.split(".")
    words = [_part(part, first=i == 0) for i, part in enumerate(parts)]
    return None if None in words else "".join(word for word in words if word is not None)


def _part(part: str, *, first: bool) -> str | None:
    if _NUMBER.fullmatch(part):
        return f"[{part}]"
    if _IDENTIFIER.fullmatch(part) and part not in KEYWORDS and part != TAU_NAME:
        return part if first else f".{part}"
    return None


def _mangle(action: str) -> str:
    text = _SPECIAL.sub(lambda m: "_" if m[0] == "_" else f"_{ord(m[0]):x}", action)
    return f"m_{text}"


def _fresh(taken: set[str]) -> str:
    name = "_tau"
    while any(text == name or text.startswith((f"{name}.", f"{name}[")) for text in taken):
        name += "_"
    return name


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
    if format == "svg":
        return to_svg(lts.named(name), budget)
    if format not in FORMATS:
        raise UsageError(f"there is no format {format!r}; known are {', '.join(FORMATS)}")
    return _TEXTS[format](lts, name)


def losses(lts: LTS, format: str) -> list[str]:
    """What the format cannot hold of this LTS, in words; pictures and texts are for the eye and lose nothing
    here.
    """
    return {"aut": aut_losses, "fsp": fsp_losses}.get(format, lambda _: [])(lts)
