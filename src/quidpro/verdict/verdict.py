"""The answer to a question, in every world: one type, with the evidence of the world inside.

A verdict is ``holds`` (with the assumptions and a certificate), ``violated`` (with a counterexample of the whole
system) or ``unknown`` (which budget ran out, in which phase, what to try). A check of it confirms it, refuses it, or is
not finished. Of several verdicts one is decisive: a report puts it first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from quidpro.core.displayed import Displayed
from quidpro.core.words import answer_repr
from quidpro.verdict.rounds import Round
from quidpro.verdict.smallest import Smallest

_SEVERITY: dict[Outcome, int] = {"violated": 0, "unknown": 1, "holds": 2}


def decisive(verdicts: Sequence[AnyVerdict]) -> int:
    """The index of the worst verdict: a violation (the one with the shortest trace), then the undecided,
    then holds.
    """
    return min(range(len(verdicts)), key=lambda i: (_SEVERITY[verdicts[i].outcome], _steps(verdicts[i]), i))


def _steps(verdict: AnyVerdict) -> int:
    return len(verdict.trace.steps) if verdict.trace else 0


@dataclass(frozen=True)
class Certification:
    """Whether an answer was confirmed, why not, and how long that took.

    Neither ``ok`` nor ``refuted`` means that a budget ran out before the check was done, that it lacks a library, or
    that its own way does not show it.
    """

    ok: bool
    reason: str = ""
    seconds: float = 0.0
    refuted: bool = False
    stands: bool = False
    """Whether the answer may be shown though it is not confirmed: there is no checker for the rest of it."""
    notes: tuple[str, ...] = ()


CONFIRMED = Certification(True)
DIFFERS = "its digest differs"
"""How a checker ends its reason where a certificate is about another model."""


Outcome = Literal["holds", "violated", "unknown"]


class Counterexample(Protocol):
    """What a violation is shown by: a run or a tree."""

    @property
    def steps(self) -> Sequence[Any]:
        """Its steps."""

    @property
    def length(self) -> int:
        """How many steps it takes to what is wrong."""


class Certificate(Protocol):
    """What is needed to check ``holds`` again with the model at hand."""

    @property
    def world(self) -> str:
        """The world whose checker knows it."""

    @property
    def rule(self) -> str:
        """The rule that it is an application of."""


@dataclass
class Stats:
    """What the work cost; each world counts more than this."""

    seconds: float = 0.0
    certify_seconds: float = 0.0
    peak_memory_mb: float = 0.0
    iterations: int = 0
    queries: int = 0
    rounds: list[Round] = field(default_factory=list)
    smallest: tuple[Smallest, ...] = ()
    """For each assumption what was found, where smallest ones were looked for."""

    @property
    def states(self) -> int:
        """How many states were looked at, where a world counts them."""
        return 0

    def count(self, *, states: int = 0, images: int = 0, nodes: int = 0) -> None:
        """Add the counts of an attempt that was stopped; a world keeps those that it has fields for."""
        return

    @property
    def transitions(self) -> int:
        """How many transitions were looked at, where a world counts them."""
        return 0

    @property
    def reachable(self) -> int:
        """How many states the whole system has, where that was counted without looking at each."""
        return 0

    @property
    def nodes(self) -> int:
        """The most nodes of decision diagrams, where there are any."""
        return 0

    @property
    def most_assumption_states(self) -> int:
        """The most states that an assumption had in any round."""
        return max((done.assumption_states for done in self.rounds), default=0)

    @property
    def least_assumption_states(self) -> int:
        """How many states deterministic assumptions need in all; 0 where that was not asked."""
        return sum(one.at_least for one in self.smallest)


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

    @property
    def label(self) -> str:
        """``"lstar, split CLIENTS | SERVER"``: which of them it is."""
        details = [] if self.split is None else [f"split {self.split}"]
        return ", ".join([self.method, *details, *(f"{name} {value}" for name, value in self.options.items())])


class Race(tuple[Runner, ...], Displayed):
    """All who took part."""


@dataclass(frozen=True)
class Size:
    """How large the whole system is: ``states`` were seen, which are all or not; there are at most ``bound``."""

    states: int
    exact: bool
    bound: int
    """The product of the sizes of the components."""


S = TypeVar("S", bound=Stats)
T = TypeVar("T", bound=Counterexample)
A = TypeVar("A")
C = TypeVar("C", bound=Certificate)


@dataclass(frozen=True)
class Verdict(Generic[S, T, A, C], Displayed):
    """The answer of a method to a problem."""

    world: str
    outcome: Outcome
    method: str
    system: str
    property: str | None
    kind: str
    text: str
    """What was asked, in words; empty where its name says it all."""
    components: tuple[str, ...]
    stats: S
    trace: T | None = None
    """The counterexample: a run or, in the probabilistic world, a tree."""
    violated_by: str | None = None
    """For ``violated``: the component or property in its error state, ``deadlock``, the test or the assertion."""
    assumptions: tuple[A, ...] = ()
    certificate: C | None = None
    certified: bool = False
    reason: str = ""
    """For ``unknown``: what ran out, where, and what to try. For an uncertified verdict: why."""
    notes: tuple[str, ...] = ()
    winner: Runner | None = None
    """For method ``auto``: who decided it."""
    race: tuple[Runner, ...] = ()
    """For method ``auto``: all who took part, the winner among them."""
    whole: Size | None = None
    """For method ``auto``: how large the whole system is, where that is known."""

    def __repr__(self) -> str:
        return answer_repr("Verdict", self.system, self.property, self.outcome)


AnyVerdict = Verdict[Any, Any, Any, Any]
