"""The probabilistic world's model: labelled probabilistic transition systems with exact probabilities (pAGAR)."""

from quidpro.lpts.lpts import LPTS, Distributions

__all__ = ["LPTS", "Distributions"]
