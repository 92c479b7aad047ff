"""The abstract syntax of SMV. Expressions are one kind of node, so that every pass over them can be a loop."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quidpro.frontend.text.cursor import SyntaxNode


@dataclass(slots=True, eq=False)
class Node:
    """An expression: an operator, its arguments, where it is.

    Leaves: ``int`` and ``bool`` (with a value), ``word`` (its spelling), ``name`` (with the name), ``self``.
    Parts of things: ``dot`` (name), ``index``, ``bits`` (word, high, low). Others: ``case`` (conditions and values in
    turn), ``set``, ``list`` (an array's elements), ``call`` (with the function's name), ``next``, infix and prefix
    operators under their own spelling (``neg`` for the unary minus, ``?`` for the conditional),
    temporal operators under theirs.
    """

    op: str
    args: list[Node]
    offset: int
    length: int = 1
    value: str | int | bool | None = None
    bounds: tuple[int, int] | None = None


@dataclass(frozen=True)
class BooleanType:
    """``boolean``."""


class RangeType(SyntaxNode):
    """``low..high``."""

    low: Node
    high: Node


class EnumType(SyntaxNode):
    """``{a, 1, b}``; the values with their offsets."""

    values: tuple[Node, ...]


class WordType(SyntaxNode):
    """``word[N]``, ``signed word[N]``."""

    width: Node
    signed: bool


class ArrayType(SyntaxNode):
    """``array low..high of element``, or with words of a width for indices."""

    bounds: tuple[Node, Node] | None
    width: Node | None
    element: SimpleType


class ModuleType(SyntaxNode):
    """An instance of a module, ``process`` when it runs interleaved with the others."""

    module: str
    arguments: tuple[Node, ...]
    process: bool


SimpleType = BooleanType | RangeType | EnumType | WordType | ArrayType
TypeSpec = SimpleType | ModuleType


class Declaration(SyntaxNode):
    """A variable or an instance."""

    name: str
    type: TypeSpec
    section: str


class Define(SyntaxNode):
    """``target := body`` of a DEFINE; the target may be a part of another instance."""

    target: Node
    body: Node


class Assign(SyntaxNode):
    """``target := body``, ``init(target) := body`` or ``next(target) := body``."""

    kind: Literal["current", "init", "next"]
    target: Node
    body: Node


class Constraint(SyntaxNode):
    """The expression of an INIT, INVAR, TRANS, FAIRNESS or JUSTICE."""

    section: str
    body: Node


class Compassion(SyntaxNode):
    """``COMPASSION (often, then)``."""

    often: Node
    then: Node


class Specification(SyntaxNode):
    """A property; without a body where its language is not read, ``context`` is the ``IN`` of older files."""

    section: str
    name: str
    body: Node | None
    context: Node | None
    start: int
    end: int
    asked: bool = False
    """Whether it does not stand in the file, but was asked beside it."""


class Hint(SyntaxNode):
    """A PRED or MIRROR of nuXmv, which is passed over."""

    section: str


Item = Declaration | Define | Assign | Constraint | Compassion | Specification | Hint


@dataclass
class Module:
    """A module: its parameters, what it includes by ISA, its constants, and all its items in the order of the text."""

    name: str
    parameters: list[tuple[str, int]]
    offset: int
    items: list[Item] = field(default_factory=list)
    isa: list[tuple[str, int]] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
