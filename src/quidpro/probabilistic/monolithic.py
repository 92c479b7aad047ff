"""The whole system against its specification, for comparison: compose everything, then check once."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, Phase
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.lpts.tree import Tree
from quidpro.probabilistic.goal import Goal


class Monolithic:
    """One check of the composition; what is known of it stays readable when the budget ends it."""

    def __init__(self, components: Sequence[LPTS], goal: Goal) -> None:
        self.components, self.goal = components, goal
        self.largest = 0

    def run(self, budget: Budget, events: Listener) -> tuple[Tree, LPTS] | None:
        """None when the goal is satisfied; else a tree of the whole system, and that system."""
        events(Phase("composing"))
        budget.phase = "composing"
        whole = composition(self.components, budget, events)
        self.largest = whole.states
        events(Phase("checking the whole system"))
        budget.phase = "checking the whole system"
        trees = self.goal.refuted(whole, 1, budget, events)
        return (trees[0], whole) if trees else None
