"""Method ``monolithic``: the whole product, on the fly and breadth first.

The baseline that every other method is measured against. Safety is reachability of π in M1 ∥ … ∥ Mn ∥ P_err (CGP03,
section 2); deadlock, progress and liveness have LTSA's meaning.
"""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import Event, Explored, Listener, Phase
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.traces import culprit, lasso_along, product_of, trace_along, trace_of
from quidpro.lts.lts import ERROR
from quidpro.lts.search import search
from quidpro.verdict.types import Stats, Verdict

NAME = "monolithic"

UNDER_FAIR_CHOICE = "under fair choice: what can happen again and again does; --no-fair-choice asks about all runs"
OF_ALL_RUNS = "without fair choice: of all runs, also of those that never take a way they could take"


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by exploring the product."""
    stats = Stats()
    decide = {"safety": _safety, "deadlock": _deadlock, "progress": _progress, "liveness": _liveness}[problem.kind]
    budget.phase = "exploring the product"
    events(Phase(budget.phase))
    try:
        budget.check()
        return decide(problem, budget, _counting(stats, events), stats)
    except BudgetExceeded as ran_out:
        reason = f"{ran_out}; {stats.states_explored:,} states were explored"
        if problem.kind in ("safety", "deadlock"):  # terminal sets are looked for only when all states are there
            reason += " and no violation was among them"
        return problem.verdict(NAME, stats, outcome="unknown", reason=reason)


def _counting(stats: Stats, events: Listener) -> Listener:
    """Keep the counts even when a budget ends the work."""

    def listen(event: Event) -> None:
        if isinstance(event, Explored):
            stats.states_explored = event.states
            stats.transitions_explored = event.transitions
        events(event)

    return listen


def _safety(problem: Problem, budget: Budget, events: Listener, stats: Stats) -> Verdict:
    return _search(problem, budget, events, stats, errors=True, deadlocks=False)


def _deadlock(problem: Problem, budget: Budget, events: Listener, stats: Stats) -> Verdict:
    return _search(problem, budget, events, stats, errors=False, deadlocks=True)


def _search(
    problem: Problem, budget: Budget, events: Listener, stats: Stats, *, errors: bool, deadlocks: bool
) -> Verdict:
    product = product_of(problem.system)
    found = search(product, budget, events, errors=errors, deadlocks=deadlocks)
    if found.hit is None:
        return _holds(problem, stats)
    trace = trace_of(problem.system, product, found)
    by = "deadlock" if found.hit == "deadlock" else culprit(problem.system, trace)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by)


def _progress(problem: Problem, budget: Budget, events: Listener, stats: Stats) -> Verdict:
    from quidpro.engines.explicit.whole.progress import find_violation

    product = product_of(problem.system)
    violation = find_violation(product, problem.progress, budget, events)
    if violation is None:
        return _holds(problem, stats)
    trace = trace_along(problem.system, product, violation.moves, cycle=violation.actions)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=" ".join(violation.tests))


def _liveness(problem: Problem, budget: Budget, events: Listener, stats: Stats) -> Verdict:
    from quidpro.engines.explicit.whole.liveness import find_violation

    assertion = problem.system.assertions[0]
    product = product_of(problem.system)
    notes = (UNDER_FAIR_CHOICE if assertion.fair else OF_ALL_RUNS,)
    try:
        violation = find_violation(product, assertion, budget, events)
    except TooManyStates:
        reason = f"the automaton of {assertion.name} is too big"
        return problem.verdict(NAME, stats, outcome="unknown", reason=reason, notes=notes)
    if violation is None:
        return replace(_holds(problem, stats), notes=notes)
    trace = lasso_along(problem.system, product, violation.moves, violation.loop, violation.actions)
    by = culprit(problem.system, trace) if ERROR in trace.states[-1] else assertion.name
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=by, notes=notes)


def _holds(problem: Problem, stats: Stats) -> Verdict:
    processes = tuple(c.name for c in problem.system.processes)
    return problem.verdict(NAME, stats, outcome="holds", certificate=problem.certificate(NAME, (processes,)))
