"""JANI files: the JSON is taken apart here, each automaton is built on its own by Storm, the vectors give the actions.

A synchronisation vector becomes one action of the automata that take part in it: its result, where no other vector has
the same one. An edge without an action, and a vector without a result, get names of their own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.load import read_source
from quidpro.frontend.prism.apart import Crashed, apart
from quidpro.frontend.prism.jani_checks import complaints, kind_complaints, shape_complaints, used_globals
from quidpro.frontend.prism.jani_marks import Marks
from quidpro.frontend.prism.jani_names import Json, exact, with_functions
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.program import SILENT, silent_name
from quidpro.frontend.prism.storm import Told, refuse_absent
from quidpro.frontend.prism.storm_jani import OpenAutomaton, built
from quidpro.frontend.prism.values import checked_values, number
from quidpro.frontend.refusal import refuse_text
from quidpro.lpts.lpts import LPTS


def read_jani(path: str | Path, constants: Mapping[str, str] | None = None, budget: Budget = UNLIMITED) -> PrismModel:
    """The automata of a JANI file as LPTSs; ``constants`` give its constants a value, or another one."""
    return jani_model(read_source(Path(path)), constants or {}, budget)


def jani_model(source: Source, constants: Mapping[str, str], budget: Budget = UNLIMITED) -> PrismModel:
    """The same for a text that was read before."""
    refuse_absent()
    try:
        return _model(source, _parsed(source), constants, budget)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise InputError([Diagnostic(f"this has not the shape of a JANI model: {said}", source)]) from error


def _model(source: Source, data: Json, constants: Mapping[str, str], budget: Budget) -> PrismModel:
    refuse_text(source, shape_complaints(data))
    refuse_text(source, kind_complaints(data))
    data["automata"] = [with_functions(automaton, data.get("functions", [])) for automaton in data["automata"]]
    types = {constant["name"]: str(constant.get("type")) for constant in data.get("constants", [])}
    _set(data, checked_values(source, types, constants))
    undefined = [constant["name"] for constant in data.get("constants", []) if "value" not in constant]
    refuse_text(source, complaints(data, undefined))
    marks = Marks.of(data)
    values = [(constant["name"], number(str(constant["value"]))) for constant in data.get("constants", [])]
    return PrismModel(
        source,
        str(data.get("name") or Path(source.name).stem),
        _components(source, data, marks, budget),
        {**dict.fromkeys(marks.known, ""), **marks.left_out},
        types,
        {name: value for name, value in values if value is not None},
        frozenset(silent_name(instance.name) for instance in _instances(data)),
        tuple(
            Diagnostic(f'the label "{name}" is left out: {why}', source, severity="warning")
            for name, why in marks.left_out.items()
        ),
    )


def _parsed(source: Source) -> Json:
    try:
        return json.loads(source.text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise InputError([Diagnostic(f"this is not JSON: {error.msg}", source, error.pos)]) from error
    except (ValueError, RecursionError) as error:
        raise InputError([Diagnostic(f"this JSON cannot be read: {error}", source)]) from error


def _set(data: Json, values: Mapping[str, str]) -> None:
    for constant in data.get("constants", []):
        if constant["name"] in values:
            constant["value"] = _value(values[constant["name"]])


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    upper, _, lower = text.partition("/")
    return {"op": "/", "left": int(upper), "right": int(lower)} if lower else Decimal(text)


@dataclass(frozen=True)
class _Instance:
    """An automaton in the composition: its name there, and which actions it has for each of its own."""

    name: str
    automaton: Json
    actions: Mapping[str, tuple[str, ...]]


def _components(source: Source, data: Json, marks: Marks, budget: Budget) -> dict[str, LPTS]:
    budget.phase = "building the automata"
    instances = list(_instances(data))
    wanted = [_opened(data, instance, marks) for instance in instances]
    try:
        found: list[LPTS | str] = apart(built, wanted, budget=budget)
    except Crashed as crash:
        what = f"automata.{crash.doing}: Storm could not build it"
        raise InputError([Diagnostic(f"{what} (signal {crash.signal}); does it divide by zero?", source)]) from crash
    pairs = list(zip(instances, found, strict=True))
    refuse_text(source, (f"automata.{i.automaton['name']}: {wrong}" for i, wrong in pairs if isinstance(wrong, str)))
    return {instance.name: lpts for instance, lpts in pairs if isinstance(lpts, LPTS)}


def _instances(data: Json) -> Iterator[_Instance]:
    automata = {automaton["name"]: automaton for automaton in data["automata"]}
    vectors = data["system"].get("syncs", [])
    results = vector_names(vectors)
    times: Counter[str] = Counter()
    for i, element in enumerate(data["system"]["elements"]):
        automaton = automata[element["automaton"]]
        times[automaton["name"]] += 1
        number = times[automaton["name"]]
        actions: dict[str, tuple[str, ...]] = {}
        for vector, result in zip(vectors, results, strict=True):
            own = vector["synchronise"][i]
            if own is not None:
                actions[own] = (*actions.get(own, ()), result)
        yield _Instance(automaton["name"] + (f"_{number}" if number > 1 else ""), automaton, actions)


def vector_names(vectors: list[Json]) -> list[str]:
    """A name for each vector, which no other has."""
    named = [v.get("result") or "+".join(a for a in v["synchronise"] if a is not None) for v in vectors]
    seen = Counter(named)
    told = [name if seen[name] == 1 else f"{name}#{number}" for number, name in enumerate(named, 1)]
    if len(set(told)) == len(told):
        return told
    return [f"{number}.{name}" for number, name in enumerate(named, 1)]  # somebody has called an action a#1


def _opened(data: Json, instance: _Instance, marks: Marks) -> OpenAutomaton:
    """The automaton as the only one of a model."""
    automaton = instance.automaton
    edges = [_edge(edge, data) for edge in automaton.get("edges", [])]
    used = sorted({edge["action"] for edge in edges})
    alone = {**automaton, "edges": edges, "locations": marks.locations(automaton)}
    del alone["functions"]
    text = {
        **{key: value for key, value in data.items() if key not in ("properties", "metadata")},
        "functions": automaton["functions"],
        "type": "mdp",
        "actions": [{"name": action} for action in used],
        "automata": [alone],
        "variables": [*used_globals(data, automaton), *marks.variables(automaton)],
        "system": {
            "elements": [{"automaton": automaton["name"]}],
            "syncs": [{"synchronise": [action], "result": action} for action in used],
        },
        "properties": [],
    }
    silent = {SILENT: (silent_name(instance.name),)} if SILENT in used else {}
    return OpenAutomaton(
        instance.name,
        json.dumps(exact(text)),
        {**instance.actions, **silent},
        tuple(_told(data, automaton)),
        tuple(v["name"] for v in marks.variables(automaton)),
    )


def _edge(edge: Json, data: Json) -> Json:
    """An edge with an action, and without what it tells in passing: transient variables are no part of a state."""
    passing = {variable["name"] for variable in data.get("variables", []) if variable.get("transient")}
    destinations = [
        {**goal, "assignments": [a for a in goal.get("assignments", []) if str(a["ref"]) not in passing]}
        for goal in edge["destinations"]
    ]
    kept = {key: value for key, value in edge.items() if key != "assignments"}
    return {**kept, "action": edge.get("action", SILENT), "destinations": destinations}


def _told(data: Json, automaton: Json) -> Iterator[Told]:
    """How a state is told: the location where there are several, then the variables; Storm has names of its own."""
    places = tuple(location["name"] for location in automaton["locations"])
    if len(places) > 1:
        yield Told("at", f"_loc_{automaton['name']}", places)
    for variable in used_globals(data, automaton):
        yield Told(variable["name"], variable["name"])
    for variable in automaton.get("variables", []):
        yield Told(variable["name"], f"{automaton['name']}_{variable['name']}")
