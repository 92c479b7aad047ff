"""Method ``circular``: every part assumes and guarantees at once; assumptions by SAT, smallest first (ACR)."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.explicit.circular.circ_ag import CircAg
from quidpro.engines.explicit.shared.by_parts import solve_by_parts
from quidpro.engines.explicit.shared.rounds import Log, Rounds, check_group
from quidpro.engines.options import Circular
from quidpro.lts.lts import LTS
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.explicit.problem import Problem


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ExplicitVerdict:
    """Decide the problem by circular reasoning over its groups; the rule has no orientation."""
    options: Circular = attempt.options or Circular()

    def start(groups: list[list[LTS]], goal: list[LTS], log: Log, run: str) -> Rounds:
        if len(groups) == 1:
            return check_group(groups[0], goal, log)
        return CircAg(options, log).decide(groups, goal)

    return solve_by_parts(problem, attempt, options, budget, events, "synthesising assumptions", start, circular=True)


solve = each(decide)
