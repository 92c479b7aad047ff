"""One assumption of the rule ASYM-N: a component with the assumption behind it, a partition of it, and the quotient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.refined.partition import Abstraction, Split
from quidpro.engines.probabilistic.shared.proof import Premise
from quidpro.lpts.bisimulation import by_marks
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.ops import Composition, composed, quotient


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
    def coarsest(cls, component: LPTS, behind: LPTS | None, views: Ints | None, budget: Budget) -> Level:
        """States with the same marks are one block (Algorithm 3, line 1)."""
        whole = None if behind is None else composed(component, behind, budget)
        return cls.of(component, whole, by_marks(component if whole is None else whole.lpts), views)

    def refined(self, splits: Sequence[Split]) -> tuple[Level, Ints]:
        """With blocks split; for each new block also the old one that it was part of."""
        before, block = self.abstraction.block, self.abstraction.refined(splits)
        assert block.max() > before.max(), "a refinement must be strict (Lemma 6)"
        old_of = np.empty(block.max() + 1, dtype=np.int32)
        old_of[block] = before
        return Level.of(self.component, self.whole, block, self.views), old_of

    def recomposed(self, behind: LPTS, old_of: Ints, budget: Budget) -> tuple[Level, Ints]:
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
