"""The Python interface: load, build, check, look; what needs more libraries has modules of its own here."""

from quidpro.api.algebra import compose, equivalent, reduce, refines
from quidpro.api.check import CheckArguments, assumption, certify, check, decompose
from quidpro.api.machines import machine
from quidpro.api.models import assemble, load, loads
from quidpro.api.results import Results
from quidpro.api.saving import save
from quidpro.api.simulate import replay, simulate

__all__ = [
    "CheckArguments",
    "Results",
    "assemble",
    "assumption",
    "certify",
    "check",
    "compose",
    "decompose",
    "equivalent",
    "load",
    "loads",
    "machine",
    "reduce",
    "refines",
    "replay",
    "save",
    "simulate",
]
