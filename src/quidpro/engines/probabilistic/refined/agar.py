"""Method ``agar``: assumptions as abstractions, refined by counterexample trees: ASYM and ASYM-N (pAGAR)."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.shared.answer import answer
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.probabilistic.problem import Problem, asks_number


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    return "it asks for a number, which only the whole system tells" if asks_number(problem.spec) else ""


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> ProbVerdict:
    """Decide the problem by parts."""
    options: ProbabilisticRefined = attempt.options or ProbabilisticRefined()
    phase, candidates = "refining the assumptions", options.candidates
    return answer(problem, attempt, "agar", phase, options, budget, events, candidates=candidates)


solve = each(decide)
