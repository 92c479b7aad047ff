"""What a JANI file may not have when its automata are to stand alone. A place is a path into the JSON text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quidpro.frontend.jani.names import Json
from quidpro.frontend.prism.storm import MOST_VALUES

_TIMED = ("ta", "pta", "sta", "ha", "pha", "sha")


def shape_complaints(data: Json) -> Iterator[str]:
    """Whether it is a JANI model at all, as far as this reader relies on it; Storm checks the rest."""
    if not isinstance(data, dict) or "jani-version" not in data:
        yield 'this is no JANI model: "jani-version" is missing'
        return
    for key in ("automata", "actions", "constants", "variables"):
        items = data.get(key, [])
        if not isinstance(items, list) or not all(
            isinstance(i, dict) and isinstance(i.get("name"), str) for i in items
        ):
            yield f"{key}: must be a list of objects, each with a name"
    system = data.get("system")
    if not isinstance(system, dict) or not isinstance(system.get("elements"), list):
        yield "system: must have a list of elements"
    elif not data.get("automata"):
        yield "automata: there are none"


def kind_complaints(data: Json) -> Iterator[str]:
    """The file holds an MDP without clocks."""
    kind = data.get("type")
    variables = [(f"variables.{v['name']}", v) for v in data.get("variables", [])]
    variables += [(f"automata.{a['name']}.{v['name']}", v) for a in data["automata"] for v in a.get("variables", [])]
    clocks = [place for place, v in variables if v.get("type") in ("clock", "continuous")]
    if kind in _TIMED or clocks:
        where = f" ({clocks[0]})" if clocks else ""
        yield f"type: this model has clocks{where}, and only MDPs are read; a digital-clocks model is an MDP"
    elif kind not in ("mdp", "lts"):
        yield f"type: this is a {str(kind).upper()}, and only MDPs are read"
    for place, variable in variables:
        if variable.get("type") in ("int", "real") and not variable.get("transient"):
            yield f'{place}: has no bounds ({variable["type"]}); give it the type {{"kind": "bounded", …}}'
        elif (values := _values(variable.get("type"))) > MOST_VALUES:
            yield f"{place}: has {values:,} values, and states are explored one by one (at most {MOST_VALUES:,})"


def _values(type: Json) -> int:
    """How many values a type has, as far as its bounds are plain numbers."""
    if not isinstance(type, dict):
        return 1
    low, high = type.get("lower-bound"), type.get("upper-bound")
    return high - low + 1 if isinstance(low, int) and isinstance(high, int) else 1


def complaints(data: Json, undefined: Sequence[str]) -> Iterator[str]:
    """The rest: constants without a value, and sets of initial states."""
    for name in undefined:
        yield f"constants.{name}: the constant {name} has no value; give it one with --const {name}=VALUE"
    for place, part in (("", data), *((f"automata.{a['name']}.", a) for a in data["automata"])):
        restriction = part.get("restrict-initial")
        if restriction is not None and restriction.get("exp") is not True:
            yield f"{place}restrict-initial: a set of initial states is not read; give every variable an initial value"
    for automaton in data["automata"]:
        if len(automaton.get("initial-locations", ())) != 1:
            yield f"automata.{automaton['name']}.initial-locations: exactly one is needed"
    for i, element in enumerate(data["system"]["elements"]):
        if element.get("input-enable"):
            yield f"system.elements[{i}].input-enable: is not read"


def local_names(automaton: Json) -> set[str]:
    """The variables that an automaton declares."""
    return {variable["name"] for variable in automaton.get("variables", [])}
