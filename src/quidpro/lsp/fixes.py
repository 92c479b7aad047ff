"""Quick fixes: what a message says to write instead, put where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_MEANT = re.compile(r"did you mean '([^']+)'\?")
_WRITTEN = re.compile(r"write (?:'(\S+)'|(\S+))")


@dataclass(frozen=True)
class Problem:
    """Something wrong with a text: where, what, and what to do about it."""

    severity: str
    message: str
    hint: str
    start: int
    end: int

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Problem:
        """One as a reader tells it."""
        return cls(**found)


@dataclass(frozen=True)
class Fix:
    """What to write instead of the text that a problem is about."""

    title: str
    start: int
    end: int
    new: str


def fix_of(problem: Problem, text: str) -> Fix | None:
    """The fix that the hint of a problem offers, where the message is about the very text that is marked."""
    old = text[problem.start : problem.end]
    meant = _MEANT.match(problem.hint) or _WRITTEN.fullmatch(problem.hint)
    if meant is None or not old.strip():
        return None
    if f"'{old}'" not in problem.message and not problem.message.startswith(f"{old} "):
        return None
    new = next(group for group in meant.groups() if group is not None)
    return Fix(f"write {new}", problem.start, problem.end, new)
