"""A machine of bits, step after step: the functions of its latches and inputs at every time, in one graph.

What is constant at first stays so as far as it goes: equal functions of different times are one node.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.core.budget import Budget
from quidpro.solvers.aig import TRUE, Aig, clauses, sat
from quidpro.solvers.circuit import Circuit, Run, Simulator
from quidpro.solvers.sat import Solver


class Unrolled:
    """The machine from an initial state, or from any; with a solver, which steps and facts are told as times are added.

    ``last`` is the time that was added last. The constraint is asked of the steps between times, not at the last.
    ``more`` are literals that are asked for, beside those that the machine consists of.
    """

    def __init__(
        self,
        circuit: Circuit,
        budget: Budget,
        *,
        initial: bool,
        more: Sequence[int] = (),
        solver: str = "cadical153",
    ) -> None:
        self.circuit = circuit
        self.graph = Aig()
        self.solver = Solver(budget, name=solver)
        self._roots = [*circuit.next, circuit.bad, circuit.constraint, circuit.facts, *more]
        self._cone = circuit.graph.cone(self._roots)
        self._loaded = bytearray()
        self._times: list[dict[int, int]] = []
        self._known: list[tuple[int, ...]] = []
        first = [reset if initial and reset is not None else self.graph.input() for reset in circuit.reset]
        self._add(first)
        if initial:
            found = circuit.graph.copy_into(self.graph, [circuit.start], self._leaves(0))
            self.require(found[circuit.start >> 1] ^ (circuit.start & 1))

    @property
    def last(self) -> int:
        """The time that was added last."""
        return len(self._times) - 1

    def at(self, literal: int, time: int) -> int:
        """A literal of the machine, at a time."""
        return self._times[time][literal >> 1] ^ (literal & 1)

    def step(self) -> None:
        """Add a time, and the step that leads there."""
        self.require(self.at(self.circuit.constraint, self.last))
        self._add([self.at(literal, self.last) for literal in self.circuit.next])

    def know(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Clauses, over latches numbered from 1, hold at all times."""
        for clause in clauses:
            self._known.append(clause)
            for time in range(len(self._times)):
                self._tell(clause, time)

    def _tell(self, clause: tuple[int, ...], time: int) -> None:
        latches = self.circuit.latches
        self.solver.add([self.gate(self.at(latches[abs(x) - 1] ^ (x < 0), time)) for x in clause])

    def require(self, literal: int) -> None:
        """Something of the graph must be true."""
        self.solver.add([self.gate(literal)])

    def ask(self, *literals: int) -> bool:
        """Whether these can be true together, of the graph."""
        return self.solver.solve([self.gate(literal) for literal in literals])

    def gate(self, literal: int) -> int:
        """A literal of the graph as the solver has it, with all that it depends on."""
        self._loaded.extend(bytes(len(self.graph) - len(self._loaded)))
        if not self._loaded[literal >> 1]:
            new = self._unloaded(literal >> 1)
            for clause in clauses(self.graph, new):
                self.solver.add(clause)
        return sat(literal)

    def _unloaded(self, node: int) -> list[int]:
        found, stack = [], [node]
        while stack:
            at = stack.pop()
            if not self._loaded[at]:
                self._loaded[at] = 1
                found.append(at)
                if self.graph.left[at] >= 0:
                    stack += (self.graph.left[at] >> 1, self.graph.right[at] >> 1)
        return found

    def _add(self, latches: list[int]) -> None:
        nodes = {lit >> 1: now for lit, now in zip(self.circuit.latches, latches, strict=True)}
        nodes |= {lit >> 1: self.graph.input() for lit in self.circuit.inputs}
        self._times.append(self.circuit.graph.copy_into(self.graph, self._roots, nodes, self._cone))
        self.require(self.at(self.circuit.facts, self.last))
        for clause in self._known:
            self._tell(clause, self.last)

    def _leaves(self, time: int) -> dict[int, int]:
        leaves = (*self.circuit.latches, *self.circuit.inputs)
        return {lit >> 1: self._times[time][lit >> 1] for lit in leaves}

    def values(self, literals: list[int], time: int) -> frozenset[int]:
        """Which inputs of the machine are true at a time in the solver's last model, by index."""
        model = self.solver.model()
        return frozenset(i for i, lit in enumerate(literals) if _is_true(self.at(lit, time), model))

    def run(self) -> Run:
        """The run of the last model, to the last time."""
        first = self.values(self.circuit.latches, 0)
        inputs = [self.values(self.circuit.inputs, time) for time in range(self.last + 1)]
        return Simulator(self.circuit).run(first, inputs)


def _is_true(literal: int, model: list[int]) -> bool:
    """The value of a constant or an input; one that the solver has never heard of is false."""
    variable = (literal >> 1) + 1
    positive = literal > TRUE and variable <= len(model) and model[variable - 1] > 0
    return positive != bool(literal & 1)
