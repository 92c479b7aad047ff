"""A place/transition net: places with tokens, and transitions that take some and put some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

Tokens = dict[int, int]
"""Numbers of tokens by place."""


@dataclass(frozen=True)
class Place:
    """A place with the tokens that it has at first; ``offset`` is where it is in the text."""

    name: str
    initial: int
    offset: int = 0


@dataclass(frozen=True)
class Transition:
    """It happens where each place has what it takes, and leaves what it puts."""

    name: str
    takes: Tokens = field(default_factory=dict)
    puts: Tokens = field(default_factory=dict)
    offset: int = 0

    @cached_property
    def places(self) -> frozenset[int]:
        """Those that it touches."""
        return frozenset(self.takes) | frozenset(self.puts)

    @cached_property
    def change(self) -> Tokens:
        """What it adds to each place, those left out whose number it does not change."""
        found = {p: self.puts.get(p, 0) - self.takes.get(p, 0) for p in sorted(self.places)}
        return {place: change for place, change in found.items() if change}

    def fire(self, marking: Sequence[int]) -> tuple[int, ...] | None:
        """The marking after it; None where it cannot happen."""
        if any(marking[place] < number for place, number in self.takes.items()):
            return None
        after = list(marking)
        for place, change in self.change.items():
            after[place] += change
        return tuple(after)


@dataclass(frozen=True)
class Unit:
    """Places of which the file says that at most one is marked, with one token; ``above`` is the unit around it."""

    name: str
    places: tuple[int, ...]
    above: int | None = None
    offset: int = 0


@dataclass(frozen=True)
class Net:
    """A net; its units are there where the file declares it safe."""

    name: str
    places: tuple[Place, ...]
    transitions: tuple[Transition, ...]
    units: tuple[Unit, ...] = ()

    @property
    def initial(self) -> tuple[int, ...]:
        """The marking at first."""
        return tuple(place.initial for place in self.places)

    @cached_property
    def touching(self) -> tuple[tuple[int, ...], ...]:
        """For each place the transitions that touch it."""
        found: tuple[list[int], ...] = tuple([] for _ in self.places)
        for number, transition in enumerate(self.transitions):
            for place in transition.places:
                found[place].append(number)
        return tuple(map(tuple, found))

    def weight(self, weights: Mapping[int, int]) -> int:
        """The tokens at first, weighted by place."""
        return sum(weight * self.places[place].initial for place, weight in weights.items())
