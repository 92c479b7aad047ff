"""A counterexample to look at: who takes part, what happens step by step, and where it leads; the same in every world.

A run is a chain: step ``i`` leads from position ``i`` to position ``i + 1``. Where coins are tossed it is a tree: a
step has several branches, and a position may be left by several steps. In a model of variables nobody takes part by
name: there are rows of values and no lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from quidpro.core.displayed import Displayed

End = Literal["error", "deadlock", "loop", "stop", ""]
LaneKind = Literal["process", "property"]
RowKind = Literal["fluent", "state", "input", "define"]
ChartKind = Literal["lanes", "waveform", "tree"]


@dataclass(frozen=True)
class Place:
    """A place in the model text; lines and columns count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Lane:
    """A component: what it is called (``c.1``), and the process that it is an instance of (``CLIENT``), if another."""

    name: str
    kind: LaneKind = "process"
    process: str = ""
    whole: str = ""
    """What the model calls it (``c.1:CLIENT``), if that is not its name."""


@dataclass(frozen=True)
class Row:
    """A fluent or variable whose value is followed; ``distance`` from the property: 0 occurs in it, 1 feeds those."""

    name: str
    kind: RowKind
    distance: int = 0


@dataclass(frozen=True)
class Asked:
    """A formula that is asked about: the rows and the actions that it speaks of."""

    name: str
    rows: tuple[int, ...]
    actions: frozenset[str]


@dataclass(frozen=True)
class Move:
    """How a lane takes part in a step: the number of the transition in its LTS, and where the model text says so."""

    lane: int
    transition: int | None = None
    place: Place | None = None


@dataclass(frozen=True)
class Branch:
    """Where a step leads; with which probability, where coins are tossed."""

    target: int
    probability: Fraction | None = None


@dataclass(frozen=True)
class ChartStep:
    """One step of the whole: its action (empty where steps have none), who moves, and where it leads."""

    source: int
    action: str
    moves: tuple[Move, ...]
    branches: tuple[Branch, ...]


@dataclass(frozen=True)
class Position:
    """A state of the whole: each lane's state by name and by number (-1 is ERROR), each row's value, and marks."""

    states: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    values: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wait:
    """What a lane would do next at a deadlock, and the lanes that do not join in; ``held_by`` its last partner."""

    lane: int
    action: str
    missing: tuple[int, ...]
    held_by: int | None = None


@dataclass(frozen=True)
class Chart(Displayed):
    """A counterexample. ``loop`` is the position that the last one is again, if the run goes on for ever.

    At the end ``error`` something is wrong in the last position, or by then; ``failed`` says in which lane, if it is
    one. A process that offers nothing at a deadlock has a :class:`Wait` without an action.
    """

    title: str
    """``MUTEX in BROKEN``"""
    lanes: tuple[Lane, ...]
    rows: tuple[Row, ...]
    positions: tuple[Position, ...]
    steps: tuple[ChartStep, ...]
    end: End = ""
    failed: int | None = None
    """The lane that ends in ERROR."""
    loop: int | None = None
    recurring: tuple[str, ...] = ()
    """Where the run ends in a set of states that it never leaves: the actions that recur there."""
    waiting: tuple[Wait, ...] = ()
    cycle: tuple[int, ...] = ()
    """The lanes of a circular wait: each waits for the next, the last for the first."""
    asked: tuple[Asked, ...] = ()

    @property
    def is_run(self) -> bool:
        """Whether it is a chain, not a tree."""
        return all(step.source == i and len(step.branches) == 1 for i, step in enumerate(self.steps))

    @property
    def tosses(self) -> bool:
        """Whether coins are tossed in it."""
        return any(branch.probability is not None for step in self.steps for branch in step.branches)

    @property
    def kind(self) -> ChartKind:
        """How it is drawn."""
        if not self.is_run or self.tosses:
            return "tree"
        return "lanes" if self.lanes else "waveform"
