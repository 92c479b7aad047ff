"""An and-inverter graph as AIGER has it: variables by their numbers, literals that may be negated.

The literal 2v is the variable v, 2v + 1 its negation; 0 is FALSE and 1 is TRUE.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Latch:
    """A register: its literal, what it is next, and what it is at first, which may be itself: anything."""

    literal: int
    next: int
    reset: int


@dataclass
class Graph:
    """What an AIGER file says. ``gates`` has by variable the two literals whose conjunction it is.

    ``symbols`` has names by section and position, as in ``("i", 0)``; ``offsets`` says where each line is, that of a
    gate by ``"a"`` and its variable.
    """

    inputs: list[int] = field(default_factory=list)
    latches: list[Latch] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    bad: list[int] = field(default_factory=list)
    constraints: list[int] = field(default_factory=list)
    justice: list[list[int]] = field(default_factory=list)
    fairness: list[int] = field(default_factory=list)
    gates: dict[int, tuple[int, int]] = field(default_factory=dict)
    symbols: dict[tuple[str, int], str] = field(default_factory=dict)
    offsets: dict[tuple[str, int], int] = field(default_factory=dict)
