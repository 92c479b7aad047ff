"""The types of expressions, as NuSMV 2.6 has them."""

from __future__ import annotations

from dataclasses import dataclass
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
        """The type of one value of a set, the type itself when it is no set."""
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


def merged(left: Type, right: Type) -> Type | None:
    """The type that holds the values of both, None when there is none."""
    many = left.many or right.many
    if left.element() == right.element():
        return Type(left.kind, left.width, many)
    return Type("mixed", 0, many) if left.is_scalar and right.is_scalar else None


def shown(value: Value) -> str:
    """A value as SMV writes it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return str(value)


def shown_typed(value: Value, type_: Type) -> str:
    """A value as SMV writes it when its type may be a word: ``0ud4_7``, ``-0sd4_3``."""
    if not type_.is_word or isinstance(value, str):
        return shown(value)
    letter = "s" if type_.kind == "signed" else "u"
    return f"{'-' if value < 0 else ''}0{letter}d{type_.width}_{abs(int(value))}"
