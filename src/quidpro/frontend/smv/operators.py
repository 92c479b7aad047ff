"""Operators of SMV's text to operators of the flat model, by the types of their arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from quidpro.flat.build import FALSE, TRUE, choice, conjunction, disjunction, integer, negation, operation
from quidpro.flat.expr import Const, Expr, Operator, Var, const, failure
from quidpro.flat.formula import Atom, Connective, Temporal, connect
from quidpro.flat.types import BOOLEAN, INTEGER, Type, merge_types
from quidpro.flat.walk import to_next, variables
from quidpro.frontend.smv import arrays
from quidpro.frontend.smv.arrays import Arrays
from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.lexer import BRANCHING
from quidpro.frontend.smv.meaning import Array, Meaning, Negated
from quidpro.frontend.smv.typed import Typist, mistake, word_hint
from quidpro.frontend.smv.words import Functions, bit_selection, word_constant, word_type

MAX_VALUES = 1 << 20
"""How many values a range may have; more would not fit any engine."""

_MAX_COMPARED = 64
"""Larger domains are not searched for a value in common."""
_CONNECTIVES: dict[str, Connective] = {
    "!": "not",
    "&": "and",
    "|": "or",
    "xor": "xor",
    "xnor": "iff",
    "<->": "iff",
    "->": "implies",
}
_COMPARISONS: dict[str, Operator] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ARITHMETIC: dict[str, Operator] = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}
_BITWISE: dict[str, Operator] = {"&": "bitand", "|": "bitor", "xor": "bitxor"}
_TEMPORAL = BRANCHING | frozenset(("X", "F", "G", "Y", "Z", "H", "O", "U", "S", "V", "T", "AU", "EU", "ABU", "EBU"))


class Operators:
    """Combines the meanings of arguments into the meaning of a node."""

    def __init__(self, typist: Typist) -> None:
        self._typist = typist
        self._functions = Functions(typist)
        self._arrays = Arrays(typist)
        self._in_next: dict[Expr, Expr] = {}
        self._table: dict[str, Callable[[Node, list[Meaning]], Meaning]] = {
            "int": lambda node, args: integer(int(node.value or 0)),
            "bool": lambda node, args: TRUE if node.value else FALSE,
            "word": lambda node, args: word_constant(node),
            "=": self._equality,
            "!=": self._equality,
            "in": self._membership,
            "union": lambda node, args: self._union(node, args),
            "set": lambda node, args: self._union(node, args),
            "..": self._range,
            "<<": self._shift,
            ">>": self._shift,
            "::": self._concat,
            "neg": self._minus,
            "?": lambda node, args: self._cases(node, [*args[:2], TRUE, args[2]], [*node.args[:2], node, node.args[2]]),
            "case": lambda node, args: self._cases(node, args, node.args),
            "list": lambda node, args: Array(0, tuple(args)),
            "index": self._arrays.index,
            "bits": lambda node, args: bit_selection(typist, node, args),
            "call": self._call,
            "next": self._next,
            "MIN": self._temporal,
            "MAX": self._temporal,
        }
        self._table |= dict.fromkeys(_CONNECTIVES, self._connective)
        self._table |= dict.fromkeys(_COMPARISONS, self._comparison)
        self._table |= dict.fromkeys(_ARITHMETIC, self._arithmetic)
        self._table |= dict.fromkeys(_TEMPORAL, self._temporal)

    def combine(self, node: Node, args: list[Meaning]) -> Meaning:
        """The meaning of a node that is not a name."""
        return self._table[node.op](node, args)

    def _call(self, node: Node, args: list[Meaning]) -> Meaning:
        chosen = self._arrays if node.value in arrays.FUNCTIONS else self._functions
        return chosen.call(node, args)

    def _connective(self, node: Node, args: list[Meaning]) -> Meaning:
        if any(isinstance(arg, Temporal | Atom) for arg in args):
            formulas = tuple(self._typist.formula(arg, sub) for arg, sub in zip(args, node.args, strict=True))
            return connect(_CONNECTIVES[node.op], formulas)
        exprs = [self._typist.expr(arg, sub) for arg, sub in zip(args, node.args, strict=True)]
        if exprs[0].type.is_word:
            return self._bitwise(node, exprs)
        if node.op == "!" and exprs[0].type.is_scalar and not self._typist.is_bit(exprs[0]):
            return Negated(exprs[0], node)
        return self._logical(
            node, tuple(self._typist.boolean(arg, sub) for arg, sub in zip(args, node.args, strict=True))
        )

    def _logical(self, node: Node, args: tuple[Expr, ...]) -> Expr:
        match node.op:
            case "!":
                return negation(args[0])
            case "&":
                return conjunction(args)
            case "|":
                return disjunction(args)
        return operation(_CONNECTIVES[node.op], args, BOOLEAN)

    def _bitwise(self, node: Node, exprs: list[Expr]) -> Expr:
        type_ = exprs[0].type
        for expr, sub in zip(exprs, node.args, strict=True):
            if expr.type != type_:
                hint = word_hint(expr, type_)
                raise mistake(sub, f"expected {type_} as on the left side, found {expr.type}", hint)
        if node.op == "!":
            return operation("bitnot", (exprs[0],), type_)
        if node.op == "->":
            inverted = operation("bitnot", (exprs[0],), type_)
            return operation("bitor", (inverted, exprs[1]), type_)
        op = _BITWISE.get(node.op, "bitxor")
        joined = reduce(lambda left, right: operation(op, (left, right), type_), exprs)
        return operation("bitnot", (joined,), type_) if node.op in ("xnor", "<->") else joined

    def _equality(self, node: Node, args: list[Meaning]) -> Meaning:
        left, right = args
        if isinstance(left, Negated):
            self._typist.note_negation(left.node)
            return negation(self._equal(node, node.op, left.expr, right))
        if isinstance(left, Array) or isinstance(right, Array):
            same = self._arrays.equal(node, left, right, lambda one, other: self._equal(node, "=", one, other))
            return same if node.op == "=" else negation(same)
        return self._equal(node, node.op, left, right)

    def _equal(self, node: Node, op: str, one: Meaning, other: Meaning) -> Expr:
        exprs = [self._typist.expr(arg, sub) for arg, sub in zip((one, other), node.args, strict=True)]
        for expr in exprs:
            self._typist.one(expr, node)
        left, right = self._typist.alike(exprs[0], exprs[1], node, node.args)
        if left.type == BOOLEAN:
            return operation("iff" if op == "=" else "xor", (left, right), BOOLEAN)
        self._warn_if_disjoint(node, left, right)
        return operation("eq" if op == "=" else "ne", (left, right), BOOLEAN)

    def _warn_if_disjoint(self, node: Node, left: Expr, right: Expr) -> None:
        """A comparison of a variable with a value that it never has, or of two that have none in common."""
        truth = "false" if node.op == "=" else "true"
        if isinstance(left, Var) and isinstance(right, Var) and self._disjoint(left, right):
            message = f"this is always {truth}: {left.name} and {right.name} have no value in common"
            self._typist.problems.warn(message, node.offset, node.length)
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Var) and isinstance(other, Const) and not one.type.is_word:
                domain = self._typist.variables[one.name].domain
                if other.value not in domain:
                    message = f"this is always {truth}: {other.value} is not a value of {one.name}"
                    self._typist.problems.warn(message, node.offset, node.length)

    def _disjoint(self, left: Var, right: Var) -> bool:
        one, other = (self._typist.variables[side.name].domain for side in (left, right))
        return one is not other and one.size <= _MAX_COMPARED and not any(value in other for value in one)

    def _comparison(self, node: Node, args: list[Meaning]) -> Meaning:
        left, right = self._numbers(node, args)
        self._typist.one(left, node)
        self._typist.one(right, node)
        return operation(_COMPARISONS[node.op], (left, right), BOOLEAN)

    def _arithmetic(self, node: Node, args: list[Meaning]) -> Meaning:
        exprs = self._numbers(node, args)
        type_ = exprs[0].type.element()
        return reduce(lambda left, right: self._lift(_ARITHMETIC[node.op], (left, right), type_), exprs)

    def _numbers(self, node: Node, args: list[Meaning]) -> list[Expr]:
        """Integers, or words of one type."""
        first = self._typist.expr(args[0], node.args[0])
        if not first.type.is_word:
            return [self._typist.number(arg, sub) for arg, sub in zip(args, node.args, strict=True)]
        exprs = [self._typist.expr(arg, sub) for arg, sub in zip(args, node.args, strict=True)]
        for expr, sub in zip(exprs, node.args, strict=True):
            if expr.type.element() != first.type.element():
                hint = word_hint(expr, first.type)
                raise mistake(sub, f"expected {first.type} as on the left side, found {expr.type}", hint)
        return exprs

    def _lift(self, op: Operator, args: tuple[Expr, ...], type_: Type) -> Expr:
        many = any(arg.type.many for arg in args)
        return operation(op, args, type_.as_set() if many else type_)

    def _minus(self, node: Node, args: list[Meaning]) -> Meaning:
        (arg,) = self._numbers(node, args)
        return self._lift("neg", (arg,), arg.type.element())

    def _shift(self, node: Node, args: list[Meaning]) -> Meaning:
        value, amount = (self._typist.expr(arg, sub) for arg, sub in zip(args, node.args, strict=True))
        if not value.type.is_word or (amount.type.kind not in ("integer", "unsigned")):
            raise mistake(node, f"'{node.op}' shifts a word by an integer or an unsigned word")
        return self._lift("shl" if node.op == "<<" else "shr", (value, amount), value.type.element())

    def _concat(self, node: Node, args: list[Meaning]) -> Meaning:
        left, right = (self._typist.expr(arg, sub) for arg, sub in zip(args, node.args, strict=True))
        if not (left.type.is_word and right.type.is_word):
            raise mistake(node, f"'::' joins two words, not {left.type} and {right.type}")
        return self._lift("concat", (left, right), word_type(node, left.type.width + right.type.width, signed=False))

    def _membership(self, node: Node, args: list[Meaning]) -> Meaning:
        left, right = (self._typist.expr(arg, sub) for arg, sub in zip(args, node.args, strict=True))
        left, right = self._typist.alike(left, right, node, node.args)
        return operation("in", (left, right), BOOLEAN)

    def _union(self, node: Node, args: list[Meaning]) -> Expr:
        exprs = [self._typist.expr(arg, sub) for arg, sub in zip(args, node.args, strict=True)]
        if any(expr.type.kind == "boolean" for expr in exprs):
            exprs = [self._typist.truth(expr, sub) for expr, sub in zip(exprs, node.args, strict=True)]
        type_ = exprs[0].type
        for expr, sub in zip(exprs, node.args, strict=True):
            joined = merge_types(type_, expr.type)
            if joined is None:
                raise mistake(sub, f"a set cannot hold {type_.element()} and {expr.type.element()} together")
            type_ = joined
        return operation("union", tuple(dict.fromkeys(exprs)), type_.as_set())

    def _range(self, node: Node, args: list[Meaning]) -> Expr:
        low, high = (self._typist.constant(arg, sub, "a bound") for arg, sub in zip(args, node.args, strict=True))
        if low > high:
            raise mistake(node, f"the range {low}..{high} is empty")
        if high - low >= MAX_VALUES:
            raise mistake(node, f"the range {low}..{high} has more than {MAX_VALUES} values")
        values = tuple(const(value, INTEGER) for value in range(low, high + 1))
        return operation("union", values, INTEGER.as_set())

    def _cases(self, node: Node, args: list[Meaning], subs: list[Node]) -> Meaning:
        """Conditions and values in turn, to nested conditionals; the end without a default is an error to evaluate."""
        conditions = [self._typist.boolean(arg, sub) for arg, sub in zip(args[::2], subs[::2], strict=True)]
        if any(isinstance(arg, Temporal) for arg in args[1::2]):
            return self._temporal_cases(conditions, args[1::2], subs[1::2])
        if isinstance(args[1], Array):
            return self._array_cases(node, conditions, args[1::2], subs)
        values = self._common(
            [self._typist.expr(arg, sub) for arg, sub in zip(args[1::2], subs[1::2], strict=True)], subs
        )
        result: Expr = failure("the conditions of this case do not cover every state", node.offset, values[-1].type)
        for condition, value in zip(reversed(conditions), reversed(values), strict=True):
            result = choice(condition, value, result)
        return result

    def _array_cases(self, node: Node, conditions: list[Expr], values: list[Meaning], subs: list[Node]) -> Meaning:
        """An array of choices, element by element."""
        arrays = [value for value in values if isinstance(value, Array)]
        first = arrays[0]
        if len(arrays) < len(values) or any(len(array.items) != len(first.items) for array in arrays):
            raise mistake(node, "if one branch is an array, all must be arrays with as many elements")
        rows = zip(*(array.items for array in arrays), strict=True)
        mixed = ([part for pair in zip(conditions, row, strict=True) for part in pair] for row in rows)
        return Array(first.low, tuple(self._cases(node, parts, subs) for parts in mixed), first.width)

    def _common(self, values: list[Expr], subs: list[Node]) -> list[Expr]:
        """Values of branches brought to one type."""
        if any(value.type.kind == "boolean" for value in values):
            values = [self._typist.truth(value, sub) for value, sub in zip(values, subs[1::2], strict=True)]
        for value, sub in zip(values, subs[1::2], strict=True):
            if merge_types(values[0].type, value.type) is None:
                raise mistake(sub, f"this branch is {value.type}, the first one is {values[0].type}")
        return values

    def _temporal_cases(self, conditions: list[Expr], values: list[Meaning], subs: list[Node]) -> Meaning:
        formulas = [self._typist.formula(value, sub) for value, sub in zip(values, subs, strict=True)]
        parts = []
        before: Expr = TRUE
        for condition, formula in zip(conditions, formulas, strict=True):
            parts.append(connect("implies", (Atom(conjunction((before, condition))), formula)))
            before = conjunction((before, negation(condition)))
        return connect("and", tuple(parts))

    def _next(self, node: Node, args: list[Meaning]) -> Meaning:
        return self._arrays.each(args[0], lambda part: self._following(node, part))

    def _following(self, node: Node, meaning: Meaning) -> Expr:
        expr = self._typist.expr(meaning, node.args[0])
        for variable in variables(expr):
            if variable.next:
                raise mistake(node, "'next' stands inside another 'next'", "only two states of a path can be spoken of")
            if self._typist.variables[variable.name].kind == "input":
                raise mistake(node, f"'next' of the input {variable.name}: inputs belong to the step, not to its end")
        return to_next(expr, self._in_next)

    def _temporal(self, node: Node, args: list[Meaning]) -> Meaning:
        formulas = tuple(self._typist.formula(arg, sub) for arg, sub in zip(args, node.args, strict=True))
        return Temporal(node.op, formulas, node.bounds)  # type: ignore[arg-type]
