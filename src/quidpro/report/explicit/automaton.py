"""LTSs as automata to draw: processes, properties and assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME
from quidpro.report.automata.automaton import ERROR_NUMBER, Automaton, Drawing, Edge, State, StateKind
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.folder import MAX_STATES
from quidpro.verdict.explicit.evidence import Assumption
from quidpro.verdict.explicit.problem import Problem

_ELSE = "all else: ERROR"
_FORBIDDEN = "what is not drawn is forbidden"


def component_picture(problem: Problem, component: int, budget: Budget) -> Drawing | None:
    """A process as it is, a property without what breaks it."""
    part = problem.model.components[component]
    return automaton_svg(automaton_of(part.lts.named(part.name), is_property=part.is_property), budget)


def assumption_picture(assumption: Assumption, budget: Budget) -> Drawing | None:
    """What it allows."""
    return automaton_svg(assumed(assumption.lts.named(assumption.name)), budget)


def assumed(lts: LTS, keys: Sequence[str] = ()) -> Automaton:
    """An assumption; the actions that lead nowhere in some state are those that it forbids."""
    return automaton_of(lts, caption=_FORBIDDEN if _forbids(lts) else "it forbids nothing", keys=keys)


def automaton_of(lts: LTS, *, is_property: bool = False, caption: str = "", keys: Sequence[str] = ()) -> Automaton:
    """All of an LTS; of a property that is complete, all but its ERROR. ``keys`` tell the states from round to round.

    Of one that is too large to be drawn there are no more than the states.
    """
    numbers = range(lts.states)
    names = without_process(lts.state_name(i) for i in numbers)
    states = [State(i, names[i], _kind(lts, i), key=keys[i] if keys else "") for i in numbers]
    if lts.states > MAX_STATES:
        return Automaton(lts.name, tuple(states), (), lts.initial, caption)
    left_out = is_property and lts.has_error and _complete(lts)
    edges = []
    columns = zip(lts.source.tolist(), lts.label.tolist(), lts.target.tolist(), strict=True)
    for number, (source, label, target) in enumerate(columns):
        if target != ERROR:
            edges.append(Edge(source, target, lts.action(label), number, "silent" if label == TAU else ""))
        elif not left_out:
            edges.append(Edge(source, lts.states, lts.action(label), number, "silent" if label == TAU else ""))
    if lts.has_error and not left_out:
        states.append(State(ERROR_NUMBER, "ERROR", "error"))
    return Automaton(lts.name, tuple(states), tuple(edges), lts.initial, _ELSE if left_out else caption)


def without_process(names: Iterable[str]) -> list[str]:
    """``SERVER.0.1`` as ``0.1`` where all states are of one process."""
    found = list(names)
    process = found[0].split(".")[0] if found else ""
    if not all(name == process or name.startswith(f"{process}.") for name in found):
        return found
    return [name[len(process) + 1 :] or name for name in found]


def _kind(lts: LTS, state: int) -> StateKind:
    if state == lts.end:
        return "end"
    return "stop" if lts.row[state] == lts.row[state + 1] else ""


def _complete(lts: LTS) -> bool:
    """Whether every state does every action, in one way, and nothing silently."""
    steps = {(source, action) for source, action, _ in lts.triples()}
    return len(steps) == lts.transitions == lts.states * len(lts.alphabet) and not (lts.label == TAU).any()


def _forbids(lts: LTS) -> bool:
    allowed = {(source, action) for source, action, _ in lts.triples() if action != TAU_NAME}
    return len(allowed) < lts.states * len(lts.alphabet)
