"""What notebooks show of the explicit world: LTSs and assumptions drawn, systems by what they share, runs as charts."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.words import counted
from quidpro.frontend.fsp.model import FspModel
from quidpro.frontend.plain import PlainModel
from quidpro.lts.lts import LTS
from quidpro.lts.system import System
from quidpro.report.architecture import architecture_drawing
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.display import Display, Picture, Sentences, Table, of_certificate, of_chart, of_model, short_table
from quidpro.report.explicit.architecture import architecture
from quidpro.report.explicit.automaton import assumption_picture, automaton_of
from quidpro.report.explicit.chart import run_chart
from quidpro.report.explicit.outline import outline
from quidpro.report.explicit.words import words
from quidpro.verdict.explicit.evidence import Assumption, Certificate, StateSet, Trace
from quidpro.verdict.explicit.problem import problem_about


@singledispatch
def display(_thing: Any, _budget: Budget) -> Display | None:
    """What is shown; None where there is nothing but its name."""
    return None


@display.register(FspModel)
@display.register(PlainModel)
def _model(model: FspModel | PlainModel, budget: Budget) -> Display:
    return of_model(model, outline(model, budget))


@display.register
def _lts(lts: LTS, budget: Budget) -> Display:
    drawing = automaton_svg(automaton_of(lts, is_property=True), budget)
    parts = (Picture(drawing.svg, drawing.caption), *(() if drawing.svg else (_transitions(lts),)))
    return Display(lts.name or "LTS", f"{_size(lts)}, {counted(len(lts.alphabet), 'action')}", parts=parts)


def _size(lts: LTS) -> str:
    return f"{counted(lts.states, 'state')}, {counted(lts.transitions, 'transition')}"


def _transitions(lts: LTS) -> Table:
    rows = ((lts.state_name(p), a, lts.state_name(q)) for p, a, q in lts.triples())
    return short_table(("from", "action", "to"), rows, lts.transitions, ("transition", "transitions"))


@display.register
def _system(system: System, budget: Budget) -> Display:
    found = architecture(problem_about(system, "safety", None))
    drawing = architecture_drawing(found, budget)
    parts = (Picture(drawing.svg, drawing.caption), *(() if drawing.svg else (_components(system),)))
    return Display(system.name, "the system", parts=parts)


def _components(system: System) -> Table:
    rows = (
        (c.name, "property" if c.is_property else "process", c.lts.states, c.lts.transitions, len(c.lts.alphabet))
        for c in system.components
    )
    heads = ("name", "kind", "states", "transitions", "actions")
    return short_table(heads, rows, len(system.components), ("component", "components"), [2, 3, 4])


@display.register
def _trace(trace: Trace, _budget: Budget) -> Display:
    return Display("A run", counted(trace.length, "step"), parts=(of_chart(run_chart(trace)),))


@display.register
def _assumption(assumption: Assumption, budget: Budget) -> Display:
    drawing = assumption_picture(assumption, budget)
    drawn = () if drawing is None else (Picture(drawing.svg, drawing.caption),)
    table = () if drawing is not None and drawing.svg else (_transitions(assumption.lts),)
    about = ", ".join(assumption.about) or "the rest"
    return Display(
        assumption.name,
        f"of {about}: {_size(assumption.lts)}",
        parts=(*drawn, Sentences(tuple(words(assumption))), *table),
    )


@display.register
def _certificate(certificate: Certificate, _budget: Budget) -> Display:
    groups = " | ".join(", ".join(group) for group in certificate.groups)
    return of_certificate(
        certificate.rule,
        f"that {certificate.system} satisfies {certificate.property or certificate.kind}",
        [
            ("parts", groups),
            *(("assumption", f"{a.name} of {', '.join(a.about)}: {_size(a.lts)}") for a in certificate.assumptions),
            *([] if certificate.states is None else [("set of states", _diagram_size(certificate.states))]),
            ("fingerprints", f"of {', '.join(certificate.digests)}"),
        ],
    )


def _diagram_size(states: StateSet) -> str:
    return f"{counted(sum(map(len, states.nodes)), 'node')} over {counted(len(states.levels), 'level')}"
