"""What ``bmc`` and ``induction`` have in common: they look one step further each time, up to a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses, Listener, begin
from quidpro.core.words import counted
from quidpro.engines.options import SymbolicBounded
from quidpro.engines.symbolic.sat.answer import Question, answers
from quidpro.solvers.bounded import MAX_STEPS, Inductive
from quidpro.solvers.circuit import Circuit, Run
from quidpro.verdict.engine import Attempt, Solve
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

Search = Callable[[Circuit, Budget, int, Callable[[int], None]], Inductive | Run | None]


def solved_by(method: str, phase: str, search: Search, most: int = MAX_STEPS) -> Solve:
    """``solve`` of a method that searches up to a bound, which is ``most`` where none is given."""

    def solve(
        problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener
    ) -> Iterator[SymbolicVerdict]:
        options: SymbolicBounded = attempt.options or SymbolicBounded()
        bound = options.bound or most

        def one(question: Question) -> SymbolicVerdict:
            begin(phase, budget, events)
            stats = question.stats

            def tell(steps: int) -> None:
                stats.frames = steps
                events(Clauses(steps, 0))

            try:
                found = search(question.in_whole_variables.circuit, budget, bound, tell)
            except BudgetExceeded as ran_out:
                reason = f"{ran_out}; {_none_within(stats.frames - 1)}"
            else:
                if found is not None:
                    return question.answer(method, found, stats, question.in_whole_variables)
                reason = f"{_none_within(stats.frames)}, which is the bound; try a larger --bound, or pdr"
            return question.problem.verdict(method, stats, "unknown", reason=reason)

        return answers(method, problems, budget, events, one)

    return solve


def _none_within(steps: int) -> str:
    return f"no run of at most {counted(steps, 'step')} violates it" if steps >= 0 else "nothing was looked at"
