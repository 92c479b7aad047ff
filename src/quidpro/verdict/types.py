"""Verdict, Trace and Certificate of the explicit world.

A verdict is ``holds`` (with the rule, its assumptions and a certificate), ``violated`` (with a trace of the
whole system and the local path of every component) or ``unknown`` (which budget ran out, in which phase,
what to try).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quidpro.core.words import answered
from quidpro.lts.lts import LTS

Outcome = Literal["holds", "violated", "unknown"]
Kind = Literal["safety", "deadlock", "progress", "liveness"]
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Step:
    """One transition of the whole system: the action and the local move of each component that takes part."""

    action: str
    moves: dict[int, int]
    """Component index to the index of its transition (in its LTS's arrays)."""


@dataclass(frozen=True)
class Trace:
    """A run of the system: local states of all components before and after every step.

    ``states[i]`` is the vector of local states after ``i`` steps; the error state is -1. ``cycle`` holds the actions
    that recur at the end of a violation of progress or liveness, None otherwise: those of the terminal set that it ends
    in or, without fair choice, those of the loop in their order. ``loop`` leads from the last state back to it.
    """

    components: tuple[str, ...]
    states: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]
    cycle: tuple[str, ...] | None = None
    loop: Trace | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions, silent steps included."""
        return tuple(step.action for step in self.steps)

    @property
    def visible(self) -> tuple[str, ...]:
        """The actions that are not tau."""
        return tuple(a for a in self.actions if a != "tau")


@dataclass(frozen=True)
class Assumption:
    """What one part assumes of the rest, as an LTS over an interface alphabet."""

    name: str
    lts: LTS
    about: tuple[str, ...] = ()
    """Names of the components that it speaks of (the part that must guarantee it)."""
    witness: Rows | None = None
    """How the assumption weakly simulates the group that must guarantee it: in each row a local state of every process
    of that group, in its order, then the state of that group's own assumption if it has one, last the state of this
    assumption. The ERROR of a process is the number after its last state.
    """
    parts: tuple[str, ...] = ()
    """For a step of rule ``minimise``: what it was composed of, components and earlier steps. A row of its witness has
    a state of each, then the state of the step.
    """


@dataclass(frozen=True)
class Certificate:
    """Everything a stranger needs to check ``holds`` again, given the model file.

    ``groups`` partition the component names, in the order that the rule uses them; ``assumptions`` go with
    them as the rule says. ``digests`` fix the original components and the property.
    """

    rule: str
    system: str
    property: str | None
    kind: Kind
    groups: tuple[tuple[str, ...], ...]
    assumptions: tuple[Assumption, ...]
    digests: dict[str, str]
    fair: bool | None = None
    """For liveness: whether it speaks of fair choice, or of all runs."""


@dataclass(frozen=True)
class Round:
    """One check of a rule that works in rounds: which premise, how large the assumption, what was explored."""

    iteration: int
    premise: int
    assumption_states: int
    states: int
    transitions: int
    result: str
    level: int = 0
    """How deep in a recursive rule: 0 is the property itself, 1 the assumption of the first group, and so on."""
    run: str = ""
    """Which of several runs that take turns, in words; empty when there is one."""


@dataclass
class Stats:
    """What the work cost."""

    seconds: float = 0.0
    certify_seconds: float = 0.0
    states_explored: int = 0
    transitions_explored: int = 0
    iterations: int = 0
    queries: int = 0
    peak_memory_mb: float = 0.0
    sat_seconds: float = 0.0
    rounds: list[Round] = field(default_factory=list)


@dataclass(frozen=True)
class Runner:
    """A method, over a split and with options of its own, that took part in a race; and how far it came."""

    method: str
    split: str | None = None
    """The groups as ``--split`` takes them; None for a method that needs none."""
    options: dict[str, str] = field(default_factory=dict)
    """Where it differs from what was asked for."""
    state: str = ""
    """What it answered, or what it was doing, in words."""
    seconds: float = 0.0
    states: int = 0
    rounds: int = 0
    peak_memory_mb: float = 0.0


@dataclass(frozen=True)
class Whole:
    """How large the whole system is: ``states`` were seen, which are all or not; there are at most ``bound``."""

    states: int
    exact: bool
    bound: int
    """The product of the sizes of the components."""


@dataclass(frozen=True)
class Verdict:
    """The answer of a method to a problem."""

    outcome: Outcome
    method: str
    system: str
    property: str | None
    kind: Kind
    components: tuple[str, ...]
    stats: Stats
    trace: Trace | None = None
    violated_by: str | None = None
    """For ``violated``: the component or property in its error state, ``deadlock``, the test or the assertion."""
    assumptions: tuple[Assumption, ...] = ()
    certificate: Certificate | None = None
    certified: bool = False
    reason: str = ""
    """For ``unknown``: what ran out, where, and what to try. For an uncertified verdict: why."""
    notes: tuple[str, ...] = field(default=())
    winner: Runner | None = None
    """For method ``auto``: who decided it."""
    race: tuple[Runner, ...] = ()
    """For method ``auto``: all who took part, the winner among them."""
    whole: Whole | None = None
    """For method ``auto``: how large the whole system is."""

    def __repr__(self) -> str:
        return answered("Verdict", self.system, self.property, self.outcome)
