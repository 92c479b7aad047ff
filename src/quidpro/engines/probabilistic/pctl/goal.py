"""A formula as the goal of a check: premise 1 is that the first component with its assumption satisfies it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.pctl.witness import violations
from quidpro.engines.probabilistic.shared.goal import Answer
from quidpro.logic.pctl import Formula, Until, limits
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

    def checked(self, lpts: LPTS, count: int, budget: Budget, events: Listener, *, hasty: bool = False) -> Answer:
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


def bound_fields(
    checking: Checking, vectors: Sequence[Sequence[int]], of: Sequence[int], formula: Formula, *, lower: bool = False
) -> list[dict[str, Any]]:
    """For each P over an unbounded U the maximal probabilities, by vectors of states, for a certificate.

    ``of`` tells for each vector the state of the LPTS whose probabilities it has. As upper bounds those of 1 are left
    out, as lower bounds those of 0.
    """
    paths = (limit.path for limit in limits(formula.root))
    unbounded = [path for path in paths if isinstance(path, Until) and path.steps is None]
    return [_values(checking.maximal(path).values, vectors, of, 0 if lower else 1) for path in unbounded]


def _values(
    values: Sequence[Fraction], vectors: Sequence[Sequence[int]], of: Sequence[int], known: int
) -> dict[str, Any]:
    numbers: dict[str, int] = {}
    rows = [
        [*vector, numbers.setdefault(str(values[state]), len(numbers))]
        for vector, state in zip(vectors, of, strict=True)
        if values[state] != known
    ]
    return {"values": list(numbers), "rows": rows}
