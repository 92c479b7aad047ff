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

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Nodes, begin
from quidpro.core.words import counted
from quidpro.engines.explicit.saturated.bad import Kind
from quidpro.engines.explicit.saturated.levels import Reached, encodings, reach
from quidpro.engines.explicit.saturated.proof import state_set
from quidpro.engines.explicit.saturated.runs import Run, shallow, violation
from quidpro.engines.explicit.shared.traces import culprit, product_of, trace_along
from quidpro.engines.explicit.whole.monolithic import under_priority
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
    begin("saturating the state space", budget, events)
    try:
        budget.check()
        verdict = _decide(problem, budget, _counting(stats, events), stats, options.most_nodes)
    except (BudgetExceeded, TooManyNodes) as ran_out:
        reason = f"{ran_out}; {counted(stats.peak_nodes, 'node')} of decision diagrams were made"
        return problem.verdict(NAME, stats, outcome="unknown", reason=reason)
    if verdict.outcome == "violated" and problem.model.priority is not None:
        return under_priority(problem, "diagrams", budget, events)
    return verdict


def _decide(problem: Problem, budget: Budget, events: Listener, stats: Stats, max_nodes: int | None) -> ExplicitVerdict:
    kind: Kind = "safety" if problem.kind == "safety" else "deadlock"
    found = _reach_or_run(problem, kind, budget, events, max_nodes)
    if isinstance(found, Run):
        return _violated(problem, found, stats)
    _count(found, stats)
    found.forest.max_nodes = None if max_nodes is None else found.forest.made + max_nodes
    begin("looking for bad states", budget, events)
    run = violation(found.encoding, found.forest, found.states, kind)
    return _holds(problem, found, stats) if run is None else _violated(problem, run, stats)


def _reach_or_run(
    problem: Problem, kind: Kind, budget: Budget, events: Listener, max_nodes: int | None
) -> Reached | Run:
    """All states, or a run to a violation that was met before they were found."""
    few = _FEW_NODES + _FEW_NODES_PER_COMPONENT * len(problem.model.components)
    try:
        return reach(problem.model, budget, events, few if max_nodes is None else min(few, max_nodes))
    except TooManyNodes:
        if max_nodes is not None and max_nodes <= few:
            raise
    begin("looking for a violation nearby", budget, events)
    run = shallow(encodings(problem.model)[0], kind, budget)
    if run is not None:
        return run
    begin("saturating the state space", budget, events)
    return reach(problem.model, budget, events, max_nodes)


def _count(reached: Reached, stats: Stats) -> None:
    with reached.forest.deep():
        stats.reached = reached.forest.count(reached.states)
    stats.count(nodes=reached.forest.made)


def _counting(stats: Stats, events: Listener) -> Listener:
    """Keep the number of nodes even when a budget ends the work."""

    def listen(event: Event) -> None:
        if isinstance(event, Nodes):
            stats.count(nodes=event.made)
        events(event)

    return listen


def _holds(problem: Problem, reached: Reached, stats: Stats) -> ExplicitVerdict:
    processes = tuple(component.name for component in problem.model.processes)
    states = state_set(reached.encoding, reached.forest.diagram(reached.states))
    certificate = certificate_of(problem, NAME, (processes,), states=states)
    return problem.verdict(NAME, stats, outcome="holds", certificate=certificate)


def _violated(problem: Problem, run: Run, stats: Stats) -> ExplicitVerdict:
    trace = trace_along(problem.model, product_of(problem.model), run.moves)
    by = "deadlock" if problem.kind == "deadlock" else culprit(problem.model, trace)
    notes = () if run.shortest else (NOT_SHORTEST,)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by, notes=notes)


solve = each(decide)
