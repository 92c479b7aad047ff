"""The labels of a JANI model: transient truth values that locations set. Each is to be a mark of one component.

A value that speaks of global variables of another component only (Storm writes all labels into the first automaton) is
a mark of that one, if it does not depend on the location.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quidpro.frontend.jani.merge_modules import Group, Instance, local_names, shared_variables
from quidpro.frontend.jani.names import Json, names_in

Values = dict[str, Json]
"""The value of a label in each location that sets it."""


@dataclass(frozen=True)
class Marks:
    """The marks of each automaton, with their values by location; and why other labels are left out."""

    by_automaton: Mapping[str, Mapping[str, Values]]
    left_out: Mapping[str, str]
    otherwise: Mapping[str, Json]
    """The value of each label where a location does not set it."""

    @classmethod
    def of(cls, data: Json, components: Sequence[Group]) -> Marks:
        """The marks of a model."""
        flags = [v for v in data.get("variables", []) if v.get("transient") and v.get("type") == "bool"]
        labels = {variable["name"]: variable.get("initial-value", False) for variable in flags}
        by_automaton: dict[str, dict[str, Values]] = {
            i.name: {} for component in components for i in component.instances
        }
        left_out: dict[str, str] = {}
        for label in labels:
            home, values = _home(label, data, components)
            if isinstance(home, str):
                left_out[label] = home
            else:
                by_automaton[home.name][label] = values
        return cls(by_automaton, left_out, labels)

    @property
    def known(self) -> set[str]:
        """The labels that are marks."""
        return {label for marks in self.by_automaton.values() for label in marks}

    def of_component(self, component: Group) -> list[str]:
        """The marks of a component."""
        return [mark for name in component.names for mark in self.by_automaton[name]]

    def variables(self, component: Group) -> list[Json]:
        """The transient variables that a component on its own needs."""
        fixed = {"type": "bool", "transient": True}
        marks = self.of_component(component)
        return [{"name": mark, **fixed, "initial-value": self.otherwise[mark]} for mark in marks]

    def locations(self, instance: Instance) -> list[Json]:
        """The locations of an automaton, with its own marks as their only transient values."""
        marks = self.by_automaton[instance.name]
        return [
            {
                "name": location["name"],
                "transient-values": [
                    {"ref": mark, "value": values[location["name"]]}
                    for mark, values in marks.items()
                    if location["name"] in values
                ],
            }
            for location in instance.automaton["locations"]
        ]


def _home(label: str, data: Json, components: Sequence[Group]) -> tuple[Instance | str, Values]:
    """The automaton that a label is a mark of, or why there is none; and its values there."""
    setting = [
        (component, instance, values)
        for component in components
        for instance in component.instances
        if (values := _values(label, instance.automaton))
    ]
    if len(setting) != 1:
        return ("several automata set it" if setting else "no location sets it"), {}
    [(own, instance, values)] = setting
    shared = shared_variables(data)
    mentioned = {n for value in values.values() for n in names_in(value)}
    mentioned -= {constant["name"] for constant in data.get("constants", [])}
    local = local_names(instance.automaton)
    if mentioned - local <= _known(own, components, shared):
        return instance, values
    others = [c for c in components if mentioned <= _known(c, components, shared) - local]
    if others and len(instance.automaton["locations"]) == 1:
        home = others[0].instances[0]
        [value] = values.values()
        return home, {location["name"]: value for location in home.automaton["locations"]}
    return "it does not speak of one automaton", {}


def _known(component: Group, components: Sequence[Group], shared: Mapping[str, Json]) -> set[str]:
    """The global variables of a component: those that it uses, and those that no automaton writes."""
    used = {name for instance in component.instances for name in instance.used(shared)}
    written = {name for one in components for instance in one.instances for name in instance.written(shared)}
    return used | (shared.keys() - written)


def _values(label: str, automaton: Json) -> Values:
    return {
        location["name"]: setting["value"]
        for location in automaton.get("locations", [])
        for setting in location.get("transient-values", [])
        if setting["ref"] == label
    }
