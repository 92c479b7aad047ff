"""safe-pCTL: formulas about the states of a probabilistic system that simulation preserves (pAGAR, section 5)."""

from quidpro.frontend.pctl.parser import parse_pctl
from quidpro.logic.pctl import Formula

__all__ = ["Formula", "parse_pctl"]
