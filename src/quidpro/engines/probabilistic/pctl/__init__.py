"""safe-pCTL as a specification: exact checking, trees that violate it, bounds that prove it (pAGAR, section 5)."""

from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.frontend.pctl import parse_pctl as parse

__all__ = ["Checking", "parse"]
