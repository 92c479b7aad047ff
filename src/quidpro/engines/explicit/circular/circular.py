"""Method ``circular``: every part assumes and guarantees at once; assumptions by SAT, smallest first (ACR)."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.explicit.circular.circ_ag import Circular, Options
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.alone import alone
from quidpro.engines.explicit.shared.by_parts import solve_by_parts
from quidpro.engines.explicit.shared.rounds import Journal, Rounds
from quidpro.lts.lts import LTS
from quidpro.verdict.types import Verdict


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by circular reasoning over its groups; the rule has no orientation."""

    chosen = problem.options
    options = Options(
        refine_alphabet=chosen.get("alphabet", "full") == "refine",
        candidates=chosen.get("candidates", True),
        encoding=chosen.get("encoding", Options.encoding),
    )

    def start(groups: list[list[LTS]], goal: list[LTS], journal: Journal, run: str) -> Rounds:
        if len(groups) == 1:
            return alone(groups[0], goal, journal)
        return Circular(options, journal).decide(groups, goal)

    given = replace(problem, options={**problem.options, "orientation": "given"})
    return solve_by_parts(given, budget, events, "circular", "synthesising assumptions", start, circular=True)
