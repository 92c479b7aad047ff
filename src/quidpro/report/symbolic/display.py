"""What notebooks show of the symbolic world: runs as waveforms, assumptions drawn."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.words import counted
from quidpro.frontend.circuits.model import CircuitModel
from quidpro.frontend.smv.model import SmvModel
from quidpro.report.display import Display, Picture, Sentences, of_certificate, of_chart, of_model
from quidpro.report.symbolic.automaton import assumption_picture
from quidpro.report.symbolic.chart import run_chart
from quidpro.report.symbolic.outline import outline
from quidpro.report.symbolic.words import words
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicCertificate, SymbolicTrace


@singledispatch
def display(_thing: Any, _budget: Budget) -> Display | None:
    """What is shown; None where there is nothing but its name."""
    return None


@display.register
def _model(model: SmvModel | CircuitModel, budget: Budget) -> Display:
    return of_model(model, outline(model, budget))


@display.register
def _trace(trace: SymbolicTrace, _budget: Budget) -> Display:
    return Display("A run", counted(trace.length, "step"), parts=(of_chart(run_chart(trace)),))


@display.register
def _assumption(assumption: SymbolicAssumption, budget: Budget) -> Display:
    drawing = assumption_picture(assumption, budget)
    drawn = () if drawing is None else (Picture(drawing.svg, drawing.caption),)
    size = f"{counted(assumption.states, 'state')} over {', '.join(assumption.variables)}"
    return Display(
        assumption.name,
        f"of {', '.join(assumption.about)}: {size}",
        parts=(*drawn, Sentences(tuple(words(assumption)))),
    )


@display.register
def _certificate(certificate: SymbolicCertificate, _budget: Budget) -> Display:
    found = (certificate.assumption,) if certificate.assumption is not None else certificate.assumptions
    parts = [("first part", certificate.first), ("second part", certificate.second), ("shared", certificate.shared)]
    if certificate.groups:
        parts = [(f"M{number} sees", group) for number, group in enumerate(certificate.groups, 1)]
    return of_certificate(
        certificate.rule,
        f"that {certificate.system} satisfies {certificate.property}",
        [
            ("property", certificate.text),
            *((head, ", ".join(names)) for head, names in parts),
            ("assumption", "; ".join(f"{one.name}: {counted(one.states, 'state')}" for one in found)),
            ("invariants", counted(len(certificate.invariants), "predicate")),
            ("fingerprint", f"{certificate.model} of the model text"),
        ],
    )
