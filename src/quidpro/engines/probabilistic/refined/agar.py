"""Method ``agar``: assumptions as abstractions, refined by counterexample trees: ASYM and ASYM-N (pAGAR)."""

from __future__ import annotations

from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.shared.answer import answering
from quidpro.verdict.probabilistic.problem import Problem, asks_number


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    return "it asks for a number, which only the whole system tells" if asks_number(problem.spec) else ""


solve = answering("agar", ProbabilisticRefined, "refining the assumptions")
