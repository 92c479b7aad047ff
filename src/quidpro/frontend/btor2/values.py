"""Sorts and values of BTOR2: words, and arrays of fixed size as one word for each index."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.flat.build import conjunction
from quidpro.flat.expr import Const, Expr
from quidpro.frontend.btor2.words import bit, constant, either, equal, width_of

Cells = tuple[Expr, ...]
Value = Expr | Cells
"""A word, or the words of an array by their indices."""


@dataclass(frozen=True)
class Array:
    """Arrays: the widths of an index and of an element."""

    index: int
    element: int

    @property
    def size(self) -> int:
        """How many elements there are."""
        return 1 << self.index

    def __str__(self) -> str:
        return f"array of {self.size} words of {self.element} bits"


Sort = int | Array
"""The width of words, or arrays."""


def sort_words(sort: Sort) -> str:
    """A sort for messages."""
    return f"bitvec {sort}" if isinstance(sort, int) else str(sort)


def read_cell(cells: Cells, index: Expr) -> Expr:
    """The element at an index: by each bit of the index, one half of what is left."""
    if isinstance(index, Const):
        return cells[int(index.value)]
    for at in range(width_of(index)):
        pairs = zip(cells[::2], cells[1::2], strict=True)
        cells = tuple(either(bit(index, at), odd, even) for even, odd in pairs)
    return cells[0]


def write_cell(cells: Cells, index: Expr, element: Expr) -> Cells:
    """The array with another element at an index."""
    width = width_of(index)
    return tuple(either(equal(index, constant(at, width)), element, cell) for at, cell in enumerate(cells))


def either_value(condition: Expr, then: Value, otherwise: Value) -> Value:
    """One value or the other."""
    if isinstance(then, tuple) and isinstance(otherwise, tuple):
        return tuple(either(condition, a, b) for a, b in zip(then, otherwise, strict=True))
    assert isinstance(then, Expr)
    assert isinstance(otherwise, Expr)
    return either(condition, then, otherwise)


def equal_values(left: Value, right: Value) -> Expr:
    """Whether two values are the same."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return conjunction(equal(a, b) for a, b in zip(left, right, strict=True))
    assert isinstance(left, Expr)
    assert isinstance(right, Expr)
    return equal(left, right)
