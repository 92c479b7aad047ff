"""The labels of a JANI model: transient truth values that locations set. Each is to be a mark of one automaton.

A value that speaks of variables of another automaton only (Storm writes all labels into the first one) is a mark of
that one, if it does not depend on the location.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from quidpro.frontend.prism.jani_checks import local_names
from quidpro.frontend.prism.jani_names import Json, names_in, reads, writes

Values = dict[str, Json]
"""The value of a label in each location that sets it."""


@dataclass(frozen=True)
class Marks:
    """The marks of each automaton, with their values by location; and why other labels are left out."""

    places: Mapping[str, Mapping[str, Values]]
    left_out: Mapping[str, str]
    otherwise: Mapping[str, Json]
    """The value of each label where a location does not set it."""

    @classmethod
    def of(cls, data: Json) -> Marks:
        """The marks of a model."""
        told = [v for v in data.get("variables", []) if v.get("transient") and v.get("type") == "bool"]
        labels = {variable["name"]: variable.get("initial-value", False) for variable in told}
        places: dict[str, dict[str, Values]] = {automaton["name"]: {} for automaton in data["automata"]}
        left_out: dict[str, str] = {}
        for label in labels:
            home, values = _home(label, data)
            if isinstance(home, str):
                left_out[label] = home
            else:
                places[home["name"]][label] = values
        return cls(places, left_out, labels)

    @property
    def known(self) -> set[str]:
        """The labels that are marks."""
        return {label for marks in self.places.values() for label in marks}

    def variables(self, automaton: Json) -> list[Json]:
        """The transient variables that an automaton on its own needs."""
        marks = self.places[automaton["name"]]
        fixed = {"type": "bool", "transient": True}
        return [{"name": mark, **fixed, "initial-value": self.otherwise[mark]} for mark in marks]

    def locations(self, automaton: Json) -> list[Json]:
        """The locations of an automaton, with its own marks and nothing else to tell."""
        marks = self.places[automaton["name"]]
        return [
            {
                "name": location["name"],
                "transient-values": [
                    {"ref": mark, "value": values[location["name"]]}
                    for mark, values in marks.items()
                    if location["name"] in values
                ],
            }
            for location in automaton["locations"]
        ]


def _home(label: str, data: Json) -> tuple[Json | str, Values]:
    """The automaton that a label is a mark of, or why there is none; and its values there."""
    setting = {a["name"]: values for a in data["automata"] if (values := _values(label, a))}
    places = [e["automaton"] for e in data["system"]["elements"] if e["automaton"] in setting]
    if len(places) != 1:
        return ("several automata set it" if setting else "no location sets it"), {}
    [name] = places
    values = setting[name]
    automata = {automaton["name"]: automaton for automaton in data["automata"]}
    spoken = {n for value in values.values() for n in names_in(value)}
    spoken -= {constant["name"] for constant in data.get("constants", [])}
    if spoken <= _own(automata[name]):
        return automata[name], values
    once = Counter(element["automaton"] for element in data["system"]["elements"])
    others = [a for a in automata.values() if spoken <= _own(a) - local_names(a) and once[a["name"]] == 1]
    if others and len(automata[name]["locations"]) == 1:
        [value] = values.values()
        return others[0], {location["name"]: value for location in others[0]["locations"]}
    return "it does not speak of one automaton", {}


def _own(automaton: Json) -> set[str]:
    """The variables of an automaton, global ones that it uses included."""
    return reads(automaton) | writes(automaton) | local_names(automaton)


def _values(label: str, automaton: Json) -> Values:
    return {
        location["name"]: told["value"]
        for location in automaton.get("locations", [])
        for told in location.get("transient-values", [])
        if told["ref"] == label
    }
