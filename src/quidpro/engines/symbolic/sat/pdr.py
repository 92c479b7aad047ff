"""Method ``pdr``: an inductive invariant found clause by clause, from states that lead to a violation.

The algorithm is ``solvers.pdr``; here are the model's side of it and its answers. What speaks of infinite paths is
asked for by k-liveness and in other ways (``solvers.live``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses, Listener, begin
from quidpro.engines.options import SymbolicPdr
from quidpro.engines.symbolic.sat.answer import Question, answers, no_run_within
from quidpro.engines.symbolic.sat.paths import Found, none_within, solve_paths
from quidpro.solvers.circuit import Run
from quidpro.solvers.fair import Fair
from quidpro.solvers.live import Live
from quidpro.solvers.pdr import Settings
from quidpro.solvers.turns import Turns
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

NAME = "pdr"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model."""
    options: SymbolicPdr = attempt.options or SymbolicPdr()

    def one(question: Question) -> SymbolicVerdict:
        return _solve(question, options, budget, events)

    def about_paths(problem: Problem) -> SymbolicVerdict:
        return solve_about_paths(problem, options, budget, events)

    return answers(NAME, problems, budget, events, attempt.facts, one, about_paths)


def _solve(question: Question, options: SymbolicPdr, budget: Budget, events: Listener) -> SymbolicVerdict:
    begin("looking for an inductive invariant", budget, events)
    shared = question.shared(question.swept)
    engine = Turns(
        question.swept.circuit,
        budget,
        _settings(options),
        tell=lambda frame, clauses: events(Clauses(frame, clauses)),
        share=shared,
    )
    try:
        found = engine.check()
    except BudgetExceeded as ran_out:
        return undecided(question.problem, NAME, f"{ran_out}; {no_run_within(engine.frames - 1)}")
    if isinstance(found, Run) and question.is_about_paths:
        return solve_about_paths(question.problem, options, budget, events)
    stats = question.stats
    stats.queries, stats.frames = engine.questions, engine.frames
    return question.answer(NAME, found, stats, question.swept, shared.used)


def solve_about_paths(
    problem: Problem, options: SymbolicPdr, budget: Budget, events: Listener, method: str = NAME
) -> SymbolicVerdict:
    """The verdict, in the name of a method, on a specification about infinite fair paths."""

    def search(fair: Fair, stats: SymbolicStats) -> Found:
        live = Live(fair, budget, _settings(options)[0], tell=lambda frame, clauses: events(Clauses(frame, clauses)))
        try:
            return live.check()
        except BudgetExceeded as ran_out:
            return f"{ran_out}; {none_within(live.lassos.steps)}"
        finally:
            stats.queries, stats.frames = live.questions, live.frames

    return solve_paths(problem, method, search, budget, events)


def _settings(options: SymbolicPdr) -> list[Settings]:
    """Where it is not said how many counterexamples to generalisation are blocked, none are at first."""
    blocked = options.counterexamples_blocked
    return [Settings(options.literals, some) for some in ((0, 3) if blocked is None else (blocked,))]
