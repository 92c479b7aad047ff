"""Typed progress events: engines emit them, the command line and the notebook show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quidpro.core.budget import Budget


class Event:
    """Something happened; engines with more to tell add kinds of their own."""


@dataclass(frozen=True)
class Phase(Event):
    """A new phase of the work begins, named by a verb in -ing."""

    name: str


@dataclass(frozen=True)
class Explored(Event):
    """How far an exploration is: states found, states still to expand."""

    states: int
    frontier: int
    transitions: int = 0


@dataclass(frozen=True)
class Image(Event):
    """One more image of a set of states: its distance, the nodes of all states so far, and the nodes in the table."""

    distance: int
    nodes: int
    table: int


@dataclass(frozen=True)
class Nodes(Event):
    """How many nodes of decision diagrams have been made."""

    made: int


@dataclass(frozen=True)
class Clauses(Event):
    """How far a search with a SAT solver is: the steps it looks at, and the clauses that it has."""

    steps: int
    clauses: int


@dataclass(frozen=True)
class Found(Event):
    """How many states of a set had been found when a limit ended the work; there may be more."""

    states: int


@dataclass(frozen=True)
class Chosen(Event):
    """The split that is tried, as ``--split`` takes it."""

    split: str


@dataclass(frozen=True)
class QuestionsBegun(Event):
    """The work on some questions begins: their names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Status(Event):
    """How things stand, in a few words for a person; ``runners`` are those of a race, and how far each is."""

    text: str
    runners: tuple[Any, ...] = ()


Listener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """The listener that ignores every event."""


def both(first: Listener, second: Listener | None) -> Listener:
    """A listener for two."""
    if second is None:
        return first

    def listen(event: Event) -> None:
        first(event)
        second(event)

    return listen


def begin(phase: str, budget: Budget, events: Listener) -> None:
    """Begin a phase of the work: tell the listener, and the budget for its messages."""
    budget.phase = phase
    events(Phase(phase))


def wants_pictures(listener: Listener) -> bool:
    """Whether a listener looks at what events show, such as an assumption, which takes time to build.

    A listener that only counts has an attribute ``pictures`` that is false.
    """
    return listener is not ignore and bool(getattr(listener, "pictures", True))
