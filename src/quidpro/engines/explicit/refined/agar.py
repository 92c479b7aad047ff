"""Method ``agar``: assumptions as abstractions of the other parts, refined by counterexamples (AGAR)."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.explicit.refined.refinement import Refinement
from quidpro.engines.explicit.shared.by_parts import solve_by_parts
from quidpro.engines.explicit.shared.rounds import Log, Rounds
from quidpro.engines.options import Refined
from quidpro.lts.lts import LTS
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.explicit.problem import Problem


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by refining abstractions of its groups."""
    options: Refined = attempt.options or Refined()

    def start(groups: list[list[LTS]], goal: list[LTS], log: Log, run: str) -> Rounds:
        return Refinement(options, log, run).decide(groups, goal)

    return solve_by_parts(problem, attempt, options, budget, events, "refining abstractions", start)


solve = each(decide)
