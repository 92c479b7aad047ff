"""Arrays: their elements, comparisons element by element, and nuXmv's functions on whole arrays.

An array is a list of meanings that is known when the text is read; only an index may wait for the state. Where NuSMV's
``array word[N] of …`` is indexed by words, the numbers of the elements are those words' values.
"""

from __future__ import annotations

from collections.abc import Callable

from quidpro.flat.bounds import bounds
from quidpro.flat.build import choice, conjunction, integer, operation
from quidpro.flat.expr import Const, Expr, failure
from quidpro.flat.types import BOOLEAN, INTEGER, merge_types
from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.meaning import Array, Meaning, describe
from quidpro.frontend.smv.typed import Typist, mistake

FUNCTIONS = {"READ": 2, "WRITE": 3, "CONSTARRAY": 2, "typeof": 1}
"""The functions on arrays, with their numbers of arguments."""


class Arrays:
    """What can be done with arrays."""

    def __init__(self, typist: Typist) -> None:
        self._typist = typist

    def call(self, node: Node, args: list[Meaning]) -> Meaning:
        """``READ(a, i)``, ``WRITE(a, i, v)``, ``CONSTARRAY(typeof(a), v)``."""
        name = str(node.value)
        if len(args) != FUNCTIONS[name]:
            raise mistake(node, f"'{name}' takes {FUNCTIONS[name]} arguments, not {len(args)}")
        if name == "READ":
            return self.index(node, args)
        array = self._array(args[0], node.args[0])
        if name == "WRITE":
            return self._write(node, array, args)
        return array if name == "typeof" else Array(array.low, (args[1],) * len(array.items), array.width)

    def index(self, node: Node, args: list[Meaning]) -> Meaning:
        """An element."""
        array = self._array(args[0], node)
        index = self._number(array, args[1], node.args[1])
        if isinstance(index, Const):
            return array.items[self._position(array, index, node.args[1])]
        return self._select(node, array, index)

    def equal(self, node: Node, left: Meaning, right: Meaning, compare: Callable[[Meaning, Meaning], Expr]) -> Expr:
        """Whether all elements are equal, each pair of them compared in a given way."""
        if not isinstance(left, Array) and not isinstance(right, Array):
            return compare(left, right)
        if not isinstance(left, Array) or not isinstance(right, Array) or len(left.items) != len(right.items):
            message = f"an array can be compared only with an array of as many elements: {_both(left, right)}"
            raise mistake(node, message)
        pairs = zip(left.items, right.items, strict=True)
        return conjunction(self.equal(node, one, other, compare) for one, other in pairs)

    def each(self, meaning: Meaning, change: Callable[[Meaning], Meaning]) -> Meaning:
        """A meaning changed, an array element by element."""
        if not isinstance(meaning, Array):
            return change(meaning)
        return Array(meaning.low, tuple(self.each(item, change) for item in meaning.items), meaning.width)

    def _array(self, meaning: Meaning, node: Node) -> Array:
        if isinstance(meaning, Array):
            return meaning
        hint = "one bit of a word is w[i:i]" if isinstance(meaning, Expr) and meaning.type.is_word else ""
        raise mistake(node, "only arrays have elements", hint)

    def _number(self, array: Array, index: Meaning, node: Node) -> Expr:
        """An index as an integer."""
        if not array.width:
            return self._typist.one_number(index, node)
        expr = self._typist.one(self._typist.expr(index, node), node)
        if expr.type.kind != "unsigned" or expr.type.width != array.width:
            raise mistake(node, f"the index of this array is an unsigned word[{array.width}], not {expr.type}")
        return operation("toint", (expr,), INTEGER)

    def _position(self, array: Array, index: Const, node: Node) -> int:
        if not array.low <= int(index.value) <= array.high:
            raise mistake(node, f"the index {index.value} is outside {array.low}..{array.high}")
        return int(index.value) - array.low

    def _select(self, node: Node, array: Array, index: Expr) -> Meaning:
        """The element at an index that is not known now; of an array of arrays, an array of such elements."""
        rows = [item for item in array.items if isinstance(item, Array)]
        if len(rows) == len(array.items):
            columns = zip(*(row.items for row in rows), strict=True)
            found = (self._select(node, Array(array.low, c, array.width), index) for c in columns)
            return Array(rows[0].low, tuple(found), rows[0].width)
        elements = [self._typist.expr(item, node) for item in array.items]
        result: Expr = elements[-1]
        if self._may_leave(index, array):
            result = choice(_at(index, array.high), result, self._outside(node, array, result))
        for number in range(array.high - 1, array.low - 1, -1):
            result = choice(_at(index, number), elements[number - array.low], result)
        return result

    def _write(self, node: Node, array: Array, args: list[Meaning]) -> Meaning:
        """The array with another value at an index."""
        index = self._number(array, args[1], node.args[1])
        items = list(array.items)
        if isinstance(index, Const):
            items[self._position(array, index, node.args[1])] = args[2]
            return Array(array.low, tuple(items), array.width)
        for position, item in enumerate(items):
            items[position] = self._either(node, array, index, position, item, args[2])
        return Array(array.low, tuple(items), array.width)

    def _either(self, node: Node, array: Array, index: Expr, position: int, old: Meaning, new: Meaning) -> Meaning:
        """The element at a position after a write that may have been to it."""
        if isinstance(old, Array) and isinstance(new, Array) and len(old.items) == len(new.items):
            pairs = zip(old.items, new.items, strict=True)
            found = (self._either(node, array, index, position, one, other) for one, other in pairs)
            return Array(old.low, tuple(found), old.width)
        before, after = self._typist.expr(old, node), self._typist.expr(new, node.args[2])
        if merge_types(before.type, after.type) is None:
            raise mistake(node.args[2], f"this is {after.type}, the elements of the array are {before.type}")
        result = choice(_at(index, array.low + position), after, before)
        if not self._may_leave(index, array):
            return result
        low = operation("le", (integer(array.low), index), BOOLEAN)
        high = operation("le", (index, integer(array.high)), BOOLEAN)
        return choice(conjunction((low, high)), result, self._outside(node, array, result))

    def _may_leave(self, index: Expr, array: Array) -> bool:
        low, high = bounds(index, self._typist.variables)
        return not array.width and not (array.low <= low and high <= array.high)

    def _outside(self, node: Node, array: Array, like: Expr) -> Expr:
        reason = f"the index of this array is outside {array.low}..{array.high}"
        return failure(reason, node.offset, like.type)


def _at(index: Expr, number: int) -> Expr:
    return operation("eq", (index, integer(number)), BOOLEAN)


def _both(left: Meaning, right: Meaning) -> str:
    def words(meaning: Meaning) -> str:
        return f"{len(meaning.items)} elements" if isinstance(meaning, Array) else describe(meaning)

    return f"{words(left)} and {words(right)}"
