"""Boolean functions as gates in clauses (Tseitin), with a SAT solver behind them."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.checker.solver import Solver
from quidpro.checker.symbolic.backend import FALSE, TRUE
from quidpro.core.budget import Budget


class Gates(Solver):
    """Literals are numbers, as in DIMACS; equal gates are made once."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.require([TRUE])
        self._last = TRUE
        self._gates: dict[tuple[object, ...], int] = {}

    def fresh(self) -> int:
        """A new variable."""
        self._last += 1
        return self._last

    def conj(self, literals: Iterable[int]) -> int:
        """All of them."""
        distinct = {x for x in literals if x != TRUE}
        if FALSE in distinct or any(-x in distinct for x in distinct):
            return FALSE
        kept = sorted(distinct)
        if len(kept) < 2:
            return kept[0] if kept else TRUE
        key = ("and", *kept)
        if key not in self._gates:
            gate = self._gates[key] = self.fresh()
            for x in kept:
                self.require([-gate, x])
            self.require([gate, *(-x for x in kept)])
        return self._gates[key]

    def disj(self, literals: Iterable[int]) -> int:
        """Any of them."""
        return -self.conj(-x for x in literals)

    def ite(self, condition: int, then: int, otherwise: int) -> int:
        """One or the other."""
        if condition in (TRUE, FALSE):
            return then if condition == TRUE else otherwise
        if then == otherwise:
            return then
        if condition < 0:
            condition, then, otherwise = -condition, otherwise, then
        if then in (TRUE, FALSE) or otherwise in (TRUE, FALSE):
            return self.conj([self.disj([-condition, then]), self.disj([condition, otherwise])])
        key = ("ite", condition, then, otherwise)
        if key not in self._gates:
            gate = self._gates[key] = self.fresh()
            for sign in (1, -1):
                self.require([-condition, -sign * then, sign * gate])
                self.require([condition, -sign * otherwise, sign * gate])
                self.require([-sign * then, -sign * otherwise, sign * gate])
        return self._gates[key]

    def xor(self, left: int, right: int) -> int:
        """Exactly one of two."""
        return self.ite(left, -right, right)

    def iff(self, left: int, right: int) -> int:
        """Both or none."""
        return -self.xor(left, right)

    def values(self, count: int) -> list[int]:
        """A variable for each value, exactly one of which is true (a ladder: the prefix so far, then nothing more)."""
        literals = [self.fresh() for _ in range(count)]
        self.require(literals)
        before = FALSE
        for literal in literals:
            if before != FALSE:
                self.require([-before, -literal])
            before = self.disj([before, literal])
        return literals
