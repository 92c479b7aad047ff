"""Words of a circuit as expressions: their bits, connectives, sums and comparisons.

A word of one bit is a boolean: most of what circuits say of single bits then is a connective.
"""

from __future__ import annotations

from functools import reduce

from quidpro.flat.build import TRUE, boolean, choice, conjunction, disjunction, integer, negation, operation
from quidpro.flat.expr import Const, Expr, Op, Operator, const
from quidpro.flat.types import BOOLEAN, Type, word


def type_of(width: int) -> Type:
    """The type of words of a width."""
    return BOOLEAN if width == 1 else word(width)


def constant(value: int, width: int) -> Expr:
    """The word with the low bits of a number."""
    value &= (1 << width) - 1
    return boolean(bool(value)) if width == 1 else const(value, word(width))


def width_of(expr: Expr) -> int:
    """How many bits an expression has."""
    return 1 if expr.type == BOOLEAN else expr.type.width


def as_word(expr: Expr) -> Expr:
    """The same bits as a word of the flat model."""
    return operation("word1", (expr,), word(1)) if expr.type == BOOLEAN else expr


def as_bits(expr: Expr) -> Expr:
    """A word of the flat model as it is kept here: a single bit is a boolean."""
    if expr.type.width != 1:
        return expr
    if isinstance(expr, Op) and expr.op == "word1":
        return expr.args[0]
    return equal(expr, const(1, word(1)))


def like(operator: Operator, *args: Expr) -> Expr:
    """An operator whose result is like its first argument."""
    return operation(operator, args, args[0].type)


def _test(operator: Operator, left: Expr, right: Expr) -> Expr:
    return operation(operator, (left, right), BOOLEAN)


def equal(left: Expr, right: Expr) -> Expr:
    """Whether two words are the same."""
    if isinstance(left, Const):
        left, right = right, left
    return TRUE if left is right else _test("iff" if left.type == BOOLEAN else "eq", left, right)


def either(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """One word or the other; of booleans as a connective where one of them is constant."""
    if then.type == BOOLEAN and isinstance(then, Const):
        return disjunction((condition, otherwise)) if then is TRUE else conjunction((negation(condition), otherwise))
    if then.type == BOOLEAN and isinstance(otherwise, Const):
        return disjunction((negation(condition), then)) if otherwise is TRUE else conjunction((condition, then))
    return choice(condition, then, otherwise)


def bit(expr: Expr, at: int) -> Expr:
    """One bit of a word."""
    return expr if expr.type == BOOLEAN else cut(expr, at, at)


def cut(expr: Expr, high: int, low: int) -> Expr:
    """The bits from high to low."""
    if high - low + 1 == width_of(expr):
        return expr
    return as_bits(operation("bits", (expr, integer(high), integer(low)), word(high - low + 1)))


def join(high: Expr, low: Expr) -> Expr:
    """Two words as one."""
    return operation("concat", (as_word(high), as_word(low)), word(width_of(high) + width_of(low)))


def extend(expr: Expr, more: int, *, signed: bool = False) -> Expr:
    """A word with more bits: zeros, or copies of its sign."""
    if more == 0:
        return expr
    longer = width_of(expr) + more
    if not signed:
        return operation("extend", (as_word(expr), integer(more)), word(longer))
    return unsigned(operation("extend", (as_signed(expr), integer(more)), word(longer, signed=True)))


def as_signed(expr: Expr) -> Expr:
    """The same bits as a number with a sign."""
    return operation("signed", (as_word(expr),), word(width_of(expr), signed=True))


def unsigned(expr: Expr) -> Expr:
    """The bits of a number with a sign."""
    return as_bits(operation("unsigned", (expr,), word(expr.type.width)))


def sign(expr: Expr) -> Expr:
    """The highest bit."""
    return bit(expr, width_of(expr) - 1)


def invert(expr: Expr) -> Expr:
    """Every bit the other way."""
    return negation(expr) if expr.type == BOOLEAN else like("bitnot", expr)


def both(left: Expr, right: Expr) -> Expr:
    """Bit by bit: and."""
    return conjunction((left, right)) if left.type == BOOLEAN else like("bitand", left, right)


def any_of(left: Expr, right: Expr) -> Expr:
    """Bit by bit: or."""
    return disjunction((left, right)) if left.type == BOOLEAN else like("bitor", left, right)


def differ(left: Expr, right: Expr) -> Expr:
    """Bit by bit: exclusive or."""
    return negation(equal(left, right)) if left.type == BOOLEAN else like("bitxor", left, right)


def add(left: Expr, right: Expr) -> Expr:
    """The sum."""
    return differ(left, right) if left.type == BOOLEAN else like("add", left, right)


def subtract(left: Expr, right: Expr) -> Expr:
    """The difference."""
    return differ(left, right) if left.type == BOOLEAN else like("sub", left, right)


def multiply(left: Expr, right: Expr) -> Expr:
    """The product."""
    return both(left, right) if left.type == BOOLEAN else like("mul", left, right)


def negate(expr: Expr) -> Expr:
    """The two's complement."""
    return expr if expr.type == BOOLEAN else like("neg", expr)


def is_zero(expr: Expr) -> Expr:
    """Whether no bit is set."""
    return equal(expr, constant(0, width_of(expr)))


def less(left: Expr, right: Expr) -> Expr:
    """Of numbers without a sign."""
    return conjunction((negation(left), right)) if left.type == BOOLEAN else _test("lt", left, right)


def signed_less(left: Expr, right: Expr) -> Expr:
    """Of numbers with a sign: a single bit is 0 or -1."""
    return less(right, left) if left.type == BOOLEAN else _test("lt", as_signed(left), as_signed(right))


def all_ones(expr: Expr) -> Expr:
    """Whether every bit is set."""
    return equal(expr, constant(-1, width_of(expr)))


def some_one(expr: Expr) -> Expr:
    """Whether some bit is set."""
    return negation(is_zero(expr))


def odd_ones(expr: Expr) -> Expr:
    """Whether the number of bits that are set is odd."""
    return reduce(differ, (bit(expr, at) for at in range(width_of(expr))))
