"""Typed progress events: engines emit them, the command line and the notebook show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class Event:
    """Something happened; engines with more to tell add kinds of their own."""


@dataclass(frozen=True)
class Phase(Event):
    """A new phase of the work begins, named by a verb in -ing."""

    name: str


@dataclass(frozen=True)
class Explored(Event):
    """So many states found, so many still to expand."""

    states: int
    frontier: int
    transitions: int = 0


@dataclass(frozen=True)
class Iteration(Event):
    """One round of a rule: its number, the size of its assumption, the queries asked so far."""

    number: int
    assumption_states: int
    queries: int = 0
    outcome: str = ""


@dataclass(frozen=True)
class Status(Event):
    """How things stand, in a few words for a person."""

    text: str


Listener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """The listener that listens to nothing."""


def wants_pictures(listener: Listener) -> bool:
    """Whether a listener looks at what events show, an assumption say, which costs time to make, or only counts along.

    A listener that only counts along has an attribute ``pictures`` that is false.
    """
    return listener is not ignore and bool(getattr(listener, "pictures", True))
