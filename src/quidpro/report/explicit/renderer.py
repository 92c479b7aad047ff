"""How the explicit world tells its verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.frontend.model import Model
from quidpro.lts.system import System
from quidpro.report.explicit import info, rounds, text, view
from quidpro.report.explicit.text import run_lines
from quidpro.report.page import Folder
from quidpro.report.paint import Painter
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Trace
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.rounds import Round


class ExplicitRenderer:
    """Lanes for runs, LTSs for assumptions."""

    no_runs = ""
    draws = False
    round_columns = rounds.COLUMNS

    def shown(self, verdict: ExplicitVerdict, problem: Problem | None) -> tuple[ExplicitVerdict, Problem | None]:
        """Both with all names as they can be shown."""
        if problem is None:
            return shown(verdict), None
        system = problem.model
        parts = {name: shown(getattr(system, name)) for name in ("components", "assertions", "source")}
        return shown(verdict), replace(problem, model=replace(system, **parts))

    def claim(self, verdict: ExplicitVerdict) -> tuple[str, str]:
        """What holds, and what it is called if it does not."""
        return text.claim(verdict)

    def facts(self, verdict: ExplicitVerdict) -> Iterable[tuple[str, str]]:
        """What there is to know."""
        return text.facts(verdict)

    def replayed(self, _verdict: ExplicitVerdict) -> str:
        """How a violation was checked again."""
        return "the run was replayed on every component"

    def evidence(
        self, verdict: ExplicitVerdict, problem: Problem | None, painter: Painter, width: int
    ) -> list[list[str]]:
        """Steps, and the run in lanes."""
        return text.evidence(verdict, _system(problem), painter, width)

    def view(self, verdict: ExplicitVerdict, problem: Problem | None) -> dict[str, Any]:
        """What the JSON says."""
        return view.view(verdict, _system(problem))

    def steps(self, verdict: ExplicitVerdict, problem: Problem | None) -> Sequence[str] | None:
        """The actions of the run."""
        if verdict.trace is None or problem is None:
            return None
        return run_lines(verdict.trace, problem.model)

    def record_round(self, folder: Folder, event: Round, asked: str) -> None:
        """Write the files of a round."""
        rounds.record(folder, event, asked)

    def came_of(self, verdict: ExplicitVerdict) -> str:
        """What came of the rounds."""
        return rounds.came_of(verdict)

    def info(self, model: Model, name: str | None, format: str, budget: Budget, _events: Listener) -> str:
        """Processes, composites, properties."""
        return info.describe(model, name, format, budget)

    def show(
        self, model: Model, name: str, format: str, reduction: str | None, budget: Budget, events: Listener
    ) -> str:
        """A process or composite."""
        return info.show(model, name, format, reduction, budget, events)

    def format_of(self, target: Path) -> str:
        """The format of an LTS."""
        return info.format_of(target)

    def convert(
        self, model: Model, name: str | None, target: Path, budget: Budget, _events: Listener
    ) -> tuple[str, list[str]]:
        """The model as one LTS."""
        return info.convert(model, name, target, budget)

    def draw(self, _trace: Trace, _format: str, _budget: Budget) -> str:
        """Runs are told in lanes."""
        raise UsageError("there are no pictures of runs")


def _system(problem: Problem | None) -> System | None:
    return None if problem is None else problem.model
