"""A machine in the form that every model checker for bits takes: all latches begin with 0, and there is no constraint.

- A latch that begins with 1 is kept negated.
- Where latches begin with anything, or with what ``start`` says, there is a moment before the first: all latches are 0,
  and the step from it, after which a latch ``initialised`` is 1, leads to whatever state new inputs say. So an
  invariant of the file holds of all initial states with ``initialised`` = 1, and is one of the machine.
- A latch ``failed`` is 1 once a step did not satisfy the constraint, or a state was initial and not allowed to be;
  nothing is bad from then on. The facts of the machine are left out: ABC is quicker without their gates.

In a proof both added latches have their usual values, ``initialised`` = 1 and ``failed`` = 0: clauses that these make
true say nothing about the machine, in all others they are left out. What is left is inductive for the machine as every
step that it can make is one of the file in which both keep these values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.solvers.aig import FALSE, TRUE, Aig
from quidpro.solvers.aiger import Aiger
from quidpro.solvers.circuit import NOTHING, Circuit, Clauses, Run, Simulator, settled

Cube = Sequence[tuple[int, bool]]
"""States of the file: some latches, by their numbers, with values."""


class Folded:
    """The file for a machine, and the way back from what is said of the file."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = settled(circuit)
        self._graph = Aig()
        self._free = [i for i, reset in enumerate(self.circuit.reset) if reset is None]
        self._latches = [self._graph.input() for _ in circuit.latches]
        self._inputs = [self._graph.input() for _ in circuit.inputs]
        self._first = {i: self._graph.input() for i in self._free}
        """The inputs that say how a latch begins."""
        self._start = self._at_first()
        limited = (circuit.constraint, self._start) != (TRUE, TRUE)
        self._initialised = self._graph.input() if self._free else TRUE
        self._failed = self._graph.input() if limited else FALSE
        self.file = self._build()

    def known(self) -> Clauses | Run | None:
        """What is clear before any search."""
        if self._start == FALSE:
            return NOTHING
        if self.file.bad == FALSE:
            return Clauses(())
        if self.file.bad == TRUE:
            return self.run([frozenset()])
        return None

    def proof(self, excluded: Iterable[Cube]) -> Clauses:
        """Clauses over the latches of the machine, from cubes that an invariant of the file excludes."""
        found = (self._clause(cube) for cube in excluded)
        return Clauses(tuple(dict.fromkeys(clause for clause in found if clause is not None)))

    def run(self, inputs: Sequence[frozenset[int]]) -> Run:
        """A run of the machine, from the inputs of the file that are 1 at each moment."""
        count = len(self.circuit.inputs)
        first = {i for i, reset in enumerate(self.circuit.reset) if reset}
        if self._free:
            first |= {i for n, i in enumerate(self._free) if count + n in inputs[0]}
            inputs = inputs[1:]
        read = (frozenset(i for i in some if i < count) for some in inputs)
        return Simulator(self.circuit).run(frozenset(first), read)

    def _clause(self, cube: Cube) -> tuple[int, ...] | None:
        """None where the usual values of the added latches make it true."""
        clause = []
        for number, value in cube:
            if number < len(self._latches):
                true = value != bool(self.circuit.reset[number])
                clause.append(-(number + 1) if true else number + 1)
            elif value != (self.file.latches[number] == self._initialised):
                return None
        return tuple(sorted(clause, key=abs))

    # The file

    def _at_first(self) -> int:
        """``start``, of the state that the inputs say."""
        circuit = self.circuit
        leaves = {lit >> 1: self._first.get(i, circuit.reset[i] or 0) for i, lit in enumerate(circuit.latches)}
        found = circuit.graph.copy_into(self._graph, [circuit.start], leaves)
        return found[circuit.start >> 1] ^ (circuit.start & 1)

    def _build(self) -> Aiger:
        circuit, graph = self.circuit, self._graph
        signs = [int(reset == 1) for reset in circuit.reset]
        leaves = {x >> 1: mine ^ sign for x, mine, sign in zip(circuit.latches, self._latches, signs, strict=True)}
        leaves |= {x >> 1: mine for x, mine in zip(circuit.inputs, self._inputs, strict=True)}
        found = circuit.graph.copy_into(graph, [*circuit.next, circuit.bad, circuit.constraint], leaves)

        def moved(literal: int) -> int:
            return found[literal >> 1] ^ (literal & 1)

        latches, following = list(self._latches), []
        for i, (literal, sign) in enumerate(zip(circuit.next, signs, strict=True)):
            following.append(graph.ite(self._initialised, moved(literal) ^ sign, self._first.get(i, FALSE)))
        if self._free:
            latches.append(self._initialised)
            following.append(TRUE)
        if self._failed != FALSE:
            allowed = graph.ite(self._initialised, moved(circuit.constraint), self._start)
            latches.append(self._failed)
            following.append(graph.disj(self._failed, allowed ^ 1))
        bad = graph.all_of([moved(circuit.bad), self._initialised, self._failed ^ 1])
        inputs = [*self._inputs, *self._first.values()]
        return Aiger(graph, inputs, latches, following, [0] * len(latches), bad)
