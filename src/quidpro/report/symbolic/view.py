"""Verdicts about SMV models as JSON, in the shape that ``docs/schema/verdict.schema.json`` publishes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.report.results_json import of_world, together
from quidpro.verdict.symbolic.certificate_json import WORLD, symbolic_fields
from quidpro.verdict.symbolic.evidence import State, SymbolicAssumption, SymbolicTrace, SymbolicVerdict


def to_json(verdicts: Sequence[SymbolicVerdict], warnings: Sequence[Diagnostic] = ()) -> dict[str, Any]:
    """One object for all verdicts."""
    return together([result_json(verdict) for verdict in verdicts], verdicts, warnings)


def result_json(verdict: SymbolicVerdict) -> dict[str, Any]:
    """One verdict."""
    certificate = verdict.certificate
    return of_world(
        WORLD,
        verdict,
        assumptions=[_assumption(assumption) for assumption in verdict.assumptions],
        counterexample=None if verdict.trace is None else _counterexample(verdict.trace),
        certificate=None if certificate is None else symbolic_fields(certificate),
    )


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
