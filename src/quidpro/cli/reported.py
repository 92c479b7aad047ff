"""How ``quidpro check`` reports the verdicts of any world: the formats, the exit code, a note on all of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from quidpro.cli.exits import EXIT_OF, Exit, complain, warn
from quidpro.cli.output import shows_colour, text_width
from quidpro.core.errors import QuidproError
from quidpro.core.source import Diagnostic
from quidpro.report.facts import WIDTH
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.ranking import decisive
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.types import Verdict

AnyVerdict = Verdict | SymbolicVerdict | ProbVerdict
Verdicts = Sequence[Verdict] | Sequence[SymbolicVerdict] | Sequence[ProbVerdict]
OneVerdict = TypeVar("OneVerdict", Verdict, SymbolicVerdict, ProbVerdict)
Judged = TypeVar("Judged", Verdict, SymbolicVerdict, ProbVerdict, contravariant=True)
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
    steps: Callable[[int], Sequence[str] | None] | None = None,
) -> str:
    """The verdicts in the format that was asked for.

    ``fields`` is what JSON says of them, ``steps`` the run of the verdict of a number, a step in a line.
    """
    if format == "trace" and steps is not None:
        return _traces(verdicts, steps, warnings)
    if format == "json":
        from quidpro.verdict.documents import indented

        return indented(fields())
    if format == "junit":
        from quidpro.report.junit import to_junit

        return to_junit(verdicts, render(False, False, WIDTH))
    texts = render(shows_colour(sys.stdout), explain, text_width())
    return "\n".join([*texts, *(warning.render() for warning in warnings)])


def _traces(
    verdicts: Sequence[AnyVerdict], steps: Callable[[int], Sequence[str] | None], warnings: Sequence[Diagnostic]
) -> str:
    """The runs alone; what else there is to know goes to stderr."""
    from quidpro.report.trace_text import traces_text

    for verdict in verdicts:
        if verdict.outcome == "unknown":
            complain(f"undecided: {verdict.property or verdict.kind}: {verdict.reason}")
    warn(warnings)
    violated = [(i, verdict) for i, verdict in enumerate(verdicts) if verdict.outcome == "violated"]
    return traces_text([(verdict.property or verdict.kind, steps(i)) for i, verdict in violated])


def noted(verdict: OneVerdict, note: str) -> OneVerdict:
    """A verdict with one more note."""
    return replace(verdict, notes=(*verdict.notes, note))


def exit_of(verdicts: Verdicts) -> int:
    """The exit code of the worst verdict."""
    return EXIT_OF[verdicts[decisive(verdicts)].outcome]


class Recorder(Protocol[Judged]):
    """Who has written down the rounds of a run, and has pictures to draw now that it is over."""

    def finish(self, verdicts: Sequence[Judged]) -> None:
        """Draw, and show what came of the rounds."""


def exit_after(recorder: Recorder[OneVerdict] | None, verdicts: Sequence[OneVerdict]) -> int:
    """The exit code of the worst verdict, which has been reported: what goes wrong now makes no second report."""
    try:
        if recorder is not None:
            recorder.finish(verdicts)
    except QuidproError as error:
        complain(f"error: {error}")
        return Exit.BAD_INPUT
    return exit_of(verdicts)
