"""What the rules that work in rounds have in common: their answers, their options, their bookkeeping."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quidpro.core.budget import Budget
from quidpro.core.events import Event, Explored, Iteration, Listener, ignore
from quidpro.learning.protocol import Membership
from quidpro.lts.lts import LTS, Ints
from quidpro.verdict.types import Round, Stats


class Standing(NamedTuple):
    """Local states of a group (last of its own assumption, if it has one) and the state of an assumption for each."""

    vectors: Ints
    state: Ints


@dataclass(frozen=True)
class Holds:
    """The premises hold with these assumptions, one for each group after the first.

    ``standing`` is for assumptions that are abstractions: which state stands for which of the group that guarantees it.
    """

    assumptions: tuple[LTS, ...] = ()
    states: int = 0
    transitions: int = 0
    note: str = ""
    standing: tuple[Standing | None, ...] = ()


@dataclass(frozen=True)
class Violated:
    """A word over an alphabet that leads into π; ``spurious`` when the parts cannot take it together."""

    word: tuple[str, ...]
    alphabet: tuple[str, ...]
    states: int = 0
    transitions: int = 0
    spurious: bool = False


Answer = Holds | Violated
TRUE = LTS.of([], initial=0, name="true")
"""The assumption that says nothing."""
Rounds = Generator[int, None, Answer]
"""A rule in progress: it yields what each round cost, so that several can take turns, and returns its answer."""


@dataclass(frozen=True)
class Conjecture(Event):
    """An assumption was tried. ``table`` is the learner's observation table in words, where it has one."""

    number: int
    assumption: LTS
    outcome: str
    counterexample: tuple[str, ...] | None = None
    table: str = ""
    level: int = 0
    run: str = ""
    path: tuple[int, ...] = ()
    """The states of the assumption along the counterexample, where they say more than its word."""
    split: int | None = None
    """The state that the counterexample splits."""


@dataclass(frozen=True)
class Candidate:
    """The best assumption so far, and what it is good for."""

    lts: LTS
    label: str


@dataclass
class Journal:
    """Keeps count, tells the listener, and remembers the best assumption for an ``unknown``."""

    budget: Budget
    events: Listener = ignore
    stats: Stats = field(default_factory=Stats)
    best: Candidate | None = None
    known: str = ""
    """What has been shown so far besides, in words."""
    _asked: list[Membership] = field(default_factory=list)

    def counts(self, oracle: Membership) -> None:
        """From now on this oracle's queries count."""
        self._asked.append(oracle)

    def explored(self, event: Event) -> None:
        """A listener that adds what was explored on the side, once, to the statistics."""
        if isinstance(event, Explored):
            self.stats.states_explored += event.states
            self.stats.transitions_explored += event.transitions

    def conjecture(self) -> int:
        """A new assumption is about to be checked; its number."""
        self.stats.iterations += 1
        return self.stats.iterations

    def premise(self, done: Round) -> None:
        """A premise was checked."""
        self.stats.queries = sum(oracle.queries for oracle in self._asked)
        self.stats.states_explored += done.states
        self.stats.transitions_explored += done.transitions
        self.stats.rounds.append(done)
        self.events(Iteration(done.iteration, done.assumption_states, self.stats.queries, done.result))
        self.budget.check()


def alphabet_of(components: Sequence[LTS]) -> set[str]:
    """All actions of some components."""
    return set().union(*(lts.alphabet for lts in components))


def interface(first: Sequence[LTS], goal: Sequence[LTS], rest: Sequence[LTS]) -> tuple[str, ...]:
    """Σ_I = (αM1 ∪ αP) ∩ αM2 (AGAR, section 2)."""
    return tuple(sorted((alphabet_of(first) | alphabet_of(goal)) & alphabet_of(rest)))


def take_turns(runs: Sequence[Rounds]) -> tuple[int, Answer]:
    """Advance the run that has cost least so far, until one has an answer; which one, and the answer."""
    spent = [0] * len(runs)
    while True:
        i = min(range(len(runs)), key=spent.__getitem__)
        try:
            spent[i] += 1 + next(runs[i])
        except StopIteration as finished:
            return i, finished.value
