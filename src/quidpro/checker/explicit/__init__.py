"""The independent checker: certificates and counterexamples are believed only after it has looked at them."""

from quidpro.checker.explicit.checker import certify
from quidpro.checker.explicit.replay import replay
from quidpro.verdict.verdict import Certification

__all__ = ["Certification", "certify", "replay"]
