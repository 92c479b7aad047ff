"""What a module needs to report the verdicts of a world, and to show its models. There is no code here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from quidpro.core.budget import Budget
    from quidpro.core.events import Listener
    from quidpro.verdict.architecture import Architecture
    from quidpro.verdict.chart import Chart, ChartKind
    from quidpro.verdict.outline import Outline, Part, Portrait
    from quidpro.verdict.problem import AnyProblem
    from quidpro.verdict.rounds import Round
    from quidpro.verdict.verdict import AnyVerdict
    from quidpro.verdict.watch import RoundView


class Renderer(Protocol):
    """A module that reports the verdicts of a world and shows its models.

    For a text, all names in a verdict are printable when it gets here; those in a model it makes printable itself.
    """

    no_runs: str
    """Why its counterexamples are not runs; empty where they are."""
    chart_kind: ChartKind
    """How its counterexamples are drawn."""
    round_columns: tuple[str, ...]
    """What the list of rounds says of each."""

    def claim(self, verdict: AnyVerdict) -> tuple[str, str]:
        """What holds, and what it is called if it does not: what follows the name of the system."""

    def facts(self, verdict: AnyVerdict) -> Iterable[tuple[str, str]]:
        """What there is to know, a head and some words each; an empty head stands for what all worlds report."""

    def replayed(self, verdict: AnyVerdict) -> str:
        """How a violation was checked again."""

    def evidence(self, verdict: AnyVerdict, problem: AnyProblem | None, painter: Any, width: int) -> list[list[str]]:
        """Assumptions and the counterexample, in blocks of lines."""

    def assumption_view(self, assumption: Any) -> dict[str, Any]:
        """What the JSON says of an assumption."""

    def counterexample_view(self, verdict: AnyVerdict, problem: AnyProblem | None) -> dict[str, Any] | None:
        """What it says of the counterexample; None when there is none."""

    def stats_view(self, stats: Any) -> dict[str, Any]:
        """What it says of the cost."""

    def certificate_view(self, certificate: Any) -> dict[str, Any]:
        """What it says of the certificate: the same as its file."""

    def steps(self, verdict: AnyVerdict, problem: AnyProblem | None) -> Sequence[str] | None:
        """The counterexample as a run, a step in a line; None when there is none."""

    def chart(self, verdict: AnyVerdict, problem: AnyProblem | None) -> Chart | None:
        """The counterexample to look at; None when there is none."""

    def record_round(self, folder: Any, event: Round, asked: str) -> None:
        """Write the files of a round."""

    def architecture(self, problem: AnyProblem, verdict: AnyVerdict | None = None) -> Architecture:
        """What the model is made of; in groups where the verdict came by parts."""

    def words(self, assumption: Any) -> list[str]:
        """An assumption in sentences, names in back quotes; of a large one its size and its alphabet."""

    def asked_at(self, problem: AnyProblem) -> Sequence[int]:
        """The lines of the model text that say what is asked."""

    def info(self, model: Any, name: str | None, format: str, budget: Budget, events: Listener) -> str:
        """What a model defines, or one name of it."""

    def outline(self, model: Any, budget: Budget) -> Outline:
        """What a model defines, with all that is wrong with it, for an editor."""

    def parts_of(self, problem: AnyProblem) -> Sequence[Part]:
        """The components of a system with their sizes."""

    def portrait(self, model: Any, name: str, reduction: str | None, budget: Budget) -> Portrait | None:
        """A part of a model drawn for a page, or its quotient; None where there are no such pictures."""

    def show(self, model: Any, name: str, format: str, reduction: str | None, budget: Budget, events: Listener) -> str:
        """A part of a model in a format."""

    def format_of(self, target: Path) -> str:
        """The format of a file to write a model to; UsageError where there is none."""

    def convert(
        self, model: Any, name: str | None, target: Path, budget: Budget, events: Listener
    ) -> tuple[str, list[str]]:
        """A model in the format of a file, and what that cannot hold."""

    @property
    def draw(self) -> Callable[[Any, str, Budget], str] | None:
        """A picture of a counterexample in a format; None where there is none."""

    def round_view(self, event: Round, asked: str, easel: Any) -> RoundView | None:
        """A round to look at, drawn on an easel (``report.automata.easel``); None where it shows nothing new."""

    def component_picture(self, problem: AnyProblem, component: int, budget: Budget) -> Any | None:
        """A component drawn (``report.automata.automaton.Drawing``); None where components are no automata."""

    def assumption_picture(self, assumption: Any, budget: Budget) -> Any | None:
        """An assumption drawn in the same way."""

    def display(self, thing: Any, budget: Budget) -> Any | None:
        """What a notebook shows of a model, of a part of one, of a piece of evidence (``report.display.Display``)."""
