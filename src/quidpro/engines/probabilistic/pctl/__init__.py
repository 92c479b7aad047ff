"""safe-pCTL as a specification: exact checking, trees that violate it, bounds that prove it (pAGAR, section 5)."""

from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.pctl.goal import Satisfaction
from quidpro.engines.probabilistic.pctl.witness import violations
from quidpro.engines.probabilistic.shared.goal import NoTree
from quidpro.frontend.pctl import Formula
from quidpro.frontend.pctl import parse_pctl as parse

__all__ = ["Checking", "Formula", "NoTree", "Satisfaction", "parse", "violations"]
