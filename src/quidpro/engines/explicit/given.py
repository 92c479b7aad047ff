"""Assumptions that the user gives: processes or properties of the model, or of files of their own, or LTSs.

``--assume FILE`` and ``--assume FILE:NAME`` read a file, ``--assume NAME`` takes a process or property of the model.
``A2=…`` or ``g2=…`` in front says which assumption of the rule is meant; without it they count from the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.files import world_of_file
from quidpro.frontend.load import load
from quidpro.frontend.model import Model, names_of
from quidpro.lts.lts import LTS

_NUMBERED = re.compile(r"[Ag](\d+)=(.*)", re.DOTALL)


def read_given(model: Model, wanted: Sequence[str | LTS], budget: Budget) -> dict[int, LTS]:
    """The assumptions by their positions in the rule, from 0, each as the LTS of the words that it allows."""
    found: dict[int, LTS] = {}
    for position, one in enumerate(wanted):
        number, text = position, one
        if isinstance(one, str) and (numbered := _NUMBERED.fullmatch(one)):
            number, text = int(numbered[1]) - 1, numbered[2]
        if number in found or number < 0:
            raise UsageError(f"--assume {one}: " + ("they are counted from 1" if number < 0 else "it is given twice"))
        found[number] = text if isinstance(text, LTS) else _named(model, text, budget)
    return found


def _named(model: Model, text: str, budget: Budget) -> LTS:
    """What a text stands for: something of the model, else a file."""
    if text in names_of(model.entries(), "process", "composite", "property"):
        return _lts(model, text, budget)
    path, _, name = text.rpartition(":")
    if not path or Path(text).is_file():
        path, name = text, ""
    if not Path(path).is_file() and world_of_file(Path(path)) is None:
        known = ", ".join(names_of(model.entries(), "process", "property"))
        raise UsageError(f"--assume {text}: it is neither a file nor a process or property of {model.name} ({known})")
    other = load(path)
    return _lts(other, name or _only(other, path), budget)


def _only(model: Model, path: str) -> str:
    """The one thing that a file defines."""
    names = names_of(model.entries(), "process", "composite", "property")
    if len(names) != 1:
        raise UsageError(f"--assume {path}: it defines {', '.join(names)}; say which with {path}:NAME")
    return names[0]


def _lts(model: Model, name: str, budget: Budget) -> LTS:
    """A process as it is, a property as its error LTS."""
    is_property = name in names_of(model.entries(), "property")
    return model.property(name, budget).lts if is_property else model.lts(name, budget)
