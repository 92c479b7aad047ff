"""safe-pCTL as a specification: exact checking, trees that violate it, bounds that prove it (pAGAR, section 5)."""

from quidpro.frontend.pctl import Formula
from quidpro.frontend.pctl import parse_pctl as parse
from quidpro.probabilistic.goal import NoTree
from quidpro.probabilistic.pctl.checking import Checking
from quidpro.probabilistic.pctl.goal import Satisfaction
from quidpro.probabilistic.pctl.witness import violations

__all__ = ["Checking", "Formula", "NoTree", "Satisfaction", "parse", "violations"]
