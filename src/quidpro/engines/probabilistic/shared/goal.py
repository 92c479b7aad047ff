"""What a system is checked against: a specification that must simulate it, or a formula that it must satisfy.

The rules ask a goal for trees that an LPTS has and that the goal forbids; simulation preserves whether a tree is
forbidden, so that a tree of the abstraction that is real refutes the system itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError
from quidpro.core.events import Listener
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import completed
from quidpro.lpts.simulation import Simulation, simulation
from quidpro.lpts.tree import Tree, counterexamples

if TYPE_CHECKING:
    from quidpro.engines.probabilistic.pctl.checking import Checking


class NoTree(QuidproError):
    """A goal is missed, but no finite tree shows it, or none that is not huge; ``partial`` is too small to show it."""

    def __init__(self, message: str, partial: Tree) -> None:
        super().__init__(message)
        self.partial = partial


@dataclass(frozen=True)
class Answer:
    """Trees that a goal forbids; where there are none, what shows that the goal is reached, if it is known."""

    trees: list[Tree]
    shown: Simulation | Checking | None = None


class Goal(Protocol):
    """A specification, ready to be checked."""

    @property
    def actions(self) -> frozenset[str]:
        """The actions that it speaks of; empty when it speaks of states only."""
        ...

    @property
    def marks(self) -> frozenset[str]:
        """The marks that it speaks of."""
        ...

    def checked(self, lpts: LPTS, count: int, budget: Budget, events: Listener, *, hasty: bool = False) -> Answer:
        """Up to so many trees of an LPTS that the goal forbids, the smallest first; none when it satisfies the goal.

        Raises :class:`NoTree` when it does not satisfy the goal and there is no tree to show. A ``hasty`` check
        gives up early, as a part of a tree mostly does to refine an assumption.
        """
        ...


@dataclass(frozen=True)
class Conformance:
    """L ⪯ P by the fixed point, or by z3 with the fixed point for the tree only."""

    specification: LPTS
    """Completed: it has a self-loop for each action that it ignores."""
    actions: frozenset[str]
    smt: bool = False

    @classmethod
    def of(cls, specification: LPTS, alphabet: Iterable[str], *, smt: bool = False) -> Conformance:
        """The goal for systems over an alphabet."""
        return cls(completed(specification, alphabet), frozenset(specification.alphabet), smt)

    @property
    def marks(self) -> frozenset[str]:
        """The marks that the specification has."""
        return frozenset(self.specification.marks)

    def checked(self, lpts: LPTS, count: int, budget: Budget, events: Listener, *, hasty: bool = False) -> Answer:
        """Trees that the specification does not simulate, or the simulation."""
        if self.smt:
            from quidpro.engines.probabilistic.shared.smt import smt_simulation

            refutation = smt_simulation(lpts, self.specification, budget).refutation
            return Answer([] if refutation is None else counterexamples(refutation, count, budget))
        found = simulation(lpts, self.specification, budget, events, hasty=True)
        return Answer([], found) if found.holds else Answer(counterexamples(found, count, budget))
