"""Bounds on what an integer expression can evaluate to, by interval arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf

from quidpro.flat.expr import Const, Expr, Op, Var
from quidpro.flat.model import Variable
from quidpro.flat.walk import postorder

Interval = tuple[float, float]

_ANY: Interval = (-inf, inf)
_NONE: Interval = (inf, -inf)


def bounds(expr: Expr, variables: Mapping[str, Variable]) -> Interval:
    """The least and the greatest value that are possible, as far as interval arithmetic can tell."""
    found: dict[Expr, Interval] = {}
    for node in postorder((expr,)):
        found[node] = _interval(node, [found[arg] for arg in node.args], variables)
    return found[expr]


def _interval(node: Expr, args: list[Interval], variables: Mapping[str, Variable]) -> Interval:
    match node:
        case Const(value) if isinstance(value, int):
            return value, value
        case Var(name):
            return _of_domain(variables[name])
        case Op("ite"):
            return _hull(args[1:])
        case Op("union"):
            return _hull(args)
        case Op(operator) if operator in _RULES:
            return _RULES[operator](*args)
        case Op() | Const():
            return _ANY
    return _NONE


def _of_domain(variable: Variable) -> Interval:
    if variable.domain.type.is_word:
        natural = variable.domain.type.natural()
        return natural[0], natural[-1]
    values = [value for value in variable.domain if isinstance(value, int)]
    return (min(values), max(values)) if values and variable.domain.type.kind == "integer" else _ANY


def _hull(intervals: list[Interval]) -> Interval:
    return min(low for low, _ in intervals), max(high for _, high in intervals)


def _sum(left: Interval, right: Interval) -> Interval:
    return left[0] + right[0], left[1] + right[1]


def _negative(arg: Interval) -> Interval:
    return -arg[1], -arg[0]


def _difference(left: Interval, right: Interval) -> Interval:
    return _sum(left, _negative(right))


def _remainder(left: Interval, right: Interval) -> Interval:
    """The remainder has the sign of the left side and is smaller than the right one."""
    largest = max(abs(right[0]), abs(right[1])) - 1
    return (0 if left[0] >= 0 else -largest), (0 if left[1] <= 0 else largest)


_RULES: dict[str, Callable[..., Interval]] = {
    "add": _sum,
    "sub": _difference,
    "neg": _negative,
    "mod": _remainder,
    "toint": lambda arg: arg,
}
