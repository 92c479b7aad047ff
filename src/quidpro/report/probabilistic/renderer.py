"""How the probabilistic world tells its verdicts, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.frontend.lpts_json import lpts_fields
from quidpro.frontend.prism.model import PrismModel
from quidpro.report.page import Folder
from quidpro.report.paint import Painter
from quidpro.report.probabilistic import models, rounds, text
from quidpro.report.probabilistic.formats import render_tree
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbStats, ProbTree, ProbVerdict
from quidpro.verdict.probabilistic.problem import Problem
from quidpro.verdict.rounds import Round


def stats_view(stats: ProbStats) -> dict[str, Any]:
    """What the work cost."""
    return {
        "seconds": stats.seconds,
        "certify_seconds": stats.certify_seconds,
        "refinements": stats.iterations,
        "largest": stats.largest,
        "largest_assumption": stats.largest_assumption,
        "peak_memory_mb": stats.peak_memory_mb,
        "states": stats.group_states,
    }


def view_of(verdict: ProbVerdict) -> dict[str, Any]:
    """What the JSON says of a verdict."""
    certificate = verdict.certificate
    return {
        "assumptions": [_assumption(assumption) for assumption in verdict.assumptions],
        "counterexample": None if verdict.trace is None else _tree(verdict.trace),
        "stats": stats_view(verdict.stats),
        "certificate": None if certificate is None else dict(certificate.fields),
    }


def _assumption(assumption: ProbAssumption) -> dict[str, Any]:
    return {"name": assumption.name, "for": list(assumption.about), "lpts": lpts_fields(assumption.lpts)}


def _tree(tree: ProbTree) -> dict[str, Any]:
    return {
        "components": list(tree.components),
        "depth": tree.depth,
        "nodes": [
            {
                "states": list(node.states),
                "marks": list(node.marks),
                "steps": [
                    {
                        "action": step.action,
                        "movers": [tree.components[i] for i in step.movers],
                        "product": step.product,
                        "branches": [{"probability": str(p), "node": child} for p, child in step.branches],
                    }
                    for step in node.steps
                ],
            }
            for node in tree.nodes
        ],
    }


class ProbabilisticRenderer:
    """Trees with probabilities, LPTSs for assumptions."""

    no_runs = (
        "--format trace writes runs, and a counterexample of a probabilistic model is a tree: "
        "--format text draws it, --format json writes it down, --tree OUT.svg makes a picture of it"
    )
    draws = True
    round_columns = rounds.COLUMNS

    def shown(self, verdict: ProbVerdict, problem: Problem | None) -> tuple[ProbVerdict, Problem | None]:
        """Both with all names as they can be shown."""
        return shown(verdict), problem

    def claim(self, verdict: ProbVerdict) -> tuple[str, str]:
        """What holds, and what it is called if it does not."""
        return text.claim(verdict)

    def facts(self, verdict: ProbVerdict) -> Iterable[tuple[str, str]]:
        """What there is to know."""
        return text.facts(verdict)

    def replayed(self, verdict: ProbVerdict) -> str:
        """How a violation was checked again."""
        return text.replayed(verdict)

    def evidence(self, verdict: ProbVerdict, _problem: Problem | None, painter: Painter, width: int) -> list[list[str]]:
        """Assumptions, and the tree."""
        return text.evidence(verdict, painter, width)

    def view(self, verdict: ProbVerdict, _problem: Problem | None) -> dict[str, Any]:
        """What the JSON says."""
        return view_of(verdict)

    def steps(self, _verdict: ProbVerdict, _problem: Problem | None) -> None:
        """A tree is not a run."""

    def record_round(self, folder: Folder, event: Round, asked: str) -> None:
        """Write the files of a round."""
        rounds.record(folder, event, asked)

    def came_of(self, verdict: ProbVerdict) -> str:
        """What came of the rounds."""
        return rounds.came_of(verdict)

    def info(self, model: PrismModel, name: str | None, format: str, budget: Budget, events: Listener) -> str:
        """Modules and labels."""
        return models.describe(model, name, format, budget, events)

    def show(
        self, model: PrismModel, name: str, format: str, reduction: str | None, budget: Budget, events: Listener
    ) -> str:
        """A module, or the whole system."""
        if reduction is not None:
            raise UsageError(f"--reduce does not apply to {model.source.name}, a probabilistic model")
        return models.show(model, name, format, budget, events)

    def format_of(self, target: Path) -> str:
        """The format of LPTSs."""
        return models.format_of(target)

    def convert(
        self, model: PrismModel, name: str | None, target: Path, budget: Budget, events: Listener
    ) -> tuple[str, list[str]]:
        """All modules, or one LPTS."""
        return models.convert(model, name, target, budget, events), []

    def draw(self, trace: ProbTree, format: str, budget: Budget) -> str:
        """The tree."""
        return render_tree(trace, format, budget)
