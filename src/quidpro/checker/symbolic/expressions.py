"""Expressions of a flat model as gates.

A boolean is a literal, a value of an enumeration a literal for each value it can have, a word a vector. A set is the
same with more than one of them true: every value with the condition under which it can be chosen, every word likewise.
Beside its meaning every expression has a literal that says it has none (a ``case`` that ends, a division by zero).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable

from quidpro.checker.symbolic import vectors
from quidpro.checker.symbolic.backend import FALSE, TRUE, Backend
from quidpro.checker.symbolic.meaning import (
    Entry,
    Meaning,
    Scalar,
    Word,
    arbitrary,
    as_literal,
    as_scalar,
    constant,
    negate_entry,
)
from quidpro.checker.symbolic.vectors import Vector
from quidpro.core.errors import BudgetExceeded
from quidpro.flat.expr import Const, Expr, Fail, Op, Var
from quidpro.flat.semantics import EvaluationError, divide, modulo
from quidpro.flat.types import Type, Value
from quidpro.flat.walk import postorder

MAX_PAIRS = 1 << 20
MAX_INTEGER_BITS = 16
"""Longer words are not turned into integers."""


Leaf = Callable[[Var], Meaning]
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": divide,
    "mod": modulo,
}


class Expressions:
    """Turns expressions into gates; ``leaf`` knows what the variables are."""

    def __init__(self, gates: Backend, leaf: Leaf) -> None:
        self.gates = gates
        self._leaf = leaf
        self._entries: dict[Expr, Entry] = {}

    def entry(self, expr: Expr) -> Entry:
        """What an expression means, and when it means nothing."""
        if expr not in self._entries:
            for node in postorder((expr,)):
                if node not in self._entries:
                    self._entries[node] = self._node(node)
            self.gates.budget.check()
        return self._entries[expr]

    def truth(self, expr: Expr) -> int:
        """A boolean expression as a literal."""
        return as_literal(self.entry(expr)[0])

    def undefined(self, expr: Expr) -> int:
        """The literal that says that an expression has no value."""
        return self.entry(expr)[1]

    def _node(self, node: Expr) -> Entry:
        match node:
            case Const(value):
                return constant(value, node.type), FALSE
            case Var():
                return self._leaf(node), FALSE
            case Fail():
                return arbitrary(node.type), TRUE
            case Op():
                return self._operation(node, [self._entries[arg] for arg in node.args])
        raise AssertionError(node)

    def _operation(self, node: Op, entries: list[Entry]) -> Entry:
        gates = self.gates
        match node.op:
            case "and":
                return self._conjunction(entries)
            case "or":
                return negate_entry(self._conjunction([negate_entry(entry) for entry in entries]))
            case "implies":
                return negate_entry(self._conjunction([entries[0], negate_entry(entries[1])]))
            case "not":
                return negate_entry(entries[0])
            case "ite":
                (value, unclear), then, otherwise = entries
                condition = as_literal(value)
                undefined = gates.disj([unclear, gates.ite(condition, then[1], otherwise[1])])
                return self._either(condition, then[0], otherwise[0]), undefined
        meaning, failing = self._strict(node, [meaning for meaning, _ in entries])
        return meaning, gates.disj([failing, *(undefined for _, undefined in entries)])

    def _conjunction(self, entries: list[Entry]) -> Entry:
        """A part that is false decides, whatever happens to the others."""
        gates = self.gates
        literals = [as_literal(meaning) for meaning, _ in entries]
        undefined = gates.disj(undefined for _, undefined in entries)
        if undefined != FALSE:
            decided = [gates.conj([-m, -u]) for m, (_, u) in zip(literals, entries, strict=True)]
            undefined = gates.conj([undefined, *(-x for x in decided)])
        return gates.conj(literals), undefined

    def _either(self, condition: int, then: Meaning, otherwise: Meaning) -> Meaning:
        gates = self.gates
        if isinstance(then, int) and isinstance(otherwise, int):
            return gates.ite(condition, then, otherwise)
        if isinstance(then, Word) and isinstance(otherwise, Word):
            if len(then.options) == len(otherwise.options) == 1:
                return Word(((TRUE, vectors.select(gates, condition, then.options[0][1], otherwise.options[0][1])),))
            options = [(gates.conj([condition, guard]), vector) for guard, vector in then.options]
            return Word((*options, *((gates.conj([-condition, g]), v) for g, v in otherwise.options)))
        left, right = as_scalar(then).cases, as_scalar(otherwise).cases
        values = {**left, **right}
        return Scalar({v: gates.ite(condition, left.get(v, FALSE), right.get(v, FALSE)) for v in values})

    def _strict(self, node: Op, args: list[Meaning]) -> Entry:
        """Operators that look at all their arguments."""
        match node.op, args:
            case "union", _:
                return self._union(args), FALSE
            case "in", [left, right]:
                return self._is_subset(left, right), FALSE
            case (("eq" | "iff"), [left, right]):
                return self.overlap(left, right), FALSE
            case (("ne" | "xor"), [left, right]):
                return -self.overlap(left, right), FALSE
            case (("lt" | "le" | "gt" | "ge"), [left, right]):
                return self._compare(node, left, right), FALSE
            case "word1", [int() as bit]:
                return Word(((TRUE, (bit,)),)), FALSE
            case "toint", [Word() as word]:
                return self._to_integer(word, node.args[0].type), FALSE
            case "neg", [Scalar(cases)]:
                return self._gather((-int(v), c) for v, c in cases.items()), FALSE
            case _, [Scalar() as left, Scalar() as right]:
                return self._calculate(_ARITHMETIC[node.op], left, right)
            case _, [Word() as word, *rest]:
                return self._words(node, word, rest)
        raise AssertionError(node.op)

    def _union(self, args: list[Meaning]) -> Meaning:
        if all(isinstance(arg, Word) for arg in args):
            return Word(tuple(option for arg in args if isinstance(arg, Word) for option in arg.options))
        return self._gather((value, c) for arg in args for value, c in as_scalar(arg).cases.items())

    def _gather(self, cases: Iterable[tuple[Value, int]]) -> Scalar:
        found: dict[Value, list[int]] = {}
        for value, condition in cases:
            if condition != FALSE:
                found.setdefault(value, []).append(condition)
        return Scalar({value: self.gates.disj(conditions) for value, conditions in found.items()})

    def _is_subset(self, left: Meaning, right: Meaning) -> int:
        """Whether all values of the left, which may be a set too, are among those of the right."""
        gates = self.gates
        if isinstance(left, Word):
            inside = ((guard, self.overlap(Word(((TRUE, vector),)), right)) for guard, vector in left.options)
        else:
            theirs = as_scalar(right).cases
            inside = ((guard, theirs.get(value, FALSE)) for value, guard in as_scalar(left).cases.items())
        return gates.conj(gates.disj([-guard, within]) for guard, within in inside)

    def overlap(self, left: Meaning, right: Meaning) -> int:
        """Whether two meanings have a value in common: equality of values, one of a set for a value."""
        gates = self.gates
        if isinstance(left, int) and isinstance(right, int):
            return gates.iff(left, right)
        if isinstance(left, Word) and isinstance(right, Word):
            return gates.disj(
                gates.conj([g, h, vectors.same(gates, v, w)]) for g, v in left.options for h, w in right.options
            )
        mine, theirs = as_scalar(left).cases, as_scalar(right).cases
        return gates.disj(gates.conj([condition, theirs[v]]) for v, condition in mine.items() if v in theirs)

    def _compare(self, node: Op, left: Meaning, right: Meaning) -> int:
        if node.op in ("gt", "le"):
            left, right = right, left
        if isinstance(left, Word) and isinstance(right, Word):
            signed = node.args[0].type.kind == "signed"
            below = vectors.less(self.gates, left.options[0][1], right.options[0][1], signed=signed)
        else:
            below = self._below(as_scalar(left), as_scalar(right))
        return -below if node.op in ("le", "ge") else below

    def _below(self, left: Scalar, right: Scalar) -> int:
        _reject_many(len(left.cases) * len(right.cases), self.gates)
        gates = self.gates
        pairs = []
        for value, condition in left.cases.items():
            above = gates.disj(c for other, c in right.cases.items() if int(value) < int(other))
            pairs.append(gates.conj([condition, above]))
        return gates.disj(pairs)

    def _calculate(self, function: Callable[[int, int], int], left: Scalar, right: Scalar) -> Entry:
        _reject_many(len(left.cases) * len(right.cases), self.gates)
        found, failing = [], []
        for a, here in left.cases.items():
            for b, there in right.cases.items():
                both = self.gates.conj([here, there])
                try:
                    found.append((function(int(a), int(b)), both))
                except EvaluationError:
                    failing.append(both)
        return self._gather(found), self.gates.disj(failing)

    def _to_integer(self, word: Word, type_: Type) -> Scalar:
        if type_.width > MAX_INTEGER_BITS:
            raise BudgetExceeded("memory", self.gates.budget.phase, f"toint of a word of {type_.width} bits")
        return self._gather(
            (value, self.gates.conj([guard, vectors.is_number(self.gates, vector, value % (1 << type_.width))]))
            for guard, vector in word.options
            for value in type_.natural()
        )

    def _words(self, node: Op, word: Word, rest: list[Meaning]) -> Entry:
        """An operator on every choice of its words."""
        options: list[tuple[int, Vector]] = []
        failing = []
        for guard, vector in word.options:
            for under, second in self._second_options(node, rest):
                both = self.gates.conj([guard, under])
                result, undefined = self._word(node, vector, second)
                options.append((both, result))
                failing.append(self.gates.conj([both, undefined]))
        return Word(tuple(options)), self.gates.disj(failing)

    def _second_options(self, node: Op, rest: list[Meaning]) -> list[tuple[int, Vector | Scalar | None]]:
        if not rest or node.op in ("bits", "extend", "resize"):
            return [(TRUE, None)]
        second = rest[0]
        if isinstance(second, Word):
            return list(second.options)
        scalar = as_scalar(second)
        if node.args[1].type.many:
            return [(condition, Scalar({value: TRUE})) for value, condition in scalar.cases.items()]
        return [(TRUE, scalar)]

    def _word(self, node: Op, left: Vector, right: Vector | Scalar | None) -> tuple[Vector, int]:
        gates, signed = self.gates, node.args[0].type.kind == "signed"
        match node.op, right:
            case "neg", _:
                return vectors.negate(gates, left), FALSE
            case "bitnot", _:
                return vectors.invert(left), FALSE
            case (("signed" | "unsigned"), _):
                return left, FALSE
            case (("extend" | "resize"), _):
                return vectors.resize(left, node.type.width, signed=signed), FALSE
            case "bits", _:
                high, low = (int(arg.value) for arg in node.args[1:] if isinstance(arg, Const))
                return left[low : high + 1], FALSE
            case (("shl" | "shr"), _):
                return self._shift(node, left, right)
        assert isinstance(right, tuple)
        return self._binary(node, left, right, signed)

    def _binary(self, node: Op, left: Vector, right: Vector, signed: bool) -> tuple[Vector, int]:
        gates = self.gates
        match node.op:
            case "add":
                return vectors.sum_of(gates, left, right), FALSE
            case "sub":
                return vectors.difference(gates, left, right), FALSE
            case "mul":
                return vectors.product_of(gates, left, right), FALSE
            case "div" | "mod":
                divided = (vectors.divide_signed if signed else vectors.divide)(gates, left, right)
                return divided[node.op == "mod"], vectors.is_number(gates, right, 0)
            case "bitand":
                return tuple(gates.conj(pair) for pair in zip(left, right, strict=True)), FALSE
            case "bitor":
                return tuple(gates.disj(pair) for pair in zip(left, right, strict=True)), FALSE
            case "bitxor":
                return tuple(gates.xor(a, b) for a, b in zip(left, right, strict=True)), FALSE
            case "concat":
                return (*right, *left), FALSE
        raise AssertionError(node.op)

    def _shift(self, node: Op, vector: Vector, amount: Vector | Scalar | None) -> tuple[Vector, int]:
        gates, width = self.gates, len(vector)
        if isinstance(amount, Scalar):
            cases = {int(value): condition for value, condition in amount.cases.items()}
        else:
            assert amount is not None
            cases = {n: vectors.is_number(gates, amount, n) for n in range(min(width + 1, 1 << len(amount)))}
        allowed = {n: condition for n, condition in cases.items() if 0 <= n <= width}
        fill = vector[-1] if node.op == "shr" and node.args[0].type.kind == "signed" else FALSE
        result = vectors.constant(0, width)
        for n, condition in allowed.items():
            moved = vectors.shift_by(vector, n, left=node.op == "shl", fill=fill)
            result = vectors.select(gates, condition, moved, result)
        return result, -gates.disj(allowed.values())


def _reject_many(pairs: int, gates: Backend) -> None:
    if pairs > MAX_PAIRS:
        raise BudgetExceeded("memory", gates.budget.phase, f"{pairs:,} pairs of values in one operation")
