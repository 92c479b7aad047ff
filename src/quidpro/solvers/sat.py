"""A SAT solver that keeps to a budget: it stops after a number of conflicts, and goes on when asked again.

CaDiCaL does not stop in old versions of python-sat; there the budget is looked at between questions only. In the main
thread python-sat would take Ctrl-C for itself during a question and raise an error of its own, CaDiCaL even where it is
asked not to; a question is put as if from another thread, and Ctrl-C comes to whoever handles it when the solver stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from pysat.solvers import Cadical153, MainThread, Minisat22

from quidpro.core.budget import Budget

_CONFLICTS_PER_POLL = 2000
_SOLVERS = {"cadical153": Cadical153, "minisat22": Minisat22}
_IS_MAIN: Callable[[], bool] = MainThread.check


class Solver:
    """Clauses, and questions under assumptions; what was learned is kept from one to the next."""

    def __init__(self, budget: Budget, clauses: Iterable[Sequence[int]] = (), name: str = "cadical153") -> None:
        self.budget = budget
        self.questions = 0
        self._solver = _SOLVERS[name](bootstrap_with=clauses)
        self._pauses = self._can_pause()
        self.add = self._solver.add_clause
        self.model = self._solver.get_model

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether some valuation makes all clauses and all of these true."""
        self.questions += 1
        self.budget.check()
        while self._pauses:
            self._solver.conf_budget(_CONFLICTS_PER_POLL)
            with _leaving_signals():
                answer = self._solver.solve_limited(assumptions, expect_interrupt=True)
            if answer is not None:
                return bool(answer)
            self.budget.check()
        with _leaving_signals():
            return bool(self._solver.solve(assumptions))

    def solve_within(self, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:
        """The same, None where it takes more conflicts; a solver that cannot stop takes as many as it needs."""
        if not self._pauses:
            return self.solve(assumptions)
        self.questions += 1
        self.budget.check()
        self._solver.conf_budget(conflicts)
        with _leaving_signals():
            answer = self._solver.solve_limited(assumptions, expect_interrupt=True)
        return None if answer is None else bool(answer)

    @property
    def conflicts(self) -> int:
        """How many conflicts all questions had together."""
        return int(self._solver.accum_stats()["conflicts"])

    def _can_pause(self) -> bool:
        try:
            self._solver.conf_budget(_CONFLICTS_PER_POLL)
        except NotImplementedError:
            return False
        return True

    def core(self) -> list[int]:
        """The assumptions of the last question that cannot be true together."""
        return self._solver.get_core() or []

    @property
    def work(self) -> int:
        """How many propagations all questions took together."""
        return int(self._solver.accum_stats()["propagations"])

    def close(self) -> None:
        """Release everything."""
        self._solver.delete()


@contextmanager
def _leaving_signals() -> Iterator[None]:
    MainThread.check = staticmethod(lambda: False)
    try:
        yield
    finally:
        MainThread.check = staticmethod(_IS_MAIN)
