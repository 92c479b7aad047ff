"""Method ``saturation``: the whole system as a decision diagram, whatever the number of its states.

All states are found at once, by saturation (:mod:`quidpro.solvers.mdd`), on levels and in an order that are chosen for
the system (:mod:`.levels`). Where the diagram grows, the first layers of a breadth-first search go before the rest:
many violations are near, and none has to wait for the whole set. A set with bad states in it gives a shortest run to
the nearest, where that is affordable. A proof is the set itself: it holds the initial state, no step leaves it, and
nothing in it is bad.

Steps under priority are no product of local steps. Safety is proved without it, if it can be: priority only takes
behaviour away. Other questions about systems with priority are left to others.
"""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Found, Listener, Nodes, begin
from quidpro.core.words import counted
from quidpro.engines.explicit.saturated.assertions import Falsified, Undecided, liveness_violation
from quidpro.engines.explicit.saturated.bad import BadStates, Kind
from quidpro.engines.explicit.saturated.lassos import lasso_of
from quidpro.engines.explicit.saturated.levels import Reached, encodings, reach, saturated
from quidpro.engines.explicit.saturated.proof import state_set
from quidpro.engines.explicit.saturated.recurrence import Recurrence
from quidpro.engines.explicit.saturated.runs import (
    MAX_DISTANCE_NODES,
    Run,
    run_to,
    shallow_in_any,
    shortest_violation,
    violation,
)
from quidpro.engines.explicit.shared.traces import culprit, lasso_along, product_of, trace_along
from quidpro.engines.explicit.whole.monolithic import OF_ALL_RUNS, UNDER_FAIR_CHOICE, fails, under_priority
from quidpro.engines.options import Saturated
from quidpro.solvers.mdd.forest import TooManyNodes
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Stats
from quidpro.verdict.explicit.problem import Problem, certificate_of

NAME = "saturation"
NOT_SHORTEST = "the run is not a shortest one: to find that would have taken too many nodes"
_FEW_NODES = 20_000
_FEW_NODES_PER_COMPONENT = 20


def unsuited(problem: Problem) -> str:
    """Why it cannot decide a problem; empty when it can."""
    if problem.kind == "safety" or problem.model.priority is None:
        return ""
    return f"method saturation does not check {problem.kind} under priority"


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by the set of all reachable states."""
    stats = Stats()
    options: Saturated = attempt.options or Saturated()
    try:
        budget.check()
        verdict = _decide(problem, budget, _counting(stats, events), stats, options.most_nodes)
    except (BudgetExceeded, TooManyNodes) as ran_out:
        reason = f"{ran_out}; {_so_far(stats)}"
        return problem.verdict(NAME, stats, outcome="unknown", reason=reason)
    if verdict.outcome == "violated" and problem.model.priority is not None:
        return under_priority(problem, "diagrams", budget, events)
    return verdict


def _decide(problem: Problem, budget: Budget, events: Listener, stats: Stats, max_nodes: int | None) -> ExplicitVerdict:
    found = _reach_or_run(problem, budget, events, max_nodes)
    if isinstance(found, Run):
        return _violated(problem, found, stats)
    _count(found, stats)
    found.forest.max_nodes = None if max_nodes is None else found.forest.made + max_nodes
    begin("looking for a violation among all states", budget, events)
    if problem.kind == "progress":
        return _progress(problem, found, stats)
    if problem.kind == "liveness":
        return _liveness(problem, found, stats)
    if not BadStates(found.encoding, found.forest, _kind(problem)).among(found.states):
        return _holds(problem, found, stats)
    return _violated(problem, _run(problem, found, budget, events), stats)


def _run(problem: Problem, reached: Reached, budget: Budget, events: Listener) -> Run:
    """A shortest run to a violation, if need be in levels that suit distances better; else one of any length.

    Where nodes are limited, in the levels that there are.
    """
    begin("looking for a run to it", budget, events)
    kind = _kind(problem)
    try:
        return shortest_violation(reached.encoding, reached.forest, reached.states, kind)
    except TooManyNodes:
        if reached.forest.max_nodes is not None:
            raise
        others = [one for one in encodings(problem.model, budget) if one.levels != reached.encoding.levels]
    for encoding in others:
        try:
            again = saturated(encoding, budget, events, MAX_DISTANCE_NODES)
            again.forest.max_nodes = None
            return shortest_violation(encoding, again.forest, again.states, kind)
        except TooManyNodes:
            continue
    run = violation(reached.encoding, reached.forest, reached.states, kind)
    assert run is not None, "there is a violation"
    return run


def _kind(problem: Problem) -> Kind:
    return "safety" if problem.kind == "safety" else "deadlock"


def _progress(problem: Problem, reached: Reached, stats: Stats) -> ExplicitVerdict:
    """The first test that some terminal set fails, and with it all that the same one fails."""
    recurrence = Recurrence(reached.encoding, reached.forest, reached.states)
    failing = next((test for test in problem.spec if recurrence.violating(test)), None)
    if failing is None:
        return _holds(problem, reached, stats)
    actions: tuple[str, ...] = ()
    if failing.condition is None and recurrence.into_error:
        run = _into_error(reached)
    else:
        terminal = recurrence.terminal(recurrence.violating(failing))
        actions = terminal.actions
        run = run_to(reached.encoding, reached.forest, reached.states, terminal.states)
    failed = " ".join(test.name for test in problem.spec if fails(test, frozenset(actions)))
    trace = trace_along(problem.model, product_of(problem.model), run.moves, cycle=actions)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=failed, notes=_notes(run.shortest))


def _liveness(problem: Problem, reached: Reached, stats: Stats) -> ExplicitVerdict:
    assertion = problem.model.assertions[0]
    found = liveness_violation(reached.encoding, reached.forest, reached.states, assertion)
    notes = (UNDER_FAIR_CHOICE if assertion.fair else OF_ALL_RUNS,)
    if isinstance(found, Undecided):
        return problem.verdict(NAME, stats, outcome="unknown", reason=found.reason, notes=notes)
    if found is None:
        return replace(_holds(problem, reached, stats), notes=notes)
    return _falsified(problem, reached, found, stats, notes)


def _falsified(
    problem: Problem, reached: Reached, found: Falsified, stats: Stats, notes: tuple[str, ...]
) -> ExplicitVerdict:
    product = product_of(problem.model)
    if found.cross is None:
        run = _into_error(reached)
        trace, shortest = trace_along(problem.model, product, run.moves), run.shortest
        by = culprit(problem.model, trace)
    else:
        lasso, shortest = lasso_of(found)
        trace = lasso_along(problem.model, product, lasso.moves, lasso.loop, lasso.actions)
        by = problem.model.assertions[0].name
    every = (*notes, *_notes(shortest))
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by, notes=every)


def _into_error(reached: Reached) -> Run:
    run = violation(reached.encoding, reached.forest, reached.states, "safety")
    assert run is not None, "some step leads into ERROR"
    return run


def _notes(shortest: bool) -> tuple[str, ...]:
    return () if shortest else (NOT_SHORTEST,)


def _reach_or_run(problem: Problem, budget: Budget, events: Listener, max_nodes: int | None) -> Reached | Run:
    """All states, or a run to a violation that was met before they were found."""
    few = _FEW_NODES + _FEW_NODES_PER_COMPONENT * len(problem.model.components)
    try:
        return reach(problem.model, budget, events, few if max_nodes is None else min(few, max_nodes))
    except TooManyNodes:
        if max_nodes is not None and max_nodes <= few:
            raise
    if problem.kind in ("safety", "deadlock"):
        begin("looking for a violation nearby", budget, events)
        run = shallow_in_any(encodings(problem.model, budget), _kind(problem), budget)
        if run is not None:
            return run
    return reach(problem.model, budget, events, max_nodes)


def _count(reached: Reached, stats: Stats) -> None:
    with reached.forest.deep():
        stats.reached = reached.forest.count(reached.states)
    stats.count(nodes=reached.forest.made)


def _counting(stats: Stats, events: Listener) -> Listener:
    """Keep the numbers of nodes and states even when a budget ends the work."""

    def listen(event: Event) -> None:
        if isinstance(event, Nodes):
            stats.count(nodes=event.made)
        elif isinstance(event, Found):
            stats.found = max(stats.found, event.states)
        events(event)

    return listen


def _so_far(stats: Stats) -> str:
    """How far it came."""
    nodes = f"{counted(stats.peak_nodes, 'node')} of decision diagrams were made"
    if stats.reached:
        return f"all {counted(stats.reached, 'state')} were found, and {nodes}"
    return f"{counted(stats.found, 'state')} were found, and {nodes}" if stats.found > 1 else nodes


def _holds(problem: Problem, reached: Reached, stats: Stats) -> ExplicitVerdict:
    processes = tuple(component.name for component in problem.model.processes)
    states = state_set(reached.encoding, reached.forest.diagram(reached.states))
    certificate = certificate_of(problem, NAME, (processes,), states=states)
    return problem.verdict(NAME, stats, outcome="holds", certificate=certificate)


def _violated(problem: Problem, run: Run, stats: Stats) -> ExplicitVerdict:
    trace = trace_along(problem.model, product_of(problem.model), run.moves)
    by = "deadlock" if problem.kind == "deadlock" else culprit(problem.model, trace)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by, notes=_notes(run.shortest))


solve = each(decide)
