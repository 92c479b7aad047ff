"""Verdict, trace, assumption and certificate of the symbolic world.

Everything here is plain data: it is sent between processes, written as JSON, and read again by the checker.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quidpro.core.words import answered
from quidpro.flat.types import Value
from quidpro.verdict.symbolic.predicates import Graph
from quidpro.verdict.types import Outcome, Runner

State = dict[str, Value]


@dataclass(frozen=True)
class SymbolicTrace:
    """Full states, each but the last with the inputs of the step that leaves it; ``loop`` is where the last leads back.

    A loop means that the run goes on for ever from the state of that number: the last state is that state again.
    """

    states: tuple[State, ...]
    loop: int | None = None

    @property
    def steps(self) -> tuple[State, ...]:
        """The states after the first."""
        return self.states[1:]


@dataclass(frozen=True)
class Edge:
    """From state to state on the letters of a predicate, which is also said in words."""

    source: int
    target: int
    predicate: int
    words: str


@dataclass(frozen=True)
class SymbolicAssumption:
    """A deterministic automaton over the communication variables; it begins in state 0.

    Words that lead to the state ``rejecting``, which is never left, are forbidden; all others are allowed.
    """

    name: str
    about: tuple[str, ...]
    variables: tuple[str, ...]
    states: int
    rejecting: int | None
    edges: tuple[Edge, ...]
    graph: Graph = field(repr=False)


@dataclass(frozen=True)
class SymbolicCertificate:
    """What it takes to check ``holds`` again with the model file at hand.

    Rule ``inductive``: ``invariants`` has one predicate over all variables; it holds initially, steps keep it, and it
    implies the property. Rule ``asym``: ``first`` and ``second`` are the private variables of M1 and M2, ``shared`` the
    communication variables; ``invariants`` are, for every state of the assumption, what holds of M1 together with the
    assumption in that state, then the same for M2.
    """

    rule: str
    system: str
    property: str
    text: str
    model: str
    """SHA-256 of the model text."""
    first: tuple[str, ...]
    second: tuple[str, ...]
    shared: tuple[str, ...]
    assumption: SymbolicAssumption | None
    invariants: tuple[int, ...]
    graph: Graph = field(repr=False)


@dataclass(frozen=True)
class SymbolicRound:
    """A conjecture and what became of it."""

    iteration: int
    assumption_states: int
    rings: int
    result: str
    run: str = ""


@dataclass
class SymbolicStats:
    """What the work cost."""

    seconds: float = 0.0
    certify_seconds: float = 0.0
    iterations: int = 0
    queries: int = 0
    rings: int = 0
    peak_nodes: int = 0
    peak_memory_mb: float = 0.0
    bits: int = 0
    communication_bits: int = 0
    rounds: list[SymbolicRound] = field(default_factory=list)


@dataclass(frozen=True)
class SymbolicVerdict:
    """The answer of a method to one specification."""

    outcome: Outcome
    method: str
    system: str
    property: str
    kind: str
    text: str
    components: tuple[str, ...]
    stats: SymbolicStats
    trace: SymbolicTrace | None = None
    assumptions: tuple[SymbolicAssumption, ...] = ()
    certificate: SymbolicCertificate | None = None
    certified: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()
    winner: Runner | None = None
    """For method ``auto``: who decided it."""
    race: tuple[Runner, ...] = ()
    """For method ``auto``: all who took part, the winner among them."""

    def __repr__(self) -> str:
        return answered("SymbolicVerdict", self.system, self.property, self.outcome)
