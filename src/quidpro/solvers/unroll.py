"""A machine unrolled: a copy of it for every step, in one graph, and a solver that has the gates of all of them.

Copies share what hashing finds equal, and what is known at first is known as constants.
"""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.core.budget import Budget
from quidpro.solvers.aig import Aig, clauses, sat
from quidpro.solvers.circuit import Circuit
from quidpro.solvers.sat import Solver


class Unrolled:
    """The states of the runs that begin initially, each a literal of ``graph`` for a literal of the machine."""

    def __init__(self, circuit: Circuit, budget: Budget, more: Iterable[int] = (), solver: str = "cadical153") -> None:
        """``more`` are literals that are asked for in states beside those that the machine consists of."""
        self.circuit = circuit
        self.graph = Aig()
        self.solver = Solver(budget, ([-1],), solver)
        self._cone = [*circuit.roots, *more]
        self._written = 1
        self._at: list[dict[int, int]] = []
        self._copy([self.graph.input() if known is None else known for known in circuit.reset])
        self.add([self.literal(0, circuit.start)])

    @property
    def depth(self) -> int:
        """How many steps the runs take."""
        return len(self._at) - 1

    def literal(self, state: int, literal: int) -> int:
        """What a literal of the machine is in a state."""
        return self._at[state][literal >> 1] ^ (literal & 1)

    def step(self) -> None:
        """One step more, which satisfies the constraint."""
        circuit, last = self.circuit, self.depth
        self.add([self.literal(last, circuit.constraint)])
        self._copy([self.literal(last, x) for x in circuit.next])

    def add(self, clause: Iterable[int]) -> None:
        """Of these literals of the graph one is true from now on."""
        self._write()
        self.solver.add([sat(x) for x in clause])

    def ask(self, *literals: int) -> bool:
        """Whether these literals of the graph can be true together."""
        self._write()
        return self.solver.solve([sat(x) for x in literals])

    def true(self, state: int, literals: Iterable[int]) -> frozenset[int]:
        """Which literals of the machine are true in a state of the run that was found, by their index."""
        model = {x for x in self.solver.model() or () if x > 0}
        found = [self.literal(state, x) for x in literals]
        return frozenset(i for i, x in enumerate(found) if (sat(x & ~1) in model) != bool(x & 1))

    def _copy(self, latches: list[int]) -> None:
        circuit = self.circuit
        leaves = {x >> 1: literal for x, literal in zip(circuit.latches, latches, strict=True)}
        leaves |= {x >> 1: self.graph.input() for x in circuit.inputs}
        self._at.append(circuit.graph.copy_into(self.graph, self._cone, leaves))
        self.add([self.literal(self.depth, circuit.facts)])

    def _write(self) -> None:
        """Give the solver the gates that are new."""
        for clause in clauses(self.graph, range(self._written, len(self.graph))):
            self.solver.add(clause)
        self._written = len(self.graph)
