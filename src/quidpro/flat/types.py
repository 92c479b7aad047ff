"""The types of expressions, as NuSMV 2.6 has them, and the finite domains of variables.

Words are kept by their width and never spelled out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Value = bool | int | str
"""A value of a variable: a boolean, an integer (also for words, within the natural range), or a symbol."""
Kind = Literal["boolean", "integer", "symbol", "mixed", "unsigned", "signed"]


@dataclass(frozen=True)
class Type:
    """What an expression evaluates to; ``many`` marks a set of such values (a choice).

    ``mixed`` is an enumeration of symbols and integers; ``unsigned`` and ``signed`` are words of ``width`` bits.
    """

    kind: Kind
    width: int = 0
    many: bool = False

    @property
    def is_word(self) -> bool:
        """Whether values are words."""
        return self.kind in ("unsigned", "signed")

    @property
    def is_scalar(self) -> bool:
        """Whether values are integers or symbols."""
        return self.kind in ("integer", "symbol", "mixed")

    def as_set(self) -> Type:
        """The type of sets of these values."""
        return Type(self.kind, self.width, True)

    def element(self) -> Type:
        """The type of one value of a set, the type itself when it is not a set."""
        return Type(self.kind, self.width)

    def natural(self) -> range:
        """The values of a word type."""
        half = 1 << (self.width - 1)
        return range(-half, half) if self.kind == "signed" else range(2 * half)

    def __str__(self) -> str:
        return f"set of {self.element()}s" if self.many else self._single()

    def _single(self) -> str:
        if self.is_word:
            return f"{self.kind} word[{self.width}]"
        return {"symbol": "symbolic enumeration", "mixed": "mixed enumeration"}.get(self.kind, self.kind)


BOOLEAN = Type("boolean")
INTEGER = Type("integer")
SYMBOL = Type("symbol")
MIXED = Type("mixed")


def word(width: int, *, signed: bool = False) -> Type:
    """The type of words of a width."""
    return Type("signed" if signed else "unsigned", width)


def merge_types(left: Type, right: Type) -> Type | None:
    """The type that holds the values of both; None if there is no such type."""
    many = left.many or right.many
    if left.element() == right.element():
        return Type(left.kind, left.width, many)
    return Type("mixed", 0, many) if left.is_scalar and right.is_scalar else None


def value_text(value: Value) -> str:
    """A value as SMV writes it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value)


def typed_text(value: Value, type_: Type) -> str:
    """A value as SMV writes it when its type may be a word: ``0ud4_7``, ``-0sd4_3``."""
    if not type_.is_word or isinstance(value, str):
        return value_text(value)
    letter = "s" if type_.kind == "signed" else "u"
    return f"{'-' if value < 0 else ''}0{letter}d{type_.width}_{abs(int(value))}"


@dataclass(frozen=True)
class Enumeration:
    """Values in the order of their declaration: booleans (FALSE first), a range, or symbols and integers."""

    values: tuple[Value, ...]

    @cached_property
    def positions(self) -> dict[Value, int]:
        """The index of every value in the order."""
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
