"""Graphs as clauses: a conjunction of many, a choice and an exclusive or are one gate each.

Fewer variables than with one for every node (``aig.clauses``): nodes that only one other node reads, and that are part
of a larger gate, have none. A question to the solver costs less, because its answer says less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quidpro.solvers.aig import Aig

Clause = tuple[int, ...]


class Cnf:
    """The functions of roots as clauses; variables are numbered from 1, which is the constant false."""

    def __init__(self, graph: Aig, roots: Sequence[int], inputs: Sequence[int]) -> None:
        self._variables = {0: 1}
        for literal in (*inputs, *roots):
            self.literal(literal)
        self.clauses: list[Clause] = [(-1,)]
        cone = graph.cone(roots)
        gates = _Gates(graph, cone, roots)
        needed = {root >> 1 for root in roots}
        for node in reversed(cone):
            if node in needed and graph.left[node] >= 0:
                choice = gates.choice(node)
                parts = gates.conjuncts(node) if choice is None else choice
                needed.update(part >> 1 for part in parts)
                gate, literals = self.literal(2 * node), [self.literal(part) for part in parts]
                self.clauses += _conjunction(gate, literals) if choice is None else _choice(gate, *literals)

    @property
    def variables(self) -> int:
        """How many there are."""
        return len(self._variables)

    def literal(self, of_graph: int) -> int:
        """A literal of the graph as the SAT solver has it."""
        variable = self._variables.setdefault(of_graph >> 1, len(self._variables) + 1)
        return -variable if of_graph & 1 else variable


class _Gates:
    def __init__(self, graph: Aig, cone: Sequence[int], roots: Sequence[int]) -> None:
        self.graph = graph
        reads = (x >> 1 for node in cone if graph.left[node] >= 0 for x in (graph.left[node], graph.right[node]))
        self._reads = Counter(reads)
        self._reads.update({root >> 1: 2 for root in roots})

    def choice(self, node: int) -> tuple[int, int, int] | None:
        """The literals c, t and e for a node that is ``c ? t : e``."""
        left, right = self.graph.left, self.graph.right
        a, b = left[node], right[node]
        if not (a & b & 1 and self._is_inner(a) and self._is_inner(b)):
            return None
        for c, t in ((left[a >> 1], right[a >> 1]), (right[a >> 1], left[a >> 1])):
            for d, e in ((left[b >> 1], right[b >> 1]), (right[b >> 1], left[b >> 1])):
                if c == d ^ 1:
                    return c, t ^ 1, e ^ 1
        return None

    def conjuncts(self, node: int) -> list[int]:
        """The literals whose conjunction a node is, through conjunctions that nothing else reads."""
        found, waiting = [], [self.graph.left[node], self.graph.right[node]]
        while waiting:
            x = waiting.pop()
            if x & 1 or not self._is_inner(x):
                found.append(x)
            else:
                waiting += (self.graph.left[x >> 1], self.graph.right[x >> 1])
        return found

    def _is_inner(self, literal: int) -> bool:
        return self.graph.left[literal >> 1] >= 0 and self._reads[literal >> 1] == 1


def _conjunction(gate: int, literals: Sequence[int]) -> Iterator[Clause]:
    for x in literals:
        yield (-gate, x)
    yield (gate, *(-x for x in literals))


def _choice(gate: int, condition: int, then: int, otherwise: int) -> Iterator[Clause]:
    yield (-condition, -then, gate)
    yield (-condition, then, -gate)
    yield (condition, -otherwise, gate)
    yield (condition, otherwise, -gate)
    if then != -otherwise:  # what both say, the condition need not be known for
        yield (-then, -otherwise, gate)
        yield (then, otherwise, -gate)
