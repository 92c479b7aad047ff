"""Tree, assumption and certificate of the probabilistic world.

Everything here is plain data: it is sent between processes, written as JSON and drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from quidpro.core.displayed import Displayed
from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS
from quidpro.verdict import verdict
from quidpro.verdict.rounds import Evidence

WORLD = "probabilistic"


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
class ProbTree(Displayed, world=WORLD):
    """An execution of the whole system as a finite tree; node 0 is the root, children come after their parents."""

    components: tuple[str, ...]
    nodes: tuple[TreeNode, ...]

    @property
    def length(self) -> int:
        """How many steps it takes at most."""
        return self.depth

    @property
    def depth(self) -> int:
        """The number of steps on a longest path."""
        depths = [0] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for _, child in (branch for step in node.steps for branch in step.branches):
                depths[child] = depths[number] + 1
        return max(depths)

    @property
    def steps(self) -> tuple[TreeStep, ...]:
        """All steps, those nearer to the root first."""
        return tuple(step for node in self.nodes for step in node.steps)


@dataclass(frozen=True)
class Refutation:
    """A premise of the rule that an assumption fails."""

    premise: int
    """Counted from 1."""
    why: str
    tree: ProbTree | None
    """An execution of the premise's components, and of the assumption behind them, that shows it."""


@dataclass(frozen=True)
class ProbAssumption(Displayed, world=WORLD):
    """What the components before it assume of those after it."""

    name: str
    lpts: LPTS
    about: tuple[str, ...]
    """The components that must guarantee it."""
    refutations: tuple[Refutation, ...] = ()
    """Of one that was given: what is wrong with it."""

    @property
    def states(self) -> int:
        """How many states it has."""
        return self.lpts.states


@dataclass(frozen=True)
class ProbCertificate(Displayed, world=WORLD):
    """What it takes to check an answer again, as the JSON that is written; only its checker looks into it."""

    world: ClassVar[str] = WORLD
    fields: Mapping[str, Any]
    spec: LPTS | Formula
    """What it is about: where a number was asked for, the bound that it is."""

    @property
    def rule(self) -> str:
        """The rule that it is an application of."""
        return str(self.fields.get("rule"))


@dataclass(frozen=True)
class BlockParts:
    """A block of an assumption, both by their numbers from 0, and into parts of how many states it is split."""

    assumption: int
    block: int
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class OrderTried(Evidence):
    """What a round of ASYM-N has to show, for components in an ``order``: A1 … A(n-1) stand for all but the first.

    The counterexample is the first one to the premise, a tree as an LPTS; it is spurious when the outcome is
    ``refined``. Without an order there is one abstraction, of the whole.
    """

    order: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    """What the components, or groups of them, are called in that order."""
    inherited: bool = False
    """Whether the assumptions are quotients of the specification; then some may still be missing."""
    given: bool = False
    """Whether the user gave the assumptions."""
    splits: tuple[BlockParts, ...] = field(default=(), kw_only=True)
    """What the tree taught: the blocks that are split; a block that keeps its number is the first part."""


@dataclass
class ProbStats(verdict.Stats):
    """What the work cost; an iteration is a refinement."""

    largest: int = 0
    """States of the largest LPTS that was composed."""
    largest_assumption: int = 0
    group_states: list[int] = field(default_factory=list)
    """Of the groups, in the order in which the rule uses them."""

    def count(self, *, states: int = 0, images: int = 0, nodes: int = 0) -> None:
        """The states that were composed."""
        self.largest = max(self.largest, states)

    @property
    def states(self) -> int:
        """The most that were composed."""
        return self.largest

    @property
    def most_assumption_states(self) -> int:
        """The most states that an assumption had on the way."""
        return self.largest_assumption


ProbVerdict = verdict.Verdict[ProbStats, ProbTree, ProbAssumption, ProbCertificate]
