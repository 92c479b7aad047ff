"""Verdicts as JSON, in the shape that ``docs/schema/verdict.schema.json`` publishes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quidpro.core.source import Diagnostic
from quidpro.frontend.aut import write_aut
from quidpro.lts.system import System
from quidpro.report.race import size_in_words
from quidpro.report.results_json import how_decided, together
from quidpro.verdict.explicit.certificate_json import certificate_fields
from quidpro.verdict.explicit.positions import LocalMove, local_path
from quidpro.verdict.explicit.waiting import circular_wait, waiting
from quidpro.verdict.types import Assumption, Trace, Verdict, Whole

_LARGEST = 2**53
"""Beyond this, a reader that takes all numbers for floating point loses digits."""


def to_json(
    verdicts: Sequence[Verdict], systems: Sequence[System], warnings: Sequence[Diagnostic] = ()
) -> dict[str, Any]:
    """One object for all verdicts."""
    results = [result_json(verdict, system) for verdict, system in zip(verdicts, systems, strict=True)]
    return together(results, verdicts, warnings)


def result_json(verdict: Verdict, system: System) -> dict[str, Any]:
    """One verdict about one system."""
    certificate = verdict.certificate
    return {
        "verdict": verdict.outcome,
        "method": verdict.method,
        "system": verdict.system,
        "property": verdict.property,
        "kind": verdict.kind,
        "components": list(verdict.components),
        "violated_by": verdict.violated_by,
        "assumptions": [_assumption(assumption) for assumption in verdict.assumptions],
        "counterexample": None if verdict.trace is None else _counterexample(verdict, verdict.trace, system),
        **how_decided(verdict),
        "whole": None if verdict.whole is None else _whole(verdict.whole),
        "certificate": None if certificate is None else certificate_fields(certificate),
    }


def _whole(whole: Whole) -> dict[str, Any]:
    """A bound that does not fit into the numbers of every reader of JSON is a string."""
    bound: int | str = whole.bound if whole.bound <= _LARGEST else str(whole.bound)
    return {"states": whole.states, "exact": whole.exact, "bound": bound, "words": size_in_words(whole)}


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


def _counterexample(verdict: Verdict, trace: Trace, system: System) -> dict[str, Any]:
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
