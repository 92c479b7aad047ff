"""LPTSs as automata to draw: a transition that tosses a coin goes through a small dot to its outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import LPTS
from quidpro.report.automata.automaton import Automaton, Drawing, Edge, State
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.folder import MAX_STATES
from quidpro.verdict.probabilistic.evidence import ProbAssumption
from quidpro.verdict.probabilistic.problem import Problem


def component_picture(problem: Problem, component: int, budget: Budget) -> Drawing | None:
    """A module."""
    network = problem.model
    return automaton_svg(automaton_of(network.components[component].named(network.names[component])), budget)


def assumption_picture(assumption: ProbAssumption, budget: Budget) -> Drawing | None:
    """What it allows."""
    return automaton_svg(automaton_of(assumption.lpts.named(assumption.name)), budget)


def automaton_of(lpts: LPTS, *, keys: Sequence[str] = (), stops: bool = True) -> Automaton:
    """All of an LPTS; in a tree it does not matter which states stop. ``keys`` tell the states from round to round.

    Of one that is too large to be drawn there are no more than the states.
    """
    states = [_state(lpts, i, keys[i] if keys else "", stops) for i in range(lpts.states)]
    edges: list[Edge] = []
    if lpts.states > MAX_STATES:
        return Automaton(lpts.name, tuple(states), (), lpts.initial)
    for number, (source, action, outcomes) in enumerate(lpts.triples()):
        if len(outcomes) == 1:
            edges.append(Edge(source, next(iter(outcomes)), action, number))
            continue
        identity = states[source].identity
        coin = State(-2, "", "chance", key=f"{identity} {action} {number - int(lpts.row[source])}")
        edges.append(Edge(source, len(states), action, number))
        edges += [Edge(len(states), target, str(p), number, "chance") for target, p in outcomes.items()]
        states.append(coin)
    return Automaton(lpts.name, tuple(states), tuple(edges), lpts.initial)


def _state(lpts: LPTS, state: int, key: str, stops: bool) -> State:
    marks = tuple(f"“{mark}”" for mark in sorted(lpts.marks_of(state)))
    stopped = stops and not lpts.moves_of(state)
    return State(state, lpts.state_name(state), "stop" if stopped else "", marks, key)
