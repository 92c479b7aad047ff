"""A formula of safe-pCTL as what a system is checked against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.pctl.witness import violations
from quidpro.engines.probabilistic.shared.goal import Answer
from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS


@dataclass(frozen=True)
class Satisfaction:
    """L ⊨ φ for a formula of safe-pCTL."""

    formula: Formula
    actions: frozenset[str] = frozenset()
    """A formula speaks of states only."""

    @classmethod
    def of(cls, formula: Formula, components: Sequence[LPTS]) -> Satisfaction:
        """The goal for a system; a mark that none of its components has is refused."""
        there = {mark for component in components for mark in component.marks}
        unknown = sorted(formula.marks - there)
        if unknown:
            raise UsageError(_no_such_mark(unknown[0], there))
        return cls(formula)

    @property
    def marks(self) -> frozenset[str]:
        """The marks that the formula speaks of."""
        return self.formula.marks

    def check(self, lpts: LPTS, count: int, budget: Budget, events: Listener, *, hasty: bool = False) -> Answer:
        """Trees that violate the formula, one for each conjunct that is violated, or the probabilities."""
        checking = Checking(lpts, budget)
        return Answer(violations(checking, self.formula.root, count, hasty=hasty), checking)


def _no_such_mark(name: str, there: set[str]) -> str:
    if name == "deadlock":
        return 'the label "deadlock" is no mark of a component: simulation does not preserve that nothing is possible'
    if name == "init":
        return 'the label "init" is no mark of a component'
    known = ", ".join(f'"{mark}"' for mark in sorted(there))
    return f'no component has the label "{name}"; ' + (f"known are {known}" if there else "there are no labels")
