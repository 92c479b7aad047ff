"""How the probabilistic world tells its verdicts and shows its models: what a :class:`Renderer` has, and the JSON."""

from __future__ import annotations

from typing import Any, Final

from quidpro.frontend.lpts_json import lpts_fields
from quidpro.report.on_demand import on_demand
from quidpro.report.probabilistic.models import convert, format_of, info, show
from quidpro.report.probabilistic.rounds import record_round, round_columns
from quidpro.report.probabilistic.text import claim, evidence, facts, replayed
from quidpro.report.probabilistic.tree import render_tree as draw
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbCertificate, ProbStats, ProbTree, ProbVerdict
from quidpro.verdict.probabilistic.problem import Problem

__all__ = ["chart", "chart_kind", "claim", "evidence", "facts", "no_runs", "replayed", "steps"]
__all__ += ["assumption_view", "certificate_view", "counterexample_view", "stats_view"]
__all__ += ["architecture", "asked_at", "words"]
__all__ += ["record_round", "round_columns"]
__all__ += ["convert", "display", "draw", "format_of", "info", "outline", "parts_of", "portrait", "show"]
__all__ += ["assumption_picture", "component_picture", "round_view"]
architecture = on_demand("quidpro.report.probabilistic.architecture", "architecture")
asked_at = on_demand("quidpro.report.probabilistic.architecture", "asked_at")
assumption_picture = on_demand("quidpro.report.probabilistic.automaton", "assumption_picture")
component_picture = on_demand("quidpro.report.probabilistic.automaton", "component_picture")
chart = on_demand("quidpro.report.probabilistic.chart", "chart")
outline = on_demand("quidpro.report.probabilistic.outline", "outline")
parts_of = on_demand("quidpro.report.probabilistic.outline", "parts_of")
portrait = on_demand("quidpro.report.probabilistic.outline", "portrait")
round_view = on_demand("quidpro.report.probabilistic.watch", "round_view")
words = on_demand("quidpro.report.probabilistic.words", "words")
display = on_demand("quidpro.report.probabilistic.display", "display")
chart_kind: Final = "tree"
no_runs = (
    "--format trace writes runs, and a counterexample of a probabilistic model is a tree: "
    "--format text draws it, --format json writes it down, --tree OUT.svg makes a picture of it"
)


def assumption_view(assumption: ProbAssumption) -> dict[str, Any]:
    """The whole LPTS, and what is wrong with it."""
    found = {"name": assumption.name, "for": list(assumption.about), "lpts": lpts_fields(assumption.lpts)}
    refutations = [
        {"premise": one.premise, "why": one.why, "tree": None if one.tree is None else _tree_view(one.tree)}
        for one in assumption.refutations
    ]
    return {**found, "refutations": refutations} if refutations else found


def counterexample_view(verdict: ProbVerdict, _problem: Problem | None) -> dict[str, Any] | None:
    """The tree of a violation."""
    return None if verdict.trace is None else _tree_view(verdict.trace)


def _tree_view(tree: ProbTree) -> dict[str, Any]:
    """A tree, node by node."""
    return {
        "components": list(tree.components),
        "depth": tree.depth,
        "nodes": [
            {
                "states": list(node.states),
                "marks": list(node.marks),
                "steps": [
                    {
                        "action": step.action,
                        "movers": [tree.components[i] for i in step.movers],
                        "product": step.product,
                        "branches": [{"probability": str(p), "node": child} for p, child in step.branches],
                    }
                    for step in node.steps
                ],
            }
            for node in tree.nodes
        ],
    }


def stats_view(stats: ProbStats) -> dict[str, Any]:
    """What the work cost."""
    return {
        "seconds": stats.seconds,
        "certify_seconds": stats.certify_seconds,
        "refinements": stats.iterations,
        "largest": stats.largest,
        "largest_assumption": stats.largest_assumption,
        "peak_memory_mb": stats.peak_memory_mb,
        "states": stats.group_states,
    }


def certificate_view(certificate: ProbCertificate) -> dict[str, Any]:
    """Its fields as they are."""
    return dict(certificate.fields)


def steps(_verdict: ProbVerdict, _problem: Problem | None) -> None:
    """A tree is not a run."""
