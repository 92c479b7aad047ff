"""A system of LTSs as levels and events: what saturation works on.

A component is one level, whose values are its states; or it is split into blocks of states, each a level of its own
whose value 0 says that the component is in another block. An action is an event of the product of the local steps of
those that have it, a silent step of one component an event of its own. A step between two blocks is a step at two
levels; so that it stays a product, the event is taken apart by the blocks and by the states that it leads to. Steps
into ERROR are not among the events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU_NAME
from quidpro.lts.system import System
from quidpro.solvers.mdd.forest import Vector
from quidpro.solvers.mdd.saturation import Event

Steps = dict[int, list[int]]
"""By a state of a component, the states that an action leads to."""
Piece = dict[int, dict[int, tuple[int, ...]]]
"""Some steps of one component, by its levels."""

_POLL_ACTIONS = 1_024
_POLL_STATES = 4_096
ABSENT = 0
"""The value of a block in which the component is not."""


@dataclass(frozen=True)
class Level:
    """A component of the system by its number, or a block of its states."""

    component: int
    states: tuple[int, ...]
    is_block: bool = False

    @property
    def size(self) -> int:
        """How many values it has."""
        return len(self.states) + self.is_block

    def value(self, state: int) -> int:
        """The value of a state of the component; that it is in another block is a value, too."""
        return self._values.get(state, ABSENT)

    @cached_property
    def _values(self) -> dict[int, int]:
        return {state: value for value, state in enumerate(self.states, self.is_block)}


@dataclass(frozen=True)
class Encoding:
    """A system without priority, and the levels that it is seen in, from the top.

    The budget is polled while it is worked out: there may be as many events as there are actions.
    """

    system: System
    levels: tuple[Level, ...]
    budget: Budget = field(default_factory=Budget, repr=False, compare=False)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of values of each level."""
        return tuple(level.size for level in self.levels)

    @cached_property
    def parts(self) -> tuple[LTS, ...]:
        """The components."""
        return tuple(component.lts for component in self.system.components)

    @cached_property
    def initial(self) -> Vector:
        """The initial state."""
        return self.encode([lts.initial for lts in self.parts])

    def encode(self, states: Sequence[int]) -> Vector:
        """A state of the system, given by the states of its components, as values of the levels."""
        return tuple(level.value(states[level.component]) for level in self.levels)

    def decode(self, vector: Sequence[int]) -> tuple[int, ...]:
        """The states of the components."""
        found = [0] * len(self.parts)
        for level, value in zip(self.levels, vector, strict=True):
            if value or not level.is_block:
                found[level.component] = level.states[value - level.is_block]
        return tuple(found)

    def cube(self, sets: Mapping[int, Collection[int]]) -> dict[int, frozenset[int]]:
        """The states in which components, by their numbers, are in one of these states: one cube, split or not."""
        found: dict[int, frozenset[int]] = {}
        for component, states in sets.items():
            by_level = self._by_level(component, states)
            for number in self._levels_of[component]:
                values = frozenset(by_level.get(number, ()))
                found[number] = values | {ABSENT} if self.levels[number].is_block else values
        return found

    def rearranged(self, levels: Iterable[Level]) -> Encoding:
        """The same system in other levels; what does not depend on them is not worked out again."""
        found = Encoding(self.system, tuple(levels), self.budget)
        vars(found).update(parts=self.parts, members=self.members, steps=self.steps)
        return found

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that can happen, ERROR left out."""
        return tuple(event for _, event in self.named_events)

    @cached_property
    def named_events(self) -> tuple[tuple[str, Event], ...]:
        """The events with their actions; an action may have several, and none where it can never happen."""
        return tuple(self._make_events())

    @cached_property
    def members(self) -> dict[str, tuple[int, ...]]:
        """For each action the components that have it."""
        found: dict[str, list[int]] = {}
        for number, lts in enumerate(self.parts):
            for action in lts.alphabet:
                found.setdefault(action, []).append(number)
        return {action: tuple(numbers) for action, numbers in found.items()}

    @cached_property
    def steps(self) -> tuple[dict[str, Steps], ...]:
        """For each component and action its steps; ERROR, where one of them leads, is among the targets."""
        return tuple(_steps(lts, self.budget) for lts in self.parts)

    def guard(self, action: str) -> dict[int, list[int]]:
        """For each component that has an action the states in which it can do it, if only into ERROR."""
        return {number: list(self.steps[number].get(action, {})) for number in self.members[action]}

    @cached_property
    def _levels_of(self) -> tuple[list[int], ...]:
        found: tuple[list[int], ...] = tuple([] for _ in self.parts)
        for number, level in enumerate(self.levels):
            found[level.component].append(number)
        return found

    def _make_events(self) -> Iterator[tuple[str, Event]]:
        for number, steps in enumerate(self.steps):
            for piece in self._pieces(number, steps.get(TAU_NAME, {})):
                yield TAU_NAME, Event(piece)
        for turn, (action, members) in enumerate(self.members.items()):
            if not turn % _POLL_ACTIONS:
                self.budget.check()
            pieces = [list(self._pieces(number, self.steps[number].get(action, {}))) for number in members]
            for chosen in product(*pieces):
                yield action, Event({level: moves for piece in chosen for level, moves in piece.items()})

    def _pieces(self, number: int, steps: Steps) -> Iterator[Piece]:
        """The steps of a component, in as many pieces as it takes for each to be a product over its levels.

        Those that stay in a block are one piece; those from one block to another are one for each set of states that
        they lead to.
        """
        stays: dict[int, dict[int, tuple[int, ...]]] = {}
        leaves: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}
        for state, targets in steps.items():
            here, value = self._places[number][state]
            for there, led in self._by_level(number, targets).items():
                if there == here:
                    stays.setdefault(here, {})[value] = tuple(led)
                else:
                    leaves.setdefault((here, there, tuple(led)), []).append(value)
        for here, moves in stays.items():
            yield {here: moves}
        for (here, there, values), sources in leaves.items():
            yield {here: dict.fromkeys(sources, (ABSENT,)), there: {ABSENT: values}}

    def _by_level(self, number: int, states: Iterable[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for state in states:
            if state != ERROR:
                level, value = self._places[number][state]
                found.setdefault(level, []).append(value)
        return found

    @cached_property
    def _places(self) -> tuple[dict[int, tuple[int, int]], ...]:
        """For each component and state the level that has it, and its value there."""
        found: tuple[dict[int, tuple[int, int]], ...] = tuple({} for _ in self.parts)
        for number, level in enumerate(self.levels):
            places = found[level.component]
            for value, state in enumerate(level.states, level.is_block):
                places[state] = (number, value)
        return found


def one_level_each(system: System, order: Iterable[int] | None = None, *, budget: Budget | None = None) -> Encoding:
    """Every component as one level, in this order."""
    numbers = range(len(system.components)) if order is None else order
    return Encoding(system, tuple(whole(system, number) for number in numbers), budget or Budget())


def whole(system: System, number: int) -> Level:
    """A component as one level."""
    return Level(number, tuple(range(system.components[number].lts.states)))


def _steps(lts: LTS, budget: Budget) -> dict[str, Steps]:
    found: dict[str, Steps] = {}
    names = [TAU_NAME, *lts.alphabet]
    rows = lts.row.tolist()
    labels, targets = lts.label.tolist(), lts.target.tolist()
    for state in range(lts.states):
        if state % _POLL_STATES == _POLL_STATES - 1:
            budget.check()
        for at in range(rows[state], rows[state + 1]):
            found.setdefault(names[labels[at]], {}).setdefault(state, []).append(targets[at])
    return found
