"""The circuit of an AIGER file: latches and inputs as booleans, gates as conjunctions.

A file that names neither bad states nor justice properties, as those of version 1.0, asks about its outputs: they are
the bad states. Gates that nothing needs are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.core.collector import collector_off
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.flat.build import FALSE, boolean, conjunction, negation
from quidpro.flat.expr import Expr, var
from quidpro.flat.model import Assigned, Assignment, Constraint, Span
from quidpro.flat.types import BOOLEAN, BOOLEANS
from quidpro.frontend.aiger.graph import Graph
from quidpro.frontend.aiger.read import read_graph
from quidpro.frontend.circuits.circuit import Circuit, Justice
from quidpro.frontend.circuits.model import CircuitModel
from quidpro.frontend.circuits.names import Names


@collector_off()
def load_aiger(source: Source) -> CircuitModel:
    """Read a text; raises InputError with what cannot be read."""
    return CircuitModel(_Builder(source, read_graph(source)).circuit())


class _Builder:
    def __init__(self, source: Source, graph: Graph) -> None:
        self._source = source
        self._graph = graph
        self._names = Names()
        self._exprs: dict[int, Expr] = {0: FALSE}
        """What a variable stands for."""
        self._circuit = Circuit(source)

    def circuit(self) -> Circuit:
        """The circuit; InputError where gates read each other in a circle."""
        graph, circuit = self._graph, self._circuit
        for position, literal in enumerate(graph.inputs):
            self._variable("i", position, literal)
        registers = [self._variable("l", position, latch.literal) for position, latch in enumerate(graph.latches)]
        self._build_gates()
        for position, (name, latch) in enumerate(zip(registers, graph.latches, strict=True)):
            span = self._span("l", position)
            init = None if latch.reset > 1 else Assignment(boolean(bool(latch.reset)), span)
            circuit.assigned[name] = Assigned(init=init, next=Assignment(self._literal(latch.next), span))
        for position, literal in enumerate(graph.constraints):
            circuit.constraints.append(Constraint(self._literal(literal), self._span("c", position)))
        self._add_properties()
        return circuit

    def _add_properties(self) -> None:
        graph, circuit = self._graph, self._circuit
        as_bad = not graph.bad and not graph.justice
        for letter, literals in (("b", graph.bad), ("o", graph.outputs)):
            for position, literal in enumerate(literals):
                name = self._define(letter, position, literal)
                if letter == "b" or as_bad:
                    circuit.bad[name] = self._span(letter, position)
        for position, literal in enumerate(graph.fairness):
            circuit.fairness.append(self._define("f", position, literal))
        for position, literals in enumerate(graph.justice):
            name = self._name("j", position)
            conditions = tuple(self._condition(f"{name}.{n}", literal) for n, literal in enumerate(literals))
            circuit.justice.append(Justice(name, conditions, self._span("j", position)))

    def _variable(self, letter: str, position: int, literal: int) -> str:
        name = self._name(letter, position)
        self._circuit.variables[name] = BOOLEANS, self._span(letter, position)
        self._exprs[literal >> 1] = var(name, BOOLEAN)
        return name

    def _define(self, letter: str, position: int, literal: int) -> str:
        name = self._name(letter, position)
        self._circuit.defines[name] = self._literal(literal)
        return name

    def _condition(self, wanted: str, literal: int) -> str:
        name = self._names.take("", wanted)
        self._circuit.defines[name] = self._literal(literal)
        return name

    def _name(self, letter: str, position: int) -> str:
        return self._names.take(self._graph.symbols.get((letter, position), ""), f"{letter}{position}")

    def _span(self, letter: str, position: int) -> Span:
        return Span(self._source, self._graph.offsets[letter, position])

    def _literal(self, literal: int) -> Expr:
        found = self._exprs[literal >> 1]
        return negation(found) if literal & 1 else found

    def _needed(self) -> Iterable[int]:
        """The literals that everything else is made for."""
        graph = self._graph
        yield from (latch.next for latch in graph.latches)
        for literals in (graph.outputs, graph.bad, graph.constraints, graph.fairness, *graph.justice):
            yield from literals

    def _build_gates(self) -> None:
        """Gates may come in any order, and in long chains: what a gate reads is built before it, without recursion."""
        gates, exprs = self._graph.gates, self._exprs
        opened: set[int] = set()
        stack = [literal >> 1 for literal in self._needed()]
        while stack:
            variable = stack[-1]
            if variable in exprs:
                stack.pop()
                continue
            left, right = gates[variable]
            missing = [literal >> 1 for literal in (left, right) if literal >> 1 not in exprs]
            if not missing:
                stack.pop()
                both = self._literal(left), self._literal(right)
                exprs[variable] = FALSE if left ^ right == 1 else conjunction(both)
            elif variable in opened:
                message = f"the gate {2 * variable} reads itself, through gates or at once"
                hint, offset = "only latches may close a circle", self._graph.offsets["a", variable]
                raise InputError([Diagnostic(message, self._source, offset, hint=hint)])
            else:
                opened.add(variable)
                stack += missing
