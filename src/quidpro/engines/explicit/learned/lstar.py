"""Method ``lstar``: assumptions learned by L* for rules ASYM and ASYM-N (CGP03; alphabet refinement as in AGAR)."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.explicit.learned.asym import Asym, Options
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.by_parts import solve_by_parts
from quidpro.engines.explicit.shared.rounds import Journal, Rounds
from quidpro.lts.lts import LTS
from quidpro.verdict.types import Verdict


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by learning assumptions for its groups."""
    chosen = problem.options
    options = Options(
        learner=chosen.get("learner", Options.learner),
        refine_alphabet=chosen.get("alphabet", "full") == "refine",
        reduce=chosen.get("reduce", True),
        candidates=chosen.get("candidates", True),
    )

    def start(groups: list[list[LTS]], goal: list[LTS], journal: Journal, run: str) -> Rounds:
        return Asym(options, journal, run).chain(groups, goal)

    return solve_by_parts(problem, budget, events, "lstar", "learning assumptions", start)
