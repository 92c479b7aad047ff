"""Short ways for tests to ask one method one question, and get the checked answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, ignore
from quidpro.core.options import build_options
from quidpro.flat.model import FlatModel, Spec
from quidpro.lpts.lpts import LPTS
from quidpro.lts.system import Progress, System
from quidpro.run import solve as checked
from quidpro.run.check import Result
from quidpro.run.check import check as run_check
from quidpro.run.registry import AUTO, engine_named, engines_of, world_named
from quidpro.run.request import HERE, Workers, make_request
from quidpro.verdict.engine import Attempt
from quidpro.verdict.explicit.problem import problem_about
from quidpro.verdict.probabilistic.problem import Network
from quidpro.verdict.probabilistic.problem import problem_about as network_problem
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.split import Groups
from quidpro.verdict.symbolic.problem import problem_about as flat_problem
from quidpro.verdict.verdict import AnyVerdict


@dataclass(frozen=True)
class Problem:
    """A question about a system, and how a method is to look for its answer."""

    system: System
    kind: str
    property: str | None
    progress: tuple[Progress, ...] = ()
    split: Groups | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    looked: bool = False

    @property
    def question(self) -> AnyProblem:
        """The question alone."""
        return problem_about(self.system, self.kind, self.property, self.progress)  # type: ignore[arg-type]


def attempt(world: str, method: str, split: Any = None, looked: bool = False, **options: Any) -> Attempt:
    """One method with some of its options; options of other methods are ignored, those of none are a mistake."""
    info = engine_named(world_named(world), method)
    known = {one.name for engine in engines_of(world_named(world)).values() for one in fields(engine.options)}
    assert known >= options.keys(), f"no method of the world {world} has {sorted(options.keys() - known)}"
    return Attempt(method, build_options(info.options, options), split, looked=looked)


def solve(problem: Problem, method: str, budget: Budget | None = None, events: Listener = ignore) -> AnyVerdict:
    """The checked verdict of a method on a system of LTSs."""
    how = attempt("explicit", method, problem.split, problem.looked, **problem.options)
    return answer(problem.question, how, budget, events)


def answer(problem: AnyProblem, how: Attempt, budget: Budget | None = None, events: Listener = ignore) -> AnyVerdict:
    """The checked verdict of an attempt, in any world."""
    (verdict,) = checked.solve(world_named(problem.world), [problem], how, budget or Budget(), events)
    return verdict


def solve_smv(
    model: FlatModel,
    specs: Iterable[Spec],
    method: str = "monolithic",
    budget: Budget | None = None,
    events: Listener = ignore,
    *,
    first: frozenset[str] | None = None,
    groups: tuple[frozenset[str], ...] | None = None,
    orientations: Sequence[int] = (0, 1),
    rank: int = 0,
    **options: Any,
) -> list[AnyVerdict]:
    """The checked verdicts of a method on specifications of a flat model."""
    if first is not None:
        groups = (first, frozenset(model.variables) - first)
    how = attempt("symbolic", method, groups, sides=tuple(orientations), rank=rank, **options)
    problems = [flat_problem(model, spec) for spec in specs]
    return list(checked.solve(world_named("symbolic"), problems, how, budget or Budget(), events))


def solve_lptss(
    components: Mapping[str, LPTS] | Sequence[LPTS],
    spec: Any,
    method: str,
    budget: Budget | None = None,
    events: Listener = ignore,
    *,
    groups: Any = None,
    **options: Any,
) -> AnyVerdict:
    """The checked verdict of a method on a network of LPTSs."""
    named = components if isinstance(components, Mapping) else {part.name: part for part in components}
    network = Network(tuple(named), tuple(named.values()))
    problem = network_problem("test", network, spec, getattr(spec, "name", "") or str(spec))
    return answer(problem, attempt("probabilistic", method, groups, **options), budget, events)


def check_model(
    model: Any,
    budget: Budget | None = None,
    events: Listener = ignore,
    *,
    method: str = AUTO,
    split: str | None = None,
    workers: Workers = HERE,
    done: Callable[[Result], None] | None = None,
    options: Mapping[str, Any] | None = None,
    **question: Any,
) -> list[Result]:
    """All that a question about a loaded model stands for, answered as ``quidpro check`` answers it."""
    settings = {name: tuple(value) if isinstance(value, list) else value for name, value in question.items()}
    settings = {name: value for name, value in settings.items() if value is not None}
    request = make_request(model, {**settings, **(options or {})}, method=method, split=split, workers=workers)
    return run_check(request, budget or Budget(), events, done).results


__all__ = [
    "Problem",
    "answer",
    "attempt",
    "check_model",
    "solve",
    "solve_lptss",
    "solve_smv",
]
