"""How the explicit world tells its verdicts and shows its models: what a :class:`Renderer` has, and the JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from quidpro.core.words import exact_number
from quidpro.frontend.aut import write_aut
from quidpro.lts.system import System
from quidpro.report.explicit.chart import chart, repeated
from quidpro.report.explicit.info import convert, format_of, info, show
from quidpro.report.explicit.rounds import record_round, round_columns
from quidpro.report.explicit.text import claim, evidence, facts, replayed, steps
from quidpro.report.on_demand import on_demand
from quidpro.verdict.explicit.certificate_json import certificate_fields as certificate_view
from quidpro.verdict.explicit.evidence import Assumption, ExplicitVerdict, Stats, Trace
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.explicit.waiting import Offer, Waiting, circular_wait, position, waiting

__all__ = ["chart", "chart_kind", "claim", "evidence", "facts", "no_runs", "replayed", "steps"]
__all__ += ["assumption_view", "certificate_view", "counterexample_view", "stats_view"]
__all__ += ["architecture", "asked_at", "words"]
__all__ += ["record_round", "round_columns"]
__all__ += ["convert", "display", "draw", "format_of", "info", "outline", "parts_of", "portrait", "show"]
__all__ += ["assumption_picture", "component_picture", "round_view"]
architecture = on_demand("quidpro.report.explicit.architecture", "architecture")
asked_at = on_demand("quidpro.report.explicit.architecture", "asked_at")
assumption_picture = on_demand("quidpro.report.explicit.automaton", "assumption_picture")
component_picture = on_demand("quidpro.report.explicit.automaton", "component_picture")
outline = on_demand("quidpro.report.explicit.outline", "outline")
parts_of = on_demand("quidpro.report.explicit.outline", "parts_of")
portrait = on_demand("quidpro.report.explicit.outline", "portrait")
round_view = on_demand("quidpro.report.explicit.watch", "round_view")
words = on_demand("quidpro.report.explicit.words", "words")
display = on_demand("quidpro.report.explicit.display", "display")
chart_kind: Final = "lanes"
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
        "reachable": exact_number(stats.reached) if stats.reached else None,
        "nodes": stats.peak_nodes,
        "rounds": list(_rounds(stats)),
    }


def _rounds(stats: Stats) -> Iterator[dict[str, Any]]:
    """The premises that were checked; their actions where they are not those of the last one of its run and level."""
    known: dict[tuple[str, int], tuple[str, ...]] = {}
    for done in stats.rounds:
        line = done.run, done.level
        changed = known.get(line, ()) != done.actions
        known[line] = done.actions
        yield {
            "iteration": done.number,
            "premise": done.premise,
            "assumption_states": done.assumption_states,
            "states": done.states,
            "transitions": done.transitions,
            "result": done.outcome,
            "level": done.level,
            "alphabet": done.alphabet,
            "run": done.run,
            **({"actions": list(done.actions)} if changed else {}),
            **({"added": list(done.added)} if done.added else {}),
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
    """The run as a whole and for each component, the loop in the same way; of a deadlock, who waits for whom."""
    if verdict.trace is None or problem is None:
        return None
    trace, system = verdict.trace, problem.model
    return {
        "trace": list(trace.visible),
        "steps": list(trace.actions),
        "cycle": None if trace.cycle is None else list(trace.cycle),
        "loop": None if (loop := repeated(trace, system)) is None else _loop(loop, system, len(trace.steps)),
        "components": _paths(trace, system),
        **(_deadlock(trace, system) if verdict.kind == "deadlock" else {}),
    }


def _loop(loop: Trace, system: System, before: int) -> dict[str, Any]:
    """What is repeated for ever; its steps count on from the run before it."""
    return {"steps": list(loop.actions), "components": _paths(loop, system, before)}


def _paths(trace: Trace, system: System, before: int = 0) -> list[dict[str, Any]]:
    return [{"name": name, "path": _path(trace, system, c, before)} for c, name in enumerate(trace.components)]


def _path(trace: Trace, system: System, component: int, before: int) -> list[dict[str, Any]]:
    """The component's own moves along a trace; steps count from 1."""
    lts = system.components[component].lts
    return [
        {
            "step": before + i + 1,
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
                "offers": [_offer(offer, one) for offer in one.offers],
                "ended": one.ended,
            }
            for one in processes
        ],
        "circular_wait": [{"name": name, "action": action} for name, action in circular_wait(processes)],
    }


def _offer(offer: Offer, one: Waiting) -> dict[str, Any]:
    """An action, and whom it waits for; among those the one that it last did something with, if any."""
    held_by = next((name for name in offer.missing if name in one.partners), None)
    return {"action": offer.action, "waits_for": list(offer.missing), "held_by": held_by}
