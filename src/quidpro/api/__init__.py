"""The Python interface: load, build, check, look."""

from quidpro.api.check import assumption, check
from quidpro.api.models import assemble, compose, load, loads, reduce
from quidpro.api.results import Results
from quidpro.api.simulate import simulate

__all__ = ["Results", "assemble", "assumption", "check", "compose", "load", "loads", "reduce", "simulate"]
