"""Expressions of FSP: integers and labels, compiled once to closures over a frame of variables.

Meaning as in LTSA: 32-bit integers that wrap around, division that truncates towards zero, any non-zero
integer is true to ``if``, ``when``, ``&&`` and ``||`` but ``!`` takes only positive ones for true; labels can
be compared with ``==`` and ``!=`` only. ``&&`` and ``||`` ignore the right side when the left one decides.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from quidpro.frontend.fsp import ast
from quidpro.frontend.text.problems import ModelError, Problems, did_you_mean

if TYPE_CHECKING:
    from quidpro.frontend.fsp.compiler import FileDefinitions

Value = int | str
Frame = tuple[Value, ...]
"""The values of the variables in scope, outermost first."""

Eval = Callable[[Frame], Value]

_HALF = 1 << 31
_MASK = (1 << 32) - 1


@dataclass(frozen=True)
class Scope:
    """Where a text stands: definitions of the file, parameters of the process, variables bound."""

    definitions: FileDefinitions
    problems: Problems
    parameters: dict[str, Value]
    variables: tuple[str, ...] = ()

    def bind(self, variable: str) -> Scope:
        """The scope inside a binder."""
        return replace(self, variables=(*self.variables, variable))


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled expression; ``fixed`` when it does not depend on variables."""

    run: Eval
    fixed: bool

    def fold(self) -> Code:
        """The same with its value computed now, if it is fixed and has one."""
        if not self.fixed:
            return self
        try:
            value = self.run(())
        except ModelError:
            return self  # wrong only if it is ever evaluated
        return constant(value)


def constant(value: Value) -> Code:
    """The expression that is this value."""
    return Code(lambda _: value, True)


def raising(fault: ModelError) -> Callable[[Frame], NoReturn]:
    """What cannot be evaluated."""

    def run(_: Frame) -> NoReturn:
        raise fault

    return run


def as_value(text: str) -> Value:
    """A label as a value: one that spells an integer is that integer."""
    try:
        return int(text)
    except ValueError:
        return text


def is_true(value: Value, offset: int) -> bool:
    """What a condition makes of a value."""
    if value.__class__ is not int:
        raise ModelError(f"a condition must be an integer, not the label '{value}'", offset)
    return value != 0


def wrap(number: int) -> int:
    """An integer as 32 bits hold it."""
    return number if -_HALF <= number < _HALF else ((number + _HALF) & _MASK) - _HALF


def compile_expr(expr: ast.Expr, scope: Scope) -> Code:
    """Compile an expression; names are resolved now, and faults that evaluation cannot avoid are reported."""
    match expr:
        case ast.Int(value):
            return constant(wrap(value))
        case ast.Name():
            return _name(expr, scope)
        case ast.Unary(op, operand, offset=offset):
            return _unary(op, compile_expr(operand, scope), offset).fold()
        case ast.Binary(op, left, right, offset=offset):
            return _binary(op, compile_expr(left, scope), compile_expr(right, scope), offset).fold()
        case ast.Conditional():
            return _conditional(expr, scope).fold()
        case ast.Apply():
            return _apply(expr, scope).fold()
        case ast.Quote() | ast.Size() | ast.Element():
            from quidpro.frontend.fsp.labels import compile_label_value

            return compile_label_value(expr, scope).fold()


def _name(expr: ast.Name, scope: Scope) -> Code:
    name = expr.name
    if name in scope.variables:
        slot = len(scope.variables) - 1 - scope.variables[::-1].index(name)
        return Code(operator.itemgetter(slot), False)
    value = scope.parameters.get(name)
    if value is None:
        value = scope.definitions.constant(name)
    if value is not None:
        return constant(value)
    fault = _unknown(expr, scope)
    scope.problems.add(fault)
    return Code(raising(fault), True)


def _unknown(expr: ast.Name, scope: Scope) -> ModelError:
    if expr.name[:1].isupper():
        kind, known = "constant or parameter", [*scope.parameters, *scope.definitions.known()]
    else:
        kind, known = "variable", list(scope.variables)
    hint = did_you_mean(expr.name, known)
    return ModelError(f"{kind} '{expr.name}' is not defined here", expr.offset, len(expr.name), hint)


def _unary(op: str, operand: Code, offset: int) -> Code:
    run = operand.run
    apply = _UNARY[op]

    def unary(frame: Frame) -> Value:
        value = run(frame)
        if isinstance(value, str):
            raise ModelError(f"'{op}' needs an integer, not the label '{value}'", offset)
        return apply(value)

    return Code(unary, operand.fixed)


def _binary(op: str, left: Code, right: Code, offset: int) -> Code:
    if op in ("&&", "||"):
        return _junction(op == "||", left, right, offset)
    first, second = left.run, right.run
    apply = _BINARY[op]

    def binary(frame: Frame) -> Value:
        a, b = first(frame), second(frame)
        if a.__class__ is int and b.__class__ is int:
            try:
                return apply(a, b)
            except ZeroDivisionError:
                raise ModelError("division by zero", offset) from None
        if op in ("==", "!="):
            return int((str(a) == str(b)) == (op == "=="))
        label = a if isinstance(a, str) else b
        raise ModelError(f"'{op}' needs integers, not the label '{label}'", offset, len(op))

    return Code(binary, left.fixed and right.fixed)


def _junction(decides: bool, left: Code, right: Code, offset: int) -> Code:
    """``||`` (decided by a true left side) or ``&&`` (decided by a false one)."""
    first, second = left.run, right.run

    def junction(frame: Frame) -> Value:
        if is_true(first(frame), offset) == decides:
            return int(decides)
        return int(is_true(second(frame), offset))

    return Code(junction, left.fixed and right.fixed)


def _conditional(expr: ast.Conditional, scope: Scope) -> Code:
    """Only the value that is chosen is computed."""
    parts = [compile_expr(part, scope) for part in (expr.condition, expr.then, expr.otherwise)]
    condition, then, otherwise = (part.run for part in parts)

    def conditional(frame: Frame) -> Value:
        return then(frame) if is_true(condition(frame), expr.offset) else otherwise(frame)

    return Code(conditional, all(part.fixed for part in parts))


def _apply(expr: ast.Apply, scope: Scope) -> Code:
    """The body of a function sees its parameters and the constants, and nothing of the place where it is applied."""
    arguments = [compile_expr(argument, scope) for argument in expr.arguments]
    inside = Scope(scope.definitions, scope.problems, {}, expr.function.parameters)
    body = compile_expr(expr.function.body, inside).run
    return Code(
        lambda frame: body(tuple(argument.run(frame) for argument in arguments)),
        all(argument.fixed for argument in arguments),
    )


def _quotient(a: int, b: int) -> int:
    size = abs(a) // abs(b)
    return wrap(size if (a < 0) == (b < 0) else -size)


def _remainder(a: int, b: int) -> int:
    size = abs(a) % abs(b)
    return size if a >= 0 else -size


_UNARY: dict[str, Callable[[int], int]] = {
    "!": lambda a: int(a <= 0),
    "-": lambda a: wrap(-a),
    "+": lambda a: a,
    "~": lambda a: ~a,
}

_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: wrap(a + b),
    "-": lambda a, b: wrap(a - b),
    "*": lambda a, b: wrap(a * b),
    "/": _quotient,
    "\\": _quotient,
    "%": _remainder,
    "^": operator.xor,
    "&": operator.and_,
    "|": operator.or_,
    "<<": lambda a, b: wrap(a << (b & 31)),
    ">>": lambda a, b: a >> (b & 31),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
}
