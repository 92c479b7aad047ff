"""Verdicts about SMV models as JSON, in the shape that ``docs/schema/verdict.schema.json`` publishes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.verdict.ranking import decisive
from quidpro.verdict.symbolic import State, SymbolicAssumption, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic_json import WORLD, symbolic_fields


def to_json(verdicts: Sequence[SymbolicVerdict], warnings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """One object for all verdicts: the decisive one at the top and, when there are several, all under ``results``."""
    results = [result_json(verdict) for verdict in verdicts]
    top = {**results[decisive(verdicts)], "warnings": [warning.render() for warning in warnings]}
    return top if len(results) == 1 else {**top, "results": results}


def result_json(verdict: SymbolicVerdict) -> dict[str, Any]:
    """One verdict."""
    certificate = verdict.certificate
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
        "counterexample": None if verdict.trace is None else _counterexample(verdict.trace),
        "certified": verdict.certified,
        "reason": verdict.reason,
        "notes": list(verdict.notes),
        "stats": asdict(verdict.stats),
        "winner": None if verdict.winner is None else asdict(verdict.winner),
        "race": [asdict(runner) for runner in verdict.race],
        "certificate": None if certificate is None else symbolic_fields(certificate),
    }


def _assumption(assumption: SymbolicAssumption) -> dict[str, Any]:
    return {
        "name": assumption.name,
        "for": list(assumption.about),
        "variables": list(assumption.variables),
        "states": assumption.states,
        "rejecting": assumption.rejecting,
        "edges": [{"from": e.source, "to": e.target, "when": e.words} for e in assumption.edges],
    }


def _counterexample(trace: SymbolicTrace) -> dict[str, Any]:
    return {"states": list(trace.states), "changes": list(changes(trace)), "loop": trace.loop}


def changes(trace: SymbolicTrace) -> Iterator[State]:
    """The first state whole, of every other one what differs from the state before."""
    before: State = {}
    for state in trace.states:
        yield {name: value for name, value in state.items() if name not in before or before[name] != value}
        before = {**before, **state}
