"""Method ``circular``: every part assumes and guarantees at once; assumptions by SAT, smallest first (ACR)."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.lts.lts import LTS
from quidpro.rules.alone import alone
from quidpro.rules.by_parts import solve_by_parts
from quidpro.rules.circ_ag import Circular, Options
from quidpro.rules.problem import Problem
from quidpro.rules.rounds import Journal, Rounds
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
