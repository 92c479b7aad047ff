"""What the rules that work in rounds have in common: answers, options, bookkeeping, the last premise.

The last premise of a chain, and the only one when there is one group, is ⟨true⟩ M ⟨goal⟩; it is explored.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from quidpro.core.budget import Budget
from quidpro.core.events import Event, Explored, Listener, ignore
from quidpro.engines.explicit.shared.traces import Guide, play_guided, visible
from quidpro.learning.protocol import Membership
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.product import Product
from quidpro.lts.search import search, steps
from quidpro.verdict.explicit.evidence import Conjecture, Stats
from quidpro.verdict.rounds import Round
from quidpro.verdict.split import Groups

Group = Sequence[LTS]


def check_group(group: Sequence[LTS], goal: Sequence[LTS], log: Log, max_states: int | None = None) -> Rounds:
    """Whether a group keeps the goals from π by itself. The counterexample is over all actions that there are.

    Raises TooManyStates past ``max_states``.
    """
    product = Product([*group, *goal])
    found = search(product, log.budget, ignore, errors=True, max_states=max_states)
    yield found.states
    if found.hit is None:
        return Holds(states=found.states, transitions=found.transitions)
    actions = visible(steps(product, found.path, found.hit))
    return Violated(actions, product.alphabet, found.states, found.transitions)


def real(components: Sequence[LTS], guides: Sequence[Guide], budget: Budget) -> Violated | None:
    """A counterexample over all actions of components that follow some words; None when they cannot do so together.

    They always can where the words are over the whole interface. Over a part of it, one may need actions that the
    others do not offer at that point: then the counterexample is spurious.
    """
    moves = play_guided(components, guides, budget)
    return None if moves is None else Violated(visible(moves), tuple(sorted(alphabet_of(components))))


class Unproved(Exception):
    """The given assumptions prove nothing, and no violation was met; with what is wrong with them, in words."""

    def __init__(self, faults: Sequence[object]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class SimulationRows(NamedTuple):
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
    standing: tuple[SimulationRows | None, ...] = ()
    given: tuple[bool, ...] = ()
    """Which of the assumptions are those that the user has given; those after the last entry are not."""
    uses: tuple[tuple[int, ...], ...] | None = None
    """In a circular proof with a skeleton: for each assumption those that its premise uses, by their numbers."""
    saturated: bool = False
    """Whether the last premise of a chain was decided as a decision diagram."""
    inner: tuple[tuple[LTS, ...], ...] = ()
    """In a circular proof: for each group whose premise was proved by parts the assumptions of its members; then, if
    the premise uses others, one of these.
    """


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
class Candidate:
    """The best assumptions so far, and what they are good for."""

    assumptions: tuple[LTS, ...]
    label: str


@dataclass
class Log:
    """Keeps count, tells the listener, and remembers the best assumption for an ``unknown``."""

    budget: Budget
    events: Listener = ignore
    stats: Stats = field(default_factory=Stats)
    best: Candidate | None = None
    known: str = ""
    """What has been shown so far besides, in words."""
    faults: dict[int, str] = field(default_factory=dict)
    """What is wrong with given assumptions that are improved, by their positions, as it was found first."""
    groups: dict[str, Groups] = field(default_factory=dict)
    """For each run the names of its groups."""
    large: set[tuple[LTS, ...]] = field(default_factory=set)
    """Groups that are seen as decision diagrams."""
    _oracles: list[Membership] = field(default_factory=list)

    def counts(self, oracle: Membership) -> None:
        """From now on this oracle's queries count."""
        self._oracles.append(oracle)

    def explored(self, event: Event) -> None:
        """A listener that adds what was explored on the side, once, to the statistics."""
        if isinstance(event, Explored):
            self.stats.states_explored += event.states
            self.stats.transitions_explored += event.transitions

    def conjecture(self) -> int:
        """A new assumption is about to be checked; its number."""
        self.stats.iterations += 1
        return self.stats.iterations

    def show(self, done: Round) -> None:
        """A round is over, and has something to look at."""
        shown = done.evidence
        if isinstance(shown, Conjecture):
            shown = replace(shown, groups=self.groups.get(done.run, ()))
        self.events(replace(done, queries=self.stats.queries, evidence=shown))

    def premise(self, done: Round) -> None:
        """A premise was checked."""
        self.stats.queries = sum(oracle.queries for oracle in self._oracles)
        self.stats.states_explored += done.states
        self.stats.transitions_explored += done.transitions
        self.stats.rounds.append(done)
        self.show(done)
        self.budget.check()


def alphabet_of(components: Sequence[LTS]) -> set[str]:
    """All actions of some components."""
    return set().union(*(lts.alphabet for lts in components))


def interface(first: Sequence[LTS], goal: Sequence[LTS], rest: Sequence[LTS]) -> tuple[str, ...]:
    """Σ_I = (αM1 ∪ αP) ∩ αM2 (AGAR, section 2)."""
    return tuple(sorted((alphabet_of(first) | alphabet_of(goal)) & alphabet_of(rest)))
