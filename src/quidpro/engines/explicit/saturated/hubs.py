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
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from quidpro.engines.explicit.saturated.encoding import Encoding, Steps
from quidpro.lts.lts import ERROR

Owners = dict[int, tuple[int | None, ...]]
"""For each hub and each of its states the component that the state is about, None if it is about no single one."""
Subjects = Mapping[str, tuple[int, ...]]
"""For each action the components that it is about."""

_LEAST_OWNERS = 3
_BROADCAST = 8
"""What more processes do together is no talk with any of them."""
_EFFORT = 10_000_000
"""How many steps may be looked at, over all limits that are tried."""


class Acquaintance:
    """Who does what with whom in a system."""

    def __init__(self, encoding: Encoding) -> None:
        self.parts = encoding.parts
        self.steps = encoding.steps
        self.processes = frozenset(n for n, part in enumerate(encoding.system.components) if not part.is_property)
        self.talkers = dict(self._talk(encoding.members))

    def _talk(self, members: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The actions with the processes that do them, where these are few."""
        for action, numbers in members.items():
            talkers = tuple(number for number in numbers if number in self.processes)
            if len(talkers) <= _BROADCAST:
                yield action, talkers

    @cached_property
    def sociable(self) -> list[tuple[int, int, int]]:
        """Those that meet enough to be hubs, most promising first: by many partners, then by few states.

        Of two that meet equally many, the one with a state or two for each is the one that remembers nothing else.
        """
        partners = ((number, len(self._met(number))) for number in range(len(self.parts)))
        hubs = ((-count, self.parts[number].states, number) for number, count in partners if count >= _LEAST_OWNERS)
        return sorted(hubs)

    def _met(self, number: int) -> set[int]:
        return {other for a in self.parts[number].alphabet for other in self.talkers.get(a, ())} - {number}

    @property
    def size(self) -> int:
        """The number of all steps."""
        return sum(len(lts.target) for lts in self.parts)


def hub_sets(encoding: Encoding) -> list[Owners]:
    """Ways to split hubs, those that split into most blocks first."""
    known = Acquaintance(encoding)
    found: list[Owners] = []
    for hubs in _choices(known):
        encoding.budget.check()
        owners = _split(known, hubs)
        if owners and owners not in found:
            found.append(owners)
    return sorted(found, key=lambda owners: (-_blocks(owners), len(owners)))


def _choices(known: Acquaintance) -> Iterator[set[int]]:
    """The most sociable, more and more of them; those that look alike are taken together."""
    alike: dict[tuple[int, int], set[int]] = {}
    for count, states, number in known.sociable:
        alike.setdefault((count, states), set()).add(number)
    hubs: set[int] = set()
    wanted, most = 1.0, _EFFORT // (known.size + 1) + 1
    for turn, more in enumerate(alike.values(), 1):
        hubs |= more
        if turn >= wanted and most:
            wanted, most = max(turn + 1, 1.3 * turn), most - 1
            yield set(hubs)


def _blocks(owners: Owners) -> int:
    return sum(len(_distinct(states)) for states in owners.values())


def _distinct(states: Collection[int | None]) -> set[int]:
    return {owner for owner in states if owner is not None}


def _split(known: Acquaintance, hubs: Collection[int]) -> Owners:
    """The states of hubs by owner, first as they meet partners themselves, then as hubs meet each other."""
    candidates = known.processes - set(hubs)
    first = _owned(known, hubs, _among(known.talkers, candidates))
    owning = {owner for states in first.values() for owner in _distinct(states)}
    subjects = _among(known.talkers, owning)
    for action, owner in _passed_on(known, first):
        subjects.setdefault(action, (owner,))
    return _owned(known, set(range(len(known.parts))) - owning, subjects) if owning else {}


def _among(talkers: Subjects, wanted: Collection[int]) -> dict[str, tuple[int, ...]]:
    found = ((action, tuple(number for number in numbers if number in wanted)) for action, numbers in talkers.items())
    return {action: numbers for action, numbers in found if numbers}


def _owned(known: Acquaintance, hubs: Collection[int], subjects: Subjects) -> Owners:
    found = {hub: _owners(known.parts[hub].states, known.steps[hub], subjects) for hub in sorted(hubs)}
    return {hub: states for hub, states in found.items() if len(_distinct(states)) >= _LEAST_OWNERS}


def _owners(states: int, steps: Mapping[str, Steps], subjects: Subjects) -> tuple[int | None, ...]:
    """For each state whom it is about."""
    met: dict[int, Counter[int]] = {}
    for action in steps.keys() & subjects.keys():
        for state in _ends(steps[action]):
            met.setdefault(state, Counter()).update(subjects[action])
    seen = Counter(subject for here in met.values() for subject in here)
    return tuple(_owner(met[state], seen) if state in met else None for state in range(states))


def _ends(steps: Steps) -> Iterator[int]:
    """Where steps begin and where they end, those into ERROR left out."""
    for state, targets in steps.items():
        for target in targets:
            if target != ERROR:
                yield state
                yield target


def _owner(met: Counter[int], seen: Counter[int]) -> int | None:
    """Of the partners that are met in a state the one seen in fewest; on a tie, the one met in most actions."""
    ranked = sorted((seen[subject], -times, subject) for subject, times in met.items())
    return None if len(ranked) > 1 and ranked[0][:2] == ranked[1][:2] else ranked[0][2]


def _passed_on(known: Acquaintance, owners: Owners) -> Iterator[tuple[str, int]]:
    """The actions that a hub does only from, or only into, states about one partner."""
    for hub, states in owners.items():
        for action, steps in known.steps[hub].items():
            ends = list(_ends(steps))
            for side in (ends[::2], ends[1::2]):
                about = {states[state] for state in side}
                if len(about) == 1 and (owner := about.pop()) is not None:
                    yield action, owner
