"""Arithmetic of words on vectors of functions, least significant bit first: ripple carries and shift-and-add.

Division follows SMV: it truncates towards zero, and the remainder has the sign of the dividend.
"""

from __future__ import annotations

from quidpro.solvers.functions import F, Functions

Vector = tuple[F, ...]
"""The bits of a word."""


def constant(manager: Functions[F], value: int, width: int) -> Vector[F]:
    """The bits of a number."""
    return tuple(manager.constant(bool(value >> i & 1)) for i in range(width))


def add(manager: Functions[F], left: Vector[F], right: Vector[F], carry: F | None = None) -> Vector[F]:
    """The sum, modulo 2^width."""
    carry = manager.false if carry is None else carry
    total = []
    for a, b in zip(left, right, strict=True):
        either = a ^ b
        total.append(either ^ carry)
        carry = (a & b) | (either & carry)
        manager.poll()
    return tuple(total)


def invert(vector: Vector[F]) -> Vector[F]:
    """Every bit the other way."""
    return tuple(~bit for bit in vector)


def negate(manager: Functions[F], vector: Vector[F]) -> Vector[F]:
    """The two's complement."""
    return add(manager, invert(vector), constant(manager, 0, len(vector)), manager.true)


def subtract(manager: Functions[F], left: Vector[F], right: Vector[F]) -> Vector[F]:
    """The difference, modulo 2^width."""
    return add(manager, left, invert(right), manager.true)


def multiply(manager: Functions[F], left: Vector[F], right: Vector[F]) -> Vector[F]:
    """The product, modulo 2^width."""
    width = len(left)
    total = constant(manager, 0, width)
    for shift, bit in enumerate(right):
        row = tuple(bit & left[i - shift] if i >= shift else manager.false for i in range(width))
        total = add(manager, total, row)
    return total


def select(condition: F, then: Vector[F], otherwise: Vector[F]) -> Vector[F]:
    """One of two vectors."""
    return tuple(condition.ite(a, b) for a, b in zip(then, otherwise, strict=True))


def equal(manager: Functions[F], left: Vector[F], right: Vector[F]) -> F:
    """Whether two vectors are the same; from the low bits, which are the lower ones in the order."""
    result = manager.true
    for a, b in zip(left, right, strict=True):
        result = result & a.equiv(b)
    return result


def less(manager: Functions[F], left: Vector[F], right: Vector[F], *, signed: bool) -> F:
    """Whether one word is less than another."""
    if signed:
        left, right = (*left[:-1], ~left[-1]), (*right[:-1], ~right[-1])
    result = manager.false
    for a, b in zip(left, right, strict=True):
        result = a.equiv(b).ite(result, b)
    return result


def divide(manager: Functions[F], left: Vector[F], right: Vector[F]) -> tuple[Vector[F], Vector[F]]:
    """Quotient and remainder of unsigned words by long division; arbitrary where the divisor is zero."""
    width = len(left)
    divisor = (*right, manager.false)
    remainder = constant(manager, 0, width + 1)
    quotient = []
    for bit in reversed(left):
        remainder = (bit, *remainder[:-1])
        fits = ~less(manager, remainder, divisor, signed=False)
        remainder = select(fits, subtract(manager, remainder, divisor), remainder)
        quotient.append(fits)
    return tuple(reversed(quotient)), remainder[:-1]


def divide_signed(manager: Functions[F], left: Vector[F], right: Vector[F]) -> tuple[Vector[F], Vector[F]]:
    """Quotient and remainder of signed words, truncated towards zero."""
    low, high = left[-1], right[-1]
    positive = select(low, negate(manager, left), left), select(high, negate(manager, right), right)
    quotient, remainder = divide(manager, *positive)
    return (
        select(low ^ high, negate(manager, quotient), quotient),
        select(low, negate(manager, remainder), remainder),
    )


def shift_left(manager: Functions[F], vector: Vector[F], amount: int) -> Vector[F]:
    """Shifted towards the high bits, zeros coming in."""
    amount = min(amount, len(vector))
    return (manager.false,) * amount + vector[: len(vector) - amount]


def shift_right(manager: Functions[F], vector: Vector[F], amount: int, *, signed: bool) -> Vector[F]:
    """Shifted towards the low bits, zeros or copies of the sign coming in."""
    amount = min(amount, len(vector))
    return vector[amount:] + (vector[-1] if signed else manager.false,) * amount


def resize(manager: Functions[F], vector: Vector[F], width: int, *, signed: bool) -> Vector[F]:
    """More bits (zeros, or copies of the sign), or the low bits only; a signed word that shrinks keeps its sign."""
    if width >= len(vector):
        return vector + (vector[-1] if signed else manager.false,) * (width - len(vector))
    return (*vector[: width - 1], vector[-1]) if signed else vector[:width]
