"""One run on a probabilistic model, in a process of its own: by ASYM or ASYM-N, or as a whole."""

from __future__ import annotations

from pathlib import Path

from quidpro.bench.memory import forget_peak, peak
from quidpro.bench.work import Measured, Question, Sizes, Work
from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.small import kernels_only
from quidpro.engines.probabilistic.shared.outcome import Method
from quidpro.frontend.prism.load import load_probabilistic
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.run.prob.problem import ProbProblem, questions
from quidpro.run.prob.solve import Means, solve
from quidpro.verdict.probabilistic.evidence import ProbVerdict

_WARM = 300
"""States that are too many for plain Python: the kernels are loaded."""


def timed_prob(work: Work, method: str) -> Measured:
    """Ask a method; the clock runs from when the model is read to when the answer has been checked."""
    asked: Method = "monolithic" if method == "monolithic" else "agar"
    _warm_up(asked)
    forget_peak()
    base = resident_megabytes()
    budget = Budget(work.seconds, work.megabytes)
    started = now()
    problem = _problem(work.question, budget)
    begun = now()
    verdict = solve(problem, asked, budget, means=Means(candidates=work.options.get("candidates", True)))
    return _measured(verdict, now() - begun, begun - started, base)


def _problem(question: Question, budget: Budget) -> ProbProblem:
    path = Path(question.file)
    spec = load_probabilistic(path.with_name(question.property or ""), budget=budget)
    (problem,) = questions(load_probabilistic(path, budget=budget), spec, (), question.split, budget)
    return problem


def _measured(verdict: ProbVerdict, seconds: float, read_seconds: float, base: float) -> Measured:
    stats = verdict.stats
    found = tuple(assumption.lpts.states for assumption in verdict.assumptions)
    return Measured.of(
        verdict,
        seconds,
        read_seconds=read_seconds,
        states=stats.largest,
        iterations=stats.refinements,
        largest_assumption=max([*found, stats.largest_assumption]),
        assumptions=found,
        trace=None if verdict.trace is None else verdict.trace.depth,
        memory_mb=peak(),
        base_mb=base,
    )


def _warm_up(method: Method) -> None:
    """What is loaded or compiled on first use is loaded, by work that uses it."""
    ring = LPTS.of([(i, "turn", {i: "1/2", (i + 1) % _WARM: "1/2"}) for i in range(_WARM)])
    toggle = LPTS.of([(0, "on", 1), (1, "off", 0), (1, "turn", 1)])
    with kernels_only():
        solve(ProbProblem("warm", ("ring", "toggle"), (ring, toggle), ring, "ring"), method, Budget(60.0))


def count_lpts(question: Question, budget: Budget) -> Sizes:
    """The states of the groups, of the components and of the specification."""
    problem = _problem(question, budget)
    assert isinstance(problem.spec, LPTS)
    first, *others = ([problem.components[i] for i in group] for group in problem.groups or ())
    return Sizes(
        first=_states(first, budget),
        rest=max((_states(group, budget) or 0 for group in others), default=0) or None,
        components=tuple(component.states for component in problem.components),
        specification=problem.spec.states,
    )


def _states(components: list[LPTS], budget: Budget) -> int | None:
    try:
        return composition(components, budget).states
    except BudgetExceeded:
        return None
