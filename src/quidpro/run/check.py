"""``check``: a model and a question in, checked verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Listener, Phase, ignore
from quidpro.core.words import answered
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.questions import problems
from quidpro.engines.explicit.registry import AUTO, method_named
from quidpro.frontend.model import Model
from quidpro.logic.ltl import actions_of
from quidpro.lts.system import System
from quidpro.run.auto.where import HERE, Where
from quidpro.run.solve import WHAT_TO_TRY, solve
from quidpro.verdict.answer import Answer
from quidpro.verdict.types import Outcome, Stats, Verdict

DEFAULT_METHOD = AUTO
_WITHOUT_GROUPS = ("monolithic", "minimise")
"""The methods that a split says nothing to."""
_MOST_NAMED = 6
"""How many properties a note lists."""


@dataclass(frozen=True)
class Asked(Event):
    """The work on the next question begins."""

    problem: Problem


@dataclass(frozen=True)
class Result(Answer):
    """A verdict beside the problem it answers."""

    problem: Problem
    verdict: Verdict

    @property
    def system(self) -> System:
        """The system that was checked, with the property in it."""
        return self.problem.system

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    def __repr__(self) -> str:
        return answered("Result", self.verdict.system, self.verdict.property, self.verdict.outcome)


def check_model(
    model: Model,
    budget: Budget,
    events: Listener = ignore,
    *,
    system: str | None = None,
    properties: Sequence[str] = (),
    method: str = DEFAULT_METHOD,
    split: str | None = None,
    deadlock: bool | None = None,
    progress: bool = False,
    fair_choice: bool = True,
    options: Mapping[str, Any] | None = None,
    where: Where = HERE,
    done: Callable[[Result], None] | None = None,
) -> list[Result]:
    """Ask every question that the arguments stand for; ``done`` hears of each answer as it comes.

    ``deadlock`` None is yes where no property is named and the method can decide it.
    """
    chosen = None if method == AUTO else method_named(method)
    unable = deadlock is None and chosen is not None and "deadlock" not in chosen.kinds
    budget.phase = "reading the model"
    events(Phase(budget.phase))
    asked = problems(
        model,
        budget,
        system=system,
        properties=properties,
        deadlock=False if unable else deadlock,
        progress=progress,
        fair_choice=fair_choice,
        split=split,
        options=options,
    )
    if chosen is not None:
        _refuse_split(method, split)
        for problem in asked:
            chosen.require(problem.kind)
    results: list[Result] = []
    for problem in asked:
        events(Asked(problem))
        verdict = _answer(problem, method, budget, events, where)
        missed = _left_out(asked, model, None if properties or not unable else method) if not results else []
        namesake = _namesake(problem, model) if problem.property in properties else []
        odd = [*_foreign_actions(problem), *_impossible(problem), *namesake]
        result = Result(problem, _with_notes(verdict, [*missed, *odd]))
        results.append(result)
        if done is not None:
            done(result)
    return results


def _with_notes(verdict: Verdict, notes: Sequence[str]) -> Verdict:
    return replace(verdict, notes=(*verdict.notes, *notes)) if notes else verdict


def _left_out(asked: Sequence[Problem], model: Model, unable: str | None) -> list[str]:
    """What was not asked: properties that are no part of the system, and deadlock where a method is unable to."""
    notes = []
    if model.properties and not any(_names_property(problem) for problem in asked):
        system, names = asked[0].system.name, _some(model.properties)
        notes.append(f"no property is part of {system}; the model defines {names}, which --property asks about")
    if unable is not None:
        notes.append(f"method {unable} does not decide deadlock, so that was not asked; --method auto asks it")
    return notes


def _names_property(problem: Problem) -> bool:
    return problem.kind == "liveness" or (problem.kind == "safety" and problem.property is not None)


def _foreign_actions(problem: Problem) -> list[str]:
    """What a property speaks of and no process has is most likely misspelt; as in LTSA, nobody prevents it."""
    if problem.kind != "safety":
        return []
    known = _known_actions(problem)
    spoken = {action for part in problem.system.components if part.is_property for action in part.lts.alphabet}
    if not spoken - known:
        return []
    who, named = problem.system.name, _some(sorted(spoken - known))
    return [f"no process of {who} has {named}: that may happen at any time, and only {problem.property} sees it"]


def _impossible(problem: Problem) -> list[str]:
    """The same for a formula: it only looks on, so that what no process has never happens."""
    spoken = frozenset[str]().union(*(actions_of(assertion.formula) for assertion in problem.system.assertions))
    foreign = _some(sorted(spoken - _known_actions(problem)))
    return [f"no process of {problem.system.name} has {foreign}: that never happens"] if foreign else []


def _namesake(problem: Problem, model: Model) -> list[str]:
    """An ``ltl_property`` inside the system, perhaps relabelled there, goes before an ``assert`` of the same name."""
    for asked in problem.system.assertions:
        other = model.assertion(asked.name)
        if other is not None and other.formula != asked.formula:
            return [f"this is {asked.name} as it stands inside {problem.system.name}; outside it is another formula"]
    return []


def _known_actions(problem: Problem) -> frozenset[str]:
    return frozenset(action for process in problem.system.processes for action in process.lts.alphabet)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")


def _refuse_split(method: str, split: str | None) -> None:
    if split is not None and method in _WITHOUT_GROUPS:
        raise UsageError(f"method {method} makes no groups of its own: --split makes no sense with it")


def _answer(problem: Problem, method: str, budget: Budget, events: Listener, where: Where) -> Verdict:
    if method != AUTO:
        return solve(problem, method, budget, events)
    from quidpro.run.auto.decide import decide

    return decide(problem, budget, events, where)


def undecided(system: str, method: str, ran_out: BudgetExceeded) -> Result:
    """The answer when a budget ended before the model was even taken apart."""
    empty = System(system, ())
    reason, notes = str(ran_out), (WHAT_TO_TRY,)
    verdict = Verdict("unknown", method, system, None, "safety", (), Stats(), reason=reason, notes=notes)
    return Result(Problem(empty, "safety", None), verdict)
