"""Progress as LTSA checks it: under fair choice a run ends in a terminal set of states and repeats all its actions.

A progress test is violated by a terminal strongly connected set in which none of its actions occurs (for ``if C then
A``: some action of C occurs and none of A). A deadlock and the error state are terminal sets without any action.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, Phase
from quidpro.lts.lts import ERROR, TAU
from quidpro.lts.product import Move, Product
from quidpro.lts.search import record, steps
from quidpro.lts.strong import strong_components
from quidpro.lts.system import Progress


@dataclass(frozen=True)
class Violation:
    """The run to a terminal set, the actions that occur there, and the tests that it fails."""

    moves: tuple[Move, ...]
    actions: tuple[str, ...]
    tests: tuple[str, ...]


def fails(test: Progress, actions: frozenset[str]) -> bool:
    """Whether a terminal set with these actions violates the test."""
    if test.condition is not None and not test.condition & actions:
        return False
    return not test.actions & actions


def find_violation(product: Product, tests: tuple[Progress, ...], budget: Budget, events: Listener) -> Violation | None:
    """The terminal set nearest to the initial state that fails a test."""
    recorded = record(product, budget, events)
    graph = recorded.graph()
    budget.phase = "finding terminal sets"
    events(Phase(budget.phase))
    component = strong_components(graph, budget)
    terminal = np.ones(int(component.max()) + 1, dtype=bool)
    inner = graph.target != ERROR
    leaves = np.ones(graph.transitions, dtype=bool)
    leaves[inner] = component[graph.source[inner]] != component[graph.target[inner]]
    terminal[component[graph.source[leaves]]] = False
    occurring = _actions_by_component(graph.label, component[graph.source], terminal)

    found: list[tuple[int, bool, frozenset[str]]] = []
    into_error = graph.source[~inner]
    if len(into_error):
        found.append((int(into_error.min()), True, frozenset()))
    firsts = np.full(len(terminal), -1)
    firsts[component[::-1]] = np.arange(graph.states)[::-1]
    for number in np.flatnonzero(terminal):
        names = frozenset(graph.action(label) for label in occurring.get(int(number), ()) if label != TAU)
        found.append((int(firsts[number]), False, names))
    for state, is_error, names in sorted(found, key=lambda item: item[0]):
        failed = tuple(test.name for test in tests if fails(test, names))
        if failed:
            path = recorded.path(state)
            moves = steps(product, path, "error" if is_error else "deadlock")
            return Violation(tuple(moves), tuple(sorted(names)), failed)
    return None


def _actions_by_component(labels: object, sources: object, terminal: object) -> dict[int, set[int]]:
    """The labels that occur inside each terminal component."""
    lab, comp = np.asarray(labels), np.asarray(sources)
    inside = np.asarray(terminal)[comp]
    occurring: dict[int, set[int]] = {}
    pairs = np.unique(np.stack([comp[inside], lab[inside]]), axis=1)
    for number, label in pairs.T.tolist():
        occurring.setdefault(number, set()).add(label)
    return occurring
