"""Assumptions of the symbolic world as automata to draw: predicates on the arrows, what is rejected is ERROR."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.report.automata.arrows import MAX_LABELS, MAX_LETTERS
from quidpro.report.automata.automaton import Automaton, Drawing, Edge, State
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.symbolic.text import wrap_predicate
from quidpro.verdict.symbolic.evidence import SymbolicAssumption
from quidpro.verdict.symbolic.problem import Problem

_NOTHING = "it forbids nothing"


def component_picture(_problem: Problem, _component: int, _budget: Budget) -> Drawing | None:
    """A model of variables has no components to draw."""
    return None


def assumption_picture(assumption: SymbolicAssumption, budget: Budget) -> Drawing | None:
    """What it allows; what is forbidden leads to REJECT."""
    return automaton_svg(automaton_of(assumption), budget)


def automaton_of(assumption: SymbolicAssumption, keys: Sequence[str] = ()) -> Automaton:
    """The edges are numbered as they are; the rejecting state, which is never left, has none."""
    rejecting = assumption.rejecting
    states = tuple(
        State(i, "REJECT" if i == rejecting else str(i), "error" if i == rejecting else "", (), keys[i] if keys else "")
        for i in range(assumption.states)
    )
    edges = tuple(
        Edge(edge.source, edge.target, edge.words, number, lines=_lines(edge.words))
        for number, edge in enumerate(assumption.edges)
        if edge.source != rejecting
    )
    return Automaton(assumption.name, states, edges, 0, "" if rejecting is not None else _NOTHING)


def _lines(words: str) -> tuple[str, ...]:
    return tuple(wrap_predicate(words, MAX_LETTERS, MAX_LABELS))
