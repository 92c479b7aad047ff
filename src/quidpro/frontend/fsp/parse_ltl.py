"""Temporal logic: assertions, constraints and fluents.

The grammar is LTSA's: a formula at the top is a prefix formula or stands in parentheses, because ``||`` after
it starts the next composite; inside, ``||`` binds loosest, then one of ``U W -> <->`` (which do not
associate), then ``&&``. X, U and W are operators here and plain names everywhere else.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.lexer import UPPER
from quidpro.frontend.fsp.operators import Yard
from quidpro.frontend.fsp.parse_labels import LABEL_STARTS, LabelParser
from quidpro.frontend.text.cursor import UnreadableError, shorten

_BINDING = 2
_INFIX = {"||": 1, "U": _BINDING, "W": _BINDING, "->": _BINDING, "<->": _BINDING, "&&": 3}
_PREFIX = ("!", "X", "<>", "[]")


def _unary(op: str, offset: int, operand: ast.Formula) -> ast.Formula:
    return ast.Temporal(op, (operand,), offset=offset)


def _binary(op: str, offset: int, left: ast.Formula, right: ast.Formula) -> ast.Formula:
    return ast.Temporal(op, (left, right), offset=offset)


class FormulaParser(LabelParser):
    """Reads assertions and fluents."""

    def assert_definition(self, kind: Literal["assert", "constraint", "ltl_property"]) -> ast.AssertDef:
        """``assert A(N=e) = formula +{…}``, after its keyword."""
        name, offset = self.upper_name("an assertion")
        params = self.params()
        self.expect("=", f"in the definition of '{shorten(name)}'")
        formula = self._formula()
        extension = self.plain_set() if self.skip("+") else None
        return ast.AssertDef(kind, name, params, formula, extension, offset=offset)

    def fluent_definition(self) -> ast.FluentDef:
        """``fluent F[i:R] = <set, set> initially e``, after its keyword."""
        name, offset = self.upper_name("a fluent")
        indices = self.indices()
        self.expect("=", f"in the definition of '{shorten(name)}'")
        self.expect("<", "to start a fluent", "as in <{on}, {off}>")
        initiating = self.label_set()
        self.expect(",", "between the actions that start a fluent and those that end it")
        terminating = self.label_set()
        self.expect(">", "to end a fluent")
        initially = self.simple_expression() if self.skip("initially") else None
        return ast.FluentDef(name, indices, initiating, terminating, initially, offset=offset)

    def _operator(self) -> str:
        """The current token, with X, U and W as operators."""
        return self.text if self.kind is UPPER and self.text in ("X", "U", "W") else self.kind

    def _formula(self) -> ast.Formula:
        yard = Yard[ast.Formula]()
        base = self.depth
        while True:
            self._formula_operand(yard, base)
            while yard.opened and self.kind == ")":
                self.take()
                yard.close()
            if not yard.opened or self._operator() not in _INFIX:
                break
            self._infix(yard)
        if yard.opened:
            self.close(")", yard.innermost(), "this formula")
        self.depth = base
        self._check_end()
        return yard.result()

    def _infix(self, yard: Yard[ast.Formula]) -> None:
        op = self._operator()
        level = _INFIX[op]
        if level == _BINDING and yard.clashes(level):
            message = f"'{op}' needs parentheses next to another of U, W, -> and <->"
            raise self.fault(message, "as in (a -> (b -> c))")
        offset = self.take()
        yard.infix(level, offset, partial(_binary, op, offset))

    def _formula_operand(self, yard: Yard[ast.Formula], base: int) -> None:
        while True:
            op = self._operator()
            if op == "(":
                yard.open(self.take())
            elif op in _PREFIX:
                offset = self.take()
                yard.prefix(offset, partial(_unary, op, offset))
            elif op in ("forall", "exists"):
                self._quantifier(yard)
            else:
                break
            self.set_depth(base + len(yard.waiting))
        self.set_depth(base + len(yard.waiting))
        yard.operand(self._atom())

    def _quantifier(self, yard: Yard[ast.Formula]) -> None:
        op: Literal["forall", "exists"] = "forall" if self.kind == "forall" else "exists"
        offset = self.take()
        binders = self.binders(op)
        yard.prefix(offset, lambda body: ast.Quantified(op, binders, body, offset=offset))

    def _atom(self) -> ast.Formula:
        op, offset = self._operator(), self.offset
        if op == "rigid":
            self.take()
            return ast.Rigid(self.simple_expression(), offset=offset)
        if op is UPPER:
            return self._fluent_reference()
        if op in LABEL_STARTS:
            return ast.Atom(self.label(), offset=offset)
        raise self.fault(f"expected a formula, found {self.found()}")

    def _fluent_reference(self) -> ast.FluentRef:
        name, offset = self.upper_name("a fluent")
        if self.kind == "(":
            return ast.FluentRef(name, self.arguments(), offset=offset)
        return ast.FluentRef(name, (), self.indices(), offset=offset)

    def _check_end(self) -> None:
        """LTSA stops at an operator outside parentheses and then misreads it; say what to do."""
        op = self._operator()
        starts_process = self.ahead() == "=" or (self.ahead() == "(" and self.ahead(3) == "=")
        if op in ("&&", "->", "<->") or (op in ("U", "W") and not starts_process):
            raise self._needs_parentheses(op)

    def _needs_parentheses(self, op: str) -> UnreadableError:
        return self.fault(f"'{op}' outside parentheses", f"put the whole formula in parentheses: (p {op} q)")
