"""The PRISM language and JANI, read by Storm; modules become open LPTSs."""

from quidpro.frontend.jani.read import read_jani
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.read import read_prism

__all__ = ["PrismModel", "read_jani", "read_prism"]
