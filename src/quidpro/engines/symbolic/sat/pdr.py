"""Method ``pdr``: an inductive invariant found clause by clause, from states that lead to a violation.

The algorithm is ``solvers.pdr``; here are the model's side of it and its answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses, Listener, begin
from quidpro.engines.options import SymbolicPdr
from quidpro.engines.symbolic.sat.answer import Question, answers
from quidpro.solvers.pdr import Pdr, Settings
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

NAME = "pdr"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model."""
    options: SymbolicPdr = attempt.options or SymbolicPdr()
    return answers(NAME, problems, budget, events, lambda question: _solve(question, options, budget, events))


def _solve(question: Question, options: SymbolicPdr, budget: Budget, events: Listener) -> SymbolicVerdict:
    begin("looking for an inductive invariant", budget, events)
    engine = Pdr(
        question.reduced.circuit,
        budget,
        Settings(options.literals, options.counterexamples_blocked),
        tell=lambda frame, clauses: events(Clauses(frame, clauses)),
    )
    try:
        found = engine.check()
    except BudgetExceeded as ran_out:
        return undecided(question.problem, NAME, f"{ran_out}; no run of {len(engine.frames) - 2} steps violates it")
    stats = question.stats
    stats.queries, stats.frames = engine.questions, len(engine.frames) - 1
    return question.answer(NAME, found, stats)
