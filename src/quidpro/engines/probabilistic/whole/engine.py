"""Method ``monolithic``: the whole system, composed."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.options import Simulation
from quidpro.engines.probabilistic.shared.answer import answer
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.probabilistic.problem import Problem


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ProbVerdict:
    """Decide the problem on the composition of all components."""
    options: Simulation = attempt.options or Simulation()
    return answer(problem, attempt, "monolithic", "checking the whole system", options, budget, events)


solve = each(decide)
