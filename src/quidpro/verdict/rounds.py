"""A round of a method that works in rounds: what is counted of it, and what there is to look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quidpro.core.events import Event

if TYPE_CHECKING:
    from quidpro.verdict.watch import PremiseView


@dataclass(frozen=True)
class Evidence:
    """What a round has to show: the assumptions that were tried, and what refuted them, if anything did."""

    assumptions: tuple[Any, ...]
    counterexample: Any = None
    premises: tuple[PremiseView, ...] = field(default=(), kw_only=True)
    """What was asked of these assumptions, in the order of the rule."""


@dataclass(frozen=True)
class Round(Event):
    """One round: its number, the size of its assumption, what was looked at, and what came of it."""

    number: int
    outcome: str
    assumption_states: int = 0
    states: int = 0
    transitions: int = 0
    images: int = 0
    """Where sets of states are followed: how many images were taken."""
    premise: int = 0
    level: int = 0
    """How deep in a recursive rule: 0 is the property itself, 1 the assumption of the first group, and so on."""
    run: str = ""
    """Which of several runs that take turns, in words; empty when there is one."""
    alphabet: int = 0
    """How many actions its assumption is over; where alphabets are refined, that grows. 0 where there are none."""
    actions: tuple[str, ...] = ()
    """Their names, where a method may change them from round to round."""
    added: tuple[str, ...] = field(default=(), kw_only=True)
    """Those that the alphabet has grown by; only in the first round over the larger one."""
    queries: int = 0
    """Of membership, asked so far."""
    evidence: Evidence | None = field(default=None, compare=False, repr=False)
    """Only for a listener that wants to look at it."""
    runner: str = field(default="", kw_only=True)
    """Whose it is, of several in a race: method, split and options as they are told elsewhere; empty without a race."""
    turn: int = field(default=0, kw_only=True)
    """How often the runner has begun anew: a round of a later turn replaces those of the turns before."""


@dataclass(frozen=True)
class Bounds(Round):
    """A round that closes in on an assumption from two sides: one of its bounds is better now, and both have a size."""

    lower_states: int = 0
    upper_states: int = 0
