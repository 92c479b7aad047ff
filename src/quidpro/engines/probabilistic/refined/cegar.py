"""Method ``cegar``: the whole system as one component, abstracted and refined by counterexample trees (pAGAR).

Algorithm 2 of the paper, section 4, by itself: L ⪯ P by a quotient A of L, refined until A ⪯ P or a tree is real.
"""

from __future__ import annotations

from quidpro.engines.options import ProbabilisticAbstracted
from quidpro.engines.probabilistic.refined.agar import unsuited
from quidpro.engines.probabilistic.shared.answer import answering

__all__ = ["solve", "unsuited"]

solve = answering("cegar", ProbabilisticAbstracted, "refining the abstraction")
