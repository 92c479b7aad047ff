"""Refusing an input for all that is wrong with it, but not at any length."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source

_MOST_SHOWN = 10


def refuse(diagnostics: Iterable[Diagnostic]) -> None:
    """Complain, if there is anything to complain about; of many complaints the first ones are told."""
    found = list(diagnostics)
    rest = len(found) - _MOST_SHOWN
    if found:
        raise InputError([*found[:_MOST_SHOWN], *([Diagnostic(f"and {rest} more errors")] if rest > 0 else [])])


def refuse_text(source: Source, problems: Iterable[str]) -> None:
    """The same for complaints that tell their place themselves."""
    refuse(Diagnostic(problem, source) for problem in problems)
