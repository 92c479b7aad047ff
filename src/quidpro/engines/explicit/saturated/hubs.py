"""Hubs: components that talk to many others and remember with which, and whom each of their states is about.

A lock, a manager, a till, a property of mutual exclusion: as one level, such a component makes a diagram remember "who"
at every level between it and them. Split by partner it is a small level beside each of them. What a state is about is
read from the actions in and out of it: of the partners there, the one that is met in the fewest states. Hubs are those
with the most partners; the more are taken, the fewer are left to be partners, so that the best limit is searched for
that leaves most to split. Hubs do not own states of each other, and properties own none. What happens between two hubs
is about the partner that the states on one side are about; so a hub that meets no partner itself is found, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from quidpro.lts.lts import ERROR
from quidpro.lts.system import System

Owners = dict[int, tuple[int | None, ...]]
"""For each hub and each of its states the component that the state is about, None if it is about no single one."""
Steps = list[tuple[int, str, int]]

_LEAST_OWNERS = 3
_BROADCAST = 8
"""What more processes do together is no talk with any of them."""
_LIMITS = 8
"""How many numbers of partners are tried as the least one of a hub."""


class Acquaintance:
    """Who does what with whom in a system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.processes = frozenset(n for n, part in enumerate(system.components) if not part.is_property)

    @cached_property
    def steps(self) -> list[Steps]:
        """For each component its visible steps, those into ERROR left out."""
        return [_visible_steps(component.lts.triples()) for component in self.system.components]

    @cached_property
    def talkers(self) -> dict[str, tuple[int, ...]]:
        """For each action the processes that do it, if they are few."""
        found: dict[str, list[int]] = {}
        for number in sorted(self.processes):
            for action in self.system.components[number].lts.alphabet:
                found.setdefault(action, []).append(number)
        return {action: tuple(members) for action, members in found.items() if len(members) <= _BROADCAST}

    @cached_property
    def partners(self) -> list[int]:
        """For each component the number of processes that it does something with."""
        return [len(self._met(number)) for number in range(len(self.system.components))]

    def _met(self, number: int) -> set[int]:
        alphabet = self.system.components[number].lts.alphabet
        return {other for action in alphabet for other in self.talkers.get(action, ())} - {number}


def _visible_steps(triples: Iterator[tuple[int, str, int]]) -> Steps:
    return [(p, action, q) for p, action, q in triples if q != ERROR and action != "tau"]


def hub_sets(system: System) -> list[Owners]:
    """Ways to split hubs, those that split into most blocks first."""
    known = Acquaintance(system)
    limits = sorted({count for count in known.partners if count >= _LEAST_OWNERS}, reverse=True)[:_LIMITS]
    found: list[Owners] = []
    for limit in limits:
        owners = _split(known, {n for n, count in enumerate(known.partners) if count >= limit})
        if owners and owners not in found:
            found.append(owners)
    return sorted(found, key=lambda owners: (-_blocks(owners), len(owners)))


def _blocks(owners: Owners) -> int:
    return sum(len(_distinct(states)) for states in owners.values())


def _distinct(states: Collection[int | None]) -> set[int]:
    return {owner for owner in states if owner is not None}


def _split(known: Acquaintance, hubs: Collection[int]) -> Owners:
    """The states of hubs by owner, first as they meet partners themselves, then as hubs meet each other."""
    candidates = known.processes - set(hubs)
    subjects = {a: tuple(n for n in members if n in candidates) for a, members in known.talkers.items()}
    first = _owned(known, hubs, subjects)
    owning = {owner for states in first.values() for owner in _distinct(states)}
    subjects = {a: tuple(n for n in members if n in owning) for a, members in subjects.items()}
    for action, owner in _passed_on(known, first):
        if not subjects.get(action):
            subjects[action] = (owner,)
    return _owned(known, set(range(len(known.steps))) - owning, subjects)


def _owned(known: Acquaintance, hubs: Collection[int], subjects: Mapping[str, tuple[int, ...]]) -> Owners:
    found = {hub: _owners(known.system.components[hub].lts.states, known.steps[hub], subjects) for hub in sorted(hubs)}
    return {hub: states for hub, states in found.items() if len(_distinct(states)) >= _LEAST_OWNERS}


def _owners(states: int, steps: Steps, subjects: Mapping[str, tuple[int, ...]]) -> tuple[int | None, ...]:
    """For each state whom it is about."""
    met: list[Counter[int]] = [Counter() for _ in range(states)]
    for p, action, q in steps:
        for subject in subjects.get(action, ()):
            met[p][subject] += 1
            met[q][subject] += 1
    seen = Counter(subject for here in met for subject in here)
    return tuple(_owner(here, seen) for here in met)


def _owner(met: Counter[int], seen: Counter[int]) -> int | None:
    """Of the partners that are met in a state the one seen in fewest; on a tie, the one met in most actions."""
    ranked = sorted((seen[subject], -times) for subject, times in met.items())
    if not ranked or ranked[0] in ranked[1:2]:
        return None
    return min(met, key=lambda subject: (seen[subject], -met[subject]))


def _passed_on(known: Acquaintance, owners: Owners) -> Iterator[tuple[str, int]]:
    """The actions that a hub does only from, or only into, states about one partner."""
    for hub, states in owners.items():
        ends: dict[tuple[str, bool], set[int | None]] = {}
        for p, action, q in known.steps[hub]:
            ends.setdefault((action, True), set()).add(states[p])
            ends.setdefault((action, False), set()).add(states[q])
        for (action, _), about in ends.items():
            if len(about) == 1 and (owner := next(iter(about))) is not None:
                yield action, owner
