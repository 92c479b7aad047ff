"""Method ``abc``: the question as an AIGER file for ABC, its answers as clauses and runs of the model.

``solvers.abc`` asks; that every answer stands is found out elsewhere, as for any method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.core.budget import Budget, available_cores
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin
from quidpro.engines.options import SymbolicAbc
from quidpro.engines.symbolic.sat.answer import Question, encoded
from quidpro.engines.symbolic.sat.encode import Encoder
from quidpro.solvers.abc import Abc, program
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

NAME = "abc"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model, which is encoded once; MissingPart without ABC."""
    options: SymbolicAbc = attempt.options or SymbolicAbc()
    program()
    encoder: Encoder | None = None
    for problem in problems:
        try:
            begin("translating the model into gates", budget, events)
            encoder = encoder or encoded(problems, budget)
            yield _solve(Question(problem, encoder), options, budget, events)
        except BudgetExceeded as ran_out:
            yield undecided(problem, NAME, str(ran_out))


def _solve(question: Question, options: SymbolicAbc, budget: Budget, events: Listener) -> SymbolicVerdict:
    begin("asking ABC", budget, events)
    stats = question.stats
    together = available_cores() > 1 if options.together is None else options.together
    asked = Abc(question.reduced.circuit, budget, together=together)
    found = asked.check()
    stats.frames = max(asked.reached.values(), default=0)
    if found is None:
        return question.problem.verdict(NAME, stats, "unknown", reason=_reason(asked, budget))
    return question.answer(NAME, found, stats)


def _reason(asked: Abc, budget: Budget) -> str:
    """Why there is no verdict: the time, which ABC keeps to by itself, or what it said instead."""
    if asked.timed_out and budget.seconds is not None:
        steps = " and ".join(f"{steps} ({engine})" for engine, steps in asked.reached.items())
        return f"{BudgetExceeded('time', budget.phase, f'limit {budget.seconds:g} s')}; it looked {steps} steps far"
    return "ABC has no verdict; " + ", ".join(f"{engine}: {said}" for engine, said in asked.said.items())
