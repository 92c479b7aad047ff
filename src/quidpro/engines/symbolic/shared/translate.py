"""Expressions to functions of the bits: iterative, every node once, and only what can matter: not the branch of a
condition that never holds, nor what is conjoined with something that is always false.

Beside its meaning, every expression has the set of valuations for which it has none: where the end of a ``case``
without a default is met, a divisor is zero, an index or a shift is out of range. As in NuSMV such a valuation is an
error even when no reachable state has it, unless a condition or a connective makes the part that fails irrelevant.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator

from quidpro.engines.symbolic.shared import words
from quidpro.engines.symbolic.shared.bits import Bits
from quidpro.engines.symbolic.shared.meaning import (
    Choice,
    Meaning,
    Truth,
    Words,
    below,
    calculate,
    either,
    gather,
    is_subset,
    same,
    unite,
    word_to_integer,
)
from quidpro.engines.symbolic.shared.words import Vector
from quidpro.flat import semantics
from quidpro.flat.expr import Const, Expr, Fail, Op, Var
from quidpro.flat.types import Type
from quidpro.solvers.bdd import Bdd

Entry = tuple[Meaning, Bdd]
"""A meaning and the valuations without one."""

_INTEGERS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": semantics.divide,
    "mod": semantics.modulo,
}
_BITWISE = {"bitand": operator.and_, "bitor": operator.or_, "bitxor": operator.xor}


class Translator:
    """Turns expressions into functions; results are kept until :meth:`forget`."""

    def __init__(self, bits: Bits) -> None:
        self.bits = bits
        self.manager = bits.manager
        self._entries: dict[Expr, Entry] = {}

    def forget(self) -> None:
        """Drop all results so far."""
        self._entries.clear()

    def entry(self, expr: Expr) -> Entry:
        """The meaning of an expression, and where it has none."""
        entries = self._entries
        waiting = [] if expr in entries else [(expr, self._needed(expr))]
        while waiting:
            node, needed = waiting[-1]
            missing = next((arg for arg in needed if arg not in entries), None)
            if missing is not None:
                waiting.append((missing, self._needed(missing)))
                continue
            waiting.pop()
            entries[node] = self._operation(node) if isinstance(node, Op) else self._leaf(node)
            self.manager.poll()
        return entries[expr]

    def _needed(self, node: Expr) -> Iterator[Expr]:
        """The arguments that a meaning depends on; each has its own before the next one is asked for."""
        match node:
            case Op("ite", (condition, then, otherwise)):
                yield condition
                holds = self._entries[condition][0]
                if holds != Truth(self.manager.false):
                    yield then
                if holds != Truth(self.manager.true):
                    yield otherwise
            case Op("and" | "or" | "implies" as op, args):
                decisive = Truth(self.manager.constant(op == "or")), self.manager.false
                for arg in args:
                    yield arg
                    if self._entries[arg] == decisive:
                        return
            case _:
                yield from node.args

    def truth(self, expr: Expr) -> Bdd:
        """The valuations for which a boolean expression holds."""
        meaning, _ = self.entry(expr)
        assert isinstance(meaning, Truth), expr
        return meaning.holds

    def wrong(self, expr: Expr) -> Bdd:
        """The valuations for which an expression has no value."""
        return self.entry(expr)[1]

    def _leaf(self, node: Expr) -> Entry:
        manager = self.manager
        match node:
            case Const(value):
                return self._constant(value, node.type), manager.false
            case Var(name, following):
                return self._variable(name, node.type, following), manager.false
            case Fail():
                return self._arbitrary(node.type), manager.true
        raise AssertionError(node)

    def _constant(self, value: bool | int | str, type_: Type) -> Meaning:
        manager = self.manager
        if type_.is_word:
            return Words(((manager.true, words.constant(manager, int(value), type_.width)),))
        if type_.kind == "boolean" and not type_.many:
            return Truth(manager.constant(bool(value)))
        return Choice({value: manager.true})

    def _variable(self, name: str, type_: Type, following: bool) -> Meaning:
        if type_.is_word:
            return Words(((self.manager.true, self.bits.vector(name, following=following)),))
        guards = self.bits.guards(name, following=following)
        return Truth(guards[True]) if type_.kind == "boolean" else Choice(guards)

    def _arbitrary(self, type_: Type) -> Meaning:
        """An arbitrary meaning of the right kind, for valuations that have none."""
        if type_.is_word:
            return Words(((self.manager.true, words.constant(self.manager, 0, type_.width)),))
        return Truth(self.manager.false) if type_.kind == "boolean" and not type_.many else Choice({})

    def _operation(self, node: Op) -> Entry:
        if node.op == "ite":
            return self._ite(node)
        entries = [self._entries[arg] for arg in node.args if arg in self._entries]
        match node.op:
            case "and":
                return self._all(entries)
            case "or":
                return self._any(entries)
            case "implies":
                return self._negate(self._all([entries[0], *map(self._negate, entries[1:])]))
            case "not":
                return self._negate(entries[0])
        wrong = self.manager.disjunction(wrong for _, wrong in entries)
        meaning, more = self._strict(node, [meaning for meaning, _ in entries])
        return meaning, wrong | more

    @staticmethod
    def _negate(entry: Entry) -> Entry:
        meaning, wrong = entry
        assert isinstance(meaning, Truth)
        return Truth(~meaning.holds), wrong

    def _all(self, entries: list[Entry]) -> Entry:
        """A conjunction: where one part is false, it does not matter that another has no value."""
        manager = self.manager
        holds = manager.conjunction(meaning.holds for meaning, _ in entries if isinstance(meaning, Truth))
        wrong = manager.disjunction(wrong for _, wrong in entries)
        if wrong.satisfiable():
            denied = (~m.holds & ~w for m, w in entries if isinstance(m, Truth))
            wrong = wrong & ~manager.disjunction(denied)
        return Truth(holds), wrong

    def _any(self, entries: list[Entry]) -> Entry:
        """A disjunction: where one part is true, it does not matter that another has no value.

        Generated models write all their steps as one disjunction of thousands, hence the pairs.
        """
        manager = self.manager
        wrong = manager.disjunction(wrong for _, wrong in entries)
        if wrong.satisfiable():
            held = (m.holds & ~w for m, w in entries if isinstance(m, Truth))
            wrong = wrong & ~manager.disjunction(held)
        return Truth(manager.disjunction(m.holds for m, _ in entries if isinstance(m, Truth))), wrong

    def _ite(self, node: Op) -> Entry:
        meaning, wrong = self._entries[node.args[0]]
        assert isinstance(meaning, Truth)
        for holds, branch in zip((self.manager.true, self.manager.false), node.args[1:], strict=True):
            if meaning.holds == holds:
                return self._entries[branch][0], wrong | self._entries[branch][1]
        then, otherwise = (self._entries[branch] for branch in node.args[1:])
        return (
            either(self.manager, meaning.holds, then[0], otherwise[0]),
            wrong | meaning.holds.ite(then[1], otherwise[1]),
        )

    def _strict(self, node: Op, args: list[Meaning]) -> Entry:
        """Operators that have no value where an argument has none, and where they fail themselves."""
        manager, nowhere = self.manager, self.manager.false
        match node.op, args:
            case "union", _:
                return unite(manager, args), nowhere
            case "in", [left, right]:
                return Truth(is_subset(manager, left, right)), nowhere
            case (("eq" | "iff"), [left, right]):
                return Truth(same(manager, left, right)), nowhere
            case (("ne" | "xor"), [left, right]):
                return Truth(~same(manager, left, right)), nowhere
            case (("lt" | "le" | "gt" | "ge"), [left, right]):
                return Truth(self._compare(node.op, left, right, node.args[0].type)), nowhere
            case "word1", [Truth(holds)]:
                return Words(((manager.true, (holds,)),)), nowhere
            case "toint", [Words() as word]:
                return self._to_integer(word, node.args[0].type), nowhere
            case "neg", [Choice(guards)]:
                return gather(manager, ((-int(value), guard) for value, guard in guards.items())), nowhere
            case _, [Choice() as left, Choice() as right]:
                return calculate(manager, _INTEGERS[node.op], left, right)
        return self._words(node, args)

    def _compare(self, op: str, left: Meaning, right: Meaning, type_: Type) -> Bdd:
        if op in ("gt", "le"):
            left, right = right, left
        if isinstance(left, Words) and isinstance(right, Words):
            less = words.less(self.manager, left.vector, right.vector, signed=type_.kind == "signed")
        else:
            assert isinstance(left, Choice)
            assert isinstance(right, Choice)
            less = below(self.manager, left, right)
        return ~less if op in ("le", "ge") else less

    def _to_integer(self, word: Words, type_: Type) -> Choice:
        signed = type_.kind == "signed"
        pairs = (
            (value, under & guard)
            for under, vector in word.options
            for value, guard in word_to_integer(self.manager, vector, signed=signed).guards.items()
        )
        return gather(self.manager, pairs)

    def _words(self, node: Op, args: list[Meaning]) -> Entry:
        """An operator on words, on every combination of the options of its arguments."""
        manager = self.manager
        first = args[0]
        assert isinstance(first, Words), node
        options: list[tuple[Bdd, Vector]] = []
        wrong = manager.false
        for guard, vector in first.options:
            for under, other in self._second_options(node, args):
                both = guard & under
                result, failing = self._word(node, vector, other)
                options.append((both, result))
                wrong = wrong | (both & failing)
        return Words(tuple(options)), wrong

    def _second_options(self, node: Op, args: list[Meaning]) -> tuple[tuple[Bdd, Vector | Choice | None], ...]:
        """The options of the second argument: vectors, or what a shift is shifted by."""
        if len(args) == 1 or node.op in ("bits", "extend", "resize"):
            return ((self.manager.true, None),)
        second = args[1]
        if isinstance(second, Words):
            return second.options
        assert isinstance(second, Choice)
        if node.args[1].type.many:
            return tuple((guard, Choice({n: self.manager.true})) for n, guard in second.guards.items())
        return ((self.manager.true, second),)

    def _word(self, node: Op, left: Vector, right: Vector | Choice | None) -> tuple[Vector, Bdd]:
        if node.op in ("shl", "shr"):
            return self._shift(node, left, right)
        if right is None:
            return self._reshape(node, left), self.manager.false
        assert isinstance(right, tuple)
        return self._arithmetic(node, left, right)

    def _reshape(self, node: Op, vector: Vector) -> Vector:
        manager, signed = self.manager, node.args[0].type.kind == "signed"
        match node.op:
            case "neg":
                return words.negate(manager, vector)
            case "bitnot":
                return words.invert(vector)
            case "signed" | "unsigned":
                return vector
            case "extend" | "resize":
                return words.resize(manager, vector, node.type.width, signed=signed)
            case "bits":
                high, low = (int(arg.value) for arg in node.args[1:] if isinstance(arg, Const))
                return vector[low : high + 1]
        raise AssertionError(node.op)

    def _arithmetic(self, node: Op, left: Vector, right: Vector) -> tuple[Vector, Bdd]:
        manager = self.manager
        match node.op:
            case "add":
                return words.add(manager, left, right), manager.false
            case "sub":
                return words.subtract(manager, left, right), manager.false
            case "mul":
                return words.multiply(manager, left, right), manager.false
            case "div" | "mod":
                by_zero = words.equal(manager, right, words.constant(manager, 0, len(right)))
                divide = words.divide_signed if node.type.kind == "signed" else words.divide
                return divide(manager, left, right)[node.op == "mod"], by_zero
            case "bitand" | "bitor" | "bitxor":
                return tuple(map(_BITWISE[node.op], left, right)), manager.false
            case "concat":
                return right + left, manager.false
        raise AssertionError(node.op)

    def _shift(self, node: Op, vector: Vector, amount: Vector | Choice | None) -> tuple[Vector, Bdd]:
        """A shift by every amount that is possible; more than the width is an error."""
        manager, signed = self.manager, node.args[0].type.kind == "signed"
        by = (
            amount.guards if isinstance(amount, Choice) else word_to_integer(manager, amount or (), signed=False).guards
        )
        wrong = manager.disjunction(guard for n, guard in by.items() if not 0 <= int(n) <= len(vector))
        result = words.constant(manager, 0, len(vector))
        for n, guard in by.items():
            if 0 <= int(n) <= len(vector):
                moved = (
                    words.shift_left(manager, vector, int(n))
                    if node.op == "shl"
                    else words.shift_right(manager, vector, int(n), signed=signed)
                )
                result = words.select(guard, moved, result)
        return result, wrong
