"""Clauses over the bits of a model's variables as predicates of a certificate.

A clause is a chain of tests, each of one variable; a conjunction is a chain of clauses, so that its size is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.flat.model import FlatModel
from quidpro.flat.types import Enumeration, Value
from quidpro.verdict.symbolic.predicates import FALSE, FIRST, TRUE, Graph, Node

Bit = tuple[str, int, bool]
"""A bit of a variable, and whether it is set."""


class Chains:
    """Predicates with common ends shared."""

    def __init__(self, model: FlatModel) -> None:
        self._model = model
        self._nodes: list[Node] = []
        self._known: dict[Node, int] = {}

    def graph(self) -> Graph:
        """All of them."""
        return Graph(tuple(self._nodes))

    def clause(self, bits: Iterable[Bit], then: int = TRUE, otherwise: int = FALSE) -> int:
        """The reference of a clause; where it leads if one of the bits is as it says, and if none is."""
        reference = otherwise
        for name, values, bit, is_set in reversed(self._tests(bits)):
            ends = (then, reference) if is_set else (reference, then)
            reference = self._node(Node(name, values, bit, *ends))
        return reference

    def conjunction(self, clauses: Iterable[Iterable[Bit]], then: int = TRUE, otherwise: int = FALSE) -> int:
        """The reference of all clauses together."""
        reference = then
        for clause in clauses:
            reference = self.clause(clause, reference, otherwise)
        return reference

    def _node(self, node: Node) -> int:
        if node.then == node.otherwise:
            return node.then
        if node not in self._known:
            self._known[node] = len(self._nodes) + FIRST
            self._nodes.append(node)
        return self._known[node]

    def _tests(self, bits: Iterable[Bit]) -> list[tuple[str, tuple[Value, ...], int | None, bool]]:
        """A test for each bit of a word, and for each enumeration one with all values that satisfy the clause."""
        found: list[tuple[str, tuple[Value, ...], int | None, bool]] = []
        values: dict[str, set[Value]] = {}
        for name, bit, is_set in bits:
            domain = self._model.variables[name].domain
            if isinstance(domain, Enumeration):
                wanted = {v for v, position in domain.positions.items() if (position >> bit & 1) == is_set}
                values[name] = values.get(name, set()) | wanted
            else:
                found.append((name, (), bit, is_set))
        for name, allowed in values.items():
            listed = tuple(v for v in self._model.variables[name].domain if v in allowed)
            found.append((name, listed, None, True))
        return found
