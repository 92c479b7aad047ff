"""Expressions and formulas written back as SMV."""

from __future__ import annotations

from quidpro.flat.expr import Const, Expr, Fail, Op, Var
from quidpro.flat.formula import LINEAR, Atom, Formula, Temporal
from quidpro.flat.types import typed_text

_INFIX = {
    "and": "&", "or": "|", "xor": "xor", "iff": "<->", "implies": "->", "eq": "=", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "mod", "in": "in", "bitand": "&",
    "bitor": "|", "bitxor": "xor", "shl": "<<", "shr": ">>", "concat": "::",
}  # fmt: skip
_PREFIX = {"not": "!", "bitnot": "!", "neg": "-"}
_MAX_CHARACTERS = 100_000


def text(expr: Expr, max_characters: int = _MAX_CHARACTERS) -> str:
    """An expression in SMV's words, fully parenthesised, cut with an ellipsis after ``max_characters``."""
    pieces: list[str] = []
    length = 0
    stack: list[Expr | str] = [expr]
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            pieces.append(top)
            length += len(top)
            if length > max_characters:
                return "".join(pieces)[:max_characters] + "…"
        else:
            stack.extend(reversed(_parts(top, top is expr)))
    return "".join(pieces)


def _parts(node: Expr, outermost: bool) -> list[Expr | str]:
    match node:
        case Const(value):
            return [typed_text(value, node.type)]
        case Var(name, following):
            return [f"next({name})" if following else name]
        case Fail(reason):
            return [f"<{reason}>"]
        case Op(operator, args):
            return _operation(operator, args, outermost)
    raise AssertionError(node)


def _operation(operator: str, args: tuple[Expr, ...], outermost: bool) -> list[Expr | str]:
    if operator in _PREFIX:
        return [_PREFIX[operator], args[0]]
    if operator == "bits":
        return [args[0], "[", args[1], ":", args[2], "]"]
    if operator == "union":
        return ["{", *_separate(args, ", "), "}"]
    if operator == "ite":
        inner: list[Expr | str] = [args[0], " ? ", args[1], " : ", args[2]]
    elif operator in _INFIX:
        inner = _separate(args, f" {_INFIX[operator]} ")
    else:
        return [operator, "(", *_separate(args, ", "), ")"]
    return inner if outermost else ["(", *inner, ")"]


def _separate(args: tuple[Expr, ...], between: str) -> list[Expr | str]:
    found: list[Expr | str] = []
    for arg in args:
        found += [between, arg] if found else [arg]
    return found


def _bounds(formula: Temporal) -> str:
    if formula.bounds is None:
        return ""
    low, high = formula.bounds
    return f" [{low}, {high}]" if formula.op in LINEAR else f" {low}..{high}"


def formula_text(formula: Formula) -> str:
    """A formula in SMV's words."""
    if isinstance(formula, Atom):
        return text(formula.expr)
    args = [formula_text(arg) for arg in formula.args]
    wrapped = [arg if " " not in arg else f"({arg})" for arg in args]
    bounds = _bounds(formula)
    if formula.op in ("EU", "AU", "EBU", "ABU"):
        middle = f"BU{bounds}" if bounds else "U"
        return f"{formula.op[0]} [ {wrapped[0]} {middle} {wrapped[1]} ]"
    if formula.op in ("MIN", "MAX"):
        return f"{formula.op} [ {args[0]} , {args[1]} ]"
    sign = {**_INFIX, **_PREFIX}.get(formula.op, formula.op)
    if len(args) == 1:
        return f"{sign}{wrapped[0]}" if formula.op == "not" else f"{sign}{bounds} {wrapped[0]}"
    return f" {sign} ".join(wrapped)
