"""Expressions over integers and labels, with C's precedences as in LTSA."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.cursor import FspCursor
from quidpro.frontend.fsp.lexer import LOWER, MAX_INT, UPPER, integer
from quidpro.frontend.fsp.operators import Yard
from quidpro.frontend.text.tokens import INT

_LEVELS = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_INFIX = {op: level for level, ops in enumerate(_LEVELS, 1) for op in ops}
_PREFIX = frozenset("!-+~")
_SINGLE = (LOWER, UPPER, INT)
_ANY = 1
_ADDITIVE = _INFIX["+"]


def _unary(op: str, offset: int, operand: ast.Expr) -> ast.Expr:
    return ast.Unary(op, operand, offset)


def _binary(op: str, offset: int, left: ast.Expr, right: ast.Expr) -> ast.Expr:
    return ast.Binary(op, left, right, offset)


class ExpressionParser(FspCursor, ABC):
    """Reads expressions; labels inside them are read by a subclass."""

    @abstractmethod
    def label(self) -> ast.Label:
        """An action label."""

    @abstractmethod
    def label_set(self) -> ast.LabelSet:
        """Labels where a set of them is meant."""

    def expression(self) -> ast.Expr:
        """Any expression."""
        value = self._operators(_ANY)
        self._refuse_foreign()
        return value

    def simple_expression(self) -> ast.Expr:
        """Sums and products only: after ``const N = 3`` a ``||`` starts the next definition."""
        return self._operators(_ADDITIVE)

    def _operators(self, lowest: int) -> ast.Expr:
        if self.kind in _SINGLE and self.ahead() not in _INFIX:
            return self._primary()
        yard = Yard[ast.Expr]()
        base = self.depth
        while True:
            self._operand(yard, base)
            self._closings(yard)
            level = _INFIX.get(self.kind, 0)
            if not level or (level < lowest and not yard.opened):
                break
            op = self.kind
            offset = self.take()
            yard.infix(level, offset, partial(_binary, op, offset))
        if yard.opened:
            self._refuse_foreign()
            self.close(")", yard.innermost(), "this parenthesis")
        self.depth = base
        return yard.result()

    def _refuse_foreign(self) -> None:
        """Complain of operators that only other languages have."""
        if self.kind == "=":
            raise self.fault("'=' does not compare", "write '=='")
        if self.kind == "?":
            hint = "write 'if e then P else Q' between processes"
            raise self.fault("conditional expressions such as 'e ? 1 : 2' are MTSA's", hint)

    def _operand(self, yard: Yard[ast.Expr], base: int) -> None:
        while self.kind == "(" or self.kind in _PREFIX:
            op = self.kind
            offset = self.take()
            if op == "(":
                yard.open(offset)
            else:
                yard.prefix(offset, partial(_unary, op, offset))
            self.dive(base + len(yard.waiting))
        self.dive(base + len(yard.waiting))
        yard.operand(self._primary())

    def _closings(self, yard: Yard[ast.Expr]) -> None:
        while yard.opened and self.kind == ")":
            self.take()
            yard.close()

    def _primary(self) -> ast.Expr:
        kind = self.kind
        if kind is LOWER or kind is UPPER:
            return ast.Name(self.text, self.take())
        if kind is INT:
            return self._number()
        if kind not in ("'", "#", "@"):
            raise self.fault(f"expected a value, found {self.found()}")
        self.deeper()
        value = self._quoted(kind)
        self.depth -= 1
        return value

    def _number(self) -> ast.Expr:
        value = integer(self.text)
        if value is None:
            hint = "a leading 0 means octal" if self.text.startswith("0") and self.text.isdigit() else ""
            raise self.fault(f"{self.found()} is not a number from 0 to {MAX_INT}", hint)
        return ast.Int(value, self.take())

    def _quoted(self, kind: str) -> ast.Expr:
        """``'label``, ``#Set`` or ``@(Set, e)``."""
        offset = self.take()
        if kind == "'":
            return ast.Quote(self.label(), offset)
        if kind == "#":
            return ast.Size(self.label_set(), offset)
        opened = self.expect("(", "after '@', which selects an element of a set: @(Set, index)")
        chosen = self.label_set()
        self.expect(",", "before the index of the element")
        self.depth += 1
        index = self.expression()
        self.close(")", opened, "the selection")
        return ast.Element(chosen, index, offset)
