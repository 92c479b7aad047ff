"""Which questions are asked of a model: properties, deadlock, progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.model import Model
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
    split: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> list[Problem]:
    """The problems that a ``check`` stands for, in the order they are reported.

    Without ``properties``, every property inside the system is one problem; a system without any is asked whether a
    process reaches its own ERROR, unless only deadlock or progress is wanted and no process has an ERROR.
    """
    whole = model.system(_known(system, model), budget)
    _refuse_doubles(whole)
    chosen = [named_property(name, whole, model, budget) for name in dict.fromkeys(properties)] or list(
        whole.properties
    )
    asked: list[tuple[System, str | None]] = [(whole.with_properties(p), p.name) for p in chosen]
    if not chosen and (not (deadlock or progress) or any(c.lts.has_error for c in whole.processes)):
        asked.append((whole.with_properties(), None))
    found = [
        Problem(part, "safety", name, split=None if split is None else parse_split(split, part), options=options or {})
        for part, name in asked
    ]
    if deadlock:
        found.append(Problem(whole, "deadlock", DEADLOCK))
    if progress:
        found.extend(_progress(whole))
    return found


def _refuse_doubles(system: System) -> None:
    """Splits, certificates and traces call components by name; a system built in Python may have a name twice."""
    counts = Counter(component.name for component in system.components)
    doubled = next((name for name, count in counts.items() if count > 1), None)
    if doubled is not None:
        raise UsageError(f"two components of {system.name} are called {doubled}; each needs a name of its own")


def _known(system: str | None, model: Model) -> str:
    """The system asked for, or the default one."""
    default = model.default_system()
    names = [e.name for e in model.entries() if e.kind in ("process", "composite", "property")]
    if system is None or system == default or system in names:
        return system or default
    close = get_close_matches(system, names, 1)
    hint = f"; did you mean {close[0]}?" if close else f" (it defines {', '.join(names)})"
    raise UsageError(f"there is no process or composite {system!r} in {model.source.name}{hint}")


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
