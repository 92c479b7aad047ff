"""Which questions are asked of a model: properties, assertions, deadlock, progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.shared.splits import parse_split
from quidpro.frontend.model import Model
from quidpro.logic.ltl import Assertion
from quidpro.lts.safety import property_of
from quidpro.lts.system import Component, Progress, System

DEADLOCK = "deadlock"
PROGRESS = "progress"


def problems(
    model: Model,
    budget: Budget,
    *,
    system: str | None = None,
    properties: Sequence[str] = (),
    deadlock: bool | None = False,
    progress: bool = False,
    fair_choice: bool = True,
    split: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Problem]:
    """The problems that a ``check`` stands for, in the order they are reported.

    Without ``properties``, every property inside the system is one problem; a system without any is asked whether a
    process reaches its own ERROR, unless only deadlock or progress is wanted and no process has an ERROR. ``deadlock``
    None is yes where no property is named.
    ``fair_choice`` is about assertions that more than an ERROR can breach.
    """
    whole = model.system(_known(system, model), budget)
    _refuse_doubles(whole)
    if deadlock is None:
        deadlock = not properties
    chosen = [_named(name, whole, model, budget) for name in dict.fromkeys(properties)] or [
        formula_of(component) or component for component in whole.properties
    ]
    if not fair_choice and not any(isinstance(goal, Assertion) for goal in chosen):
        raise UsageError("--no-fair-choice is about assertions (assert, ltl_property), and none is asked about")
    asked: list[Component | Assertion | None] = [*chosen]
    if not chosen and (not (deadlock or progress) or any(c.lts.has_error for c in whole.processes)):
        asked.append(None)
    found = [
        assertion_problem(whole, replace(goal, fair=fair_choice), budget, split, options)
        if isinstance(goal, Assertion)
        else _safety(whole, goal, split, options or {})
        for goal in asked
    ]
    if deadlock:
        found.append(Problem(whole.unwatched(), "deadlock", DEADLOCK))
    if progress:
        found.extend(_progress(whole.unwatched()))
    return found


def _safety(system: System, goal: Component | None, split: str | None, options: Mapping[str, Any]) -> Problem:
    part = system.with_properties() if goal is None else system.with_properties(goal)
    groups = None if split is None else parse_split(split, part)
    return Problem(part, "safety", None if goal is None else goal.name, split=groups, options=options)


def assertion_problem(
    system: System,
    assertion: Assertion,
    budget: Budget,
    split: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Problem:
    """A question about ERROR where only that can breach the formula, else about whole runs."""
    watched = asked_of(system, assertion, budget)
    if watched.properties:
        return _safety(watched, watched.properties[0], split, options or {})
    return Problem(watched, "liveness", assertion.name)


def asked_of(system: System, assertion: Assertion, budget: Budget) -> System:
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


def _refuse_doubles(system: System) -> None:
    """Splits, certificates and traces call components by name; a system built in Python may have a name twice."""
    counts = Counter(component.name for component in system.components)
    doubled = next((name for name, count in counts.items() if count > 1), None)
    if doubled is not None:
        raise UsageError(f"two components of {system.name} are called {doubled}; each needs a name of its own")


def _known(system: str | None, model: Model) -> str:
    """The system asked for, or the default one."""
    names = [e.name for e in model.entries() if e.kind in ("process", "composite", "property")]
    if system is None:
        return model.default_system()
    if system in names or system == model.default_system():
        return system
    close = get_close_matches(system, names, 1)
    hint = f"; did you mean {close[0]}?" if close else f" (it defines {', '.join(names)})"
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


def asked_about(name: str, system: System, model: Model, budget: Budget) -> System:
    """The processes with the one property or assertion of that name."""
    goal = _named(name, system, model, budget)
    return system.with_properties(goal) if isinstance(goal, Component) else asked_of(system, goal, budget)


def with_property(name: str, system: System, model: Model, budget: Budget) -> System:
    """The processes with a property by name, as the rules that reason by parts need it."""
    watched = asked_about(name, system, model, budget)
    if not watched.properties:
        raise UsageError(f"{name} speaks of runs that go on or stop; this needs a property that only an ERROR breaches")
    return watched


def _suggest(name: str, names: list[str]) -> str:
    close = get_close_matches(name, names, 1)
    if close:
        return f"; did you mean {close[0]}?"
    return f" (properties: {', '.join(names)})" if names else "; the file defines no property"


def _progress(system: System) -> list[Problem]:
    """One problem for each progress test of the model, or one for all actions when it defines none."""
    if not system.progress:
        return [Problem(system, "progress", PROGRESS, progress=Progress.of_each(system.alphabet))]
    return [Problem(system, "progress", test.name, progress=(test,)) for test in system.progress]
