"""The automata of a JANI composition: which stand alone, and which are taken together as one component.

An automaton may stand in the composition several times, each time with local variables of its own; global variables are
shared by all. Automata that use what others write are refused or become one component (see
:mod:`quidpro.frontend.prism.merge_modules`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.jani.checks import local_names
from quidpro.frontend.jani.names import Json, reads, writes
from quidpro.frontend.prism.merge_modules import TELL_BY_ACTIONS, Sets, called, listed, or_together


@dataclass(frozen=True)
class Instance:
    """An automaton in the composition, its name there, and its place in the synchronisation vectors."""

    name: str
    automaton: Json
    place: int

    def used(self, shared: Mapping[str, Json]) -> set[str]:
        """The global variables that it uses."""
        return (reads(self.automaton) | writes(self.automaton)) & shared.keys() - local_names(self.automaton)

    def written(self, shared: Mapping[str, Json]) -> set[str]:
        """Those that it writes."""
        return writes(self.automaton) & shared.keys() - local_names(self.automaton)


@dataclass(frozen=True)
class Together:
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
        return called(self.names)

    @property
    def note(self) -> str:
        """That automata were taken together, and why; nothing for one alone."""
        return f"{listed(self.names)} are taken together as one component: {self.why}" if self.why else ""


def shared_variables(data: Json) -> dict[str, Json]:
    """The global variables that are a part of states."""
    return {v["name"]: v for v in data.get("variables", []) if not v.get("transient")}


def instances(data: Json) -> list[Instance]:
    """The automata of the composition, each under a name of its own."""
    automata = {automaton["name"]: automaton for automaton in data["automata"]}
    found: dict[str, Instance] = {}
    for place, element in enumerate(data["system"]["elements"]):
        name = element["automaton"]
        number = 1
        while name in found or (number > 1 and name in automata):
            number += 1
            name = f"{element['automaton']}_{number}"
        found[name] = Instance(name, automata[element["automaton"]], place)
    return list(found.values())


def joined(data: Json) -> list[Together]:
    """The components of the composition."""
    found, shared = instances(data), shared_variables(data)
    bonds = list(_bonds(found, shared))
    sets = Sets()
    for one, other, _ in bonds:
        sets.join([one, other])
    roots = dict.fromkeys(sets.find(instance.name) for instance in found)
    return [
        Together(
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
