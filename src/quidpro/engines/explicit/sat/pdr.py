"""Method ``pdr``: an inductive invariant of a system of LTSs, clause by clause (:mod:`quidpro.solvers.pdr`).

What it needs of the states is what the clauses say, so that it does not matter how many there are; where components are
coupled loosely, short clauses about a few of them are enough (:mod:`.turns`).

Steps under priority are no product of local steps. Safety is proved without it, if it can be: priority only takes
behaviour away.
"""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener
from quidpro.engines.options import ExplicitPdr
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.explicit.problem import Problem


def unsuited(problem: Problem) -> str:
    """Why it cannot decide a problem; empty when it can."""
    if problem.kind == "safety" or problem.model.priority is None:
        return ""
    return f"method pdr does not check {problem.kind} under priority"


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by clauses over local states."""
    # A race asks of every method whether it is suited; to load the SAT solver would take longer than many a check.
    from quidpro.engines.explicit.sat.turns import NAME, Search
    from quidpro.engines.explicit.whole.monolithic import under_priority

    search = Search(problem, attempt.options or ExplicitPdr(), budget, events)
    try:
        budget.check()
        verdict = search.verdict()
    except BudgetExceeded as ran_out:
        reason = f"{ran_out}; frame {search.frame} was reached"
        return problem.verdict(NAME, search.stats, outcome="unknown", reason=reason)
    if verdict.outcome == "violated" and problem.model.priority is not None:
        return under_priority(problem, "clauses", budget, events)
    return verdict


solve = each(decide)
