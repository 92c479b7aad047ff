"""Method ``symbolic``: an assumption over the communication variables of a cut, learned by SCV."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Chosen, Listener
from quidpro.engines.options import SymbolicLearned
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.compositional import GIVEN, SWAPPED, Compositional
from quidpro.engines.symbolic.scv.compositional import unsuited as unsuited_spec
from quidpro.engines.symbolic.scv.split import format_split
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.verdict.engine import NO_OTHER_SPLIT, Attempt, each
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    return unsuited_spec(problem.model, problem.spec)


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> SymbolicVerdict:
    """Decide the problem on the cut that was given, or on one that is chosen for it."""
    options: SymbolicLearned = attempt.options or SymbolicLearned()
    model, first = problem.model, _first(problem, attempt.split, options.rank)
    if first is None:
        return undecided(problem, attempt.engine, NO_OTHER_SPLIT)
    events(Chosen(f"{format_split(first, model)} | {format_split(frozenset(model.variables) - first, model)}"))
    sides = options.sides or ((GIVEN,) if options.orientation == "given" else (GIVEN, SWAPPED))
    settings = Settings(order=options.bits, candidates=options.candidates)
    try:
        solver = Compositional(problem, first, budget, events, settings, sides)
    except BudgetExceeded as ran_out:
        return undecided(problem, attempt.engine, str(ran_out))
    return solver.solve()


def _first(problem: Problem, split: frozenset[str] | None, rank: int) -> frozenset[str] | None:
    """The variables of M1; None when there are fewer choices than that."""
    if split is not None:
        return split
    assert problem.spec.invariant is not None
    choices = choose(problem.model, problem.spec.invariant)
    return choices[rank] if rank < len(choices) else None


solve = each(decide)
