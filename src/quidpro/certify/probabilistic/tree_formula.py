"""Formulas of safe-pCTL on a tree: all probabilities are computed from the leaves up, exactly.

A tree that violates the formula refutes every system that simulates it: what some scheduler of the tree exceeds, some
scheduler of the system exceeds.
"""

from __future__ import annotations

from fractions import Fraction

from quidpro.certify.conclusion import Rejected
from quidpro.certify.probabilistic.formula import satisfied
from quidpro.certify.probabilistic.tree import Tree
from quidpro.core.budget import Budget
from quidpro.logic.pctl import AtMost, Formula, Next, State, Until, limits

Values = list[Fraction]
"""One for each node."""


def check_violated(tree: Tree, formula: Formula, budget: Budget) -> None:
    """Refuse a tree that satisfies the formula."""
    values = _TreeValues(tree, budget)
    for limit in limits(formula.root):
        values.add(limit)
    if values.holds(formula.root, 0):
        raise Rejected("the tree satisfies the formula")


class _TreeValues:
    """The maximal probabilities of path formulas in every node, those inside first."""

    def __init__(self, tree: Tree, budget: Budget) -> None:
        self.tree, self.budget = tree, budget
        self.nodes = range(len(tree.marks))
        self.values: dict[AtMost, Values] = {}

    def holds(self, state: State, node: int) -> bool:
        """Whether a formula holds in a node."""
        return satisfied(state, self.tree.marks[node], lambda limit: limit.allows(self.values[limit][node]))

    def add(self, limit: AtMost) -> None:
        """The values of a formula whose parts are known."""
        self.budget.check()
        path = limit.path
        if isinstance(path, Next):
            held = [Fraction(self.holds(path.inner, node)) for node in self.nodes]
            self.values[limit] = [self._most(node, held) for node in self.nodes]
        else:
            self.values[limit] = self._until(path)

    def _until(self, path: Until) -> Values:
        values = [Fraction(self.holds(path.right, node)) for node in self.nodes]
        going = [node for node in self.nodes if not values[node] and self.holds(path.left, node)]
        if path.steps is None:
            # Children come after their parents: backwards, one round is enough.
            for node in reversed(going):
                values[node] = self._most(node, values)
            return values
        for _ in range(path.steps):
            self.budget.check()
            before = list(values)
            for node in going:
                values[node] = self._most(node, before)
            if values == before:
                break
        return values

    def _most(self, node: int, values: Values) -> Fraction:
        steps = self.tree.steps[node]
        return max((sum((p * values[c] for p, c in step.branches), Fraction(0)) for step in steps), default=Fraction(0))
