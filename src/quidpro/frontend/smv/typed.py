"""Types of expressions, and the conversions between them.

NuSMV 2.6 keeps booleans and integers apart; its older versions did not, and their files write ``1 : 0``. Those are
accepted with a warning: 0 and 1 (and expressions that can only be 0 or 1) where a boolean must be, and a boolean where
an integer must be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

from quidpro.flat.bounds import bounds
from quidpro.flat.build import FALSE, TRUE, choice, integer, operation
from quidpro.flat.expr import Const, Expr, Fail, Op, const, failure
from quidpro.flat.formula import Atom, Formula, Temporal
from quidpro.flat.model import Variable
from quidpro.flat.types import BOOLEAN, INTEGER, SYMBOL, Type, typed_text
from quidpro.flat.walk import ends, postorder
from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.meaning import Meaning, Negated, Scope, describe, dotted_parts
from quidpro.frontend.text.problems import ModelError, Problems

LOOSE_MOD = "'mod' binds tighter than '+': write (a + b) mod c"


def mistake(node: Node, message: str, hint: str = "") -> ModelError:
    """An error at a piece of the text."""
    return ModelError(message, node.offset, node.length, hint)


class Typist:
    """Converts between types where the language (or its history) allows it."""

    def __init__(self, problems: Problems, variables: Mapping[str, Variable], constants: AbstractSet[str]) -> None:
        self.problems = problems
        self.variables = variables
        self.constants = constants
        """The symbols of all enumerations."""
        self._lenient: dict[int, int] = {}
        self._negated: dict[int, int] = {}

    def expr(self, meaning: Meaning, node: Node) -> Expr:
        """A meaning that must be an expression."""
        if isinstance(meaning, Expr):
            return meaning
        if isinstance(meaning, Atom):
            return meaning.expr
        if isinstance(meaning, Scope) and (symbol := self._symbol(meaning)) is not None:
            return symbol
        if isinstance(meaning, Negated):
            node = meaning.node
            raise mistake(node, describe(meaning), "'!' binds tighter than '=': write !(a = b), or a != b")
        raise mistake(node, f"expected a value, found {describe(meaning)}")

    def _symbol(self, scope: Scope) -> Expr | None:
        """The symbol of an enumeration that an instance shares its name with."""
        found = next((name for name in (scope.path, dotted_parts(scope.path)[-1]) if name in self.constants), None)
        return None if found is None else const(found, SYMBOL)

    def formula(self, meaning: Meaning, node: Node) -> Formula:
        """A meaning as a part of a temporal formula."""
        if isinstance(meaning, Atom | Temporal):
            return meaning
        return Atom(self.boolean(meaning, node))

    def boolean(self, meaning: Meaning, node: Node) -> Expr:
        """A meaning that must be one boolean."""
        found = self.truth(self.expr(meaning, node), node)
        if found.type.many:
            raise mistake(node, "expected one boolean, found a set", "a choice may stand only in an assignment")
        return found

    def truth(self, expr: Expr, node: Node) -> Expr:
        """A boolean or a set of booleans."""
        if expr.type.kind == "boolean":
            return expr
        if expr.type.kind == "integer" and self.is_bit(expr):
            self._note(node)
            return _as_boolean(expr)
        hint = (
            "compare it with a value, or convert it with bool(…)" if expr.type.kind in ("integer", "unsigned") else ""
        )
        if node.op == "+" and node.args[-1].op == "mod":
            hint = LOOSE_MOD
        raise mistake(node, f"expected a boolean, found {_article(expr.type)}", hint)

    def number(self, meaning: Meaning, node: Node) -> Expr:
        """A meaning that must be an integer (or a set of them)."""
        expr = self.expr(meaning, node)
        if expr.type.kind == "integer":
            return expr
        if expr.type.kind == "boolean" and not expr.type.many:
            self._note(node)
            return choice(expr, integer(1), integer(0))
        hint = "convert it with toint(…)" if expr.type.is_word else ""
        raise mistake(node, f"expected an integer, found {_article(expr.type)}", hint)

    def one_number(self, meaning: Meaning, node: Node) -> Expr:
        """A meaning that must be one integer."""
        return self.one(self.number(meaning, node), node)

    def one(self, expr: Expr, node: Node) -> Expr:
        """An expression that must not be a choice."""
        if expr.type.many:
            raise mistake(node, "a set cannot be compared or computed with here", "use 'in' to ask for a member")
        return expr

    def constant(self, meaning: Meaning, node: Node, what: str) -> int:
        """A meaning that must be an integer known now."""
        expr = self.expr(meaning, node)
        if isinstance(expr, Const) and expr.type == INTEGER:
            return int(expr.value)
        raise mistake(node, f"{what} must be a constant integer")

    def fit(self, meaning: Meaning, target: Type, node: Node) -> Expr:
        """A right-hand side for a variable of a type."""
        expr = self.expr(meaning, node)
        if target.kind == "boolean":
            return self.truth(expr, node)
        if expr.type.kind == "boolean" and target.kind == "integer" and not expr.type.many:
            return self.number(expr, node)
        if expr.type.element() == target or comparable(expr.type, target):
            return expr
        message = f"a variable of type {target} cannot be assigned {_article(expr.type)}"
        raise mistake(node, message, word_hint(expr, target))

    def alike(self, left: Expr, right: Expr, node: Node, args: list[Node]) -> tuple[Expr, Expr]:
        """Two values made comparable: both booleans, both scalars or words of one type."""
        if left.type.kind == "boolean" and right.type.kind == "integer" and self.is_bit(right):
            return left, self.truth(right, args[1])
        if right.type.kind == "boolean" and left.type.kind == "integer" and self.is_bit(left):
            return self.truth(left, args[0]), right
        one, other = left.type.element(), right.type.element()
        if one == other or comparable(one, other):
            return left, right
        message = f"the two sides of '{node.op}' do not go together: {_article(one)} and {_article(other)}"
        raise mistake(node, message, word_hint(left, other) or word_hint(right, one))

    def is_bit(self, expr: Expr) -> bool:
        """Whether an integer expression can only be 0 or 1."""
        low, high = bounds(expr, self.variables)
        return low >= 0 and high <= 1

    def _note(self, node: Node) -> None:
        self._lenient.setdefault(node.offset, node.length)

    def note_negation(self, node: Node) -> None:
        """Remember a ``!x = y`` that was read as ``!(x = y)``."""
        self._negated.setdefault(node.offset, node.length)

    @contextmanager
    def blaming(self, problems: Problems) -> Iterator[None]:
        """Meanwhile what is odd is about another text."""
        kept = self.problems, self._lenient, self._negated
        self.problems, self._lenient, self._negated = problems, {}, {}
        try:
            yield
            self.note_leniencies()
        finally:
            self.problems, self._lenient, self._negated = kept

    def note_leniencies(self) -> None:
        """Warn once of each way in which older versions are followed."""
        message = "an integer stands for a boolean here, or a boolean for an integer"
        hint = "NuSMV 2.6 wants FALSE and TRUE for 0 and 1, and toint(…) or bool(…)"
        self._warn_once(self._lenient, message, hint)
        self._warn_once(self._negated, "'!x = y' is read as '!(x = y)' here", "NuSMV 2.6 wants the parentheses")

    def _warn_once(self, lengths: dict[int, int], message: str, hint: str) -> None:
        if lengths:
            offset, more = min(lengths), len(lengths) - 1
            others = f" (and at {more} other place{'s' if more > 1 else ''})" if more else ""
            self.problems.warn(message + others, offset, lengths[offset], hint)


def comparable(one: Type, other: Type) -> bool:
    """Whether values of two types may be equal: integers, symbols and mixtures, but not integers and symbols."""
    return one.is_scalar and other.is_scalar and {one.kind, other.kind} != {"integer", "symbol"}


def word_hint(expr: Expr, wanted: Type) -> str:
    """How to write a value where a word is wanted; empty if there is no way to tell."""
    if not wanted.is_word:
        return ""
    if isinstance(expr, Const) and expr.type == INTEGER and int(expr.value) in wanted.natural():
        return f"as a word it is written {typed_text(expr.value, wanted.element())}"
    if expr.type.is_word and expr.type.kind != wanted.kind and expr.type.width == wanted.width:
        return f"convert it with {wanted.kind}(…)"
    if expr.type.is_word and expr.type.width != wanted.width:
        return f"bring it to {wanted.width} bits with resize(…)"
    return "convert it with word1(…)" if expr.type == BOOLEAN and wanted.width == 1 else ""


def _article(type_: Type) -> str:
    text = str(type_)
    return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"


def _as_boolean(expr: Expr) -> Expr:
    """An expression that is 0 or 1 as a boolean, branch by branch."""
    booleans: dict[Expr, Expr] = {node: _end_as_boolean(node) for node in ends(expr)}
    for node in postorder((expr,)):
        if isinstance(node, Op) and node not in booleans and node.op in ("ite", "union"):
            skip = 1 if node.op == "ite" else 0
            if all(arg in booleans for arg in node.args[skip:]):
                args = (*node.args[:skip], *(booleans[arg] for arg in node.args[skip:]))
                booleans[node] = operation(node.op, args, Type("boolean", 0, node.type.many))
    return booleans[expr]


def _end_as_boolean(node: Expr) -> Expr:
    if isinstance(node, Const):
        return TRUE if node.value else FALSE
    if isinstance(node, Fail):
        return failure(node.reason, node.offset, BOOLEAN)
    return operation("ne", (node, integer(0)), BOOLEAN)
