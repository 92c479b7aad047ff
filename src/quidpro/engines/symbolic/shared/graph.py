"""Decision diagrams as decision graphs over the variables of the model.

A test of one bit of an encoded value is a test whether the value is among those that have this bit set.
"""

from __future__ import annotations

from quidpro.core.errors import TooManyStates
from quidpro.engines.symbolic.shared.bits import Bits, code
from quidpro.flat.domain import Enumeration
from quidpro.flat.types import Value
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.symbolic.predicates import FALSE, FIRST, TRUE, Graph, Node


class GraphBuilder:
    """Collects functions of current variables; equal parts are shared."""

    def __init__(self, bits: Bits, most: int) -> None:
        self.nodes: list[Node] = []
        self._most = most
        self._made: dict[Bdd, int] = {}
        self._tests: dict[int, tuple[str, tuple[Value, ...], int | None]] = {}
        for name, levels in bits.layout.now.items():
            domain = bits.layout.domains[name]
            for place, level in enumerate(levels):
                if isinstance(domain, Enumeration):
                    values = tuple(value for value in domain if code(domain, value) >> place & 1)
                    self._tests[level] = (name, values, None)
                else:
                    self._tests[level] = (name, (), place)

    def add(self, function: Bdd) -> int:
        """The reference of a function; TooManyStates when the graph gets too large."""
        stack = [function]
        while stack:
            top = stack[-1]
            if top in self._made or self._constant(top):
                stack.pop()
                continue
            then, otherwise = top.cofactors() or (top, top)
            waiting = [part for part in (then, otherwise) if part not in self._made and not self._constant(part)]
            if waiting:
                stack.extend(waiting)
            else:
                stack.pop()
                self._add_node(top, then, otherwise)
        return self._made[function]

    def _constant(self, function: Bdd) -> bool:
        if function.node_var() is not None:
            return False
        self._made[function] = TRUE if function.satisfiable() else FALSE
        return True

    def _add_node(self, function: Bdd, then: Bdd, otherwise: Bdd) -> None:
        if len(self.nodes) >= self._most:
            raise TooManyStates(self._most)
        level = function.node_var()
        assert level is not None
        name, values, bit = self._tests[level]
        self.nodes.append(Node(name, values, bit, self._made[then], self._made[otherwise]))
        self._made[function] = len(self.nodes) - 1 + FIRST

    def graph(self) -> Graph:
        """What was collected."""
        return Graph(tuple(self.nodes))
