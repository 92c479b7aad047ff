"""Words as vectors of literals, least significant bit first."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.checker.symbolic.backend import FALSE, TRUE, Backend

Vector = tuple[int, ...]


def constant(value: int, width: int) -> Vector:
    """The low bits of a number."""
    return tuple(TRUE if value >> k & 1 else FALSE for k in range(width))


def sum_of(gates: Backend, left: Vector, right: Vector, carry: int = FALSE) -> Vector:
    """Addition modulo the width."""
    found = []
    for a, b in zip(left, right, strict=True):
        either = gates.xor(a, b)
        found.append(gates.xor(either, carry))
        carry = gates.ite(either, carry, a)
    return tuple(found)


def invert(vector: Vector) -> Vector:
    """Every bit the other way."""
    return tuple(-bit for bit in vector)


def difference(gates: Backend, left: Vector, right: Vector) -> Vector:
    """Subtraction modulo the width."""
    return sum_of(gates, left, invert(right), TRUE)


def negate(gates: Backend, vector: Vector) -> Vector:
    """Minus the word."""
    return difference(gates, constant(0, len(vector)), vector)


def select(gates: Backend, condition: int, then: Vector, otherwise: Vector) -> Vector:
    """One word or the other."""
    return tuple(gates.ite(condition, a, b) for a, b in zip(then, otherwise, strict=True))


def product_of(gates: Backend, left: Vector, right: Vector) -> Vector:
    """Multiplication modulo the width."""
    width = len(left)
    total = constant(0, width)
    for shift, bit in enumerate(right):
        row = (*constant(0, shift), *left[: width - shift])
        total = sum_of(gates, total, tuple(gates.conj([bit, x]) for x in row))
    return total


def same(gates: Backend, left: Vector, right: Vector) -> int:
    """Whether two words are equal."""
    return gates.conj(gates.iff(a, b) for a, b in zip(left, right, strict=True))


def less(gates: Backend, left: Vector, right: Vector, *, signed: bool) -> int:
    """Whether one word is below another."""
    if signed:
        left, right = (*left[:-1], -left[-1]), (*right[:-1], -right[-1])
    result = FALSE
    for a, b in zip(left, right, strict=True):
        result = gates.ite(gates.xor(a, b), b, result)
    return result


def divide(gates: Backend, left: Vector, right: Vector) -> tuple[Vector, Vector]:
    """Quotient and remainder of unsigned words, by long division; nothing sensible when dividing by zero."""
    width = len(left)
    rest, divisor = constant(0, width + 1), (*right, FALSE)
    quotient: list[int] = []
    for bit in reversed(left):
        rest = (bit, *rest[:-1])
        fits = -less(gates, rest, divisor, signed=False)
        rest = select(gates, fits, difference(gates, rest, divisor), rest)
        quotient.append(fits)
    return tuple(reversed(quotient)), rest[:-1]


def divide_signed(gates: Backend, left: Vector, right: Vector) -> tuple[Vector, Vector]:
    """Truncated division: the remainder has the sign of the left side."""
    quotient, rest = divide(gates, _absolute(gates, left), _absolute(gates, right))
    opposite = gates.xor(left[-1], right[-1])
    return (
        select(gates, opposite, negate(gates, quotient), quotient),
        select(gates, left[-1], negate(gates, rest), rest),
    )


def _absolute(gates: Backend, vector: Vector) -> Vector:
    return select(gates, vector[-1], negate(gates, vector), vector)


def shift_by(vector: Vector, amount: int, *, left: bool, fill: int) -> Vector:
    """A shift by a known amount."""
    width = len(vector)
    if left:
        return (*([FALSE] * amount), *vector[: width - amount])
    return (*vector[amount:], *([fill] * amount))


def resize(vector: Vector, width: int, *, signed: bool) -> Vector:
    """More or fewer bits; a signed word keeps its sign bit."""
    if width >= len(vector):
        return (*vector, *([vector[-1] if signed else FALSE] * (width - len(vector))))
    return (*vector[: width - 1], vector[-1]) if signed else vector[:width]


def is_number(gates: Backend, vector: Sequence[int], number: int) -> int:
    """Whether the bits are those of a number."""
    return gates.conj(bit if number >> k & 1 else -bit for k, bit in enumerate(vector))
