"""The automata of a JANI composition: what they may not have, which stand alone, and which are taken together.

An automaton may stand in the composition several times, each time with local variables of its own; global variables are
shared by all. Automata that use what others write are refused or become one component (see
:mod:`quidpro.frontend.prism.merge_modules`). A complaint begins with a path into the JSON text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.jani.names import Json, reads, writes
from quidpro.frontend.prism.merge_modules import TELL_BY_ACTIONS, Sets, joint_name, list_names, or_together
from quidpro.frontend.prism.storm import MAX_VALUES

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
    clocks = [path for path, v in variables if v.get("type") in ("clock", "continuous")]
    if kind in _TIMED or clocks:
        where = f" ({clocks[0]})" if clocks else ""
        yield f"type: this model has clocks{where}, and only MDPs are read; a digital-clocks model is an MDP"
    elif kind not in ("mdp", "lts"):
        yield f"type: this is a {str(kind).upper()}, and only MDPs are read"
    for path, variable in variables:
        if variable.get("type") in ("int", "real") and not variable.get("transient"):
            yield f'{path}: has no bounds ({variable["type"]}); give it the type {{"kind": "bounded", …}}'
        elif (values := _values(variable.get("type"))) > MAX_VALUES:
            yield f"{path}: has {values:,} values, and states are explored one by one (at most {MAX_VALUES:,})"


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
    for prefix, part in (("", data), *((f"automata.{a['name']}.", a) for a in data["automata"])):
        restriction = part.get("restrict-initial")
        if restriction is not None and restriction.get("exp") is not True:
            yield f"{prefix}restrict-initial: a set of initial states is not read; give every variable an initial value"
    for automaton in data["automata"]:
        if len(automaton.get("initial-locations", ())) != 1:
            yield f"automata.{automaton['name']}.initial-locations: exactly one is needed"
    for i, element in enumerate(data["system"]["elements"]):
        if element.get("input-enable"):
            yield f"system.elements[{i}].input-enable: is not read"


def local_names(automaton: Json) -> set[str]:
    """The variables that an automaton declares."""
    return {variable["name"] for variable in automaton.get("variables", [])}


@dataclass(frozen=True)
class Instance:
    """An automaton in the composition, its name there, and its index in the synchronisation vectors."""

    name: str
    automaton: Json
    index: int

    def used(self, shared: Mapping[str, Json]) -> set[str]:
        """The global variables that it uses."""
        return (reads(self.automaton) | writes(self.automaton)) & shared.keys() - local_names(self.automaton)

    def written(self, shared: Mapping[str, Json]) -> set[str]:
        """Those that it writes."""
        return writes(self.automaton) & shared.keys() - local_names(self.automaton)


@dataclass(frozen=True)
class Group:
    """The automata of one component, and why there are several."""

    instances: tuple[Instance, ...]
    why: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the automata."""
        return tuple(instance.name for instance in self.instances)

    @property
    def name(self) -> str:
        """What the component is called."""
        return joint_name(self.names)

    @property
    def note(self) -> str:
        """That automata were taken together, and why; nothing for one alone."""
        return f"{list_names(self.names)} are taken together as one component: {self.why}" if self.why else ""


def shared_variables(data: Json) -> dict[str, Json]:
    """The global variables that are a part of states."""
    return {v["name"]: v for v in data.get("variables", []) if not v.get("transient")}


def instances(data: Json) -> list[Instance]:
    """The automata of the composition, each under a name of its own."""
    automata = {automaton["name"]: automaton for automaton in data["automata"]}
    found: dict[str, Instance] = {}
    for index, element in enumerate(data["system"]["elements"]):
        name = element["automaton"]
        number = 1
        while name in found or (number > 1 and name in automata):
            number += 1
            name = f"{element['automaton']}_{number}"
        found[name] = Instance(name, automata[element["automaton"]], index)
    return list(found.values())


def group_automata(data: Json) -> list[Group]:
    """The components of the composition."""
    found, shared = instances(data), shared_variables(data)
    bonds = list(_bonds(found, shared))
    sets = Sets()
    for one, other, _ in bonds:
        sets.join([one, other])
    roots = dict.fromkeys(sets.find(instance.name) for instance in found)
    return [
        Group(
            tuple(instance for instance in found if sets.find(instance.name) == root),
            next((why for one, _, why in bonds if sets.find(one) == root), ""),
        )
        for root in roots
    ]


def complaints_apart(source: Source, data: Json) -> Iterator[Diagnostic]:
    """That automata cannot stand alone, where they are not taken together."""
    found = {name: why for name, _, why in reversed(list(_bonds(instances(data), shared_variables(data))))}
    for name, why in reversed(found.items()):
        message = f"automata.{name}: {why}, and cannot be reasoned about alone"
        yield Diagnostic(message, source, hint=or_together(TELL_BY_ACTIONS, "automata"))


def _bonds(found: Sequence[Instance], shared: Mapping[str, Json]) -> Iterator[tuple[str, str, str]]:
    """Two automata of which one uses what the other writes, and which variable that is."""
    written = {instance.name: instance.written(shared) for instance in found}
    for instance in found:
        used = instance.used(shared)
        for other in found:
            for name in sorted(used & written[other.name]) if other is not instance else ():
                yield instance.name, other.name, f"{instance.name} uses {name}, a variable that {other.name} writes"
                break
