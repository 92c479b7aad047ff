"""What it takes to compute with boolean functions: decision diagrams and and-inverter graphs both offer it.

Whoever turns expressions into functions is written once, for either. ``satisfiable`` may say yes of a function that is
never true where deciding that would take a search; it is used to leave out what is known to be false.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self, TypeVar


class Function(Protocol):
    """A boolean function."""

    def __and__(self, other: Self, /) -> Self:
        """Both."""

    def __or__(self, other: Self, /) -> Self:
        """One or both."""

    def __xor__(self, other: Self, /) -> Self:
        """Exactly one."""

    def __invert__(self, /) -> Self:
        """Not."""

    def equiv(self, other: Self, /) -> Self:
        """Both or none."""

    def ite(self, then: Self, otherwise: Self, /) -> Self:
        """One or the other."""

    def satisfiable(self, /) -> bool:
        """Whether it is not known to be false everywhere."""


F = TypeVar("F", bound=Function)


class Functions(Protocol[F]):
    """Where functions are made."""

    @property
    def true(self) -> F:
        """The function that is always true."""

    @property
    def false(self) -> F:
        """The function that is never true."""

    def constant(self, value: bool) -> F:
        """A constant function."""

    def conjunction(self, functions: Iterable[F]) -> F:
        """All of them."""

    def disjunction(self, functions: Iterable[F]) -> F:
        """Any of them."""

    def poll(self) -> None:
        """Check the budget."""
