"""The finite domains of variables. Words are kept by their width and never spelled out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quidpro.flat.types import BOOLEAN, INTEGER, MIXED, SYMBOL, Type, Value, word


@dataclass(frozen=True)
class Enumeration:
    """Values in the order of their declaration: booleans (FALSE first), a range, or symbols and integers."""

    values: tuple[Value, ...]

    @cached_property
    def positions(self) -> dict[Value, int]:
        """The place of every value in the order."""
        return {value: index for index, value in enumerate(self.values)}

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.values)

    @property
    def bits(self) -> int:
        """How many bits encode the values; none for a single one."""
        return (self.size - 1).bit_length()

    @cached_property
    def type(self) -> Type:
        """The type of a variable with this domain."""
        kinds = {type(value) for value in self.values}
        if bool in kinds:
            return BOOLEAN
        if kinds == {int}:
            return INTEGER
        return SYMBOL if kinds == {str} else MIXED

    def __iter__(self) -> Iterator[Value]:
        return iter(self.values)

    def __contains__(self, value: object) -> bool:
        return value in self.positions and isinstance(value, bool) == (self.type == BOOLEAN)

    def __str__(self) -> str:
        if self.type == BOOLEAN:
            return "boolean"
        first, last = self.values[0], self.values[-1]
        if self.type == INTEGER and self.values == tuple(range(int(first), int(last) + 1)):
            return f"{first}..{last}"
        return "{" + ", ".join(str(value) for value in self.values) + "}"


@dataclass(frozen=True)
class Words:
    """All words of a width, as integers in the natural range of the type."""

    width: int
    signed: bool = False

    @property
    def size(self) -> int:
        """How many values there are."""
        return 1 << self.width

    @property
    def bits(self) -> int:
        """How many bits encode the values."""
        return self.width

    @property
    def type(self) -> Type:
        """The type of a variable with this domain."""
        return word(self.width, signed=self.signed)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.type.natural())

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and value in self.type.natural()

    def __str__(self) -> str:
        return f"{'signed' if self.signed else 'unsigned'} word[{self.width}]"


Domain = Enumeration | Words

BOOLEANS = Enumeration((False, True))


def interval(low: int, high: int) -> Enumeration:
    """The integers from low to high."""
    return Enumeration(tuple(range(low, high + 1)))
