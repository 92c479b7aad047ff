"""Exact arithmetic on the words of an expression: ``2*(K+1)``, ``1-p/2``, ``floor(pow(2, K))-1``.

It is for constants, and for bounds in formulas, which are needed as numbers. Division is that of rational numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor

_MAX_DIGITS = 200
_MAX_BITS = 100_000
_MAX_NESTING = 100
_NUMBER = re.compile(r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE]([-+]?\d+))?", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)

Lookup = Callable[[str], Fraction | None]


class NotANumber(Exception):
    """There is no number here: at which word, and why."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at
        self.message = message


def value_of(words: Sequence[str], lookup: Lookup) -> Fraction | None:
    """The value of words that are an expression of numbers and names from first to last; None where they are not."""
    try:
        value, end = number_at(words, 0, lookup)
    except NotANumber:
        return None
    return value if end == len(words) else None


def number_at(words: Sequence[str], at: int, lookup: Lookup) -> tuple[Fraction, int]:
    """The value of the longest sum that begins at a word, and where it ends."""
    sums = _Sums(words, at, lookup)
    return sums.sum(), sums.at


class _Sums:
    """Recursive descent: sums of products of factors."""

    def __init__(self, words: Sequence[str], at: int, lookup: Lookup) -> None:
        self.words, self.at, self.lookup = words, at, lookup
        self.depth = 0

    @property
    def now(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def accept(self, *words: str) -> str:
        word = self.now
        if word not in words:
            return ""
        self.at += 1
        return word

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise NotANumber(self.at, f"expected {word!r}")

    def sum(self) -> Fraction:
        value = self.product()
        while sign := self.accept("+", "-"):
            term = self.product()
            value = value + term if sign == "+" else value - term
        return value

    def product(self) -> Fraction:
        value = self.factor()
        while sign := self.accept("*", "/"):
            at, factor = self.at, self.factor()
            if sign == "/" and not factor:
                raise NotANumber(at, "this divides by zero")
            value = value / factor if sign == "/" else value * factor
        return value

    def factor(self) -> Fraction:
        self.depth += 1
        if self.depth > _MAX_NESTING:
            raise NotANumber(self.at, f"this is nested more than {_MAX_NESTING} deep")
        value = self.operand()
        self.depth -= 1
        return value

    def operand(self) -> Fraction:
        if self.accept("-"):
            return -self.factor()
        if self.accept("("):
            value = self.sum()
            self.expect(")")
            return value
        if number := _NUMBER.fullmatch(self.now):
            if len(self.now) > _MAX_DIGITS or abs(int(number[1] or 0)) > _MAX_DIGITS:
                raise NotANumber(self.at, "this number is too long")
            self.at += 1
            return Fraction(number[0])
        if not _NAME.fullmatch(self.now):
            raise NotANumber(self.at, "expected a number such as 0.1 or 1/10")
        return self.function() if self.now in _FUNCTIONS else self.name()

    def name(self) -> Fraction:
        value = self.lookup(self.now)
        if value is None:
            raise NotANumber(self.at, f"the constant {self.now} is not defined, or is no plain number")
        self.at += 1
        return value

    def function(self) -> Fraction:
        at, name = self.at, self.now
        self.at += 1
        self.expect("(")
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.expect(")")
        low, high = _ARGUMENTS.get(name, (1, 1))
        if not low <= len(arguments) <= high:
            raise NotANumber(at, f"{name} has another number of arguments")
        return _FUNCTIONS[name](at, arguments)


def _power(at: int, arguments: Sequence[Fraction]) -> Fraction:
    base, exponent = arguments
    bits = base.numerator.bit_length() + base.denominator.bit_length()
    if exponent.denominator != 1 or abs(exponent) * bits > _MAX_BITS or (not base and exponent < 0):
        raise NotANumber(at, "this power is no rational number, or a huge one")
    return Fraction(base ** int(exponent))


def _remainder(at: int, arguments: Sequence[Fraction]) -> Fraction:
    if not arguments[1]:
        raise NotANumber(at, "this divides by zero")
    return arguments[0] % arguments[1]


_FUNCTIONS: dict[str, Callable[[int, Sequence[Fraction]], Fraction]] = {
    "floor": lambda _, arguments: Fraction(floor(arguments[0])),
    "ceil": lambda _, arguments: Fraction(ceil(arguments[0])),
    "round": lambda _, arguments: Fraction(floor(arguments[0] + Fraction(1, 2))),
    "min": lambda _, arguments: min(arguments),
    "max": lambda _, arguments: max(arguments),
    "pow": _power,
    "mod": _remainder,
}
_ARGUMENTS = {"min": (1, 100), "max": (1, 100), "pow": (2, 2), "mod": (2, 2)}
