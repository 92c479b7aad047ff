"""Method ``monolithic``: the whole product, on the fly and breadth first.

The baseline that every other method is measured against. Safety is reachability of π in M1 ∥ … ∥ Mn ∥ P_err (CGP03,
section 2); deadlock and progress have LTSA's meaning.
"""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Explored, Listener, Phase
from quidpro.lts.search import search
from quidpro.rules.problem import Problem
from quidpro.rules.traces import culprit, product_of, trace_along, trace_of
from quidpro.verdict.types import Stats, Verdict

NAME = "monolithic"


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by exploring the product."""
    stats = Stats()
    decide = {"safety": _safety, "deadlock": _deadlock, "progress": _progress}[problem.kind]
    budget.phase = "exploring the product"
    events(Phase(budget.phase))
    try:
        budget.check()
        return decide(problem, budget, _counting(stats, events), stats)
    except BudgetExceeded as ran_out:
        reason = f"{ran_out}; {stats.states_explored:,} states were explored"
        if problem.kind != "progress":  # terminal sets are looked for only when all states are there
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
    from quidpro.rules.progress import find_violation

    product = product_of(problem.system)
    violation = find_violation(product, problem.progress, budget, events)
    if violation is None:
        return _holds(problem, stats)
    trace = trace_along(problem.system, product, violation.moves, cycle=violation.actions)
    return problem.verdict(NAME, stats, outcome="violated", trace=trace, violated_by=" ".join(violation.tests))


def _holds(problem: Problem, stats: Stats) -> Verdict:
    processes = tuple(c.name for c in problem.system.processes)
    return problem.verdict(NAME, stats, outcome="holds", certificate=problem.certificate(NAME, (processes,)))
