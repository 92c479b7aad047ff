r"""Expressions over integers and labels, with C's precedences as in LTSA, and MTSA's ``\`` for division.

The cursor is that of all languages, with FSP's capitalised names.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import suggestion
from quidpro.frontend.fsp.lexer import KEYWORDS, LOWER, MAX_INT, UPPER, integer
from quidpro.frontend.fsp.operators import Yard
from quidpro.frontend.text.cursor import INT, Cursor, Tokens, UnreadableError, shorten

T = TypeVar("T")


class FspCursor(Cursor):
    """Reads the tokens of an FSP text."""

    keywords = KEYWORDS

    def upper_name(self, what: str) -> tuple[str, int]:
        """A capitalised name, and where it is."""
        if self.kind is not UPPER:
            raise self._no_upper_name(what)
        return self.text, self.take()

    def comma_list(self, read: Callable[[], T], end: str, opened: int, what: str) -> tuple[T, ...]:
        """One thing or more, between commas, up to the bracket that closes what was opened at an offset."""
        self.nest()
        found = [read()]
        while self.skip(","):
            found.append(read())
        self.close(end, opened, what)
        return tuple(found)

    def _no_upper_name(self, what: str) -> UnreadableError:
        if self.kind is not LOWER:
            return self.fault(f"expected the name of {what}, found {self.found()}")
        name = shorten(self.text).lstrip("_")
        return self.fault(
            f"the name of {what} starts with a capital letter, found {self.found()}",
            f"write '{name[:1].upper()}{name[1:]}'" if name else "",
        )


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
    ("*", "/", "%", "\\"),
)
_INFIX = {op: level for level, ops in enumerate(_LEVELS, 1) for op in ops}
_GOES_ON = frozenset((*_INFIX, "?", "("))
"""What makes more of a name or a number that stands before it."""
_PREFIX = frozenset("!-+~")
_MAX_APPLICATIONS = 1_000
"""How many functions one may grow to when those it applies are written out."""
_LOWER_CASE = "the names of variables start with a lower-case letter"
_SINGLE = (LOWER, UPPER, INT)
_ANY = 1
_ADDITIVE = _INFIX["+"]


def _unary(op: str, offset: int, operand: ast.Expr) -> ast.Expr:
    return ast.Unary(op, operand, offset=offset)


def _binary(op: str, offset: int, left: ast.Expr, right: ast.Expr) -> ast.Expr:
    return ast.Binary(op, left, right, offset=offset)


class ExpressionParser(FspCursor, ABC):
    """Reads expressions; labels inside them are read by a subclass."""

    def __init__(self, source: Source, tokens: Tokens) -> None:
        super().__init__(source, tokens)
        self.functions: dict[str, ast.Function] = {}
        """The functions defined above the current position."""
        self._applied = 0
        """How many functions were applied so far, those inside them included."""

    @abstractmethod
    def label(self) -> ast.Label:
        """An action label."""

    @abstractmethod
    def label_set(self) -> ast.LabelSet:
        """Labels where a set of them is meant."""

    def expression(self) -> ast.Expr:
        """Any expression."""
        value = self._operators(_ANY)
        self._check_no_assignment()
        return value

    def simple_expression(self) -> ast.Expr:
        """Sums and products only: after ``const N = 3`` a ``||`` starts the next definition."""
        return self._operators(_ADDITIVE)

    def _operators(self, lowest: int) -> ast.Expr:
        if self.kind in _SINGLE and self.ahead() not in _GOES_ON:
            return self._primary()
        yard = Yard[ast.Expr]()
        base = self.depth
        while True:
            self._operand(yard, base)
            self._closings(yard)
            while self.kind == "?" and (yard.opened or lowest == _ANY):
                yard.operand(self._conditional(yard.take_operand()))
                self._closings(yard)
            level = _INFIX.get(self.kind, 0)
            if not level or (not yard.opened and (level < lowest or self._at_composite())):
                break
            op = self.kind
            offset = self.take()
            yard.infix(level, offset, partial(_binary, op, offset))
        if yard.opened:
            self._check_no_assignment()
            self.close(")", yard.innermost(), "this parenthesis")
        self.depth = base
        return yard.result()

    def _at_composite(self) -> bool:
        """Whether a ``||`` is here that starts a definition: ``||C = …``."""
        if self.kind != "||":
            return False
        return self.ahead() is UPPER and (self.ahead(2) == "=" or (self.ahead(2) == "(" and self.ahead(4) == "="))

    def _check_no_assignment(self) -> None:
        if self.kind == "=":
            raise self.fault("'=' does not compare", "write '=='")

    def _operand(self, yard: Yard[ast.Expr], base: int) -> None:
        while self.kind == "(" or self.kind in _PREFIX:
            op = self.kind
            offset = self.take()
            if op == "(":
                yard.open(offset)
            else:
                yard.prefix(offset, partial(_unary, op, offset))
            self.set_depth(base + len(yard.waiting))
        self.set_depth(base + len(yard.waiting))
        yard.operand(self._primary())

    def _conditional(self, condition: ast.Expr) -> ast.Expr:
        """``? e : e`` behind a condition."""
        offset = self.take()
        self.nest()
        then = self.expression()
        self.expect(":", "before the other value of a conditional expression")
        otherwise = self.expression()
        self.depth -= 1
        return ast.Conditional(condition, then, otherwise, offset=offset)

    def _closings(self, yard: Yard[ast.Expr]) -> None:
        while yard.opened and self.kind == ")":
            self.take()
            yard.close()

    def _primary(self) -> ast.Expr:
        kind = self.kind
        if kind is UPPER and self.ahead() == "(":
            return self._apply()
        if kind is LOWER or kind is UPPER:
            return ast.Name(self.text, offset=self.take())
        if kind is INT:
            return self._number()
        if kind not in ("'", "#", "@"):
            raise self.fault(f"expected a value, found {self.found()}")
        self.nest()
        value = self._quote(kind)
        self.depth -= 1
        return value

    def _apply(self) -> ast.Expr:
        name = self.text
        if (function := self.functions.get(name)) is None:
            hint = suggestion(name, self.functions) or "a function is defined above its use: def F(i) = i+1"
            raise self.fault(f"there is no function '{shorten(name)}'", hint)
        offset = self.take()
        arguments = self.arguments()
        if len(arguments) != len(function.parameters):
            takes = counted(len(function.parameters), "value")
            self.errors.append(
                Diagnostic(f"'{shorten(name)}' takes {takes}, not {len(arguments)}", self.source, offset)
            )
        self._applied += function.size
        return ast.Apply(function, arguments, offset=offset)

    def function_definition(self) -> None:
        """MTSA's ``def F(a, b) = e``, after its keyword; from its end on the function can be applied."""
        name, offset = self.upper_name("a function")
        parameters = self._function_parameters()
        self.expect("=", f"in the definition of '{shorten(name)}'")
        before = self._applied
        body = self.expression()
        size = 1 + self._applied - before
        if name in self.functions or size > _MAX_APPLICATIONS:
            what = "is defined twice" if name in self.functions else "is too big when it is written out"
            message = f"function '{shorten(name)}' {what}"
            raise UnreadableError(Diagnostic(message, self.source, offset, len(name)))
        self.functions[name] = ast.Function(name, parameters, body, size)

    def _function_parameters(self) -> tuple[str, ...]:
        opened = self.expect("(", "to start the parameters of a function")
        return self.comma_list(self._variable, ")", opened, "the parameters")

    def _variable(self) -> str:
        name = self.text
        if self.kind is not LOWER:
            raise self.fault(f"expected the name of a variable, found {self.found()}", _LOWER_CASE)
        self.take()
        return name

    def arguments(self) -> tuple[ast.Expr, ...]:
        """``(e, e)``: actual parameters."""
        opened = self.expect("(", "to start the arguments")
        return self.comma_list(self.expression, ")", opened, "the arguments")

    def _number(self) -> ast.Expr:
        value = integer(self.text)
        if value is None:
            hint = "a leading 0 means octal" if self.text.startswith("0") and self.text.isdigit() else ""
            raise self.fault(f"{self.found()} is not a number from 0 to {MAX_INT}", hint)
        return ast.Int(value, offset=self.take())

    def _quote(self, kind: str) -> ast.Expr:
        """``'label``, ``#Set`` or ``@(Set, e)``."""
        offset = self.take()
        if kind == "'":
            return ast.Quote(self.label(), offset=offset)
        if kind == "#":
            return ast.Size(self.label_set(), offset=offset)
        opened = self.expect("(", "after '@', which selects an element of a set: @(Set, index)")
        chosen = self.label_set()
        self.expect(",", "before the index of the element")
        self.depth += 1
        index = self.expression()
        self.close(")", opened, "the selection")
        return ast.Element(chosen, index, offset=offset)
