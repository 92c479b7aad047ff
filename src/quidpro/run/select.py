"""Which questions are asked of a model: properties, assertions, deadlock, progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.model import Model
from quidpro.lts.ltl import Assertion
from quidpro.lts.system import Component, Progress, System
from quidpro.rules.problem import Problem
from quidpro.run.split import parse_split

DEADLOCK = "deadlock"
PROGRESS = "progress"


def problems(
    model: Model,
    budget: Budget,
    *,
    system: str | None = None,
    properties: Sequence[str] = (),
    deadlock: bool = False,
    progress: bool = False,
    fair_choice: bool = True,
    split: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Problem]:
    """The problems that a ``check`` stands for, in the order they are reported.

    Without ``properties``, every property inside the system is one problem; a system without any is asked whether a
    process reaches its own ERROR, unless only deadlock or progress is wanted and no process has an ERROR.
    ``fair_choice`` is about assertions that are no safety formulas.
    """
    whole = model.system(_known(system, model), budget)
    _refuse_doubles(whole)
    if not fair_choice:
        _refuse_idle_choice(properties, model)
    chosen = [_named(name, whole, model, budget) for name in dict.fromkeys(properties)] or list(whole.properties)
    asked: list[Component | Assertion | None] = [*chosen]
    if not chosen and (not (deadlock or progress) or any(c.lts.has_error for c in whole.processes)):
        asked.append(None)
    found = [
        _liveness(whole, replace(goal, fair=fair_choice))
        if isinstance(goal, Assertion)
        else _safety(whole, goal, split, options or {})
        for goal in asked
    ]
    if deadlock:
        found.append(Problem(whole, "deadlock", DEADLOCK))
    if progress:
        found.extend(_progress(whole))
    return found


def _safety(system: System, goal: Component | None, split: str | None, options: Mapping[str, Any]) -> Problem:
    part = system.with_properties() if goal is None else system.with_properties(goal)
    groups = None if split is None else parse_split(split, part)
    return Problem(part, "safety", None if goal is None else goal.name, split=groups, options=options)


def _liveness(system: System, assertion: Assertion) -> Problem:
    return Problem(replace(system.with_properties(), assertions=(assertion,)), "liveness", assertion.name)


def _refuse_idle_choice(properties: Sequence[str], model: Model) -> None:
    """Fair choice changes nothing for anything but assertions."""
    if not {e.name for e in model.entries() if e.kind == "assert"} & set(properties):
        raise UsageError("--no-fair-choice is about assertions (assert); none was asked for with --property")


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
    """A property or an assertion by name."""
    inside = any(component.name == name for component in system.properties)
    assertion = None if inside else model.assertion(name)
    return assertion or named_property(name, system, model, budget)


def named_property(name: str, system: System, model: Model, budget: Budget) -> Component:
    """A property by name: one inside the system first, then one of the model."""
    for component in system.properties:
        if component.name == name:
            return component
    known = {e.name for e in model.entries() if e.kind in ("property", "assert")}
    if name not in known:
        names = sorted(known | {c.name for c in system.properties})
        raise UsageError(f"there is no property {name!r} in {model.source.name}{_suggest(name, names)}")
    return model.property(name, budget, system)


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
