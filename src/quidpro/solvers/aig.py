"""And-inverter graphs: boolean functions as shared conjunctions and negations (Kuehlmann, Paruthi, Krohm, Ganai 2002).

A node is a constant, an input or a conjunction of two literals; a literal is twice the number of its node, plus one for
the negation, as in AIGER. Equal conjunctions are one node, and those that a look at the literals decides are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from quidpro.core.budget import Budget

FALSE = 0
TRUE = 1


class Aig:
    """A graph that grows; node 0 is the constant, and a node's parts come before it."""

    def __init__(self) -> None:
        self.left: list[int] = [-1]
        self.right: list[int] = [-1]
        self._known: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self.left)

    def is_input(self, node: int) -> bool:
        """Whether a node is neither the constant nor a conjunction."""
        return self.left[node] < 0 and node != 0

    def input(self) -> int:
        """The literal of a new input."""
        self.left.append(-1)
        self.right.append(-1)
        return 2 * (len(self.left) - 1)

    def conj(self, a: int, b: int) -> int:
        """Both."""
        if a > b:
            a, b = b, a
        if a <= TRUE:
            return b if a else FALSE
        if a >> 1 == b >> 1:
            return a if a == b else FALSE
        key = (a, b)
        found = self._known.get(key)
        if found is None:
            found = self._look_below(a, b)
            if found is None:
                self.left.append(a)
                self.right.append(b)
                found = 2 * (len(self.left) - 1)
            self._known[key] = found
        return found

    def _look_below(self, a: int, b: int) -> int | None:
        """What a conjunction is when the parts of its parts decide it (Brummayer and Biere 2006, levels 1 and 2)."""
        for x, y in ((a, b), (b, a)):
            parts = self.left[x >> 1], self.right[x >> 1]
            if parts[0] < 0:
                continue
            if x & 1:
                if y ^ 1 in parts:  # !(p & q) & !p
                    return y
                if y in parts:  # !(p & q) & p, which is p & !q
                    return self.conj(y, parts[parts[0] == y] ^ 1)
            elif y in parts:  # (p & q) & p
                return x
            elif y ^ 1 in parts:  # (p & q) & !p
                return FALSE
        return None

    def disj(self, a: int, b: int) -> int:
        """One or both."""
        return self.conj(a ^ 1, b ^ 1) ^ 1

    def ite(self, condition: int, then: int, otherwise: int) -> int:
        """One or the other."""
        if then == otherwise:
            return then
        if then == otherwise ^ 1 and (then > otherwise):
            then, otherwise, condition = otherwise, then, condition ^ 1
        return self.disj(self.conj(condition, then), self.conj(condition ^ 1, otherwise))

    def xor(self, a: int, b: int) -> int:
        """Exactly one; with negations on the outside, so that it is the same function for all of them."""
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a > b:
            a, b = b, a
        return self.conj(self.conj(a, b) ^ 1, self.conj(a ^ 1, b ^ 1) ^ 1) ^ sign

    def all_of(self, literals: Iterable[int]) -> int:
        """The conjunction of many, as a tree that is not deep."""
        parts = list(dict.fromkeys(literals))
        while len(parts) > 1:
            pairs = [self.conj(a, b) for a, b in zip(parts[::2], parts[1::2], strict=False)]
            parts = pairs + parts[len(pairs) * 2 :]
        return parts[0] if parts else TRUE

    def any_of(self, literals: Iterable[int]) -> int:
        """The disjunction of many."""
        return self.all_of(x ^ 1 for x in literals) ^ 1

    def cone(self, literals: Iterable[int]) -> list[int]:
        """The nodes that literals depend on, parts first, without the constant."""
        seen = bytearray(len(self.left))
        seen[0] = 1
        stack = [x >> 1 for x in literals]
        while stack:
            node = stack.pop()
            if not seen[node]:
                seen[node] = 1
                if self.left[node] >= 0:
                    stack += (self.left[node] >> 1, self.right[node] >> 1)
        return [node for node in range(1, len(seen)) if seen[node]]

    def copy_into(
        self, target: Aig, literals: Sequence[int], inputs: Mapping[int, int], cone: Sequence[int] | None = None
    ) -> dict[int, int]:
        """These functions in another graph, by node: ``inputs`` says what each input of the cone becomes there.

        The cone is found anew where it is not given.
        """
        found = {0: FALSE, **inputs}
        left, right, conj = self.left, self.right, target.conj
        for node in self.cone(literals) if cone is None else cone:
            if node not in found:
                a, b = left[node], right[node]
                found[node] = conj(found[a >> 1] ^ (a & 1), found[b >> 1] ^ (b & 1))
        return found


class Lit:
    """A literal of a graph as a function, for those who compute with functions of any kind."""

    __slots__ = ("graph", "lit")

    def __init__(self, graph: Aig, lit: int) -> None:
        self.graph = graph
        self.lit = lit

    def __and__(self, other: Lit, /) -> Lit:
        return Lit(self.graph, self.graph.conj(self.lit, other.lit))

    def __or__(self, other: Lit, /) -> Lit:
        return Lit(self.graph, self.graph.disj(self.lit, other.lit))

    def __xor__(self, other: Lit, /) -> Lit:
        return Lit(self.graph, self.graph.xor(self.lit, other.lit))

    def __invert__(self, /) -> Lit:
        return Lit(self.graph, self.lit ^ 1)

    def equiv(self, other: Lit, /) -> Lit:
        """Both or none."""
        return Lit(self.graph, self.graph.xor(self.lit, other.lit) ^ 1)

    def ite(self, then: Lit, otherwise: Lit, /) -> Lit:
        """One or the other."""
        return Lit(self.graph, self.graph.ite(self.lit, then.lit, otherwise.lit))

    def satisfiable(self, /) -> bool:
        """Whether it is not the constant false."""
        return self.lit != FALSE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lit) and self.lit == other.lit

    def __hash__(self) -> int:
        return hash(self.lit)

    def __repr__(self) -> str:
        return f"Lit({self.lit})"


class Lits:
    """The functions of one graph."""

    def __init__(self, graph: Aig, budget: Budget) -> None:
        self.graph = graph
        self.budget = budget

    @cached_property
    def true(self) -> Lit:
        """The function that is always true."""
        return Lit(self.graph, TRUE)

    @cached_property
    def false(self) -> Lit:
        """The function that is never true."""
        return Lit(self.graph, FALSE)

    def constant(self, value: bool) -> Lit:
        """A constant function."""
        return self.true if value else self.false

    def input(self) -> Lit:
        """The function of a new input."""
        return Lit(self.graph, self.graph.input())

    def inputs(self, count: int) -> tuple[Lit, ...]:
        """Those of several."""
        return tuple(self.input() for _ in range(count))

    def conjunction(self, functions: Iterable[Lit]) -> Lit:
        """All of them."""
        return Lit(self.graph, self.graph.all_of(f.lit for f in functions))

    def disjunction(self, functions: Iterable[Lit]) -> Lit:
        """Any of them."""
        return Lit(self.graph, self.graph.any_of(f.lit for f in functions))

    def minterm(self, vector: Sequence[Lit], number: int) -> Lit:
        """Whether bits are those of a number."""
        return self.conjunction(bit if number >> i & 1 else ~bit for i, bit in enumerate(vector))

    def poll(self) -> None:
        """Check the budget."""
        self.budget.check()


def evaluate(graph: Aig, cone: Sequence[int], inputs: Mapping[int, int], mask: int = 1) -> dict[int, int]:
    """The values of nodes of a cone for many valuations at once: a bit of a number is one valuation."""
    values = {0: 0, **inputs}
    left, right = graph.left, graph.right
    for node in cone:
        a = left[node]
        if a >= 0:
            b = right[node]
            x, y = values[a >> 1], values[b >> 1]
            values[node] = (x ^ mask if a & 1 else x) & (y ^ mask if b & 1 else y)
    return values


def value(values: Mapping[int, int], literal: int, mask: int = 1) -> int:
    """The value of a literal, from those of the nodes."""
    found = values[literal >> 1]
    return found ^ mask if literal & 1 else found


def clauses(graph: Aig, cone: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """The conjunctions of a cone as clauses (Tseitin 1968); the variable of node n is n + 1, that of the constant 1."""
    yield (-1,)
    for node in cone:
        a, b = graph.left[node], graph.right[node]
        if a >= 0:
            gate, x, y = node + 1, sat(a), sat(b)
            yield (-gate, x)
            yield (-gate, y)
            yield (gate, -x, -y)


def sat(literal: int) -> int:
    """A literal as a SAT solver writes it."""
    variable = (literal >> 1) + 1
    return -variable if literal & 1 else variable
