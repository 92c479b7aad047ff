"""Method ``agar``: assumptions as abstractions of the other parts, refined by counterexamples (AGAR)."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.refined.refinement import Options, Refinement
from quidpro.engines.explicit.shared.by_parts import solve_by_parts
from quidpro.engines.explicit.shared.rounds import Journal, Rounds
from quidpro.lts.lts import LTS
from quidpro.verdict.types import Verdict


def solve(problem: Problem, budget: Budget, events: Listener) -> Verdict:
    """Decide the problem by refining abstractions of its groups."""
    chosen = problem.options
    options = Options(
        refine_alphabet=chosen.get("alphabet", "full") == "refine",
        reduce=chosen.get("reduce", True),
        counterexamples=chosen.get("counterexamples", Options.counterexamples),
        depth_first=chosen.get("counterexample", "shortest") == "first",
        incremental=chosen.get("incremental", True),
    )

    def start(groups: list[list[LTS]], goal: list[LTS], journal: Journal, run: str) -> Rounds:
        return Refinement(options, journal, run).decide(groups, goal)

    return solve_by_parts(problem, budget, events, "agar", "refining abstractions", start)
