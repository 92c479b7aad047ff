"""Trace, assumption and certificate of the explicit world; fingerprints bind a certificate to what it speaks of."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import ClassVar, Literal

import numpy as np

from quidpro.core.displayed import Displayed
from quidpro.logic.ltl import Assertion, assertion_text
from quidpro.lts.lts import LTS
from quidpro.lts.system import System
from quidpro.verdict import verdict
from quidpro.verdict.rounds import Evidence
from quidpro.verdict.split import Groups

WORLD = "explicit"
Kind = Literal["safety", "deadlock", "progress", "liveness"]
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Step:
    """One transition of the whole system: the action and the local move of each component that takes part."""

    action: str
    moves: dict[int, int]
    """Component index to the index of its transition (in its LTS's arrays)."""


@dataclass(frozen=True)
class Trace(Displayed, world=WORLD):
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
    def length(self) -> int:
        """How many steps it takes."""
        return len(self.steps)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions, silent steps included."""
        return tuple(step.action for step in self.steps)

    @property
    def visible(self) -> tuple[str, ...]:
        """The actions that are not tau."""
        return tuple(a for a in self.actions if a != "tau")


@dataclass(frozen=True)
class Assumption(Displayed, world=WORLD):
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
    given: bool = False
    """Whether the user has given it."""
    uses: tuple[str, ...] | None = None
    """For rule ``circ-ag``: the names of the other assumptions that its premise uses; None stands for all of them."""
    inner: tuple[Assumption, ...] = ()
    """For rule ``circ-ag``: how its premise is proved by the rule again. Each is about some components of the group; at
    most one is about none of them, that is about what the premise uses of the other assumptions.
    """
    invariant: StateSet | None = None
    """Why the last group of a chain guarantees the assumption, where that group is large: states of its processes and
    of the assumption, by their names, in a set that no step leaves and in which nothing is forbidden.
    """

    @property
    def states(self) -> int:
        """How many states it has."""
        return self.lts.states


Nodes = tuple[tuple[tuple[int, int], ...], ...]
"""The nodes of one level of a decision diagram, each as pairs of a value and the index of a node one level below."""


@dataclass(frozen=True)
class StateSet:
    """A set of states of a system as a decision diagram, from the top.

    A level is a component by its name, with its states in the order of their values; where a component has several
    levels these are blocks of its states, and 0 says that it is in another one, so that states count from 1. The first
    node of the first level is the set, below the last level all indices are 0. Values in which a component is in no
    block, or in two, stand for no state.
    """

    levels: tuple[tuple[str, tuple[int, ...]], ...]
    nodes: tuple[Nodes, ...]


@dataclass(frozen=True)
class Certificate(Displayed, world=WORLD):
    """Everything a stranger needs to check ``holds`` again, given the model file.

    ``groups`` partition the component names, in the order that the rule uses them; ``assumptions`` go with
    them as the rule says. ``digests`` fix the original components and the property.
    """

    world: ClassVar[str] = WORLD
    rule: str
    system: str
    property: str | None
    kind: Kind
    groups: tuple[tuple[str, ...], ...]
    assumptions: tuple[Assumption, ...]
    digests: dict[str, str]
    fair: bool | None = None
    """For liveness: whether it speaks of fair choice, or of all runs."""
    states: StateSet | None = None
    """For rule saturation: a set with the initial state, which no step leaves."""


def digest(lts: LTS) -> str:
    """SHA-256 over what the LTS does: alphabet, states, initial state, END, transitions.

    The order of the alphabet, the names of states and the LTS's own name do not count; the numbering of
    states does.
    """
    order = sorted(range(len(lts.alphabet)), key=lambda i: lts.alphabet[i])
    number = np.zeros(len(order) + 1, dtype="<i4")
    number[np.array(order, dtype=np.int64) + 1] = np.arange(1, len(order) + 1)
    label = number[lts.label]
    rows = np.column_stack([lts.source, label, lts.target]).astype("<i4")
    rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
    head = [[lts.alphabet[i] for i in order], lts.states, lts.initial, lts.end]
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode() + b"\n" + rows.tobytes()).hexdigest()


def assertion_digest(assertion: Assertion) -> str:
    """SHA-256 over the formula, every fluent by its definition, and over what is observed."""
    return hashlib.sha256(assertion_text(assertion).encode()).hexdigest()


def digests(system: System) -> dict[str, str]:
    """The fingerprint of every component of a system, properties included, and of every assertion, by name."""
    found = {component.name: digest(component.lts) for component in system.components}
    return found | {assertion_key(a.name): assertion_digest(a) for a in system.assertions}


def assertion_key(name: str) -> str:
    """Under what an assertion's fingerprint goes: a component may have the same name."""
    return f"assert {name}"


Word = tuple[str, ...]


@dataclass(frozen=True)
class StateSplit:
    """A state of a conjecture stands for two words that a suffix tells apart: by it one is a mistake, one is not."""

    state: int
    safe: Word
    """Followed by the suffix, M1 keeps what it must."""
    unsafe: Word
    """Followed by the suffix, M1 can go wrong."""
    suffix: Word


@dataclass(frozen=True)
class BlockSplit:
    """A block of an abstraction is split: ``able`` of its ``size`` states can do an action into the ``target``.

    Those that are really reached by ``word`` along the counterexample cannot. Without a target anywhere will do.
    """

    level: int
    """Which abstraction, from 0."""
    block: int
    word: Word
    action: str
    target: int | None
    size: int
    able: int


@dataclass(frozen=True)
class Demand:
    """That the language of an assumption, by its number from 0, has a word or not."""

    part: int
    word: Word
    allowed: bool


@dataclass(frozen=True)
class Constraint:
    """One of some demands is to be met, since a premise (from 1) failed along a word."""

    premise: int
    word: Word
    demands: tuple[Demand, ...]


Lesson = StateSplit | BlockSplit | Constraint


@dataclass(frozen=True)
class TreeLeaf:
    """A state of a learner with a tree: the word that stands for it, and the suffixes on its way, allowed or not."""

    word: Word
    path: tuple[tuple[Word, bool], ...]


@dataclass(frozen=True)
class Conjecture(Evidence):
    """An assumption that was tried. ``table`` is the learner's observation table in words, where it has one."""

    table: str = ""
    path: tuple[int, ...] = ()
    """The states of the assumption along the counterexample, where they say more than its word."""
    split: int | None = None
    """The state that the counterexample splits."""
    together: tuple[LTS, ...] = field(default=(), kw_only=True)
    """Where several are tried at once: all of them, with the first; of the others nothing is to be shown again."""
    again: bool = field(default=False, kw_only=True)
    """Whether it was among those that were shown together."""
    words: tuple[Word, ...] = field(default=(), kw_only=True)
    """For each state the word by which the learner knows it."""
    numbered: bool = field(default=False, kw_only=True)
    """Whether states keep their numbers from round to round."""
    leaves: tuple[TreeLeaf, ...] = field(default=(), kw_only=True)
    """The states of a learner with a tree."""
    lessons: tuple[Lesson, ...] = field(default=(), kw_only=True)
    """What the counterexample taught."""
    occurring: tuple[frozenset[int] | None, ...] = field(default=(), kw_only=True)
    """For each assumption the transitions that occur in some run together with its group; None where not known."""
    real: Word | None = field(default=None, kw_only=True)
    """A word that all parts can do together, as far as its actions show, and that is a mistake."""
    partial: bool = field(default=False, kw_only=True)
    """Whether it is over a part of the interface, so that what seems a violation may be none."""
    groups: Groups = field(default=(), kw_only=True)
    """The names of the components, as the rule has them."""

    @property
    def assumption(self) -> LTS:
        """The one assumption."""
        lts: LTS = self.assumptions[0]
        return lts


@dataclass
class Stats(verdict.Stats):
    """What the work cost."""

    states_explored: int = 0
    transitions_explored: int = 0
    sat_seconds: float = 0.0
    reached: int = 0
    """States of the whole system, counted in a decision diagram."""
    found: int = 0
    """States of it that were known when a limit ended the count."""
    peak_nodes: int = 0
    """Nodes of decision diagrams that were made."""

    def count(self, *, states: int = 0, images: int = 0, nodes: int = 0) -> None:
        """The states that were explored, and the nodes that were made."""
        self.states_explored = max(self.states_explored, states)
        self.peak_nodes = max(self.peak_nodes, nodes)

    @property
    def nodes(self) -> int:
        """How many nodes were made."""
        return self.peak_nodes

    @property
    def reachable(self) -> int:
        """How many states the whole system has, where that was counted."""
        return self.reached

    @property
    def states(self) -> int:
        """How many states were explored."""
        return self.states_explored

    @property
    def transitions(self) -> int:
        """How many transitions were explored."""
        return self.transitions_explored


ExplicitVerdict = verdict.Verdict[Stats, Trace, Assumption, Certificate]
