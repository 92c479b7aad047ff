"""JANI files: the JSON is taken apart here, each automaton is built on its own by Storm, the vectors give the actions.

A synchronisation vector becomes one action of the automata that take part in it: its result, where no other vector has
the same one. An edge without an action, and a vector without a result, get names of their own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.isolated import Crashed, isolated
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.files import load_json, reject, reject_text
from quidpro.frontend.jani.marks import Marks
from quidpro.frontend.jani.merge_modules import (
    Group,
    Instance,
    complaints,
    complaints_apart,
    group_automata,
    instances,
    kind_complaints,
    shape_complaints,
    shared_variables,
)
from quidpro.frontend.jani.names import Json, exact, with_functions
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.program import SILENT, silent_name
from quidpro.frontend.prism.storm import OpenAutomata, StateVariable, build_automata
from quidpro.frontend.prism.values import checked_values, number
from quidpro.lpts.lpts import LPTS

_VECTOR = "quidpro_vector"
"""Stands for the result of a synchronisation vector, with its number."""


def jani_model(
    source: Source, constants: Mapping[str, str], budget: Budget | None = None, *, together: bool = False
) -> PrismModel:
    """The automata of a JANI text as LPTSs; ``constants`` give its constants a value, or another one.

    Automata that use what others write are refused, or taken ``together``.
    """
    try:
        return _model(source, load_json(source, parse_float=Decimal), constants, budget or Budget(), together=together)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise InputError([Diagnostic(f"this does not have the shape of a JANI model: {reason}", source)]) from error


def _model(source: Source, data: Json, constants: Mapping[str, str], budget: Budget, *, together: bool) -> PrismModel:
    reject_text(source, shape_complaints(data))
    reject_text(source, kind_complaints(data))
    data["automata"] = [with_functions(automaton, data.get("functions", [])) for automaton in data["automata"]]
    types = {constant["name"]: str(constant.get("type")) for constant in data.get("constants", [])}
    _set(data, checked_values(source, types, constants))
    undefined = [constant["name"] for constant in data.get("constants", []) if "value" not in constant]
    reject_text(source, complaints(data, undefined))
    _add_vectors(data)
    if not together:
        reject(complaints_apart(source, data))
    components = group_automata(data)
    marks = Marks.of(data, components)
    values = [(constant["name"], number(str(constant["value"]))) for constant in data.get("constants", [])]
    return PrismModel(
        source,
        str(data.get("name") or Path(source.name).stem),
        _components(source, data, components, marks, budget),
        {**dict.fromkeys(marks.known, ""), **marks.left_out},
        types,
        {name: value for name, value in values if value is not None},
        frozenset(silent_name(name) for component in components for name in component.names),
        tuple(_remarks(source, data, components, marks)),
        {component.name: component.names for component in components if len(component.names) > 1},
    )


def _remarks(source: Source, data: Json, components: Sequence[Group], marks: Marks) -> Iterator[Diagnostic]:
    """Warnings about the model, and which automata were taken together."""
    for component in components:
        if component.note:
            yield Diagnostic(component.note, source, severity="note")
        for instance in component.instances:
            for action in sorted(_actions(instance) - _possible_actions(data, instance)):
                what = f"automata.{instance.automaton['name']}: the action {action} never happens"
                yield Diagnostic(f"{what}, as no synchronisation vector has it", source, severity="warning")
    for name, why in marks.left_out.items():
        yield Diagnostic(f'the label "{name}" is left out: {why}', source, severity="warning")


def _add_vectors(data: Json) -> None:
    """A single automaton without synchronisation vectors has all its actions."""
    system = data["system"]
    if "syncs" not in system and len(system["elements"]) == 1:
        [instance] = instances(data)
        actions = sorted(_actions(instance))
        system["syncs"] = [{"synchronise": [action], "result": action} for action in actions]


def _actions(instance: Instance) -> set[str]:
    return {edge["action"] for edge in instance.automaton.get("edges", []) if "action" in edge}


def _possible_actions(data: Json, instance: Instance) -> set[str]:
    """The actions of an automaton that some vector has."""
    return {vector["synchronise"][instance.index] for vector in data["system"].get("syncs", [])} - {None}


def _set(data: Json, values: Mapping[str, str]) -> None:
    for constant in data.get("constants", []):
        if constant["name"] in values:
            constant["value"] = _value(values[constant["name"]])


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    upper, _, lower = text.partition("/")
    return {"op": "/", "left": int(upper), "right": int(lower)} if lower else Decimal(text)


def _components(
    source: Source, data: Json, components: Sequence[Group], marks: Marks, budget: Budget
) -> dict[str, LPTS]:
    budget.phase = "building the automata"
    wanted = [_open(data, component, marks) for component in components]
    try:
        found: list[LPTS | str] = isolated(build_automata, wanted, budget=budget)
    except Crashed as crash:
        what = f"automata.{crash.doing}: Storm could not build it"
        raise InputError([Diagnostic(f"{what} (signal {crash.signal}); does it divide by zero?", source)]) from crash
    pairs = list(zip(components, found, strict=True))
    reject_text(source, (f"automata.{_automaton_names(c)}: {wrong}" for c, wrong in pairs if isinstance(wrong, str)))
    return {component.name: lpts for component, lpts in pairs if isinstance(lpts, LPTS)}


def _automaton_names(component: Group) -> str:
    return "+".join(instance.automaton["name"] for instance in component.instances)


def vector_names(vectors: list[Json]) -> list[str]:
    """A name for each vector, which no other has."""
    named = [v.get("result") or "+".join(a for a in v["synchronise"] if a is not None) for v in vectors]
    seen = Counter(named)
    names = [name if seen[name] == 1 else f"{name}#{number}" for number, name in enumerate(named, 1)]
    if len(set(names)) == len(names):
        return names
    return [f"{number}.{name}" for number, name in enumerate(named, 1)]  # an action is called a#1 already


def _open(data: Json, component: Group, marks: Marks) -> OpenAutomata:
    """The automata of a component as the only ones of a model, in which each vector has a result of its own."""
    vectors = dict(_vectors(data, component))
    silent = {f"{SILENT}_{i}": instance for i, instance in enumerate(component.instances)}
    every = [{**v, "result": result} for result, (v, _) in vectors.items()]
    every += [_alone(component, instance, action) for action, instance in silent.items()]
    automata = [_automaton(data, instance, action, marks) for action, instance in silent.items()]
    known = {edge["action"] for automaton in automata for edge in automaton["edges"]}
    text = {
        **{key: value for key, value in data.items() if key not in ("properties", "metadata")},
        "functions": _functions(component),
        "type": "mdp",
        "actions": [{"name": action} for action in sorted({*known, *silent, *vectors, *_inner(every)})],
        "automata": automata,
        "variables": [*_globals(data, component), *marks.variables(component)],
        "system": {"elements": [{"automaton": name} for name in component.names], "syncs": every},
        "properties": [],
    }
    names = {result: name for result, (_, name) in vectors.items()}
    names |= {action: silent_name(instance.name) for action, instance in silent.items() if action in known}
    return OpenAutomata(
        component.name,
        json.dumps(exact(text)),
        names,
        tuple(_state_variables(data, component)),
        tuple(marks.of_component(component)),
    )


def _vectors(data: Json, component: Group) -> Iterator[tuple[str, tuple[Json, str]]]:
    """The vectors that a component takes part in, as far as they are its own, and what they are called."""
    vectors = data["system"].get("syncs", [])
    for i, (vector, name) in enumerate(zip(vectors, vector_names(vectors), strict=True)):
        own = [vector["synchronise"][instance.index] for instance in component.instances]
        if any(action is not None for action in own):
            yield f"{_VECTOR}_{i}", ({"synchronise": own}, name)


def _inner(vectors: Sequence[Json]) -> set[str]:
    return {action for vector in vectors for action in vector["synchronise"] if action is not None}


def _alone(component: Group, instance: Instance, action: str) -> Json:
    """The vector of an automaton's edges without an action."""
    own = [action if other is instance else None for other in component.instances]
    return {"synchronise": own, "result": action}


def _automaton(data: Json, instance: Instance, silent: str, marks: Marks) -> Json:
    """The automaton with those of its edges that can happen."""
    possible = _possible_actions(data, instance)
    edges = [_edge(edge, data, silent) for edge in instance.automaton.get("edges", [])]
    kept = {key: value for key, value in instance.automaton.items() if key != "functions"}
    return {
        **kept,
        "name": instance.name,
        "edges": [edge for edge in edges if edge["action"] in possible | {silent}],
        "locations": marks.locations(instance),
    }


def _functions(component: Group) -> list[Json]:
    """The functions that the automata call; those of several automata that are called the same must be the same."""
    found: dict[str, Json] = {}
    for instance in component.instances:
        for function in instance.automaton["functions"]:
            if found.setdefault(function["name"], function) != function:
                raise TypeError(f"{component.name} has several functions named {function['name']}")
    return list(found.values())


def _globals(data: Json, component: Group) -> list[Json]:
    """The global variables of a component, in the order of the file: those that it uses or that no automaton writes.

    Of the latter only a label may speak.
    """
    shared = shared_variables(data)
    used = {name for instance in component.instances for name in instance.used(shared)}
    written = {name for instance in instances(data) for name in instance.written(shared)}
    return [variable for name, variable in shared.items() if name in used or name not in written]


def _edge(edge: Json, data: Json, silent: str) -> Json:
    """An edge with an action, and without assignments to transient variables, which are no part of a state."""
    passing = {variable["name"] for variable in data.get("variables", []) if variable.get("transient")}
    destinations = [
        {**goal, "assignments": [a for a in goal.get("assignments", []) if str(a["ref"]) not in passing]}
        for goal in edge["destinations"]
    ]
    kept = {key: value for key, value in edge.items() if key != "assignments"}
    return {**kept, "action": edge.get("action", silent), "destinations": destinations}


def _state_variables(data: Json, component: Group) -> Iterator[StateVariable]:
    """What names a state: the location where there are several, then the variables; Storm has names of its own."""
    shared = shared_variables(data)
    used = {name for instance in component.instances for name in instance.used(shared)}
    alone = len(component.instances) == 1
    for instance in component.instances:
        of = "" if alone else f"{instance.name}."
        locations = tuple(location["name"] for location in instance.automaton["locations"])
        if len(locations) > 1:
            yield StateVariable(f"{of}at", f"_loc_{instance.name}", locations)
    for name in shared:
        if name in used:
            yield StateVariable(name, name)
    for instance in component.instances:
        of = "" if alone else f"{instance.name}."
        for variable in instance.automaton.get("variables", []):
            yield StateVariable(f"{of}{variable['name']}", f"{instance.name}_{variable['name']}")
