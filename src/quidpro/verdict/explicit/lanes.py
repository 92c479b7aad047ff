"""The components of a system as the lanes of a chart: their names, states, positions in the text, and waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quidpro.logic.ltl import actions_of, fluents
from quidpro.lts.lts import ERROR
from quidpro.lts.system import Component, System
from quidpro.verdict.chart import Asked, Lane, Place, Position, Row, Wait
from quidpro.verdict.explicit.evidence import Trace
from quidpro.verdict.explicit.waiting import circular_wait, waiting


def lanes_of(system: System) -> tuple[Lane, ...]:
    """A lane for each component: the label of an instance apart from its process, where that is no other's name."""
    both = [parted(component.name) for component in system.components]
    names = [name for name, _ in both]
    unique = len(set(names)) == len(names)
    return tuple(
        Lane(
            name if unique else component.name,
            "property" if component.is_property else "process",
            process,
            component.name if unique and name != component.name else "",
        )
        for component, (name, process) in zip(system.components, both, strict=True)
    )


def asked_of(system: System, rows: Sequence[Row]) -> tuple[Asked, ...]:
    """The formulas of a system, with the rows of their fluents in the order of their names."""
    number = {row.name: i for i, row in enumerate(rows)}
    return tuple(
        Asked(
            assertion.name,
            tuple(number[name] for name in sorted({fluent.name for fluent in fluents(assertion.formula)})),
            actions_of(assertion.formula),
        )
        for assertion in system.assertions
    )


def parted(name: str) -> tuple[str, str]:
    """``c.1`` and ``CLIENT`` of ``c.1:CLIENT``; the name itself and nothing where it has no label."""
    label, _, process = name.rpartition(":")
    return (label.rstrip(":"), process) if label.rstrip(":") and process else (name, "")


def position_of(system: System, vector: Sequence[int], values: tuple[str, ...] = ()) -> Position:
    """The local states of all components, and what the rows say there."""
    named = zip(system.components, vector, strict=True)
    assertions = {assertion.name for assertion in system.assertions}
    return Position(tuple(_state(c, state, assertions) for c, state in named), tuple(map(int, vector)), values)


def _state(component: Component, state: int, assertions: set[str]) -> str:
    """Its name; nothing in an automaton that a formula became, unless it is the error."""
    from_formula = component.assertion is not None or component.name in assertions
    nameless = component.is_property and from_formula and state != ERROR
    return "" if nameless else component.lts.state_name(state)


def place_of(system: System, component: int, transition: int) -> Place | None:
    """Where the model text has the action that made a transition, if it says so."""
    origin = system.components[component].lts.origin
    if system.source is None or origin is None or (offset := int(origin[transition])) < 0:
        return None
    return Place(system.source.name, *system.source.position(offset))


def failed_in(system: System, last: Sequence[int]) -> int | None:
    """The component in its error state; a property before a process."""
    wrong = [c for c, state in enumerate(last) if state == ERROR]
    return min(wrong, key=lambda c: (not system.components[c].is_property, c), default=None)


def waits_of(trace: Trace, system: System) -> dict[str, Any]:
    """What each process would do, with whom; one that offers nothing waits for nothing, without an action."""
    number = {component.name: c for c, component in enumerate(system.components)}
    processes = waiting(trace, system)
    waits = []
    for one in processes:
        for offer in one.offers:
            held = next((number[name] for name in offer.missing if name in one.partners), None)
            waits.append(Wait(number[one.component], offer.action, tuple(number[c] for c in offer.missing), held))
        if not one.offers:
            waits.append(Wait(number[one.component], "", ()))
    return {"waiting": tuple(waits), "cycle": tuple(number[name] for name, _ in circular_wait(processes))}
