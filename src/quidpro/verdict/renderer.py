"""What a module needs to report the verdicts of a world, and to show its models. There is no code here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import AnyVerdict


class Renderer(Protocol):
    """A module that reports the verdicts of a world and shows its models.

    For a text, all names in a verdict are printable when it gets here; those in a model it makes printable itself.
    """

    no_runs: str
    """Why its counterexamples are not runs; empty where they are."""
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

    def record_round(self, folder: Any, event: Round, asked: str) -> None:
        """Write the files of a round."""

    def came_of(self, verdict: AnyVerdict) -> str:
        """What came of the rounds, as HTML."""

    def info(self, model: Any, name: str | None, format: str, budget: Budget, events: Listener) -> str:
        """What a model defines, or one name of it."""

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
