"""Verdict, tree and assumption of the probabilistic world.

Everything here is plain data: it is sent between processes, written as JSON and drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from quidpro.core.words import answered
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.types import Outcome, Runner


@dataclass(frozen=True)
class TreeStep:
    """A step of the whole system: the components that move in it, and where it leads with which probability."""

    action: str
    movers: tuple[int, ...]
    branches: tuple[tuple[Fraction, int], ...]
    """Probabilities and the nodes they lead to."""
    product: bool = False
    """Whether several components toss a coin in it, so that the probabilities are products."""


@dataclass(frozen=True)
class TreeNode:
    """A state of the whole system: what it is called in each component, its marks, and the steps that are taken."""

    states: tuple[str, ...]
    marks: tuple[str, ...]
    steps: tuple[TreeStep, ...]


@dataclass(frozen=True)
class ProbTree:
    """An execution of the whole system as a finite tree; node 0 is the root, children come after their parents."""

    components: tuple[str, ...]
    nodes: tuple[TreeNode, ...]

    @property
    def depth(self) -> int:
        """The number of steps on a longest path."""
        return max(self.depths())

    def depths(self) -> list[int]:
        """How deep each node lies."""
        depths = [0] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for _, child in (branch for step in node.steps for branch in step.branches):
                depths[child] = depths[number] + 1
        return depths

    @property
    def steps(self) -> tuple[TreeStep, ...]:
        """All steps, those nearer to the root first."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[TreeStep]:
        for node in self.nodes:
            yield from node.steps


@dataclass(frozen=True)
class ProbAssumption:
    """What the components before it assume of those after it."""

    name: str
    lpts: LPTS
    about: tuple[str, ...]
    """The components that must guarantee it."""


@dataclass
class ProbStats:
    """What the work cost."""

    seconds: float = 0.0
    certify_seconds: float = 0.0
    refinements: int = 0
    largest: int = 0
    """States of the largest LPTS that was composed."""
    largest_assumption: int = 0
    peak_memory_mb: float = 0.0
    states: list[int] = field(default_factory=list)
    """Of the groups, in the order in which the rule uses them."""


@dataclass(frozen=True)
class ProbVerdict:
    """The answer of a method to one specification."""

    outcome: Outcome
    method: str
    system: str
    property: str
    kind: Literal["simulation", "pctl"]
    text: str
    components: tuple[str, ...]
    """The groups, in the order in which the rule uses them."""
    stats: ProbStats
    trace: ProbTree | None = None
    """The counterexample; under the name that it has in the other worlds, though it is a tree."""
    assumptions: tuple[ProbAssumption, ...] = ()
    certificate: Mapping[str, Any] | None = None
    certified: bool = False
    reason: str = ""
    notes: tuple[str, ...] = ()
    winner: Runner | None = None
    """For method ``auto``: who decided it."""
    race: tuple[Runner, ...] = ()
    """For method ``auto``: all who took part."""

    def __repr__(self) -> str:
        return answered("ProbVerdict", self.system, self.property, self.outcome)
