"""``check``: a model and a question in, checked verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Phase, ignore
from quidpro.frontend.model import Model
from quidpro.lts.system import System
from quidpro.rules.problem import Problem
from quidpro.rules.registry import method_named
from quidpro.run.select import problems
from quidpro.run.solve import WHAT_TO_TRY, solve
from quidpro.verdict.types import Stats, Verdict

DEFAULT_METHOD = "monolithic"


@dataclass(frozen=True)
class Asked(Event):
    """The work on the next question begins."""

    problem: Problem


@dataclass(frozen=True)
class Result:
    """A verdict beside the problem it answers."""

    problem: Problem
    verdict: Verdict

    @property
    def system(self) -> System:
        """The system that was checked, with the property in it."""
        return self.problem.system


def check_model(
    model: Model,
    budget: Budget,
    events: Listener = ignore,
    *,
    system: str | None = None,
    properties: Sequence[str] = (),
    method: str = DEFAULT_METHOD,
    split: str | None = None,
    deadlock: bool = False,
    progress: bool = False,
    options: Mapping[str, Any] | None = None,
    done: Callable[[Result], None] | None = None,
) -> list[Result]:
    """Ask every question that the arguments stand for; ``done`` hears of each answer as it comes."""
    chosen = method_named(method)
    budget.phase = "reading the model"
    events(Phase(budget.phase))
    asked = problems(
        model,
        budget,
        system=system,
        properties=properties,
        deadlock=deadlock,
        progress=progress,
        split=split,
        options=options,
    )
    for problem in asked:
        chosen.require(problem.kind)
    results = []
    for problem in asked:
        events(Asked(problem))
        result = Result(problem, solve(problem, method, budget, events))
        results.append(result)
        if done is not None:
            done(result)
    return results


def undecided(system: str, method: str, ran_out: BudgetExceeded) -> Result:
    """The answer when a budget ended before the model was even taken apart."""
    empty = System(system, ())
    reason, notes = str(ran_out), (WHAT_TO_TRY,)
    verdict = Verdict("unknown", method, system, None, "safety", (), Stats(), reason=reason, notes=notes)
    return Result(Problem(empty, "safety", None), verdict)
