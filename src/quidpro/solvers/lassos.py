"""Fair lassos in the order of their lengths (Biere, Cimatti, Clarke and Zhu 1999).

The state that a lasso comes back to is guessed beforehand, so that every length adds as much as the last did (as in
Heljanko, Junttila and Latvala 2005).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.solvers.aig import FALSE
from quidpro.solvers.fair import Fair, Lasso
from quidpro.solvers.unroll import Unrolled

_WORK = 500
"""So many propagations of the solver are counted as one poll of the budget."""


class Lassos:
    """A machine unrolled, with a loop that may begin at any time."""

    def __init__(self, fair: Fair, budget: Budget) -> None:
        self.fair = fair
        self.steps = 0
        """Lassos of up to so many steps have been looked for."""
        self._unrolled = Unrolled(fair.circuit, budget, initial=True, more=fair.justice)
        self._guessed = [self._unrolled.graph.input() for _ in fair.circuit.latches]
        self._begins: list[int] = []
        self._inside = FALSE
        self._seen = [FALSE for _ in fair.justice]
        self._work = 0

    @property
    def questions(self) -> int:
        """What the solver has been asked."""
        return self._unrolled.solver.questions

    def look(self, budget: Budget) -> Lasso | Literal[False] | None:
        """A lasso of one step more than at the last call, or False; None when no path is that long.

        When the budget has run out it can be asked again.
        """
        unrolled = self._unrolled
        unrolled.solver.budget = budget
        if unrolled.last == self.steps:
            self._step()
        closing = self._closing()
        if unrolled.ask(closing):
            return self._lasso()
        endless = unrolled.gate(closing) in unrolled.solver.core() or unrolled.ask()
        self._charge(budget)
        unrolled.require(closing ^ 1)
        self.steps += 1
        return False if endless else None

    def close(self) -> None:
        """Release the solver."""
        self._unrolled.solver.close()

    def _charge(self, budget: Budget) -> None:
        """Questions get harder with their number."""
        work = self._unrolled.solver.work
        budget.polled += (work - self._work) // _WORK
        self._work = work

    def _step(self) -> None:
        """One state more; the loop may begin in the one before."""
        unrolled, graph, last = self._unrolled, self._unrolled.graph, self._unrolled.last
        begins = graph.input()
        same = [self._same(x, guessed, last) for x, guessed in self._pairs()]
        unrolled.require(graph.disj(begins ^ 1, graph.all_of([self._inside ^ 1, *same])))
        self._begins.append(begins)
        self._inside = graph.disj(self._inside, begins)
        for i, justice in enumerate(self.fair.justice):
            met = graph.conj(self._inside, unrolled.at(justice, last))
            self._seen[i] = graph.disj(self._seen[i], met)
        unrolled.step()

    def _pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.fair.circuit.latches, self._guessed, strict=True))

    def _same(self, latch: int, guessed: int, time: int) -> int:
        return self._unrolled.graph.xor(self._unrolled.at(latch, time), guessed) ^ 1

    def _closing(self) -> int:
        """Whether the last state closes a fair loop."""
        same = [self._same(x, guessed, self._unrolled.last) for x, guessed in self._pairs()]
        return self._unrolled.graph.all_of([self._inside, *self._seen, *same])

    def _lasso(self) -> Lasso:
        """The lasso of the last model."""
        unrolled = self._unrolled
        run = unrolled.run()
        model = set(unrolled.solver.model())
        loop = next(i for i, begins in enumerate(self._begins) if unrolled.gate(begins) in model)
        return Lasso(run.states[:-1], run.inputs[:-1], loop)


def search(
    fair: Fair, budget: Budget, bound: int, tell: Callable[[int], None] = lambda steps: None
) -> Lasso | Literal[False] | None:
    """A shortest lasso of at most so many steps, or False; None when no path is infinite."""
    lassos = Lassos(fair, budget)
    try:
        while lassos.steps < bound:
            tell(lassos.steps + 1)
            found = lassos.look(budget)
            if found is not False:
                return found
        return False
    finally:
        lassos.close()
