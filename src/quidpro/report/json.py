"""Verdicts as JSON, in the shape that ``docs/schema/verdict.schema.json`` publishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.core.words import exact_number
from quidpro.report.text import size_in_words
from quidpro.verdict.documents import VERDICT_SCHEMA
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict, Size, Stats, decisive

Answer = tuple[AnyVerdict, AnyProblem | None]


def to_json(answers: Sequence[Answer], renderer: Renderer, warnings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """One object for all verdicts: the decisive one at the top and, when there are several, all under ``results``.

    ``warnings`` are about the model.
    """
    results = [result_json(verdict, problem, renderer) for verdict, problem in answers]
    worst = decisive([verdict for verdict, _ in answers])
    top = {"schema": VERDICT_SCHEMA, **results[worst], "warnings": [warning.render() for warning in warnings]}
    return top if len(results) == 1 else {**top, "results": results}


def result_json(verdict: AnyVerdict, problem: AnyProblem | None, renderer: Renderer) -> dict[str, Any]:
    """One verdict."""
    return {
        "world": verdict.world,
        "verdict": verdict.outcome,
        "method": verdict.method,
        "system": verdict.system,
        "property": verdict.property,
        "kind": verdict.kind,
        "text": verdict.text,
        "components": list(verdict.components),
        "violated_by": verdict.violated_by,
        "assumptions": [renderer.assumption_view(assumption) for assumption in verdict.assumptions],
        "counterexample": renderer.counterexample_view(verdict, problem),
        "certified": verdict.certified,
        "reason": verdict.reason,
        "notes": list(verdict.notes),
        "stats": {**renderer.stats_view(verdict.stats), **_smallest(verdict.stats)},
        "winner": None if verdict.winner is None else asdict(verdict.winner),
        "race": [asdict(runner) for runner in verdict.race],
        "whole": None if verdict.whole is None else _whole(verdict.whole),
        "certificate": None if verdict.certificate is None else renderer.certificate_view(verdict.certificate),
    }


def _smallest(stats: Stats) -> dict[str, Any]:
    """What is known of smallest assumptions, and the words that show it; nothing where that was not asked."""
    return {"smallest": [asdict(one) for one in stats.smallest]} if stats.smallest else {}


def _whole(whole: Size) -> dict[str, Any]:
    return {
        "states": exact_number(whole.states),
        "exact": whole.exact,
        "bound": exact_number(whole.bound),
        "words": size_in_words(whole),
    }
