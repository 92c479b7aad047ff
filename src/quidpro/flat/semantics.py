"""What the operators mean on single values, with NuSMV's rules: division truncates, words wrap around."""

from __future__ import annotations

import operator
from collections.abc import Callable

from quidpro.flat.expr import Operator
from quidpro.flat.types import Type, Value

MAX_INTEGER = 1 << 63
"""How big an integer may get, so that no chain of multiplications runs away."""


class EvaluationError(Exception):
    """An operation that has no value; ``offset`` is its position in the source text, where known."""

    def __init__(self, reason: str, offset: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def wrap(value: int, type_: Type) -> int:
    """An integer brought into the natural range of a word type, by its low bits."""
    pattern = value & ((1 << type_.width) - 1)
    negative = type_.kind == "signed" and pattern >> (type_.width - 1)
    return pattern - (1 << type_.width) if negative else pattern


def pattern(value: Value, type_: Type) -> int:
    """The bits of a word as an unsigned integer."""
    return int(value) & ((1 << type_.width) - 1)


def divide(left: int, right: int) -> int:
    """The quotient, truncated toward zero."""
    if right == 0:
        raise EvaluationError("division by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def modulo(left: int, right: int) -> int:
    """The remainder of the truncated division: it has the sign of the left side."""
    return left - right * divide(left, right)


_INTEGER: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": divide,
    "mod": modulo,
    "bitand": operator.and_,
    "bitor": operator.or_,
    "bitxor": operator.xor,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
_BOOLEAN: dict[str, Callable[[Value, Value], bool]] = {
    "xor": lambda a, b: a != b,
    "iff": lambda a, b: a == b,
    "implies": lambda a, b: not a or bool(b),
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}


def apply(op: Operator, values: tuple[Value, ...], types: tuple[Type, ...], result: Type) -> Value:
    """An operator on single values; sets and ``ite``, ``in``, ``union`` are the business of the caller."""
    if op in _BOOLEAN:
        return _BOOLEAN[op](values[0], values[1])
    if op in _INTEGER:
        return _fit(_INTEGER[op](int(values[0]), int(values[1])), result)
    if op in _COMPARE:
        return _COMPARE[op](int(values[0]), int(values[1]))
    match op:
        case "not":
            return not values[0]
        case "and":
            return all(values)
        case "or":
            return any(values)
        case "neg":
            return _fit(-int(values[0]), result)
    return _word(op, tuple(int(value) for value in values), types, result)


def _fit(value: int, result: Type) -> int:
    if result.is_word:
        return wrap(value, result)
    if abs(value) > MAX_INTEGER:
        raise EvaluationError("an integer grows beyond 64 bits")
    return value


def _word(op: Operator, values: tuple[int, ...], types: tuple[Type, ...], result: Type) -> int:
    match op:
        case "shl" | "shr":
            return wrap(_shift(op, values[0], values[1], result.width), result)
        case "concat":
            return pattern(values[0], types[0]) << types[1].width | pattern(values[1], types[1])
        case "bits":
            return wrap(pattern(values[0], types[0]) >> values[2], result)
        case "bitnot":
            return wrap(~values[0], result)
        case "resize":
            return _resize(values[0], types[0], result)
        case "extend" | "signed" | "unsigned" | "word1":
            return wrap(values[0], result)
        case "toint":
            return values[0]
    raise AssertionError(op)


def _shift(op: Operator, value: int, amount: int, width: int) -> int:
    if not 0 <= amount <= width:
        raise EvaluationError(f"a word of {width} bits is shifted by {amount}")
    return value << amount if op == "shl" else value >> amount


def _resize(value: int, old: Type, new: Type) -> int:
    """A signed word that gets shorter keeps its sign bit and its low bits."""
    if old.kind == "unsigned" or new.width >= old.width:
        return wrap(value, new)
    sign = (value < 0) << (new.width - 1)
    return wrap(sign | (value & ((1 << (new.width - 1)) - 1)), new)
