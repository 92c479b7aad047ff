"""GenAssmp: the smallest assumptions that satisfy membership constraints, by SAT (ACR, Algorithm 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.engines.explicit.circular.encodings import ENCODINGS, Constraint
from quidpro.learning.dfa import Dfa


class Synthesis:
    """Assumptions over given alphabets, under constraints that only grow."""

    def __init__(self, alphabets: Sequence[tuple[str, ...]], budget: Budget, encoding: str) -> None:
        self.alphabets = list(alphabets)
        self.budget = budget
        self.size = len(alphabets)
        """No smaller assumptions satisfy the constraints: their number of states in all."""
        self.seconds = 0.0
        """How long the SAT solver took."""
        self.constraints: dict[Constraint, None] = {}
        self._kind = ENCODINGS[encoding]
        self._encoding = self._kind(self.alphabets, self._room())

    def _room(self) -> int:
        """How many states one assumption may need."""
        return max(2, self.size - len(self.alphabets) + 1)

    def add(self, constraint: Constraint) -> bool:
        """One more constraint; False when it is there already."""
        if constraint in self.constraints:
            return False
        self.constraints[constraint] = None
        self._encoding.add(constraint)
        return True

    def smallest(self) -> list[Dfa]:
        """Assumptions with as few states in all as the constraints allow."""
        started = now()
        try:
            while (found := self._encoding.solve(self.size, self.budget)) is None:
                self._grow()
            return found
        finally:
            self.seconds += now() - started

    def _grow(self) -> None:
        """One state more; a new instance when the old one has too little room: too much makes every word dearer."""
        self.size += 1
        if self._room() > self._encoding.room:
            self._encoding = self._kind(self.alphabets, self._room())
            for constraint in self.constraints:
                self._encoding.add(constraint)
