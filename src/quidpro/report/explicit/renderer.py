"""How the explicit world tells its verdicts and shows its models: what a :class:`Renderer` has, and the JSON."""

from __future__ import annotations

from typing import Any

from quidpro.frontend.aut import write_aut
from quidpro.lts.system import System
from quidpro.report.explicit.info import convert, format_of, info, show
from quidpro.report.explicit.rounds import came_of, record_round, round_columns
from quidpro.report.explicit.text import claim, evidence, facts, replayed, steps
from quidpro.verdict.explicit.certificate_json import certificate_fields as certificate_view
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Stats, Trace
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.explicit.waiting import circular_wait, position, waiting

__all__ = ["claim", "evidence", "facts", "no_runs", "replayed", "steps"]
__all__ += ["assumption_view", "certificate_view", "counterexample_view", "stats_view"]
__all__ += ["came_of", "record_round", "round_columns"]
__all__ += ["convert", "draw", "format_of", "info", "show"]
no_runs = ""
draw = None


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
                "alphabet": done.alphabet,
                "run": done.run,
            }
            for done in stats.rounds
        ],
    }


def assumption_view(assumption: Assumption) -> dict[str, Any]:
    """Its size, and the whole of it in AUT format; whether it was given, only if it was."""
    lts = assumption.lts
    return {
        "name": assumption.name,
        "for": list(assumption.about),
        "alphabet": list(lts.alphabet),
        "states": lts.states,
        "transitions": lts.transitions,
        "aut": write_aut(lts),
        **({"given": True} if assumption.given else {}),
    }


def counterexample_view(verdict: ExplicitVerdict, problem: Problem | None) -> dict[str, Any] | None:
    """The run as a whole and for each component; of a deadlock, which process waits for which."""
    if verdict.trace is None or problem is None:
        return None
    trace, system = verdict.trace, problem.model
    return {
        "trace": list(trace.visible),
        "steps": list(trace.actions),
        "cycle": None if trace.cycle is None else list(trace.cycle),
        "components": [{"name": name, "path": _path(trace, system, c)} for c, name in enumerate(trace.components)],
        **(_deadlock(trace, system) if verdict.kind == "deadlock" else {}),
    }


def _path(trace: Trace, system: System, component: int) -> list[dict[str, Any]]:
    """The component's own moves along a trace; steps count from 1."""
    lts = system.components[component].lts
    return [
        {
            "step": i + 1,
            "action": step.action,
            "from": lts.state_name(trace.states[i][component]),
            "to": lts.state_name(trace.states[i + 1][component]),
            "source": position(system, step, component),
        }
        for i, step in enumerate(trace.steps)
        if component in step.moves
    ]


def _deadlock(trace: Trace, system: System) -> dict[str, Any]:
    processes = waiting(trace, system)
    return {
        "waiting": [
            {
                "name": one.component,
                "offers": [{"action": offer.action, "waits_for": list(offer.missing)} for offer in one.offers],
                "ended": one.ended,
            }
            for one in processes
        ],
        "circular_wait": [{"name": name, "action": action} for name, action in circular_wait(processes)],
    }
