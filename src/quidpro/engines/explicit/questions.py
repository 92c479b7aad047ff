"""Which questions are asked of a model: properties, assertions, deadlock, progress.

An answer comes with notes: what was not asked, and which actions of the question cannot happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean, labelled, some
from quidpro.engines.options import ExplicitQuestion
from quidpro.frontend.beside import given_names
from quidpro.frontend.model import Model
from quidpro.logic.ltl import Assertion, actions_of
from quidpro.lts.safety import property_of
from quidpro.lts.system import Component, Progress, System
from quidpro.verdict.engine import EngineInfo
from quidpro.verdict.explicit.problem import Problem, problem_about


def unasked(found: Sequence[Problem], model: Model, unable: str | None) -> list[str]:
    """What was not asked: properties that are not part of the system, and deadlock where a method cannot decide it."""
    notes = []
    if model.properties and not any(_names_property(problem) for problem in found):
        system, names = found[0].system, some(model.properties)
        notes.append(f"no property is part of {system}; the model defines {names}, which --property asks about")
    if unable is not None:
        notes.append(f"method {unable} does not decide deadlock, so that was not asked; --method auto asks it")
    return notes


def _names_property(problem: Problem) -> bool:
    return problem.kind == "liveness" or (problem.kind == "safety" and problem.property is not None)


def foreign_actions(problem: Problem) -> list[str]:
    """An action of a property that no process has is most likely misspelt; as in LTSA, nothing prevents it."""
    if problem.kind != "safety":
        return []
    known = _known_actions(problem)
    mentioned = {action for part in problem.model.components if part.is_property for action in part.lts.alphabet}
    if not mentioned - known:
        return []
    who, named = problem.system, some(sorted(mentioned - known))
    return [f"no process of {who} has {named}: that may happen at any time, and only {problem.property} sees it"]


def impossible_actions(problem: Problem) -> list[str]:
    """The same for a formula: it only looks on, so that what no process has never happens."""
    mentioned = frozenset[str]().union(*(actions_of(assertion.formula) for assertion in problem.model.assertions))
    foreign = some(sorted(mentioned - _known_actions(problem)))
    return [f"no process of {problem.system} has {foreign}: that never happens"] if foreign else []


def other_namesake(problem: Problem, model: Model) -> list[str]:
    """An ``ltl_property`` inside the system, perhaps relabelled there, goes before an ``assert`` of the same name."""
    for assertion in problem.model.assertions:
        other = model.assertion(assertion.name)
        if other is not None and other.formula != assertion.formula:
            return [f"this is {assertion.name} as it stands inside {problem.system}; outside it is another formula"]
    return []


def labelled_inside(problem: Problem, whole: System) -> list[str]:
    """What is asked by its name alone is not what stands inside the system with a label, and other actions."""
    inside = [component.name for component in whole.properties]
    others = [] if problem.property is None or problem.property in inside else labelled(problem.property, inside)
    which = "that" if len(others) == 1 else "the first of them"
    return [f"{whole.name} has {some(others)}; --property {others[0]} asks {which}"] if others else []


def _known_actions(problem: Problem) -> frozenset[str]:
    return frozenset(action for process in problem.model.processes for action in process.lts.alphabet)


DEADLOCK = "deadlock"
PROGRESS = "progress"


def problems(
    model: Model, question: ExplicitQuestion, budget: Budget, engine: EngineInfo | None = None
) -> list[Problem]:
    """The problems that a question stands for, in the order they are reported.

    Without properties, every property inside the system is one problem, and so is everything that is given beside the
    model; a system without any is asked whether a process reaches its own ERROR, unless only deadlock or progress is
    wanted and no process has an ERROR. ``deadlock`` None is yes where no property is named and the ``engine``, if one
    is named, can decide it. ``fair_choice`` is about assertions that more than an ERROR can breach.
    """
    whole = model.system(_known(question.system, model), budget)
    _reject_duplicate_names(whole)
    unable = engine is not None and "deadlock" not in engine.kinds
    by_default = question.deadlock is None and not question.property
    deadlock = (by_default and not unable) or bool(question.deadlock)
    progress = question.progress or bool(not question.property and given_names(model, "progress"))
    chosen = _chosen(question, whole, model, budget)
    if not question.fair_choice and not any(isinstance(goal, Assertion) for goal in chosen):
        raise UsageError("--no-fair-choice is about assertions (assert, ltl_property), and none is asked about")
    goals: list[Component | Assertion | None] = [*chosen]
    if not chosen and (not (deadlock or progress) or any(c.lts.has_error for c in whole.processes)):
        goals.append(None)
    found = [
        assertion_problem(whole, replace(goal, fair=question.fair_choice), budget)
        if isinstance(goal, Assertion)
        else _safety(whole, goal)
        for goal in goals
    ]
    if deadlock:
        found.append(problem_about(whole.unwatched(), "deadlock", DEADLOCK))
    if progress:
        found.extend(_progress(whole.unwatched()))
    left_out = unasked(found, model, engine.name if by_default and unable and engine is not None else None)
    noted = [_with_notes(problem, model, whole, question.property) for problem in found]
    return [replace(problem, notes=(*(left_out if not i else ()), *problem.notes)) for i, problem in enumerate(noted)]


def _chosen(question: ExplicitQuestion, whole: System, model: Model, budget: Budget) -> list[Component | Assertion]:
    """What is named; by default what is inside the system, and what is given beside the model."""
    inside = [] if question.property else [formula_of(component) or component for component in whole.properties]
    names = question.property or given_names(model, "property", "assert")
    return [*inside, *(_named(name, whole, model, budget) for name in dict.fromkeys(names))]


def watched(model: Model, question: ExplicitQuestion, budget: Budget) -> System:
    """The system of a question with all that watches it together: what would be asked."""
    whole = model.system(_known(question.system, model), budget)
    _reject_duplicate_names(whole)
    if not (question.property or given_names(model, "property", "assert")):
        return whole
    goals = _chosen(question, whole, model, budget)
    watching = [goal for goal in goals if isinstance(goal, Component)]
    assertions: list[Assertion] = []
    for goal in goals:
        if isinstance(goal, Assertion):
            part = with_assertion(whole, replace(goal, fair=question.fair_choice), budget)
            watching += part.properties
            assertions += part.assertions
    return replace(whole.with_properties(*watching), assertions=tuple(assertions))


def _with_notes(problem: Problem, model: Model, whole: System, properties: Sequence[str]) -> Problem:
    """The problem with notes on what looks like a mistake in the question."""
    others = []
    if problem.property in properties:
        others = [*labelled_inside(problem, whole), *other_namesake(problem, model)]
    return replace(problem, notes=(*foreign_actions(problem), *impossible_actions(problem), *others))


def _safety(system: System, goal: Component | None) -> Problem:
    part = system.with_properties() if goal is None else system.with_properties(goal)
    return problem_about(part, "safety", None if goal is None else goal.name)


def assertion_problem(system: System, assertion: Assertion, budget: Budget) -> Problem:
    """A question about ERROR where only that can breach the formula, else about whole runs."""
    watched = with_assertion(system, assertion, budget)
    if watched.properties:
        return _safety(watched, watched.properties[0])
    return problem_about(watched, "liveness", assertion.name)


def with_assertion(system: System, assertion: Assertion, budget: Budget) -> System:
    """The processes and the assertion, with its property where an ERROR is all that can breach it.

    Where a process has the name of the assertion there is no property, since that would have the same name.
    """
    if not system.processes:
        raise UsageError(f"{system.name} has no process that {assertion.name} could be about")
    assertion = _about_processes(assertion, system)
    is_free = all(process.name != assertion.name for process in system.processes)
    lts = property_of(assertion, system, budget) if is_free else None
    watching = [] if lts is None else [Component(assertion.name, lts, is_property=True)]
    return replace(system.with_properties(*watching), assertions=(assertion,))


def _about_processes(assertion: Assertion, system: System) -> Assertion:
    """Only what a process does leads to a position, also where a property inside a priority goes on beside them."""
    known = frozenset(action for process in system.processes for action in process.lts.alphabet)
    if known.issuperset(system.with_properties().alphabet):
        return assertion
    return replace(assertion, observed=frozenset(assertion.seen(known)))


def formula_of(component: Component) -> Assertion | None:
    """The formula that a property inside a system stands for, under the name that it has there."""
    assertion = component.assertion
    return None if assertion is None else replace(assertion, name=component.name)


def _reject_duplicate_names(system: System) -> None:
    """Splits, certificates and traces call components by name; a system built in Python may have a name twice."""
    counts = Counter(component.name for component in system.components)
    duplicate = next((name for name, count in counts.items() if count > 1), None)
    if duplicate is not None:
        raise UsageError(f"two components of {system.name} are called {duplicate}; each needs a name of its own")


def _known(system: str | None, model: Model) -> str:
    """The system asked for, or the default one."""
    names = [e.name for e in model.entries() if e.kind in ("process", "composite", "property")]
    if system is None:
        return model.default_system()
    if system in names or system == model.default_system():
        return system
    hint = did_you_mean(system, names, f" (it defines {', '.join(names)})")
    raise UsageError(f"there is no process or composite {system!r} in {model.source.name}{hint}")


def _named(name: str, system: System, model: Model, budget: Budget) -> Component | Assertion:
    """A property or an assertion by name: one inside the system first, then one of the model."""
    for component in system.properties:
        if component.name == name:
            return formula_of(component) or component
    known = {e.name for e in model.entries() if e.kind in ("property", "assert")}
    if name not in known:
        names = sorted(known | {c.name for c in system.properties})
        raise UsageError(f"there is no property {name!r} in {model.source.name}{_suggest(name, names)}")
    return model.assertion(name) or model.property(name, budget)


def with_goal(name: str, system: System, model: Model, budget: Budget) -> System:
    """The processes with the one property or assertion of that name."""
    goal = _named(name, system, model, budget)
    return system.with_properties(goal) if isinstance(goal, Component) else with_assertion(system, goal, budget)


def with_property(name: str, system: System, model: Model, budget: Budget) -> System:
    """The processes with a property by name, as the rules that reason by parts need it."""
    watched = with_goal(name, system, model, budget)
    if not watched.properties:
        raise UsageError(f"{name} speaks of runs that go on or stop; this needs a property that only an ERROR breaches")
    return watched


def _suggest(name: str, names: list[str]) -> str:
    nothing = "; the file defines no property, and --props takes another file for that"
    known = f" (properties: {', '.join(names)})" if names else nothing
    return did_you_mean(name, names, known)


def _progress(system: System) -> list[Problem]:
    """One problem for each progress test of the model, or one for all actions when it defines none."""
    if not system.progress:
        return [problem_about(system, "progress", PROGRESS, Progress.of_each(system.alphabet))]
    return [problem_about(system, "progress", test.name, (test,)) for test in system.progress]
