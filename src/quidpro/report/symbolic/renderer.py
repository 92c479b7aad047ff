"""How the symbolic world tells its verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.core.source import Diagnostic
from quidpro.frontend.smv.model import SmvModel
from quidpro.report.page import Folder
from quidpro.report.paint import Painter
from quidpro.report.symbolic import info, rounds, text, view
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.evidence import SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem


class SymbolicRenderer:
    """States that change, automata over predicates."""

    no_runs = ""
    draws = False
    round_columns = rounds.COLUMNS

    def shown(self, verdict: SymbolicVerdict, problem: Problem | None) -> tuple[SymbolicVerdict, Problem | None]:
        """Both with all names as they can be shown; those of variables are plain anyway."""
        return shown(verdict), problem

    def claim(self, verdict: SymbolicVerdict) -> tuple[str, str]:
        """What holds, and what it is called if it does not."""
        return text.claim(verdict)

    def facts(self, verdict: SymbolicVerdict) -> Iterable[tuple[str, str]]:
        """What there is to know."""
        return text.facts(verdict)

    def replayed(self, _verdict: SymbolicVerdict) -> str:
        """How a violation was checked again."""
        return "the run was replayed on the model"

    def evidence(
        self, verdict: SymbolicVerdict, problem: Problem | None, _painter: Painter, width: int
    ) -> list[list[str]]:
        """Assumptions, and the run as changes only."""
        return text.evidence(verdict, None if problem is None else problem.model, width)

    def view(self, verdict: SymbolicVerdict, _problem: Problem | None) -> dict[str, Any]:
        """What the JSON says."""
        return view.view(verdict)

    def steps(self, verdict: SymbolicVerdict, problem: Problem | None) -> Sequence[str] | None:
        """The changes of each step."""
        if verdict.trace is None or problem is None:
            return None
        return text.run_lines(verdict.trace, problem.model)

    def record_round(self, folder: Folder, event: Round, asked: str) -> None:
        """Write the files of a round."""
        rounds.record(folder, event, asked)

    def came_of(self, verdict: SymbolicVerdict) -> str:
        """What came of the rounds."""
        return rounds.came_of(verdict)

    def info(self, model: SmvModel, name: str | None, format: str, _budget: Budget, _events: Listener) -> str:
        """Variables, instances, specifications."""
        return info.describe(model.flat(), name, format)

    def show(
        self, model: SmvModel, _name: str, _format: str, _reduction: str | None, _budget: Budget, _events: Listener
    ) -> str:
        """Nothing is shown of it yet."""
        raise _no_lts(model)

    def format_of(self, _target: Path) -> str:
        """A model has one form."""
        return ""

    def convert(
        self, model: SmvModel, _name: str | None, _target: Path, _budget: Budget, _events: Listener
    ) -> tuple[str, list[str]]:
        """It is not converted."""
        raise _no_lts(model)

    def draw(self, _trace: SymbolicTrace, _format: str, _budget: Budget) -> str:
        """Runs are told state by state."""
        raise UsageError("there are no pictures of runs")


def _no_lts(model: SmvModel) -> InputError:
    message = f"{model.source.name} is an SMV model, and this needs one made of labelled transition systems"
    return InputError([Diagnostic(message)])
