"""The independent checker: certificates and counterexamples are believed only after it has looked at them."""

from quidpro.certify.checker import certify
from quidpro.certify.conclusion import Certification
from quidpro.certify.replay import replay

__all__ = ["Certification", "certify", "replay"]
