"""Verdicts about SMV models as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quidpro.verdict.symbolic.certificate_json import symbolic_fields
from quidpro.verdict.symbolic.evidence import (
    State,
    SymbolicAssumption,
    SymbolicStats,
    SymbolicTrace,
    SymbolicVerdict,
)


def stats_view(stats: SymbolicStats) -> dict[str, Any]:
    """What the work cost."""
    return {
        "seconds": stats.seconds,
        "certify_seconds": stats.certify_seconds,
        "iterations": stats.iterations,
        "queries": stats.queries,
        "rings": stats.rings,
        "peak_nodes": stats.peak_nodes,
        "peak_memory_mb": stats.peak_memory_mb,
        "bits": stats.bits,
        "communication_bits": stats.communication_bits,
        "rounds": [
            {
                "iteration": done.number,
                "assumption_states": done.assumption_states,
                "rings": done.images,
                "result": done.outcome,
                "run": done.run,
            }
            for done in stats.rounds
        ],
    }


def view(verdict: SymbolicVerdict) -> dict[str, Any]:
    """What the JSON says of a verdict."""
    certificate = verdict.certificate
    return {
        "assumptions": [_assumption(assumption) for assumption in verdict.assumptions],
        "counterexample": None if verdict.trace is None else _counterexample(verdict.trace),
        "stats": stats_view(verdict.stats),
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
