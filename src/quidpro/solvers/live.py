"""Whether a machine has a fair path: lassos of bounded length, k-liveness and liveness to safety, in turns.

The first finds lassos that are short, the second proves that there are none, the third does both where the others do
not come to an end: k-liveness where a path can meet its justice very often but not for ever. The last two are questions
for PDR, which begins again in each turn with twice the work; the first goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.solvers.aig import FALSE, sat
from quidpro.solvers.circuit import Circuit, Clauses, Run, completed, reduce
from quidpro.solvers.fair import Fair, Lasso, closed, counting, repeated, restricted, to_safety
from quidpro.solvers.pdr import Pdr, Settings
from quidpro.solvers.unroll import Unrolled

FIRST_TURN = 400
"""Questions that each way has in its first turn."""


class Lassos:
    """Lassos in the order of their lengths (Biere, Cimatti, Clarke and Zhu 1999).

    The state that a lasso comes back to is guessed beforehand, so that every length adds the same (as in Heljanko,
    Junttila and Latvala 2005).
    """

    def __init__(self, fair: Fair, budget: Budget) -> None:
        self.fair = fair
        self.unrolled = Unrolled(fair.circuit, budget, fair.justice)
        graph = self.unrolled.graph
        self._guessed = [graph.input() for _ in fair.circuit.latches]
        self._begins: list[int] = []
        self._inside = FALSE
        self._seen = [FALSE for _ in fair.justice]

    def search(self, budget: Budget) -> Lasso | None:
        """The next lasso; None when no path is infinite. When the budget has run out it can be asked again."""
        solver = self.unrolled.solver
        solver.budget = budget
        while True:
            budget.polled += self.unrolled.depth
            self._step()
            closing = self._closing()
            if self.unrolled.ask(closing):
                return self._lasso()
            if sat(closing) not in solver.core() and not self.unrolled.ask():
                return None
            self.unrolled.add([closing ^ 1])

    def _step(self) -> None:
        """One state more, the loop may begin in the one before."""
        unrolled, graph, last = self.unrolled, self.unrolled.graph, self.unrolled.depth
        begins = graph.input()
        for x, guessed in zip(self.fair.circuit.latches, self._guessed, strict=True):
            now = unrolled.literal(last, x)
            unrolled.add([begins ^ 1, now ^ 1, guessed])
            unrolled.add([begins ^ 1, now, guessed ^ 1])
        unrolled.add([begins ^ 1, self._inside ^ 1])
        self._begins.append(begins)
        self._inside = graph.disj(self._inside, begins)
        for i, justice in enumerate(self.fair.justice):
            met = graph.conj(self._inside, unrolled.literal(last, justice))
            self._seen[i] = graph.disj(self._seen[i], met)
        unrolled.step()

    def _closing(self) -> int:
        """Whether the last state closes a fair loop."""
        unrolled, graph, last = self.unrolled, self.unrolled.graph, self.unrolled.depth
        pairs = zip(self.fair.circuit.latches, self._guessed, strict=True)
        same = [graph.xor(unrolled.literal(last, x), guessed) ^ 1 for x, guessed in pairs]
        return graph.all_of([self._inside, *self._seen, *same])

    def _lasso(self) -> Lasso:
        circuit, unrolled = self.fair.circuit, self.unrolled
        model = set(unrolled.solver.model() or ())
        steps = range(unrolled.depth)
        return Lasso(
            tuple(unrolled.true(i, circuit.latches) for i in steps),
            tuple(unrolled.true(i, circuit.inputs) for i in steps),
            next(i for i, begins in enumerate(self._begins) if sat(begins) in model),
        )


class Live:
    """The question about one machine; ``kept`` are the latches that its lassos speak of, by index.

    ``tell`` is told of every new frame of PDR, with the number of its clauses.
    """

    def __init__(
        self,
        fair: Fair,
        budget: Budget,
        settings: Settings | None = None,
        tell: Callable[[int, int], None] = lambda frame, clauses: None,
    ) -> None:
        self.budget = budget
        self.settings = settings
        self.tell = tell
        self.fair, self.kept = restricted(fair)
        self.lassos = Lassos(self.fair, budget)
        self.times = 1
        """How often justice must be met for k-liveness."""
        self.questions = 0
        self.frames = 0

    def check(self) -> Lasso | None:
        """A fair lasso, or None: there is no fair path."""
        work = FIRST_TURN
        while True:
            for way in (self.lassos.search, self._counted, self._saved):
                turn = Budget(megabytes=self.budget.megabytes, phase=self.budget.phase, parent=self.budget, polls=work)
                try:
                    return way(turn)
                except BudgetExceeded:
                    if not turn.spent():
                        raise
                finally:
                    self.questions += turn.polled
                    self.budget.polled += turn.polled
                self.budget.check()
            work *= 2

    @property
    def so_far(self) -> str:
        """What is known when a limit ended the work."""
        return f"there is no lasso of up to {self.lassos.unrolled.depth - 1} steps"

    def _counted(self, budget: Budget) -> Lasso | None:
        """k-liveness, for more and more times: a run that meets justice often enough may have a lasso in it."""
        while True:
            run = self._pdr(counting(self.fair, self.times), budget)
            if run is None:
                return None
            lasso = repeated(run, self.fair)
            if lasso is not None:
                return lasso
            self.times += 1 + self.times // 4

    def _saved(self, budget: Budget) -> Lasso | None:
        run = self._pdr(to_safety(self.fair), budget)
        return None if run is None else closed(run, self.fair)

    def _pdr(self, circuit: Circuit, budget: Budget) -> Run | None:
        """A run to what is bad, if there is one."""
        smaller = reduce(circuit)
        engine = Pdr(smaller.circuit, budget, self.settings, tell=self.tell)
        found = engine.check()
        self.frames = len(engine.frames) - 1
        if isinstance(found, Clauses):
            return None
        return completed(found, circuit, smaller.latches, smaller.inputs)
