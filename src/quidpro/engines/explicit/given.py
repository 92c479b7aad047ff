"""Assumptions that the user gives: processes or properties of the model, or of files of their own, or LTSs.

``--assume FILE`` and ``--assume FILE:NAME`` read a file, ``--assume NAME`` takes a process or property of the model.
``A2=…`` or ``g2=…`` in front says which assumption of the rule is meant; without it they count from the first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic
from quidpro.core.words import one_line
from quidpro.frontend.files import world_of_file
from quidpro.frontend.load import load
from quidpro.frontend.model import Model, names_of
from quidpro.lts.lts import LTS

_NUMBERED = re.compile(r"[Ag](\d+)=(.*)", re.DOTALL)


def read_given(
    model: Model, wanted: Sequence[str | os.PathLike[str] | LTS], budget: Budget
) -> tuple[dict[int, LTS], list[Diagnostic]]:
    """The assumptions by their positions in the rule, from 0, and warnings about their files.

    What leads an assumption to ERROR is what it forbids.
    """
    found: dict[int, LTS] = {}
    warnings: list[Diagnostic] = []
    for position, one in enumerate(wanted):
        number, what = _numbered(one, position)
        if number in found or number < 0:
            raise UsageError(f"--assume {one}: " + ("they are counted from 1" if number < 0 else "it is given twice"))
        found[number] = what if isinstance(what, LTS) else _named(model, what, budget, warnings)
    return found, warnings


def _numbered(one: object, position: int) -> tuple[int, str | LTS]:
    """Which assumption of the rule is meant, from 0, and a text or an LTS."""
    if isinstance(one, LTS):
        return position, one
    if not isinstance(one, str | os.PathLike):
        raise UsageError(f"--assume takes a file, a name or an LTS, not {one_line(repr(one))}")
    text = os.fspath(one)
    numbered = _NUMBERED.fullmatch(text)
    return (int(numbered[1]) - 1, numbered[2]) if numbered else (position, text)


def file_of(word: str) -> str:
    """The file that a word of ``--assume`` is about, where it is about one."""
    numbered = _NUMBERED.fullmatch(word)
    return _place(numbered[2] if numbered else word)[0]


def _place(text: str) -> tuple[str, str]:
    """A file, and a name in it where one is said."""
    path, _, name = text.rpartition(":")
    return (path, name) if path and not Path(text).is_file() else (text, "")


def _named(model: Model, text: str, budget: Budget, warnings: list[Diagnostic]) -> LTS:
    """What a text stands for: something of the model, else a file, whose warnings are added."""
    if text in names_of(model.entries(), "process", "composite", "property"):
        return _lts(model, text, budget)
    path, name = _place(text)
    if not Path(path).is_file() and world_of_file(Path(path)) is None:
        known = one_line(", ".join(names_of(model.entries(), "process", "property")), 200)
        raise UsageError(f"--assume {text}: it is neither a file nor a process or property of {model.name} ({known})")
    other = load(path)
    lts = _lts(other, name or _only(other, path), budget)
    warnings += other.warnings
    return lts


def _only(model: Model, path: str) -> str:
    """The one thing that a file defines."""
    names = names_of(model.entries(), "process", "composite", "property")
    if not names:
        raise UsageError(f"--assume {path}: it defines no process and no property")
    if len(names) > 1:
        known = one_line(", ".join(names), 200)
        raise UsageError(f"--assume {path}: it defines {known}; say which with {path}:NAME")
    return names[0]


def _lts(model: Model, name: str, budget: Budget) -> LTS:
    """A process as it is, a property as its error LTS."""
    is_property = name in names_of(model.entries(), "property")
    return model.property(name, budget).lts if is_property else model.lts(name, budget)
