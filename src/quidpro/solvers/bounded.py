"""Bounded model checking (Biere, Cimatti, Clarke, Zhu 1999) and k-induction (Sheeran, Singh, Stålmarck 2000)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.solvers.circuit import Circuit, Run
from quidpro.solvers.unroll import Unrolled

MAX_STEPS = 1 << 30
Hear = Callable[[], Sequence[tuple[int, ...]]]
"""Clauses, over latches numbered from 1, that have become known of all reachable states."""


@dataclass(frozen=True)
class Inductive:
    """A proof: what is bad cannot come after so many states, all different, that are not, nor within so many steps."""

    steps: int


class Bounded:
    """Runs from an initial state, one step longer each time."""

    def __init__(self, circuit: Circuit, budget: Budget) -> None:
        self.circuit = circuit
        self.unrolled = Unrolled(circuit, budget, initial=True)

    @property
    def steps(self) -> int:
        """How many steps the runs take that are looked at next."""
        return self.unrolled.last

    def look(self) -> Run | None:
        """A violation after just so many steps; without one the next look is a step further."""
        bad = self.unrolled.at(self.circuit.bad, self.steps)
        if self.unrolled.ask(bad):
            return self.unrolled.run()
        self.unrolled.require(bad ^ 1)
        self.unrolled.step()
        return None


def search(
    circuit: Circuit,
    budget: Budget,
    bound: int = MAX_STEPS,
    tell: Callable[[int], None] = lambda steps: None,
    hear: Hear = tuple,
) -> Run | None:
    """A shortest violation of at most so many steps."""
    bounded = Bounded(circuit, budget)
    try:
        while bounded.steps <= bound:
            tell(bounded.steps)
            bounded.unrolled.know(hear())
            found = bounded.look()
            if found is not None:
                return found
        return None
    finally:
        bounded.unrolled.solver.close()


class Step:
    """The induction step: any states that follow each other, the last one bad and no other."""

    def __init__(self, circuit: Circuit, budget: Budget) -> None:
        self.circuit = circuit
        self.unrolled = Unrolled(circuit, budget, initial=False)

    def holds(self) -> bool:
        """Whether the step holds for one more state than at the last call; states that are equal are told apart."""
        unrolled, bad = self.unrolled, self.circuit.bad
        unrolled.require(unrolled.at(bad, unrolled.last) ^ 1)
        unrolled.step()
        while unrolled.ask(unrolled.at(bad, unrolled.last)):
            same = self._repeated()
            if same is None:
                return False
            self._tell_apart(*same)
        return True

    def _repeated(self) -> tuple[int, int] | None:
        """Two times at which the latches have the same values in the last model."""
        seen: dict[frozenset[int], int] = {}
        for time, state in enumerate(self.unrolled.run().states):
            if state in seen:
                return seen[state], time
            seen[state] = time
        return None

    def _tell_apart(self, first: int, second: int) -> None:
        graph, at = self.unrolled.graph, self.unrolled.at
        different = (graph.xor(at(lit, first), at(lit, second)) for lit in self.circuit.latches)
        self.unrolled.require(graph.any_of(different))


def induction(
    circuit: Circuit,
    budget: Budget,
    bound: int = MAX_STEPS,
    tell: Callable[[int], None] = lambda steps: None,
    hear: Hear = tuple,
) -> Inductive | Run | None:
    """A proof by induction over at most so many steps, or a violation that shows itself within them."""
    base, step = Bounded(circuit, budget), Step(circuit, budget)
    try:
        for steps in range(1, bound + 1):
            tell(steps)
            step.unrolled.know(hear())
            found = base.look()
            if found is not None:
                return found
            if step.holds():
                return Inductive(steps)
        return None
    finally:
        base.unrolled.solver.close()
        step.unrolled.solver.close()
