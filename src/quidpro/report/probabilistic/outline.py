"""What a probabilistic model defines: its modules, its constants, and the formulas that its comments offer."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import ignore
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.tokens import offered_formulas
from quidpro.lpts.lpts import LPTS
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.probabilistic.automaton import automaton_of
from quidpro.report.probabilistic.models import find
from quidpro.verdict.outline import Asked, Outline, Part, Portrait
from quidpro.verdict.probabilistic.problem import Problem


def outline(model: PrismModel, _budget: Budget) -> Outline:
    """One system, all modules; what is asked of it stands beside the model, if only in a comment."""
    values = {name: str(model.values.get(name, "")) for name in model.constants}
    return Outline(
        (model.name,),
        model.name,
        (
            *(Asked(formula, "formula", formula) for formula in offered_formulas(model.source.text)),
            *(Asked(label, "label") for label in model.properties),
        ),
        tuple(values.items()),
        tuple(_part(name, one) for name, one in model.components.items()),
        tuple(model.warnings),
    )


def _part(name: str, lpts: LPTS) -> Part:
    return Part(name, "module", lpts.states, lpts.transitions, actions=len(lpts.alphabet))


def parts_of(problem: Problem) -> list[Part]:
    """The modules."""
    return [_part(*one) for one in zip(problem.model.names, problem.model.components, strict=True)]


def portrait(model: PrismModel, name: str, reduction: str | None, budget: Budget) -> Portrait:
    """A module, or all of them composed; there is no quotient of LPTSs to draw."""
    if reduction is not None:
        raise UsageError("a probabilistic model is drawn as it is: there is no quotient of it")
    lpts = find(model, name, budget, ignore).named(name)
    drawing = automaton_svg(automaton_of(lpts), budget)
    return Portrait(drawing.svg, drawing.caption, lpts.states, lpts.transitions)
