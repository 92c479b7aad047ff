"""Method ``induction``: what is bad cannot come after so many states that are not, for a growing number of them."""

from __future__ import annotations

from quidpro.engines.symbolic.sat.bounded import solved_by
from quidpro.solvers.bounded import induction
from quidpro.verdict.symbolic.problem import Problem

NAME = "induction"
solve = solved_by(NAME, "trying induction over more steps", induction)


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    spec = problem.spec
    if problem.model.always_goes_on or not spec.over_infinite_paths:
        return ""
    what = f"{spec.section} {spec.name or spec.text}"
    return (
        f"method {NAME} is about states, and {what} about infinite fair paths of a model that may stop; try monolithic"
    )
