"""One report of a check: a single HTML file without outside references, to be read on screen and on paper.

It has what was asked, the answer in a sentence, what the system is made of, the evidence, how to check it again, and
the model text. All is drawn and said by the renderer of the world; what would make it too large is left out, and the
report says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import Any, Protocol, cast

from quidpro.core.budget import Budget
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import printable
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, decisive
from quidpro.verdict.watch import RoundView


class CheckedResult(Protocol):
    """A verdict beside the problem that it answers."""

    @property
    def verdict(self) -> AnyVerdict:
        """The verdict."""

    @property
    def problem(self) -> AnyProblem | None:
        """None where the model was not read."""


class CheckedResults(Protocol):
    """What came of a check: the model or, if it was not read, its path; the results, and warnings about the model."""

    @property
    def model(self) -> Any:
        """The model, or its path."""

    @property
    def results(self) -> Sequence[CheckedResult]:
        """The results in order."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """About the model."""


@dataclass(frozen=True)
class Rounds:
    """The rounds to be shown; ``note`` says what is left out."""

    views: Sequence[RoundView] = ()
    note: str = ""


@dataclass(frozen=True)
class Again:
    """How an answer is checked again: the certificate's file if it was written, and the options of ``certify``."""

    certificate: str = ""
    options: Sequence[str] = ()


def report_html(
    checked: CheckedResults,
    *,
    model_source: Source | None = None,
    rounds: Sequence[RoundView] | Rounds = (),
    renderer: Renderer | None = None,
    again: Again | None = None,
    constants: Mapping[str, object] | None = None,
    budget: Budget | None = None,
) -> str:
    """The report of a check as one HTML text; pictures are drawn within the budget.

    ``constants`` are the values that were given for constants of the model.
    """
    from quidpro.report.document.page import Page, page_html
    from quidpro.report.document.result import result_parts
    from quidpro.report.document.room import Room
    from quidpro.report.document.rounds import round_parts
    from quidpro.report.document.source_text import listing

    verdicts = [result.verdict for result in checked.results]
    worst = verdicts[decisive(verdicts)]
    renderer = renderer or renderer_of(worst.world)
    source = model_source or getattr(checked.model, "source", None)
    room, budget = Room(), budget or Budget()
    answers = [(result.verdict, result.problem) for result in checked.results]
    shown = rounds if isinstance(rounds, Rounds) else Rounds(rounds)
    parts = result_parts(answers, renderer, source, again or Again(), room, budget, shown.views)
    return page_html(
        Page(
            title=f"{worst.system}: {worst.outcome}",
            file=printable(_called(checked.model, source)),
            constants=[f"{printable(name)} = {printable(str(value))}" for name, value in (constants or {}).items()],
            results=parts,
            rounds=round_parts(shown, room),
            listing=None if source is None else listing(source, answers, renderer, room),
            warnings=[warning.render() for warning in checked.warnings],
        )
    )


def rounds_html(title: str, sentences: Sequence[str], rounds: Rounds) -> str:
    """A page of rounds alone, where there is no verdict but some sentences."""
    from quidpro.report.document.page import Page, page_html
    from quidpro.report.document.room import Room
    from quidpro.report.document.rounds import round_parts

    return page_html(Page(title=title, sentences=list(sentences), rounds=round_parts(rounds, Room())))


def _called(model: Any, source: Source | None) -> str:
    """The file of a model or, where it is from none, what it is called."""
    if source is not None:
        return file_name(source.name)
    return file_name(str(model)) if isinstance(model, PurePath) else str(getattr(model, "name", ""))


def renderer_of(world: str) -> Renderer:
    """The renderer of a world, by the name of the world."""
    return cast(Renderer, import_module(f"quidpro.report.{world}.renderer"))


def file_name(path: str) -> str:
    """A file without its folder: whoever reads the report has it elsewhere."""
    return path.replace("\\", "/").rpartition("/")[2]
