"""Method ``monolithic``: the whole product, on the fly and breadth first.

The baseline that every other method is measured against. Safety is reachability of π in M1 ∥ … ∥ Mn ∥ P_err (CGP03,
section 2); deadlock, progress and liveness have LTSA's meaning.

For progress that is: under fair choice a run ends in a terminal set of states and repeats all its actions. A progress
test is violated by a terminal strongly connected set in which none of its actions occurs (for ``if C then A``: some
action of C occurs and none of A). A deadlock and the error state are terminal sets without any action.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import Listener, begin
from quidpro.engines.explicit.shared.traces import counting, culprit, lasso_along, product_of, trace_along, trace_of
from quidpro.engines.options import Whole
from quidpro.lts.lts import ERROR, TAU, Ints
from quidpro.lts.product import Move, Product
from quidpro.lts.search import record, search, steps
from quidpro.lts.strong import strong_components
from quidpro.lts.system import Progress
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Stats
from quidpro.verdict.explicit.problem import Problem, certificate_of


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


def find_violation(
    product: Product, tests: tuple[Progress, ...], budget: Budget, events: Listener, max_states: int | None = None
) -> Violation | None:
    """The terminal set nearest to the initial state that fails a test."""
    recorded = record(product, budget, events, max_states)
    graph = recorded.graph()
    begin("finding terminal sets", budget, events)
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


def _actions_by_component(labels: Ints, component: Ints, terminal: npt.NDArray[np.bool_]) -> dict[int, set[int]]:
    """The labels that occur inside each terminal component."""
    inside = terminal[component]
    occurring: dict[int, set[int]] = {}
    pairs = np.unique(np.stack([component[inside], labels[inside]]), axis=1)
    for number, label in pairs.T.tolist():
        occurring.setdefault(number, set()).add(label)
    return occurring


NAME = "monolithic"

UNDER_FAIR_CHOICE = "under fair choice: what can happen again and again does; --no-fair-choice asks about all runs"
OF_ALL_RUNS = "without fair choice: of all runs, also of those that never take a way they could take"


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by exploring the product."""
    stats = Stats()
    options: Whole = attempt.options or Whole()
    begin("exploring the product", budget, events)
    try:
        budget.check()
        return _decide(problem, budget, counting(stats, events), stats, options.most_states)
    except (BudgetExceeded, TooManyStates) as ran_out:
        reason = f"{ran_out}; {stats.states_explored:,} states were explored"
        if problem.kind in ("safety", "deadlock"):  # terminal sets are looked for only when all states are there
            reason += " and no violation was among them"
        return problem.verdict(NAME, stats, outcome="unknown", reason=reason)


def _decide(
    problem: Problem, budget: Budget, events: Listener, stats: Stats, max_states: int | None
) -> ExplicitVerdict:
    if problem.kind == "progress":
        return _progress(problem, budget, events, stats, max_states)
    if problem.kind == "liveness":
        return _liveness(problem, budget, events, stats, max_states)
    product = product_of(problem.model)
    errors = problem.kind == "safety"
    found = search(product, budget, events, errors=errors, deadlocks=not errors, max_states=max_states)
    if found.hit is None:
        return _holds(problem, stats)
    trace = trace_of(problem.model, product, found)
    by = "deadlock" if found.hit == "deadlock" else culprit(problem.model, trace)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by)


def _progress(
    problem: Problem, budget: Budget, events: Listener, stats: Stats, max_states: int | None
) -> ExplicitVerdict:
    product = product_of(problem.model)
    violation = find_violation(product, problem.spec, budget, events, max_states)
    if violation is None:
        return _holds(problem, stats)
    trace = trace_along(problem.model, product, violation.moves, cycle=violation.actions)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=" ".join(violation.tests))


def _liveness(
    problem: Problem, budget: Budget, events: Listener, stats: Stats, max_states: int | None
) -> ExplicitVerdict:
    from quidpro.engines.explicit.whole.liveness import find_violation

    assertion = problem.model.assertions[0]
    product = product_of(problem.model)
    notes = (UNDER_FAIR_CHOICE if assertion.fair else OF_ALL_RUNS,)
    try:
        violation = find_violation(product, assertion, budget, events, max_states)
    except TooManyStates as too_many:
        if too_many.limit == max_states:
            raise
        reason = f"the automaton of {assertion.name} is too big"
        return problem.verdict(NAME, stats, outcome="unknown", reason=reason, notes=notes)
    if violation is None:
        return replace(_holds(problem, stats), notes=notes)
    trace = lasso_along(problem.model, product, violation.moves, violation.loop, violation.actions)
    by = culprit(problem.model, trace) if ERROR in trace.states[-1] else assertion.name
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by, notes=notes)


def _holds(problem: Problem, stats: Stats) -> ExplicitVerdict:
    processes = tuple(c.name for c in problem.model.processes)
    return problem.verdict(NAME, stats, outcome="holds", certificate=certificate_of(problem, NAME, (processes,)))


def under_priority(problem: Problem, blind: str, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Priority only takes behaviour away: a proof without it stands, a counterexample has to be looked for again.

    ``blind`` is what did not see priority.
    """
    verdict = decide(problem, Attempt(NAME), budget, events)
    note = f"the {blind} do not see priority; what they could not prove without it was decided on the whole product"
    return replace(verdict, notes=(*verdict.notes, note))


solve = each(decide)
