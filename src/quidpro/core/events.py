"""Typed progress events: engines emit them, the command line and the notebook show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Phase:
    """A new phase of the work begins, named by a verb in -ing."""

    name: str


@dataclass(frozen=True)
class Explored:
    """So many states found, so many still to expand."""

    states: int
    frontier: int
    transitions: int = 0


@dataclass(frozen=True)
class Iteration:
    """One round of a rule: its number, the size of its assumption, the queries asked so far."""

    number: int
    assumption_states: int
    queries: int = 0
    outcome: str = ""


Event = Phase | Explored | Iteration
Listener = Callable[[Event], None]


def ignore(_event: Event) -> None:
    """The listener that listens to nothing."""
