"""What ``bmc`` and ``induction`` have in common: they look one step further each time, up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses, Listener, begin
from quidpro.engines.options import SymbolicBounded
from quidpro.engines.symbolic.sat.answer import Question, answers, no_run_within
from quidpro.engines.symbolic.sat.paths import Found, none_within, solve_paths
from quidpro.solvers.bounded import MAX_STEPS, Hear, Inductive
from quidpro.solvers.circuit import Circuit, Run
from quidpro.solvers.fair import Fair, Lasso
from quidpro.verdict.engine import Attempt, Solve
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

PathSearch = Callable[[Fair, Budget, int, Callable[[int], None]], Lasso | Literal[False] | None]
Search = Callable[[Circuit, Budget, int, Callable[[int], None], Hear], Inductive | Run | None]


def solved_by(
    method: str, phase: str, search: Search, most: int = MAX_STEPS, search_paths: PathSearch | None = None
) -> Solve:
    """``solve`` of a method that searches up to a bound, which is ``most`` where none is given, also for fair paths."""

    def solve(
        problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener
    ) -> Iterator[SymbolicVerdict]:
        options: SymbolicBounded = attempt.options or SymbolicBounded()
        bound = options.bound or most

        def one(question: Question) -> SymbolicVerdict:
            begin(phase, budget, events)
            stats, machine = question.stats, question.in_whole_variables
            shared = question.shared(machine)
            try:
                found = search(machine.circuit, budget, bound, _telling(stats, events), shared.hear)
            except BudgetExceeded as ran_out:
                reason = f"{ran_out}; {no_run_within(stats.frames - 1)}"
            else:
                if isinstance(found, Run) and question.is_about_paths and search_paths is not None:
                    return about_paths(question.problem)
                if found is not None:
                    return question.answer(method, found, stats, machine, shared.used)
                reason = f"{no_run_within(stats.frames)}, {_BOUND}"
            return question.problem.verdict(method, stats, "unknown", reason=reason)

        def about_paths(problem: Problem) -> SymbolicVerdict:
            return solve_paths(problem, method, look, budget, events)

        def look(fair: Fair, stats: SymbolicStats) -> Found:
            assert search_paths is not None
            try:
                found = search_paths(fair, budget, bound, _telling(stats, events))
            except BudgetExceeded as ran_out:
                return f"{ran_out}; {none_within(stats.frames - 1)}"
            return f"{none_within(stats.frames)}, {_BOUND}" if found is False else found

        return answers(method, problems, budget, events, attempt.facts, one, about_paths)

    return solve


def _telling(stats: SymbolicStats, events: Listener) -> Callable[[int], None]:
    def tell(steps: int) -> None:
        stats.frames = steps
        events(Clauses(steps, 0))

    return tell


_BOUND = "which is the bound; try a larger --bound, or pdr"
