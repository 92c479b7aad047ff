"""Method ``pdr``: an inductive invariant found clause by clause, from states that lead to a violation.

The algorithm is ``solvers.pdr``; here are the model's side of it and its answers. What is said of infinite paths is
asked of it by way of k-liveness, and otherwise (``sat.paths``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses as ClausesFound
from quidpro.core.events import Listener, begin
from quidpro.engines.options import SymbolicPdr
from quidpro.engines.symbolic.sat.answer import Question, encoded
from quidpro.engines.symbolic.sat.encode import Encoder
from quidpro.engines.symbolic.sat.paths import Paths
from quidpro.solvers.circuit import Run
from quidpro.solvers.pdr import Pdr, Settings
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

NAME = "pdr"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model, which is encoded once."""
    options: SymbolicPdr = attempt.options or SymbolicPdr()
    encoder: Encoder | None = None
    for problem in problems:
        try:
            if problem.spec.is_invariant:
                begin("translating the model into gates", budget, events)
                encoder = encoder or encoded(problems, budget)
                yield _solve(Question(problem, encoder), options, budget, events)
            else:
                yield _about_paths(problem, options).solve(budget, events)
        except BudgetExceeded as ran_out:
            yield undecided(problem, NAME, str(ran_out))


def _solve(question: Question, options: SymbolicPdr, budget: Budget, events: Listener) -> SymbolicVerdict:
    begin("looking for an inductive invariant", budget, events)
    stats = question.stats
    engine = Pdr(
        question.reduced.circuit,
        budget,
        Settings(order=options.literals),
        tell=lambda frame, clauses: events(ClausesFound(frame, clauses)),
    )
    try:
        found = engine.check()
    except BudgetExceeded as ran_out:
        reason = f"{ran_out}; frame {len(engine.frames) - 1} was reached"
        return question.problem.verdict(NAME, question.stats, "unknown", reason=reason)
    if isinstance(found, Run) and question.is_about_paths:
        return _about_paths(question.problem, options).solve(budget, events)
    stats.queries, stats.frames = engine.questions, len(engine.frames) - 1
    return question.answer(NAME, found, stats)


def _about_paths(problem: Problem, options: SymbolicPdr) -> Paths:
    return Paths(problem, NAME, Settings(order=options.literals))
