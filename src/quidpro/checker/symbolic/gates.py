"""Boolean functions as gates in clauses (Tseitin), with a SAT solver behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

from quidpro.checker.symbolic.backend import FALSE, TRUE
from quidpro.core.budget import Budget

_CONFLICTS_PER_POLL = 2000
"""The solver is interrupted after this many conflicts to check the budget."""


class Gates:
    """Literals are numbers, as in DIMACS; equal gates are made once."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._solver = Solver(name="glucose4")
        self._solver.add_clause([TRUE])
        self._last = TRUE
        self._gates: dict[tuple[object, ...], int] = {}

    def close(self) -> None:
        """Release the solver."""
        self._solver.delete()

    def fresh(self) -> int:
        """A new variable."""
        self._last += 1
        return self._last

    def require(self, clause: Iterable[int]) -> None:
        """One of these must be true."""
        self._solver.add_clause(list(clause))

    def satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Whether some valuation makes all of these true."""
        while True:
            self.budget.check()
            self._solver.conf_budget(_CONFLICTS_PER_POLL)
            answer = self._solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
            if answer is not None:
                return bool(answer)

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
                self._solver.add_clause([-gate, x])
            self._solver.add_clause([gate, *(-x for x in kept)])
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
                self._solver.add_clause([-condition, -sign * then, sign * gate])
                self._solver.add_clause([condition, -sign * otherwise, sign * gate])
                self._solver.add_clause([-sign * then, -sign * otherwise, sign * gate])
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
