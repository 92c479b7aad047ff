"""The contract that every engine of every world keeps. There is no code of an engine here.

An engine is a module with a function ``solve``. It never prints, never reads files, never exits; it emits events and
polls the budget. When a budget runs out, its answer is ``unknown`` with what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from quidpro.core.budget import Budget
from quidpro.core.events import Listener
from quidpro.core.facts import Facts
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.verdict import AnyVerdict

CERTIFY_SECONDS = 5.0
"""CPU seconds that the check of an answer has beyond what the answer took."""
NO_OTHER_SPLIT = "the model has no other split that promises anything"
"""What an attempt at another split says where there is none; it is not reported."""
ALWAYS = float("inf")
"""The weight of an attempt that keeps a worker to itself."""


@dataclass(frozen=True)
class Attempt:
    """One way to look for an answer: an engine, its options, the split; and its place among others in a race."""

    engine: str
    options: Any = None
    """The engine's own dataclass of options; None for its defaults."""
    split: Any = None
    """The parts to reason about, as the world has them; None lets the engine choose."""
    label: str | None = None
    """The split as ``--split`` takes it."""
    differs: Mapping[str, str] = field(default_factory=dict)
    """Where its options differ from those that were asked for."""
    weight: float = 1.0
    """Its share of the workers."""
    after: float = 0.0
    """Seconds that the attempts before it have alone."""
    polls: int = 1000
    """Its work in the first turn, where one worker takes turns."""
    turn: int = 0
    """Who comes first in a round of turns: the lowest."""
    inline: bool = False
    """Whether it is made in this process, before any other is started."""
    looked: bool = False
    """Whether the beginning of the whole system has been explored already."""
    facts: Facts = field(default_factory=Facts)
    """What others that run at the same time have found."""


Solve = Callable[[Sequence[AnyProblem], Attempt, Budget, Listener], Iterator[AnyVerdict]]
"""The verdicts on problems that are asked together, one for each and in their order, as they are found."""
SolveOne = Callable[[AnyProblem, Attempt, Budget, Listener], AnyVerdict]


class Engine(Protocol):
    """What the module of an engine offers; and maybe ``unsuited(problem)``: why it cannot decide one of its kinds."""

    solve: Solve


def each(solve_one: SolveOne) -> Solve:
    """``solve`` of an engine that shares nothing between problems."""

    def solve(
        problems: Sequence[AnyProblem], attempt: Attempt, budget: Budget, events: Listener
    ) -> Iterator[AnyVerdict]:
        for problem in problems:
            yield solve_one(problem, attempt, budget, events)

    return solve


@dataclass(frozen=True)
class NoOptions:
    """The options of an engine that has none."""


@dataclass(frozen=True)
class EngineInfo:
    """What is known of an engine without loading it."""

    name: str
    world: str
    module: str
    summary: str
    kinds: frozenset[str]
    """The kinds of questions that it decides."""
    options: type = NoOptions
    takes_split: bool = True
    whole: bool = False
    """Whether it looks at the whole system."""
    rounds: bool = True
    """Whether it works in rounds that can be looked at."""
    proves: bool = True
    """Whether it can find that something holds, and not only that it is violated."""
    paper: str = ""
    """The paper that its algorithm is from, by its short name in docs/papers.md; empty where there is none."""

    def why_not(self, problem: AnyProblem) -> str:
        """Why it cannot decide a problem; empty when it can."""
        if problem.kind not in self.kinds:
            return f"method {self.name} does not check {problem.kind}"
        unsuited: Callable[[AnyProblem], str] | None = getattr(self._engine, "unsuited", None)
        return unsuited(problem) if unsuited is not None else ""

    def solve(
        self, problems: Sequence[AnyProblem], attempt: Attempt, budget: Budget, events: Listener
    ) -> Iterator[AnyVerdict]:
        """Load the engine and let it answer."""
        return self._engine.solve(problems, attempt, budget, events)

    @property
    def _engine(self) -> Engine:
        return import_module(self.module)
