"""One assumption of the rule ASYM-N: a component with the assumption behind it, a partition of it, and the quotient.

An abstraction is an LPTS and a partition of its states, which is refined; it tells what its states look like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.shared.goal import Premise
from quidpro.lpts.bisimulation import by_marks
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.ops import Composition, composed, quotient
from quidpro.lpts.simulation import simulation

Split = tuple[int, Longs]
"""A block, and some of its states that are to be split from the rest."""


@dataclass(frozen=True)
class Abstraction:
    """An LPTS and a partition of it: the block of each state."""

    concrete: LPTS
    block: Ints
    views: Ints | None = None
    """For each state a row with what it looks like from different sides: the states of the parts it is made of."""

    @property
    def sides(self) -> int:
        """From how many sides states can be looked at; 0 when nothing is known of that."""
        return 0 if self.views is None else self.views.shape[1]

    @cached_property
    def _sorted(self) -> tuple[Longs, Longs]:
        """The states by block, and where each block begins."""
        order = np.argsort(self.block, kind="stable")
        return order, np.searchsorted(self.block[order], np.arange(self.block.max() + 2))

    def members(self, number: int) -> Longs:
        """The states of a block, ascending."""
        order, begin = self._sorted
        return order[begin[number] : begin[number + 1]]

    def alike(self, number: int, states: Longs, sides: Sequence[int]) -> Longs:
        """The states of a block that look like one of some states of it, from these sides."""
        members = self.members(number)
        looks = [] if self.views is None else [self.views[members, side] for side in sides]
        kind = _kinds(looks, len(members))
        known = np.zeros(len(members), dtype=np.bool_)
        known[kind[np.searchsorted(members, states)]] = True
        return members[known[kind]]

    def refine(self, splits: Iterable[Split]) -> Ints:
        """The partition with sets split from the rest of their blocks, which keep their numbers; new ones come last."""
        wanted: dict[int, list[Longs]] = {}
        for number, chosen in splits:
            wanted.setdefault(number, []).append(chosen)
        block, fresh = self.block.copy(), int(self.block.max()) + 1
        for number, sets in sorted(wanted.items()):
            members = self.members(number)
            kind = _kinds([np.isin(members, chosen) for chosen in sets], len(members))
            block[members[kind > 0]] = fresh + kind[kind > 0] - 1
            fresh += int(kind.max())
        return block


def _kinds(columns: Sequence[npt.NDArray[Any]], count: int) -> Longs:
    """Rows that are the same in all columns have the same number, in the order in which they are met."""
    kind = np.zeros(count, dtype=np.int64)
    for column in columns:
        together = kind * (int(column.max()) + 1) + column
        _, first, inverse = np.unique(together, return_index=True, return_inverse=True)
        kind = np.argsort(np.argsort(first))[inverse]
    return kind


def _respecting(block: Ints, concrete: LPTS, given: LPTS, budget: Budget) -> Ints:
    """The partition as it is where the given assumption does not simulate the LPTS; else, of each block, states that
    are simulated by the same states of the assumption are one: then it simulates the quotient, too.
    """
    found = simulation(concrete, given, budget)
    if not found.holds:
        return block
    kinds = [[own] for own in block.tolist()]
    for state, other in sorted(found.related):
        kinds[state].append(other)
    known: dict[tuple[int, ...], int] = {}
    return np.array([known.setdefault(tuple(kind), len(known)) for kind in kinds], dtype=np.int32)


@dataclass(frozen=True)
class Level:
    """What an assumption abstracts, by which partition; levels do not change, so that a budget may end work on them."""

    component: LPTS
    whole: Composition | None
    """The component with the assumption behind it; None for the last component, which stands alone."""
    abstraction: Abstraction
    views: Ints | None = None
    """The states of the component's members in a row for each of its states, if it is a group."""

    @classmethod
    def of(cls, component: LPTS, whole: Composition | None, block: Ints, views: Ints | None = None) -> Level:
        """The level for a partition of the component, or of the component with the assumption behind it."""
        if whole is None:
            return cls(component, whole, Abstraction(component, block, views), views)
        own, behind = whole.sides
        looks = np.column_stack((own if views is None else views[own], behind))
        return cls(component, whole, Abstraction(whole.lpts, block, looks), views)

    @cached_property
    def assumption(self) -> LPTS:
        """The quotient."""
        return quotient(self.abstraction.concrete, self.abstraction.block)

    @property
    def premise(self) -> Premise:
        """That the assumption simulates what it abstracts: every state its block."""
        concrete, block = self.abstraction.concrete, self.abstraction.block
        if self.whole is None:
            return Premise(concrete, np.arange(concrete.states, dtype=np.int32)[:, None], block)
        return Premise(concrete, np.column_stack(self.whole.sides), block)

    @classmethod
    def first(
        cls, component: LPTS, behind: LPTS | None, views: Ints | None, given: LPTS | None, budget: Budget
    ) -> Level:
        """States with the same marks are one block (Algorithm 3, line 1), as far as a given assumption agrees."""
        whole = None if behind is None else composed(component, behind, budget)
        concrete = component if whole is None else whole.lpts
        block = by_marks(concrete)
        return cls.of(component, whole, block if given is None else _respecting(block, concrete, given, budget), views)

    def refine(self, splits: Sequence[Split]) -> tuple[Level, Ints]:
        """With blocks split; for each new block also the old one that it was part of."""
        before, block = self.abstraction.block, self.abstraction.refine(splits)
        assert block.max() > before.max(), "a refinement must be strict (Lemma 6)"
        old_of = np.empty(block.max() + 1, dtype=np.int32)
        old_of[block] = before
        return Level.of(self.component, self.whole, block, self.views), old_of

    def recompose(self, behind: LPTS, old_of: Ints, budget: Budget) -> tuple[Level, Ints]:
        """The assumption behind was refined: composed anew, the blocks inherited; also the old blocks of the new."""
        assert self.whole is not None
        width = max(int(old_of.max()), int(self.whole.sides[1].max())) + 1
        codes = self.whole.sides[0].astype(np.int64) * width + self.whole.sides[1]
        order = np.argsort(codes)
        whole = composed(self.component, behind, budget)
        wanted = whole.sides[0].astype(np.int64) * width + old_of[whole.sides[1]]
        inherited = self.abstraction.block[order[np.searchsorted(codes[order], wanted)]]
        used, block = np.unique(inherited, return_inverse=True)
        return Level.of(self.component, whole, block.astype(np.int32), self.views), used
