"""Method ``abc``: the question as an AIGER file for ABC, its answers as clauses and runs of the model.

``solvers.abc`` asks; that every answer stands is found out elsewhere, as for any method. Where a violation must lie on
an infinite path, and not every state does, a path is looked for as ``pdr`` looks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quidpro.core.budget import Budget, available_cores
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin
from quidpro.core.words import counted
from quidpro.engines.options import SymbolicAbc, SymbolicPdr
from quidpro.engines.symbolic.sat.answer import Question, answers
from quidpro.engines.symbolic.sat.pdr import solve_about_paths
from quidpro.solvers.abc import PROVING, REFUTING, REFUTING_SECONDS, Abc, program
from quidpro.solvers.circuit import Run
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

NAME = "abc"
_ABOUT_PATHS = "ABC found a state that violates it; paths on which it lies were looked for as pdr does"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model; MissingPart without ABC."""
    options: SymbolicAbc = attempt.options or SymbolicAbc()
    file = program()
    alone = available_cores() == 1 if options.one_core is None else options.one_core

    def one(question: Question) -> SymbolicVerdict:
        begin("asking ABC", budget, events)
        asked = Abc(file, question.swept.circuit, budget, REFUTING_SECONDS if alone else None)
        stats, found = question.stats, asked.check()
        stats.frames = found.length if isinstance(found, Run) else max(asked.reached.values(), default=0)
        if isinstance(found, Run) and question.is_about_paths:
            verdict = solve_about_paths(question.problem, SymbolicPdr(), budget, events, NAME)
            return replace(verdict, notes=(*verdict.notes, _ABOUT_PATHS))
        if found is None:
            return question.problem.verdict(NAME, stats, "unknown", reason=_reason(asked, budget))
        return question.answer(NAME, found, stats, question.swept)

    return answers(NAME, problems, budget, events, attempt.facts, one)


def _reason(asked: Abc, budget: Budget) -> str:
    """Why there is no verdict: what ran out, which ABC finds out by itself, or what it said instead."""
    if asked.ran_out is None:
        told = [f"{engine}: {asked.said[engine]}" for engine in (PROVING, REFUTING) if engine in asked.said]
        return "; ".join(["ABC has no verdict", *told])
    limit = f"{budget.seconds:g} s" if asked.ran_out == "time" else f"{budget.megabytes:g} MB"
    reason = str(BudgetExceeded(asked.ran_out, budget.phase, f"limit {limit}"))
    far = max(asked.reached.values(), default=0)
    return f"{reason}; it looked {counted(far, 'step')} far" if far else reason
