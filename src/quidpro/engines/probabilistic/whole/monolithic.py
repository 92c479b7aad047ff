"""The whole system against its specification, for comparison: compose everything, then check once."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, Phase
from quidpro.engines.probabilistic.shared.goal import Goal
from quidpro.engines.probabilistic.shared.proof import Premise
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import joined
from quidpro.lpts.tree import Tree


class Monolithic:
    """One check of the composition; what is known of it stays readable when the budget ends it."""

    def __init__(self, components: Sequence[LPTS], goal: Goal) -> None:
        self.components, self.goal = components, goal
        self.largest = 0
        self.found: Premise | None = None
        """What is known of the whole system: that the goal is satisfied, or, of a formula, how far it is not."""

    def run(self, budget: Budget, events: Listener) -> tuple[Tree, LPTS] | None:
        """None when the goal is satisfied; else a tree of the whole system, and that system."""
        events(Phase("composing"))
        budget.phase = "composing"
        whole, vectors = joined(self.components, budget, events)
        self.largest = whole.states
        events(Phase("checking the whole system"))
        budget.phase = "checking the whole system"
        found = self.goal.checked(whole, 1, budget, events)
        self.found = Premise(whole, vectors, found.shown)
        return (found.trees[0], whole) if found.trees else None
