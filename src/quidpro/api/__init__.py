"""The Python interface: load, build, check, look."""

from quidpro.api.building import assemble, compose, reduce
from quidpro.api.check import assumption, check
from quidpro.api.load import load
from quidpro.api.results import Results

__all__ = ["Results", "assemble", "assumption", "check", "compose", "load", "reduce"]
