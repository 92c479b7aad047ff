"""Problems about flat models: one specification each."""

from __future__ import annotations

from quidpro.flat.model import FlatModel, Spec
from quidpro.verdict import problem
from quidpro.verdict.symbolic.evidence import WORLD, SymbolicStats, SymbolicVerdict

Problem = problem.Problem[FlatModel, Spec]


def problem_about(model: FlatModel, spec: Spec) -> Problem:
    """The problem whether a model satisfies a specification."""
    return Problem(WORLD, model.name, spec.name, spec.kind, model, spec, (model.name,), spec.text, spec.notes)


def undecided(unsolved: Problem, method: str, reason: str) -> SymbolicVerdict:
    """The verdict ``unknown``, and why."""
    return unsolved.verdict(method, SymbolicStats(bits=unsolved.model.bits), "unknown", reason=reason)
