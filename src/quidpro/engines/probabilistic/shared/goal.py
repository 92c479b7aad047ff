"""What a system is checked against, a specification that must simulate it or a formula, and what a proof leaves behind.

The rules ask a goal for trees that an LPTS has and that the goal forbids; simulation preserves whether a tree is
forbidden, so that a tree of the abstraction that is real refutes the system itself.

A proof keeps what each premise was shown by, in arrays, so that its certificate is a copy. The rules work on quotients
by bisimulation; bisimilar states have the same partners in every simulation and the same probabilities, so that what is
known of the quotients is carried over to the components as they were given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import QuidproError
from quidpro.core.events import Listener
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.needed import needed
from quidpro.lpts.ops import completed, composed
from quidpro.lpts.simulation import Simulation, simulation
from quidpro.lpts.tree import Tree, counterexamples

if TYPE_CHECKING:
    from quidpro.engines.probabilistic.pctl.checking import Checking


class NoTree(QuidproError):
    """A goal is missed, but no finite tree shows it, or only a huge one; ``partial`` is too small to show it."""

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

    def check(self, lpts: LPTS, count: int, budget: Budget, events: Listener, *, hasty: bool = False) -> Answer:
        """Up to ``count`` trees of an LPTS that the goal forbids, the smallest first; none when it satisfies the goal.

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

    def check(self, lpts: LPTS, count: int, budget: Budget, events: Listener, *, hasty: bool = False) -> Answer:
        """Trees that the specification does not simulate, or the simulation."""
        if self.smt:
            from quidpro.engines.probabilistic.shared.smt import smt_simulation

            refutation = smt_simulation(lpts, self.specification, budget).refutation
            return Answer([] if refutation is None else counterexamples(refutation, count, budget))
        found = simulation(lpts, self.specification, budget, events, hasty=True)
        return Answer([], found) if found.holds else Answer(counterexamples(found, count, budget))


@dataclass(frozen=True)
class Premise:
    """What was composed for a premise, the states of its parts in a row for each state, and what shows the premise.

    That is a simulation, or the goal's state for each state, or the probabilities of a formula; None where only z3 said
    that there is a simulation.
    """

    lpts: LPTS
    vectors: Ints
    shown: Simulation | Checking | Ints | None
    of: Longs | None = None
    """Of a quotient: the state that each row was made part of; otherwise there is a row for each state."""

    def pairs(self, goal: LPTS, budget: Budget) -> tuple[Longs, Longs]:
        """A small simulation: states and those of the goal that simulate them, ascending."""
        if isinstance(self.shown, np.ndarray):
            return np.arange(len(self.shown)), self.shown.astype(np.int64)
        found = self.shown if isinstance(self.shown, Simulation) else simulation(self.lpts, goal, budget)
        assert found.holds, "a premise that was proved must hold"
        states, partners = np.divmod(needed(found, budget), found.second.states)
        return states, partners


@dataclass(frozen=True)
class Proof:
    """The premises of a rule, of groups in their order; ``merged`` tells which states of a component became one."""

    premises: tuple[Premise, ...]
    merged: tuple[tuple[LPTS, Ints], ...] = ()
    """For each premise its component as it was given, and the states that the rule had instead; empty for none."""

    def carry_over(self, number: int, assumption: LPTS | None, budget: Budget) -> tuple[Ints, Longs]:
        """The states of the parts as they were given, in a row for each joint state, and which state that was."""
        premise = self.premises[number]
        if not self.merged or self.merged[number][1].max() + 1 == self.merged[number][0].states:
            return premise.vectors, np.arange(len(premise.vectors)) if premise.of is None else premise.of
        component, block = self.merged[number]
        if assumption is None:
            vectors = np.arange(component.states, dtype=np.int32)[:, None]
        else:
            vectors = np.column_stack(composed(component, assumption, budget).sides)
        return vectors, _row_indices(np.column_stack((block[vectors[:, 0]], vectors[:, 1:])), premise.vectors)


def _row_indices(wanted: Ints, rows: Ints) -> Longs:
    """Where rows of one or two numbers stand among others."""
    width = int(rows[:, -1].max()) + 1
    codes, wanted_codes = (table[:, 0].astype(np.int64) * width + table[:, -1] for table in (rows, wanted))
    order = np.argsort(codes)
    return order[np.searchsorted(codes[order], wanted_codes)]
