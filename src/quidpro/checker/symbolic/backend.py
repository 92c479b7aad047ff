"""What the checker needs to compute with boolean functions; a SAT solver and decision diagrams both offer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from quidpro.core.budget import Budget

TRUE: Final = 1
FALSE: Final = -1


class Backend(Protocol):
    """Functions are numbers, the negation of one is its negative."""

    budget: Budget

    def fresh(self) -> int:
        """A new variable."""

    def values(self, count: int) -> list[int]:
        """This many functions of new variables, exactly one of which is true at a time."""

    def conj(self, literals: Iterable[int]) -> int:
        """All of them."""

    def disj(self, literals: Iterable[int]) -> int:
        """Any of them."""

    def ite(self, condition: int, then: int, otherwise: int) -> int:
        """One or the other."""

    def xor(self, left: int, right: int) -> int:
        """Exactly one of two."""

    def iff(self, left: int, right: int) -> int:
        """Both or none."""

    def satisfiable(self, literals: Sequence[int]) -> bool:
        """Whether some valuation makes all of these true."""

    def close(self) -> None:
        """Release everything."""
