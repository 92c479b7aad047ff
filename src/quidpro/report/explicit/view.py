"""Verdicts about labelled transition systems as JSON."""

from __future__ import annotations

from typing import Any

from quidpro.frontend.aut import write_aut
from quidpro.lts.system import System
from quidpro.verdict.explicit.certificate_json import certificate_fields
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Stats, Trace
from quidpro.verdict.explicit.waiting import LocalMove, circular_wait, local_path, waiting


def stats_view(stats: Stats) -> dict[str, Any]:
    """What the work cost."""
    return {
        "seconds": stats.seconds,
        "certify_seconds": stats.certify_seconds,
        "states_explored": stats.states_explored,
        "transitions_explored": stats.transitions_explored,
        "iterations": stats.iterations,
        "queries": stats.queries,
        "peak_memory_mb": stats.peak_memory_mb,
        "sat_seconds": stats.sat_seconds,
        "rounds": [
            {
                "iteration": done.number,
                "premise": done.premise,
                "assumption_states": done.assumption_states,
                "states": done.states,
                "transitions": done.transitions,
                "result": done.outcome,
                "level": done.level,
                "run": done.run,
            }
            for done in stats.rounds
        ],
    }


def view(verdict: ExplicitVerdict, system: System | None) -> dict[str, Any]:
    """What the JSON says of a verdict about a system."""
    certificate, trace = verdict.certificate, verdict.trace
    return {
        "assumptions": [_assumption(assumption) for assumption in verdict.assumptions],
        "counterexample": None if trace is None or system is None else _counterexample(verdict, trace, system),
        "stats": stats_view(verdict.stats),
        "certificate": None if certificate is None else certificate_fields(certificate),
    }


def _assumption(assumption: Assumption) -> dict[str, Any]:
    lts = assumption.lts
    return {
        "name": assumption.name,
        "for": list(assumption.about),
        "alphabet": list(lts.alphabet),
        "states": lts.states,
        "transitions": lts.transitions,
        "aut": write_aut(lts),
    }


def _counterexample(verdict: ExplicitVerdict, trace: Trace, system: System) -> dict[str, Any]:
    return {
        "trace": list(trace.visible),
        "steps": list(trace.actions),
        "cycle": None if trace.cycle is None else list(trace.cycle),
        "components": [
            {"name": name, "path": [_move(move) for move in local_path(trace, system, c)]}
            for c, name in enumerate(trace.components)
        ],
        **(_deadlock(trace, system) if verdict.kind == "deadlock" else {}),
    }


def _deadlock(trace: Trace, system: System) -> dict[str, Any]:
    everyone = waiting(trace, system)
    return {
        "waiting": [
            {
                "name": one.component,
                "offers": [{"action": offer.action, "waits_for": list(offer.missing)} for offer in one.offers],
                "ended": one.ended,
            }
            for one in everyone
        ],
        "circular_wait": [{"name": name, "action": action} for name, action in circular_wait(everyone)],
    }


def _move(move: LocalMove) -> dict[str, Any]:
    return {
        "step": move.step,
        "action": move.action,
        "from": move.before,
        "to": move.after,
        "source": move.source,
    }
