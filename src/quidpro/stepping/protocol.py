"""What stepping through a model is made of: a state, the choices there, and what a world must tell to be stepped.

A world gives a :class:`Stepper`, which computes the steps out of one state at a time and never builds the whole;
:class:`quidpro.stepping.simulation.Simulation` does the rest, the same for every world.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Generic, TypeVar

from quidpro.core.errors import UsageError
from quidpro.core.words import one_line
from quidpro.verdict.chart import Asked, End, Lane, Move, Place, Position, Row

S = TypeVar("S")

MAX_COUNTED = 10_000
"""Steps are counted one by one at most so far."""


@dataclass(frozen=True)
class Change:
    """What an outcome does to a component or to a variable."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Outcome:
    """Where a choice may lead: its probability where a coin is tossed, what changes, and who is in ERROR then."""

    probability: Fraction | None
    changes: tuple[Change, ...]
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A step that can be taken. ``index`` is its number among all that there are, from 0; ``action`` may be ``tau``.

    Where steps have no actions, as in SMV models, it is empty, and ``inputs`` are what the step reads.
    """

    index: int
    action: str
    movers: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    places: tuple[Place, ...] = ()
    """Where the model text says so, those of processes before those of properties."""
    inputs: Mapping[str, str] = field(default_factory=dict)

    @property
    def errors(self) -> tuple[str, ...]:
        """Who may be in ERROR after it."""
        return tuple(dict.fromkeys(name for outcome in self.outcomes for name in outcome.errors))


@dataclass(frozen=True)
class Snapshot:
    """A state of the whole: every component's state, the values of fluents or variables, and what is to be said of it.

    ``end`` says why nothing can follow: ``error``, ``deadlock``, or ``stop`` for END. ``seen`` is the number of the
    earlier state of the history, from 0, that is the same. ``forbids`` are the actions that a property allows nobody
    now.
    """

    components: Mapping[str, str]
    values: Mapping[str, str]
    marks: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    end: End = ""
    seen: int | None = None
    forbids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Step(Generic[S]):
    """A step out of a state: who moves how, and the states that it leads to, each with its probability."""

    index: int
    action: str
    moves: tuple[Move, ...]
    targets: tuple[tuple[Fraction | None, S], ...]
    inputs: Mapping[str, str] = field(default_factory=dict)


class CannotFollow(UsageError):
    """A run that the model cannot follow: at which step (from 1), what was to happen, and what can instead."""

    def __init__(self, step: int, wanted: str, enabled: Sequence[str]) -> None:
        super().__init__(f"step {step}, {one_line(wanted)}, cannot be taken; {_listed(enabled)}")
        self.step = step
        self.wanted = wanted
        self.enabled = tuple(enabled)


_MAX_LISTED = 12


def _listed(enabled: Sequence[str]) -> str:
    if not enabled:
        return "nothing is enabled there"
    more = len(enabled) - _MAX_LISTED
    return f"enabled there: {', '.join(enabled[:_MAX_LISTED])}{f' and {more:,} more' if more > 0 else ''}"


class Stepper(ABC, Generic[S]):
    """The steps of a model, state by state. A state is hashable; None stands before the first, if there are several."""

    title: str
    lanes: tuple[Lane, ...]
    rows: tuple[Row, ...]
    asked: tuple[Asked, ...] = ()
    names: tuple[str, ...]
    """What the lanes are called in full."""

    @abstractmethod
    def first(self) -> S | None:
        """The initial state; None where there are several, or none, to choose among."""

    @abstractmethod
    def steps(self, state: S | None, where: str = "") -> Iterator[Step[S]]:
        """The steps out of a state in a fixed order; with ``where``, those that it describes."""

    @abstractmethod
    def position(self, state: S) -> Position:
        """A state, as a chart has it."""

    @abstractmethod
    def end(self, state: S) -> End:
        """Why nothing can follow; empty where something can."""

    @abstractmethod
    def wanted(self, trace: Any, state: S | None) -> tuple[list[Any], int]:
        """The steps of a run from a state on, as ``matching`` takes them, and how many, the last, are for ever.

        The run is a counterexample of the world, or lines of text.
        """

    @abstractmethod
    def matching(self, state: S | None, wanted: Any) -> Iterator[Step[S]]:
        """The steps out of a state that a step of a trace may be."""

    def outcomes(self, step: Step[S], wanted: Any) -> Sequence[int]:
        """The outcomes of a step that a step of a trace may mean, the likeliest first."""
        return sorted(range(len(step.targets)), key=lambda i: -(step.targets[i][0] or 1))

    def silent(self, state: S | None) -> Iterator[Step[S]]:
        """The steps that a trace may leave out."""
        return iter(())

    def count(self, state: S | None, where: str = "") -> int:
        """How many steps there are; beyond :data:`MAX_COUNTED` they may not be counted."""
        return sum(1 for _ in islice(self.steps(state, where), MAX_COUNTED))

    def at(self, state: S | None, index: int) -> Step[S] | None:
        """The step of a number; None where there is none."""
        return next(islice(self.steps(state), index, None), None) if 0 <= index <= sys.maxsize else None

    def pick(self, state: S | None, rng: Random) -> Step[S] | None:
        """A step by chance."""
        found = list(islice(self.steps(state), MAX_COUNTED))
        return rng.choice(found) if found else None

    def recurring(self, trace: Any) -> tuple[str, ...]:
        """The actions that go on for ever after a run, in no certain order."""
        return ()

    def errors(self, state: S) -> tuple[str, ...]:
        """Who is in ERROR: the lanes whose state is."""
        return tuple(name for name, number in zip(self.names, self.position(state).numbers, strict=True) if number < 0)

    def failed(self, state: S) -> int | None:
        """The lane that is in ERROR."""
        return next((lane for lane, number in enumerate(self.position(state).numbers) if number < 0), None)

    def forbids(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """For every property the actions that would be an error now."""
        return {}

    def closing(self, states: Sequence[S], steps: Sequence[Step[S]]) -> dict[str, Any]:
        """Fields of the chart that tell about the end of a run."""
        return {}
