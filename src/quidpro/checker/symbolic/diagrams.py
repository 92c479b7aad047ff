"""Boolean functions as decision diagrams of CUDD, through ``dd``: for certificates that are hard for a SAT solver.

A question is answered by conjoining its parts one after the other; a variable that no later part speaks of is
quantified on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quidpro.checker.symbolic.backend import FALSE, TRUE
from quidpro.core.budget import Budget
from quidpro.core.parts import require

Function = Any


class Diagrams:
    """Functions get numbers as they come up; variables are ordered as they are made."""

    def __init__(self, budget: Budget) -> None:
        cudd: Any = require("dd.cudd")
        self.budget = budget
        self._cudd = cudd
        self._table = cudd.BDD()
        self._table.configure(reordering=False)
        self._functions: list[Function] = [None, self._table.true]
        self._numbers: dict[Function, int] = {self._table.true: TRUE, self._table.false: FALSE}
        self._domains: list[Function] = []
        self._count = 0

    def close(self) -> None:
        """Release everything."""
        self._functions.clear()
        self._numbers.clear()
        self._domains.clear()

    def fresh(self) -> int:
        """A new variable."""
        name = f"v{self._count}"
        self._count += 1
        self._table.declare(name)
        return self._number(self._table.var(name))

    def values(self, count: int) -> list[int]:
        """Binary codes of new variables; codes beyond the last are excluded from every question."""
        bits = [self.fresh() for _ in range((count - 1).bit_length())]
        codes = [self.conj(b if n >> k & 1 else -b for k, b in enumerate(reversed(bits))) for n in range(count)]
        self._domains.append(self._function(self.disj(codes)))
        return codes

    def conj(self, literals: Iterable[int]) -> int:
        """All of them, small ones first."""
        functions = sorted((self._function(x) for x in set(literals)), key=lambda f: f.dag_size)
        result = self._table.true
        for function in functions:
            result = result & function
        return self._number(result)

    def disj(self, literals: Iterable[int]) -> int:
        """Any of them."""
        return -self.conj(-x for x in literals)

    def ite(self, condition: int, then: int, otherwise: int) -> int:
        """One or the other."""
        return self._number(self._table.ite(*map(self._function, (condition, then, otherwise))))

    def xor(self, left: int, right: int) -> int:
        """Exactly one of two."""
        return -self.iff(left, right)

    def iff(self, left: int, right: int) -> int:
        """Both or none."""
        return self._number(self._function(left).equiv(self._function(right)))

    def satisfiable(self, literals: Sequence[int]) -> bool:
        """Whether all can be true at once, in valuations that are codes of values."""
        parts = [self._function(x) for x in literals] + [f for f in self._domains if f != self._table.true]
        waiting = [(part, set(part.support)) for part in parts]
        result = self._table.true
        for index, (part, _) in enumerate(waiting):
            self.budget.check()
            later: set[str] = set().union(*(support for _, support in waiting[index + 1 :]))
            done = (set(result.support) | set(part.support)) - later
            result = self._cudd.and_exists(result, part, done)
            if result == self._table.false:
                return False
        return True

    def _function(self, literal: int) -> Function:
        return self._functions[literal] if literal > 0 else ~self._functions[-literal]

    def _number(self, function: Function) -> int:
        if function not in self._numbers:
            self.budget.check()
            self._functions.append(function)
            self._numbers[function] = len(self._functions) - 1
            self._numbers[~function] = -self._numbers[function]
        return self._numbers[function]
