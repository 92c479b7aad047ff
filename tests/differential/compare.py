"""One random system: what a method says against what the naive product says."""

from __future__ import annotations

from quidpro.core.budget import Budget
from quidpro.lts.system import Progress, System
from quidpro.rules.problem import Problem
from quidpro.rules.registry import METHODS
from quidpro.run.solve import solve
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system


def problems(system: System) -> list[Problem]:
    """The questions asked of a random system."""
    tests = Progress.of_each(system.alphabet)
    return [
        Problem(system, "safety", "P"),
        Problem(system, "deadlock", "deadlock"),
        Problem(system, "progress", "progress", progress=tests),
    ]


def differences(seed: int) -> list[str]:
    """What is wrong with any method's answer to any question about the system of this seed; empty when nothing is."""
    system = random_system(seed)
    naive = NaiveProduct(system)
    found = []
    for problem in problems(system):
        for method in METHODS.values():
            if problem.kind in method.kinds:
                wrong = _difference(problem, method.name, naive)
                found += [f"seed {seed}, {method.name}, {problem.kind}: {wrong}"] if wrong else []
    return found


def _difference(problem: Problem, method: str, naive: NaiveProduct) -> str:
    verdict = solve(problem, method, Budget())
    expected, length = _expected(problem, naive)
    if verdict.outcome != expected:
        return f"says {verdict.outcome} ({verdict.reason}), naively {expected}"
    if not verdict.certified:
        return f"is not certified: {verdict.reason}"
    if method == "monolithic" and length is not None and len(verdict.trace.steps) != length:
        return f"has a trace of {len(verdict.trace.steps)} steps, the shortest has {length}"
    return ""


def _expected(problem: Problem, naive: NaiveProduct) -> tuple[str, int | None]:
    if problem.kind == "progress":
        return ("violated" if any(naive.fails(test) for test in problem.progress) else "holds"), None
    length = naive.error_depth() if problem.kind == "safety" else naive.deadlock_depth()
    return ("holds" if length is None else "violated"), length
