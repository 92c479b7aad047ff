"""Verdicts about probabilistic models as JSON, in the shape that ``docs/schema/verdict.schema.json`` publishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.frontend.lpts_json import lpts_fields
from quidpro.verdict.lpts_digest import WORLD
from quidpro.verdict.probabilistic import ProbAssumption, ProbTree, ProbVerdict
from quidpro.verdict.ranking import decisive


def to_json(verdicts: Sequence[ProbVerdict], warnings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """One object for all verdicts: the decisive one at the top and, when there are several, all under ``results``."""
    results = [result_json(verdict) for verdict in verdicts]
    top = {**results[decisive(verdicts)], "warnings": [warning.render() for warning in warnings]}
    return top if len(results) == 1 else {**top, "results": results}


def result_json(verdict: ProbVerdict) -> dict[str, Any]:
    """One verdict."""
    return {
        "world": WORLD,
        "verdict": verdict.outcome,
        "method": verdict.method,
        "system": verdict.system,
        "property": verdict.property,
        "kind": verdict.kind,
        "text": verdict.text,
        "components": list(verdict.components),
        "assumptions": [_assumption(assumption) for assumption in verdict.assumptions],
        "counterexample": None if verdict.trace is None else _tree(verdict.trace),
        "certified": verdict.certified,
        "reason": verdict.reason,
        "notes": list(verdict.notes),
        "stats": asdict(verdict.stats),
        "winner": None if verdict.winner is None else asdict(verdict.winner),
        "race": [asdict(runner) for runner in verdict.race],
        "certificate": None if verdict.certificate is None else dict(verdict.certificate),
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
