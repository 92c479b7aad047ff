"""The operators of BTOR2 that the flat model does not have as they are: division, shifts, rotation, overflow.

They have the meaning of SMT-LIB, and so a value everywhere: a number divided by zero is all ones, the remainder is the
number itself; a shift by the width or more leaves zeros, or copies of the sign. A word is rotated by the amount modulo
its width.
"""

from __future__ import annotations

from quidpro.flat.build import conjunction, disjunction, integer, negation, operation
from quidpro.flat.expr import Expr, Operator
from quidpro.flat.types import BOOLEAN
from quidpro.frontend.btor2.words import (
    add,
    all_ones,
    as_signed,
    bit,
    constant,
    cut,
    differ,
    either,
    equal,
    extend,
    is_zero,
    join,
    less,
    like,
    multiply,
    sign,
    some_one,
    subtract,
    unsigned,
    width_of,
)


def _divided(operator: Operator, left: Expr, right: Expr, *, signed: bool = False) -> Expr:
    """Quotient or remainder by a divisor that is 1 where it would be zero, so that there always is one."""
    divisor = either(is_zero(right), constant(1, width_of(right)), right)
    return unsigned(like(operator, as_signed(left), as_signed(divisor))) if signed else like(operator, left, divisor)


def quotient(left: Expr, right: Expr) -> Expr:
    """Of numbers without a sign."""
    if left.type == BOOLEAN:
        return disjunction((left, negation(right)))
    return either(is_zero(right), constant(-1, width_of(left)), _divided("div", left, right))


def remainder(left: Expr, right: Expr) -> Expr:
    """Of numbers without a sign."""
    if left.type == BOOLEAN:
        return conjunction((left, negation(right)))
    return either(is_zero(right), left, _divided("mod", left, right))


def signed_quotient(left: Expr, right: Expr) -> Expr:
    """Truncated; divided by zero a negative number is 1, any other -1."""
    if left.type == BOOLEAN:
        return quotient(left, right)
    by_zero = either(sign(left), constant(1, width_of(left)), constant(-1, width_of(left)))
    return either(is_zero(right), by_zero, _divided("div", left, right, signed=True))


def signed_remainder(left: Expr, right: Expr) -> Expr:
    """With the sign of the dividend."""
    if left.type == BOOLEAN:
        return remainder(left, right)
    return either(is_zero(right), left, _divided("mod", left, right, signed=True))


def signed_modulus(left: Expr, right: Expr) -> Expr:
    """With the sign of the divisor."""
    if left.type == BOOLEAN:
        return remainder(left, right)
    rest = _divided("mod", left, right, signed=True)
    fits = disjunction((is_zero(rest), equal(sign(rest), sign(right))))
    return either(is_zero(right), left, either(fits, rest, add(rest, right)))


def shift_left(expr: Expr, amount: Expr) -> Expr:
    """Zeros come from below."""
    return _shifted("shl", expr, amount, constant(0, width_of(expr)))


def shift_right(expr: Expr, amount: Expr) -> Expr:
    """Zeros come from above."""
    return _shifted("shr", expr, amount, constant(0, width_of(expr)))


def shift_signed(expr: Expr, amount: Expr) -> Expr:
    """Copies of the sign come from above."""
    if expr.type == BOOLEAN:
        return expr
    copies = either(sign(expr), constant(-1, width_of(expr)), constant(0, width_of(expr)))
    return unsigned(_shifted("shr", as_signed(expr), amount, as_signed(copies)))


def _shifted(operator: Operator, expr: Expr, amount: Expr, beyond: Expr) -> Expr:
    """By each bit of the amount one after the other: there are far fewer bits than amounts."""
    width = width_of(expr)
    if width == 1:
        return conjunction((expr, negation(amount)))
    stages = (width - 1).bit_length()
    found = expr
    for stage in range(stages):
        moved = operation(operator, (found, integer(1 << stage)), expr.type)
        found = either(bit(amount, stage), moved, found)
    return either(is_zero(cut(amount, width - 1, stages)), found, beyond)


def rotate_left(expr: Expr, amount: Expr) -> Expr:
    """By the amount modulo the width."""
    return _rotated(expr, amount, left=True)


def rotate_right(expr: Expr, amount: Expr) -> Expr:
    """By the amount modulo the width."""
    return _rotated(expr, amount, left=False)


def _rotated(expr: Expr, amount: Expr, *, left: bool) -> Expr:
    width = width_of(expr)
    if width == 1:
        return expr
    if width & (width - 1):
        amount = remainder(amount, constant(width, width))
    found = expr
    for stage in range((width - 1).bit_length()):
        low = width - (1 << stage) if left else 1 << stage
        found = either(bit(amount, stage), join(cut(found, low - 1, 0), cut(found, width - 1, low)), found)
    return found


def add_overflows(left: Expr, right: Expr) -> Expr:
    """Whether the sum of numbers without a sign is too large."""
    return less(add(left, right), left)


def signed_add_overflows(left: Expr, right: Expr) -> Expr:
    """Whether the sum of numbers with a sign does not fit."""
    return conjunction((equal(sign(left), sign(right)), differ(sign(left), sign(add(left, right)))))


def signed_subtract_overflows(left: Expr, right: Expr) -> Expr:
    """Whether the difference of numbers with a sign does not fit."""
    return conjunction((differ(sign(left), sign(right)), differ(sign(left), sign(subtract(left, right)))))


def multiply_overflows(left: Expr, right: Expr) -> Expr:
    """Whether the product of numbers without a sign is too large."""
    width = width_of(left)
    product = multiply(extend(left, width), extend(right, width))
    return some_one(cut(product, 2 * width - 1, width))


def signed_multiply_overflows(left: Expr, right: Expr) -> Expr:
    """Whether the product of numbers with a sign does not fit."""
    width = width_of(left)
    product = multiply(extend(left, width, signed=True), extend(right, width, signed=True))
    return negation(equal(product, extend(cut(product, width - 1, 0), width, signed=True)))


def signed_divide_overflows(left: Expr, right: Expr) -> Expr:
    """Whether the least number is divided by -1."""
    return conjunction((equal(left, constant(1 << (width_of(left) - 1), width_of(left))), all_ones(right)))
