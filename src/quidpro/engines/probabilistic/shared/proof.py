"""What a proof leaves behind, so that its certificate is a copy: what each premise was shown by, in arrays.

The rules work on quotients by bisimulation; bisimilar states have the same partners in every simulation and the same
probabilities, so that what is known of the quotients is carried over to the components as they were given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.needed import needed
from quidpro.lpts.ops import composed
from quidpro.lpts.simulation import Simulation, simulation

if TYPE_CHECKING:
    from quidpro.engines.probabilistic.pctl.checking import Checking


@dataclass(frozen=True)
class Premise:
    """What was composed for a premise, the states of its parts in a row for each state, and what shows the premise.

    That is a simulation, or the goal's state for each state, or the probabilities of a formula; None where only z3 said
    that there is a simulation.
    """

    lpts: LPTS
    vectors: Ints
    shown: Simulation | Checking | Ints | None

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

    def carried(self, number: int, assumption: LPTS | None, budget: Budget) -> tuple[Ints, Longs]:
        """The states of the parts as they were given, in a row for each joint state, and which state that was."""
        premise = self.premises[number]
        if not self.merged or self.merged[number][1].max() + 1 == self.merged[number][0].states:
            return premise.vectors, np.arange(len(premise.vectors))
        component, block = self.merged[number]
        if assumption is None:
            vectors = np.arange(component.states, dtype=np.int32)[:, None]
        else:
            vectors = np.column_stack(composed(component, assumption, budget).sides)
        return vectors, _found(np.column_stack((block[vectors[:, 0]], vectors[:, 1:])), premise.vectors)


def _found(wanted: Ints, rows: Ints) -> Longs:
    """Where rows of one or two numbers are among others."""
    width = int(rows[:, -1].max()) + 1
    codes, asked = (table[:, 0].astype(np.int64) * width + table[:, -1] for table in (rows, wanted))
    order = np.argsort(codes)
    return order[np.searchsorted(codes[order], asked)]


def related_rows(vectors: Ints, of: Longs, pairs: tuple[Longs, Longs]) -> Longs:
    """A relation in rows: the states of the parts, and last a partner of the state that this is."""
    states, partners = pairs
    begin, end = np.searchsorted(states, of, "left"), np.searchsorted(states, of, "right")
    counts = end - begin
    which = np.repeat(np.arange(len(of)), counts)
    place = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts) + begin[which]
    return np.column_stack((vectors[which], partners[place]))
