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
from quidpro.solvers.abc import REFUTING_SECONDS, Abc, program
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

NAME = "abc"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model, which is encoded once; MissingPart without ABC."""
    options: SymbolicAbc = attempt.options or SymbolicAbc()
    file = program()
    encoder: Encoder | None = None
    for problem in problems:
        try:
            begin("translating the model into gates", budget, events)
            encoder = encoder or encoded(problems, budget)
            yield _solve(Question(problem, encoder), file, options, budget, events)
        except BudgetExceeded as ran_out:
            yield undecided(problem, NAME, str(ran_out))


def _solve(question: Question, file: str, options: SymbolicAbc, budget: Budget, events: Listener) -> SymbolicVerdict:
    begin("asking ABC", budget, events)
    stats = question.stats
    alone = available_cores() == 1 if options.one_core is None else options.one_core
    asked = Abc(file, question.reduced.circuit, budget, REFUTING_SECONDS if alone else None)
    found = asked.check()
    stats.frames = max(asked.reached.values(), default=0)
    if found is None:
        return question.problem.verdict(NAME, stats, "unknown", reason=_reason(asked, budget))
    return question.answer(NAME, found, stats)


def _reason(asked: Abc, budget: Budget) -> str:
    """Why there is no verdict: what ran out, which ABC finds out by itself, or what it said instead."""
    if asked.ran_out is None:
        return "ABC has no verdict; " + "; ".join(f"{engine}: {said}" for engine, said in asked.said.items())
    limit = f"{budget.seconds:g} s" if asked.ran_out == "time" else f"{budget.megabytes:g} MB"
    far = " and ".join(f"{steps} ({engine})" for engine, steps in asked.reached.items())
    reason = str(BudgetExceeded(asked.ran_out, budget.phase, f"limit {limit}"))
    return f"{reason}; the steps that it looked at: {far}" if far else reason
