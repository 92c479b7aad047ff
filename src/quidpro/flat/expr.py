"""Expressions over the variables of a flat model: an immutable, hash-consed graph.

Equal expressions are one object, so identity is equality and every cache may be keyed by the node itself. Walk
them with :mod:`quidpro.flat.walk`, never by recursion: a conjunction of a hundred thousand parts is normal.

The operators of :class:`Op`, with the types of their arguments:

=====================================================  ==========================================================
``not`` ``and`` ``or`` ``xor`` ``iff`` ``implies``     booleans; ``and`` and ``or`` take two arguments or more
``ite``                                                condition, then, else (``case`` is nested ``ite``)
``eq`` ``ne``                                          two values of one kind (scalars may be mixed)
``lt`` ``le`` ``gt`` ``ge``                            two integers or two words of one type
``add`` ``sub`` ``mul`` ``div`` ``mod`` ``neg``        integers (exact; division truncates) or words (modulo 2^N)
``union``                                              one argument or more: the choice among all their values
``in``                                                 value, set
``bitnot`` ``bitand`` ``bitor`` ``bitxor``             words of one type
``shl`` ``shr``                                        word, amount (integer or unsigned word); shr of signed words
                                                       keeps the sign
``concat``                                             two words, the high part first; the result is unsigned
``bits``                                               word, high, low (integer constants); the result is unsigned
``extend``                                             word, how many bits more (integer constant)
``resize``                                             word, the new width (integer constant)
``signed`` ``unsigned``                                word: the same bits read in the other way
``word1``                                              boolean to unsigned word[1]
``toint``                                              word to integer
=====================================================  ==========================================================

Where an argument is a set (``type.many``), the operators ``ite``, ``union`` and those of arithmetic and words work on
each of its values and their result is a set too; booleans and comparisons never take sets.
"""

from __future__ import annotations

from typing import Literal
from weakref import WeakValueDictionary

from quidpro.flat.types import Type, Value

Operator = Literal[
    "not", "and", "or", "xor", "iff", "implies", "ite", "eq", "ne", "lt", "le", "gt", "ge",
    "add", "sub", "mul", "div", "mod", "neg", "union", "in", "bitnot", "bitand", "bitor", "bitxor",
    "shl", "shr", "concat", "bits", "extend", "resize", "signed", "unsigned", "word1", "toint",
]  # fmt: skip


class Expr:
    """A node of the graph; made only by :func:`const`, :func:`var`, :func:`failure` and :func:`op`."""

    __slots__ = ("__weakref__", "args", "type")
    __hash__ = object.__hash__
    type: Type
    args: tuple[Expr, ...]

    def __repr__(self) -> str:
        from quidpro.flat.text import text

        return f"<{text(self, 200)}>"


class Const(Expr):
    """A value."""

    __slots__ = ("value",)
    __match_args__ = ("value",)
    value: Value


class Var(Expr):
    """A variable, in the current state or (``next``) in the one that follows."""

    __slots__ = ("name", "next")
    __match_args__ = ("name", "next")
    name: str
    next: bool


class Fail(Expr):
    """Where evaluation must not come: the end of a ``case`` without a default, an index outside its array.

    ``offset`` is the position in the source text that is to blame.
    """

    __slots__ = ("offset", "reason")
    __match_args__ = ("reason", "offset")
    reason: str
    offset: int


class Op(Expr):
    """An operator applied to arguments."""

    __slots__ = ("op",)
    __match_args__ = ("op", "args")
    op: Operator


_nodes: WeakValueDictionary[tuple[object, ...], Expr] = WeakValueDictionary()


def const(value: Value, type_: Type) -> Const:
    """The node of a value."""
    key = (Const, value, type_)
    found = _nodes.get(key)
    if found is None:
        found = Const()
        found.args, found.type, found.value = (), type_, value
        _nodes[key] = found
    assert isinstance(found, Const)
    return found


def var(name: str, type_: Type, *, next: bool = False) -> Var:
    """The node of a variable, now or next."""
    key = (Var, name, next, type_)
    found = _nodes.get(key)
    if found is None:
        found = Var()
        found.args, found.type, found.name, found.next = (), type_, name, next
        _nodes[key] = found
    assert isinstance(found, Var)
    return found


def failure(reason: str, offset: int, type_: Type) -> Fail:
    """The node of an error that evaluation may meet."""
    key = (Fail, reason, offset, type_)
    found = _nodes.get(key)
    if found is None:
        found = Fail()
        found.args, found.type, found.reason, found.offset = (), type_, reason, offset
        _nodes[key] = found
    assert isinstance(found, Fail)
    return found


def op(operator: Operator, args: tuple[Expr, ...], type_: Type) -> Op:
    """The node of an operator as it stands; :mod:`quidpro.flat.build` has the ways that simplify and find the type."""
    key = (operator, args, type_)
    found = _nodes.get(key)
    if found is None:
        found = Op()
        found.args, found.type, found.op = args, type_, operator
        _nodes[key] = found
    assert isinstance(found, Op)
    return found
