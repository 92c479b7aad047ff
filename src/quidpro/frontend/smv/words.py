"""Word constants, and the functions of NuSMV: conversions, words, minima and counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from typing import Literal

from quidpro.flat.build import choice, integer, operation
from quidpro.flat.expr import Expr, const
from quidpro.flat.semantics import wrap
from quidpro.flat.types import BOOLEAN, INTEGER, Type, word
from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.meaning import Meaning
from quidpro.frontend.smv.typed import Typist, mistake

MAX_WIDTH = 1 << 16
_WORD = re.compile(r"0([us]?)([bodh])([0-9]*)_([0-9a-f_]+)", re.IGNORECASE)
_BASES = {"b": (2, 1), "o": (8, 3), "d": (10, 0), "h": (16, 4)}


def word_constant(node: Node) -> Expr:
    """``0ud4_7``, ``0b_0101``, ``0sh8_ff``."""
    match = _WORD.fullmatch(str(node.value))
    assert match is not None
    base, bits = _BASES[match[2].lower()]
    digits = match[4].replace("_", "")
    if not match[3] and not bits:
        raise mistake(node, "a decimal word needs its width", "write 0ud8_… for a word of 8 bits")
    width = int(match[3][:9]) if match[3] else len(digits) * bits
    try:
        value = int(digits, base)
    except ValueError:
        raise mistake(node, f"these are not digits of base {base}") from None
    type_ = word_type(node, width, signed=match[1].lower() == "s")
    if value >> width:
        raise mistake(node, f"{digits} does not fit a word of {width} bits")
    return const(wrap(value, type_), type_)


def word_type(node: Node, width: int, *, signed: bool) -> Type:
    """The type of words of a width that makes sense."""
    if not 1 <= width <= MAX_WIDTH:
        raise mistake(node, f"the width of a word is from 1 to {MAX_WIDTH}, not {width}")
    return word(width, signed=signed)


class Functions:
    """The built-in functions, by their names."""

    def __init__(self, typist: Typist) -> None:
        self._typist = typist
        self._table: dict[str, tuple[int, Callable[[Node, list[Meaning]], Expr]]] = {
            "abs": (1, self._abs),
            "min": (2, self._extreme),
            "max": (2, self._extreme),
            "bool": (1, self._bool),
            "word1": (1, self._word1),
            "toint": (1, self._toint),
            "count": (0, self._count),
            "signed": (1, self._cast),
            "unsigned": (1, self._cast),
            "extend": (2, self._extend),
            "resize": (2, self._resize),
            "sizeof": (1, self._sizeof),
            "uwconst": (2, self._constant),
            "swconst": (2, self._constant),
        }

    def call(self, node: Node, args: list[Meaning]) -> Expr:
        """A function on arguments."""
        name = str(node.value)
        if name not in self._table:
            raise mistake(node, f"the function {name} is not supported")
        arity, function = self._table[name]
        if arity and len(args) != arity:
            raise mistake(node, f"'{name}' takes {arity} argument{'s' if arity > 1 else ''}, not {len(args)}")
        return function(node, args)

    def _abs(self, node: Node, args: list[Meaning]) -> Expr:
        arg = self._typist.one_number(args[0], node.args[0])
        negative = operation("lt", (arg, integer(0)), BOOLEAN)
        return choice(negative, operation("neg", (arg,), INTEGER), arg)

    def _extreme(self, node: Node, args: list[Meaning]) -> Expr:
        left, right = (self._typist.one_number(arg, sub) for arg, sub in zip(args, node.args, strict=True))
        smaller = operation("le", (left, right), BOOLEAN)
        return choice(smaller, left, right) if node.value == "min" else choice(smaller, right, left)

    def _bool(self, node: Node, args: list[Meaning]) -> Expr:
        arg = self._typist.expr(args[0], node.args[0])
        if arg.type.kind == "boolean":
            return arg
        if arg.type.kind == "integer" or arg.type == word(1):
            return operation("ne", (arg, const(0, arg.type)), BOOLEAN)
        raise mistake(node, f"bool(…) takes an integer or a word[1], not {arg.type}")

    def _word1(self, node: Node, args: list[Meaning]) -> Expr:
        return operation("word1", (self._typist.boolean(args[0], node.args[0]),), word(1))

    def _toint(self, node: Node, args: list[Meaning]) -> Expr:
        arg = self._typist.expr(args[0], node.args[0])
        if arg.type.is_word:
            return operation("toint", (arg,), INTEGER)
        return choice(arg, integer(1), integer(0)) if arg.type == BOOLEAN else self._typist.number(arg, node.args[0])

    def _count(self, node: Node, args: list[Meaning]) -> Expr:
        """How many of the arguments are true."""
        if not args:
            raise mistake(node, "'count' takes one argument or more")
        pairs = zip(args, node.args, strict=True)
        ones = [choice(self._typist.boolean(arg, sub), integer(1), integer(0)) for arg, sub in pairs]
        return reduce(lambda total, one: operation("add", (total, one), INTEGER), ones)

    def _cast(self, node: Node, args: list[Meaning]) -> Expr:
        arg = self._word(args[0], node.args[0])
        name: Literal["signed", "unsigned"] = "signed" if node.value == "signed" else "unsigned"
        type_ = Type(name, arg.type.width, arg.type.many)
        return arg if type_ == arg.type else operation(name, (arg,), type_)

    def _extend(self, node: Node, args: list[Meaning]) -> Expr:
        arg = self._word(args[0], node.args[0])
        more = self._typist.constant(args[1], node.args[1], "the number of bits")
        if more < 0:
            raise mistake(node, "a word cannot be extended by fewer than 0 bits", "use resize(…)")
        return self._widen(node, arg, "extend", more, arg.type.width + more)

    def _resize(self, node: Node, args: list[Meaning]) -> Expr:
        arg = self._word(args[0], node.args[0])
        width = self._typist.constant(args[1], node.args[1], "the width")
        return self._widen(node, arg, "resize", width, width)

    def _widen(self, node: Node, arg: Expr, name: str, amount: int, width: int) -> Expr:
        plain = word_type(node, width, signed=arg.type.kind == "signed")
        type_ = plain.as_set() if arg.type.many else plain
        return operation("extend" if name == "extend" else "resize", (arg, integer(amount)), type_)

    def _sizeof(self, node: Node, args: list[Meaning]) -> Expr:
        return integer(self._word(args[0], node.args[0]).type.width)

    def _constant(self, node: Node, args: list[Meaning]) -> Expr:
        """``uwconst(value, width)``."""
        value = self._typist.constant(args[0], node.args[0], "the value")
        width = self._typist.constant(args[1], node.args[1], "the width")
        type_ = word_type(node, width, signed=node.value == "swconst")
        if value not in type_.natural():
            raise mistake(node, f"{value} does not fit {type_}")
        return const(value, type_)

    def _word(self, meaning: Meaning, node: Node) -> Expr:
        arg = self._typist.expr(meaning, node)
        if not arg.type.is_word:
            raise mistake(node, f"expected a word, found {arg.type}")
        return arg


def bit_selection(typist: Typist, node: Node, args: list[Meaning]) -> Expr:
    """``w[high:low]``."""
    arg = typist.expr(args[0], node.args[0])
    if not arg.type.is_word:
        raise mistake(node, f"only words have bits to select, this is {arg.type}")
    high, low = (typist.constant(args[i], node.args[i], "a bit's number") for i in (1, 2))
    if not 0 <= low <= high < arg.type.width:
        raise mistake(node, f"there are no bits [{high}:{low}] in a word of {arg.type.width} bits")
    type_ = word(high - low + 1)
    return operation("bits", (arg, integer(high), integer(low)), type_.as_set() if arg.type.many else type_)
