"""Verdicts about probabilistic models as JSON, in the shape that ``docs/schema/verdict.schema.json`` publishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.frontend.lpts_json import lpts_fields
from quidpro.report.results_json import of_world, together
from quidpro.verdict.probabilistic.digest import WORLD
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbTree, ProbVerdict


def to_json(verdicts: Sequence[ProbVerdict], warnings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """One object for all verdicts."""
    return together([result_json(verdict) for verdict in verdicts], verdicts, warnings)


def result_json(verdict: ProbVerdict) -> dict[str, Any]:
    """One verdict."""
    return of_world(
        WORLD,
        verdict,
        assumptions=[_assumption(assumption) for assumption in verdict.assumptions],
        counterexample=None if verdict.trace is None else _tree(verdict.trace),
        certificate=verdict.certificate,
    )


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
