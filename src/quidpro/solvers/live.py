"""Whether a machine has a fair path: lassos of bounded length, k-liveness and liveness to safety, in turns.

The first finds lassos that are short, the second proves that there are none, the third does both where the others do
not come to an end: k-liveness where a path can meet its justice very often but not for ever. The last two are questions
for PDR, which begins again in each turn with twice the work; the first goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.solvers.circuit import Circuit, Clauses, Run, completed, reduce
from quidpro.solvers.fair import Fair, Lasso, closed, counting, repeated, to_safety
from quidpro.solvers.lassos import Lassos
from quidpro.solvers.pdr import Pdr, Settings

FIRST_TURN = 400
"""Questions that each way has in its first turn."""


class Live:
    """The question about one machine; ``tell`` is told of every new frame of PDR, with the number of its clauses."""

    def __init__(
        self,
        fair: Fair,
        budget: Budget,
        settings: Settings | None = None,
        tell: Callable[[int, int], None] = lambda frame, clauses: None,
    ) -> None:
        self.fair = fair
        self.budget = budget
        self.settings = settings
        self.tell = tell
        self.lassos = Lassos(self.fair, budget)
        self.times = 1
        """How often justice must be met for k-liveness."""
        self.frames = 0
        self._asked = 0

    @property
    def questions(self) -> int:
        """What solvers have been asked, in PDR's turns that came to an end and for lassos."""
        return self._asked + self.lassos.questions

    def check(self) -> Lasso | None:
        """A fair lasso, or None: there is no fair path."""
        work = FIRST_TURN
        try:
            while True:
                for way in (self.short, self.counted, self.saved):
                    turn = self._turn(work)
                    try:
                        return way(turn)
                    except BudgetExceeded:
                        if not turn.spent():
                            raise
                    self.budget.polled += turn.polled
                    self.budget.check()
                work *= 2
        finally:
            self.lassos.close()

    def _turn(self, work: int) -> Budget:
        budget = self.budget
        return Budget(megabytes=budget.megabytes, phase=budget.phase, parent=budget, polls=work)

    def short(self, budget: Budget) -> Lasso | None:
        """Lassos in the order of their lengths."""
        while True:
            found = self.lassos.look(budget)
            if found is not False:
                return found

    def counted(self, budget: Budget) -> Lasso | None:
        """k-liveness, for more and more times: a run that meets justice often enough may have a lasso in it."""
        while True:
            run = self._pdr(counting(self.fair, self.times), budget)
            if run is None:
                return None
            lasso = repeated(run, self.fair)
            if lasso is not None:
                return lasso
            self.times += 1 + self.times // 4

    def saved(self, budget: Budget) -> Lasso | None:
        """Liveness to safety."""
        run = self._pdr(to_safety(self.fair), budget)
        return None if run is None else closed(run, self.fair)

    def _pdr(self, circuit: Circuit, budget: Budget) -> Run | None:
        """A run to what is bad, if there is one."""
        smaller = reduce(circuit)
        engine = Pdr(smaller.circuit, budget, self.settings, tell=self.tell)
        found = engine.check()
        self.frames, self._asked = engine.frames.top, self._asked + engine.questions
        if isinstance(found, Clauses):
            return None
        return completed(found, circuit, smaller)
