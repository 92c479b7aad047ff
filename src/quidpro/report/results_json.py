"""What the verdicts of all worlds have in common as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.ranking import decisive
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.types import Verdict


def together(
    results: Sequence[dict[str, Any]],
    verdicts: Sequence[Verdict] | Sequence[SymbolicVerdict] | Sequence[ProbVerdict],
    warnings: Sequence[Diagnostic],
) -> dict[str, Any]:
    """One object for all verdicts: the decisive one at the top and, when there are several, all under ``results``.

    ``warnings`` are what was odd about the model.
    """
    top = {**results[decisive(verdicts)], "warnings": [warning.render() for warning in warnings]}
    return top if len(results) == 1 else {**top, "results": list(results)}


def of_world(
    world: str,
    verdict: SymbolicVerdict | ProbVerdict,
    *,
    assumptions: list[dict[str, Any]],
    counterexample: dict[str, Any] | None,
    certificate: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """A verdict of a world that has a name, with what only that world can say given."""
    return {
        "world": world,
        "verdict": verdict.outcome,
        "method": verdict.method,
        "system": verdict.system,
        "property": verdict.property,
        "kind": verdict.kind,
        "text": verdict.text,
        "components": list(verdict.components),
        "assumptions": assumptions,
        "counterexample": counterexample,
        **how_decided(verdict),
        "certificate": None if certificate is None else dict(certificate),
    }


def how_decided(verdict: Verdict | SymbolicVerdict | ProbVerdict) -> dict[str, Any]:
    """The fields that every world has: how sure it is, why, what it took, and who found it."""
    return {
        "certified": verdict.certified,
        "reason": verdict.reason,
        "notes": list(verdict.notes),
        "stats": asdict(verdict.stats),
        "winner": None if verdict.winner is None else asdict(verdict.winner),
        "race": [asdict(runner) for runner in verdict.race],
    }
