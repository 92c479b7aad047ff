"""A SAT solver for checkers, which looks at the budget every so often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.core.budget import Budget

_CONFLICTS_PER_POLL = 2000
"""The solver is interrupted after this many conflicts to check the budget."""


class Solver:
    """Clauses, and questions under assumptions; literals are numbers, as in DIMACS."""

    def __init__(self, budget: Budget) -> None:
        from pysat.solvers import Solver as PySat  # which takes longer than many a check

        self.budget = budget
        self._solver = PySat(name="glucose4")

    def close(self) -> None:
        """Release the solver."""
        self._solver.delete()

    def require(self, clause: Iterable[int]) -> None:
        """One of these must be true."""
        self._solver.add_clause(list(clause))

    def satisfiable(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether some valuation makes all of these true.

        Glucose is asked about each literal once: where one comes twice it writes past the end of its arrays.
        """
        wanted = list(dict.fromkeys(assumptions))
        while True:
            self.budget.check()
            self._solver.conf_budget(_CONFLICTS_PER_POLL)
            answer = self._solver.solve_limited(assumptions=wanted, expect_interrupt=True)
            if answer is not None:
                return bool(answer)
