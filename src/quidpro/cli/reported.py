"""How ``quidpro check`` reports the verdicts of any world: the formats, the exit code, a note on all of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from quidpro.cli.exits import EXIT_OF
from quidpro.cli.output import shows_colour, text_width
from quidpro.core.source import Diagnostic
from quidpro.report.facts import WIDTH
from quidpro.verdict.probabilistic import ProbVerdict
from quidpro.verdict.ranking import decisive
from quidpro.verdict.symbolic import SymbolicVerdict
from quidpro.verdict.types import Verdict

Verdicts = Sequence[Verdict] | Sequence[SymbolicVerdict] | Sequence[ProbVerdict]
OneVerdict = TypeVar("OneVerdict", Verdict, SymbolicVerdict, ProbVerdict)
Render = Callable[[bool, bool, int], list[str]]
"""The texts of all verdicts; whether in colour, whether with the race, and how wide."""


def report(
    format: str,
    verdicts: Verdicts,
    fields: Callable[[], dict[str, Any]],
    render: Render,
    warnings: Sequence[Diagnostic],
    *,
    explain: bool,
) -> str:
    """The verdicts in the format that was asked for; ``fields`` is what JSON says of them."""
    if format == "json":
        from quidpro.verdict.certificate_json import indented

        return indented(fields())
    if format == "junit":
        from quidpro.report.junit import to_junit

        return to_junit(verdicts, render(False, False, WIDTH))
    texts = render(shows_colour(sys.stdout), explain, text_width())
    return "\n".join([*texts, *(warning.render() for warning in warnings)])


def noted(verdict: OneVerdict, note: str) -> OneVerdict:
    """A verdict with one more note."""
    return replace(verdict, notes=(*verdict.notes, note))


def exit_of(verdicts: Verdicts) -> int:
    """The exit code of the worst verdict."""
    return EXIT_OF[verdicts[decisive(verdicts)].outcome]
