"""Trace, assumption and certificate of the symbolic world.

Everything here is plain data: it is sent between processes, written as JSON, and read again by the checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from quidpro.core.displayed import Displayed
from quidpro.flat.types import Value
from quidpro.verdict import verdict
from quidpro.verdict.rounds import Evidence
from quidpro.verdict.symbolic.predicates import Graph

WORLD = "symbolic"
State = dict[str, Value]


@dataclass(frozen=True)
class SymbolicTrace(Displayed, world=WORLD):
    """Full states, each but the last with the inputs of the step that leaves it; ``loop`` is where the last leads back.

    A loop means that the run goes on for ever from the state of that number: the last state is that state again.
    """

    states: tuple[State, ...]
    loop: int | None = None

    @property
    def steps(self) -> tuple[State, ...]:
        """The states after the first."""
        return self.states[1:]

    @property
    def length(self) -> int:
        """How many steps it takes."""
        return len(self.steps)

    def changes(self) -> Iterator[State]:
        """The first state whole, of every other one what differs from the state before."""
        before: State = {}
        for state in self.states:
            yield {name: value for name, value in state.items() if name not in before or before[name] != value}
            before = {**before, **state}


@dataclass(frozen=True)
class Edge:
    """From state to state on the letters of a predicate, which is also said in words."""

    source: int
    target: int
    predicate: int
    words: str


@dataclass(frozen=True)
class SymbolicAssumption(Displayed, world=WORLD):
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
class LetterSplit:
    """A state of a conjecture stands for two words that a suffix tells apart; all letters are in words.

    ``safe_letters`` and ``unsafe_letters`` are those on the arrow from ``source`` to ``state`` that the suffix tells
    apart; one of them is empty where it does not.
    """

    state: int
    safe: tuple[str, ...]
    """Followed by the suffix, M1 keeps the property."""
    unsafe: tuple[str, ...]
    """Followed by the suffix, M1 can go wrong."""
    suffix: tuple[str, ...]
    source: int = 0
    safe_letters: str = ""
    unsafe_letters: str = ""


def by_a_part(level: int = 0) -> str:
    """The outcome of a round that says nothing of the whole: the group of its level is localised, and more of it must
    be looked at.
    """
    return f"violated by a part of M{level + 1}"


@dataclass(frozen=True)
class SymbolicConjecture(Evidence):
    """An assumption that was tried, the states along the word that refuted it, and what that taught."""

    path: tuple[int, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()
    """For each state the word by which the learner knows it."""
    experiments: tuple[str, ...] = ()
    """The states of M1 that an experiment asks about, as predicates."""
    answers: tuple[tuple[bool, ...], ...] = ()
    """For each state what every experiment says."""
    split: LetterSplit | None = None
    groups: int = 2
    """How many groups the model is cut into: the conjecture is about those after the one of its level."""


@dataclass(frozen=True)
class SymbolicCertificate(Displayed, world=WORLD):
    """What it takes to check ``holds`` again with the model file at hand.

    Rule ``inductive``: ``invariants`` are predicates over all variables; together with the property they hold
    initially, and steps keep them. Rule ``asym``: ``first`` and ``second`` are the private variables of M1 and M2,
    ``shared`` the communication variables; ``invariants`` are, for every state of the assumption, what holds of M1
    together with the assumption in that state, then the same for M2. Rule ``asym-n``: ``groups`` are what M1, M2, …
    see, ``assumptions`` A1, A2, …; ``invariants`` are, of M1, M2 and so on, what holds of the group for every state of
    the assumption that it must keep, and for each of those for every state of the one that it makes. Rule ``circ-ag``:
    ``groups`` as there; of each an assumption, which has no memory, and an invariant.
    """

    world: ClassVar[str] = WORLD
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
    groups: tuple[tuple[str, ...], ...] = ()
    assumptions: tuple[SymbolicAssumption, ...] = ()
    conjuncts: tuple[tuple[int, ...], ...] = ()
    """Of rule ``asym``: for each invariant predicates that are part of it, such as clauses; or nothing at all."""
    steps: int = 1
    """Of rule ``k-inductive``: over how many steps the induction goes."""


@dataclass
class SymbolicStats(verdict.Stats):
    """What the work cost."""

    rings: int = 0
    peak_nodes: int = 0
    bits: int = 0
    communication_bits: int = 0
    frames: int = 0
    """How many steps far a SAT engine looked."""
    clauses: int = 0
    """The clauses of its invariant."""

    def count(self, *, states: int = 0, images: int = 0, nodes: int = 0) -> None:
        """The images that were taken, and the nodes that it took."""
        self.rings, self.peak_nodes = max(self.rings, images), max(self.peak_nodes, nodes)

    @property
    def nodes(self) -> int:
        """The most nodes of decision diagrams."""
        return self.peak_nodes


SymbolicVerdict = verdict.Verdict[SymbolicStats, SymbolicTrace, SymbolicAssumption, SymbolicCertificate]
