"""How the symbolic world tells its verdicts and shows its models: what a :class:`Renderer` has, and the JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NoReturn

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic
from quidpro.frontend.files import what_is
from quidpro.frontend.machines import MachineModel
from quidpro.report.on_demand import on_demand
from quidpro.report.symbolic.info import info
from quidpro.report.symbolic.text import claim, evidence, facts, replayed, steps
from quidpro.verdict.symbolic.certificate_json import symbolic_fields as certificate_view
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicStats, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

__all__ = ["chart", "chart_kind", "claim", "evidence", "facts", "no_runs", "replayed", "steps"]
__all__ += ["assumption_view", "certificate_view", "counterexample_view", "stats_view"]
__all__ += ["architecture", "asked_at", "words"]
__all__ += ["record_round", "round_columns"]
__all__ += ["convert", "display", "draw", "format_of", "info", "outline", "parts_of", "portrait", "show"]
__all__ += ["assumption_picture", "component_picture", "round_view"]
architecture = on_demand("quidpro.report.symbolic.architecture", "architecture")
asked_at = on_demand("quidpro.report.symbolic.architecture", "asked_at")
assumption_picture = on_demand("quidpro.report.symbolic.automaton", "assumption_picture")
component_picture = on_demand("quidpro.report.symbolic.automaton", "component_picture")
chart = on_demand("quidpro.report.symbolic.chart", "chart")
outline = on_demand("quidpro.report.symbolic.outline", "outline")
parts_of = on_demand("quidpro.report.symbolic.outline", "parts_of")
portrait = on_demand("quidpro.report.symbolic.outline", "portrait")
record_round = on_demand("quidpro.report.symbolic.rounds", "record_round")
round_view = on_demand("quidpro.report.symbolic.watch", "round_view")
words = on_demand("quidpro.report.symbolic.words", "words")
display = on_demand("quidpro.report.symbolic.display", "display")
chart_kind: Final = "waveform"
round_columns: tuple[str, ...] = (
    "round", "run", "states", "edges", "outcome", "counterexample", "level", "assumption", "property",
)  # fmt: skip
no_runs = ""
draw = None


def assumption_view(assumption: SymbolicAssumption) -> dict[str, Any]:
    """The automaton, its letters in words."""
    return {
        "name": assumption.name,
        "for": list(assumption.about),
        "variables": list(assumption.variables),
        "states": assumption.states,
        "rejecting": assumption.rejecting,
        "edges": [{"from": e.source, "to": e.target, "when": e.words} for e in assumption.edges],
    }


def counterexample_view(verdict: SymbolicVerdict, _problem: Problem | None) -> dict[str, Any] | None:
    """The run, state by state and as changes."""
    if (trace := verdict.trace) is None:
        return None
    return {"states": list(trace.states), "changes": list(trace.changes()), "loop": trace.loop}


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
        "frames": stats.frames,
        "clauses": stats.clauses,
        "rounds": [
            {
                "iteration": done.number,
                "assumption_states": done.assumption_states,
                "rings": done.images,
                "result": done.outcome,
                "run": done.run,
                "level": done.level,
            }
            for done in stats.rounds
        ],
    }


def format_of(_target: Path) -> str:
    """A model has one form."""
    return ""


def convert(model: MachineModel, *_how: object) -> NoReturn:
    """It is not converted, but to what its engines know: the states of a small one are shown."""
    name = model.source.name
    message = (
        f"{name} is {what_is(name)}, which is written as .aag or .aig alone: an AIGER file for one of its invariants"
    )
    raise InputError([Diagnostic(message)])


show = convert
