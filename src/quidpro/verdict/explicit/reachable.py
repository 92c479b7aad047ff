"""How large the whole of a system is, where that was counted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reachable:
    """The reachable states of a system and the transitions between them, and the nodes of the diagram that has them."""

    states: int
    transitions: int
    nodes: int


@dataclass(frozen=True)
class MoreThan:
    """What had been counted when the time for it ended: there are more states than this."""

    states: int
