"""What the names in labels, sets, expressions and formulas of FSP stand for, by the rules of the compiler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from quidpro.core.source import Diagnostic
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.labels import already_bound
from quidpro.frontend.text.cursor import EOF, Tokens
from quidpro.frontend.text.names import Names, Symbol

Scope = Mapping[str, Symbol]
"""The variables and parameters in scope."""
_NESTING = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1, EOF: -1}


class Lookup:
    """The tables of a file, and the definition in which names are looked up."""

    def __init__(self, found: Names, tokens: Tokens) -> None:
        self.found = found
        self.tokens = tokens
        self.number = dict(zip(tokens.offsets, count(), strict=False))
        """The number of the token at an offset."""
        self.constants: dict[str, Symbol] = {}
        self.ranges: dict[str, Symbol] = {}
        self.sets: dict[str, Symbol] = {}
        self.processes: dict[str, Symbol] = {}
        self.composites: dict[str, Symbol] = {}
        self.fluents: dict[str, Symbol] = {}
        self.asserts: dict[str, Symbol] = {}
        self.functions: dict[str, Symbol] = {}
        self.home: Symbol | None = None
        """The definition that is being looked at."""

    def inner(self, name: str, kind: str, offset: int, end: int) -> Symbol:
        """A symbol that is known inside the definition that is being looked at only."""
        home = self.home
        assert home is not None
        return self.found.declare(Symbol(name, kind, offset, (offset, end), home.span, home))

    def bound(self, name: str, kind: str, token: int) -> Symbol:
        """A variable or parameter by its token; its definition goes on to a comma or to the end of its bracket."""
        last, depth = token, 0
        while depth > 0 or self.tokens.kinds[last + 1] not in (",", ")", "]", EOF):
            last += 1
            depth += _NESTING.get(self.tokens.kinds[last], 0)
        return self.inner(name, kind, self.tokens.offsets[token], self.end(last))

    def end(self, token: int) -> int:
        """Where a token ends."""
        return self.tokens.offsets[token] + len(self.tokens.texts[token])

    def parts(self, parts: Iterable[ast.LabelPart], scope: Scope) -> Scope:
        """The scope behind the parts of a label: domains see nothing of it, values what stands before them."""
        inner = dict(scope)
        for part in parts:
            match part:
                case ast.Among(labels):
                    self.set(labels, scope)
                case ast.Index(ast.Name(name, offset=offset)) if self._is_domain(name, offset, scope):
                    self.found.use(offset, name, self.sets.get(name) or self.ranges.get(name))
                case ast.Index(value):
                    self.expression(value, inner)
                case ast.Binder(variable, domain, offset=offset):
                    self.domain(domain, scope)
                    if variable is not None:
                        self._check_binder(variable, offset, scope)
                        inner[variable] = self.bound(variable, "variable", self.number[offset] + 1)
        return inner

    def _check_binder(self, variable: str, offset: int, scope: Scope) -> None:
        if variable in scope:
            self.found.errors.append(Diagnostic(already_bound(variable), self.found.source, offset))

    def _is_domain(self, name: str, offset: int, scope: Scope) -> bool:
        """Whether a bare name in brackets is a set or a range, as the compiler decides it."""
        meant = [table[name] for table in (self.sets, self.ranges) if name in table]
        if any(symbol.offset < offset for symbol in meant):
            return True
        return bool(meant) and name not in scope and name not in self.constants

    def domain(self, domain: ast.Domain, scope: Scope) -> None:
        """A range or a set over which a variable runs."""
        if isinstance(domain, ast.Range):
            self.expressions((domain.low, domain.high), scope)
        else:
            self.set(domain, scope)

    def all_sets(self, every: Iterable[ast.LabelSet | None], scope: Scope) -> None:
        """Sets, of which some may be missing."""
        for labels in every:
            if labels is not None:
                self.set(labels, scope)

    def set(self, labels: ast.LabelSet, scope: Scope) -> None:
        """A set: one by its name, or the labels of another."""
        match labels:
            case ast.SetName(name, offset=offset):
                self.found.use(offset, name, self.sets.get(name) or self.ranges.get(name))
            case ast.SetLiteral(members):
                for label in members:
                    self.parts(label.parts, scope)
            case ast.SetDifference(left, right):
                self.all_sets((left, right), scope)

    def expressions(self, every: Iterable[ast.Expr | None], scope: Scope) -> None:
        """Expressions, of which some may be missing."""
        for expression in every:
            if expression is not None:
                self.expression(expression, scope)

    def expression(self, expression: ast.Expr, scope: Scope) -> None:
        """An expression, which may be nested deeply."""
        pending = [expression]
        while pending:
            match pending.pop():
                case ast.Name(name, offset=offset):
                    self.found.use(offset, name, scope.get(name) or self.constants.get(name))
                case ast.Quote(label):
                    self.parts(label.parts, scope)
                case ast.Size(labels):
                    self.set(labels, scope)
                case ast.Element(labels, index):
                    self.set(labels, scope)
                    pending.append(index)
                case ast.Unary(_, operand):
                    pending.append(operand)
                case ast.Binary(_, left, right):
                    pending += (left, right)
                case ast.Conditional(condition, then, otherwise):
                    pending += (condition, then, otherwise)
                case ast.Apply(function, arguments, offset=offset):
                    self.found.use(offset, function.name, self.functions.get(function.name))
                    pending += arguments

    def formula(self, formula: ast.Formula, scope: Scope) -> None:
        """A formula, which may be nested deeply."""
        pending: list[tuple[ast.Formula, Scope]] = [(formula, scope)]
        while pending:
            match pending.pop():
                case ast.Atom(label), inside:
                    self.parts(label.parts, inside)
                case ast.FluentRef(name, arguments, indices, offset=offset), inside:
                    meant = self.fluents.get(name) or self.sets.get(name) or self.asserts.get(name)
                    self.found.use(offset, name, meant)
                    self.expressions(arguments, inside)
                    self.parts(indices, inside)
                case ast.Rigid(value), inside:
                    self.expression(value, inside)
                case ast.Temporal(_, operands), inside:
                    pending += [(operand, inside) for operand in operands]
                case ast.Quantified(_, binders, body), inside:
                    pending.append((body, self.parts(binders, inside)))
