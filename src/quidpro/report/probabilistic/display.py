"""What notebooks show of the probabilistic world: LPTSs and assumptions drawn, executions as trees."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.words import counted
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts.lpts import LPTS
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.display import Display, Picture, Table, of_certificate, of_chart, of_model, short_table
from quidpro.report.probabilistic.automaton import assumption_picture, automaton_of
from quidpro.report.probabilistic.chart import tree_chart
from quidpro.report.probabilistic.outline import outline
from quidpro.verdict.probabilistic.evidence import ProbAssumption, ProbCertificate, ProbTree


@singledispatch
def display(_thing: Any, _budget: Budget) -> Display | None:
    """What is shown; None where there is nothing but its name."""
    return None


@display.register
def _model(model: PrismModel, budget: Budget) -> Display:
    return of_model(model, outline(model, budget))


@display.register
def _lpts(lpts: LPTS, budget: Budget) -> Display:
    drawing = automaton_svg(automaton_of(lpts), budget)
    parts = (Picture(drawing.svg, drawing.caption), *(() if drawing.svg else (_transitions(lpts),)))
    return Display(lpts.name or "LPTS", f"{_size(lpts)}, {counted(len(lpts.alphabet), 'action')}", parts=parts)


def _size(lpts: LPTS) -> str:
    return f"{counted(lpts.states, 'state')}, {counted(lpts.transitions, 'transition')}"


def _transitions(lpts: LPTS) -> Table:
    rows = (
        (lpts.state_name(p), a, ", ".join(f"{w}: {lpts.state_name(q)}" for q, w in outcomes.items()))
        for p, a, outcomes in lpts.triples()
    )
    return short_table(("from", "action", "to"), rows, lpts.transitions, ("transition", "transitions"))


@display.register
def _tree(tree: ProbTree, _budget: Budget) -> Display:
    size = f"{counted(len(tree.nodes), 'node')}, {counted(tree.depth, 'step')} deep"
    return Display("An execution", size, parts=(of_chart(tree_chart(tree, "An execution")),))


@display.register
def _assumption(assumption: ProbAssumption, budget: Budget) -> Display:
    drawing = assumption_picture(assumption, budget)
    drawn = () if drawing is None else (Picture(drawing.svg, drawing.caption),)
    table = () if drawing is not None and drawing.svg else (_transitions(assumption.lpts),)
    return Display(
        assumption.name, f"of {', '.join(assumption.about)}: {_size(assumption.lpts)}", parts=(*drawn, *table)
    )


@display.register
def _certificate(certificate: ProbCertificate, _budget: Budget) -> Display:
    fields = certificate.fields
    names = [str(part.get("name", "")) for part in fields.get("components", ())]
    groups = " | ".join(", ".join(names[i] for i in group) for group in fields.get("groups", ()))
    return of_certificate(
        certificate.rule,
        f"of {fields.get('verdict', 'an answer')}",
        [("parts", groups), ("assumptions", str(len(fields.get("assumptions", ())) or ""))],
    )
