"""Ways to make expressions: the type is found, constants are folded, trivial parts dropped."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.flat.expr import Const, Expr, Op, Operator, const, op
from quidpro.flat.semantics import EvaluationError, apply
from quidpro.flat.types import BOOLEAN, INTEGER, Type, merge_types

TRUE = const(True, BOOLEAN)
FALSE = const(False, BOOLEAN)

_UNFOLDED = ("ite", "union", "in")


def boolean(value: bool) -> Const:
    """TRUE or FALSE."""
    return TRUE if value else FALSE


def integer(value: int) -> Const:
    """An integer."""
    return const(value, INTEGER)


def operation(operator: Operator, args: tuple[Expr, ...], type_: Type) -> Expr:
    """An operator on arguments, simplified; the type must be the right one."""
    match operator:
        case "and":
            return conjunction(args)
        case "or":
            return disjunction(args)
        case "not":
            return negation(args[0])
        case "ite":
            return choice(args[0], args[1], args[2])
        case "implies" if args[0] is FALSE or args[1] is TRUE:
            return TRUE
        case "implies" if args[0] is TRUE:
            return args[1]
        case "iff" | "eq" if args[1] is TRUE:
            return args[0]
        case "iff" | "eq" if args[1] is FALSE:
            return negation(args[0])
    return _fold(operator, args, type_)


def _fold(operator: Operator, args: tuple[Expr, ...], type_: Type) -> Expr:
    """A constant when all arguments are; an operation without a value (a division by zero) stays for evaluation."""
    if operator not in _UNFOLDED and all(isinstance(arg, Const) for arg in args):
        values = tuple(arg.value for arg in args if isinstance(arg, Const))
        try:
            return const(apply(operator, values, tuple(arg.type for arg in args), type_), type_)
        except EvaluationError:
            pass
    return op(operator, args, type_)


def negation(arg: Expr) -> Expr:
    """Not ``arg``."""
    if isinstance(arg, Const):
        return boolean(not arg.value)
    if isinstance(arg, Op) and arg.op == "not":
        return arg.args[0]
    return op("not", (arg,), BOOLEAN)


def conjunction(args: Iterable[Expr]) -> Expr:
    """All of them."""
    return _join("and", args, TRUE, FALSE)


def disjunction(args: Iterable[Expr]) -> Expr:
    """Any of them."""
    return _join("or", args, FALSE, TRUE)


def _join(operator: Operator, args: Iterable[Expr], neutral: Expr, absorbing: Expr) -> Expr:
    kept = list(dict.fromkeys(arg for arg in args if arg is not neutral))
    if absorbing in kept:
        return absorbing
    if len(kept) < 2:
        return kept[0] if kept else neutral
    return op(operator, tuple(kept), BOOLEAN)


def choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """``ite``; both branches must have a common type."""
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    type_ = merge_types(then.type, otherwise.type)
    assert type_ is not None, f"ite of {then.type} and {otherwise.type}"
    return op("ite", (condition, then, otherwise), type_)


def equal(left: Expr, right: Expr) -> Expr:
    """``left = right``."""
    return operation("eq", (left, right), BOOLEAN)
