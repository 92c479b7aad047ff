"""Variables from declarations: types with their bounds computed, arrays spread into one variable per element."""

from __future__ import annotations

from quidpro.core.source import Source
from quidpro.flat.model import Span, Variable, VariableKind
from quidpro.flat.types import BOOLEANS, Domain, Enumeration, Value, Words, interval
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.elaborate import Elaborator
from quidpro.frontend.smv.hierarchy import dotted_name
from quidpro.frontend.smv.meaning import Array, Meaning, Scope, Symbol, bad_cell, dotted_parts
from quidpro.frontend.smv.operators import MAX_VALUES
from quidpro.frontend.smv.typed import mistake
from quidpro.frontend.smv.words import word_type
from quidpro.frontend.text.problems import ModelError, Problems

MAX_VARIABLES = 200_000
_BOTH = {("bool", False), ("bool", True)}
"""What ``{TRUE, FALSE}`` holds, which is another way to write ``boolean``."""
_KINDS: dict[str, VariableKind] = {"VAR": "state", "IVAR": "input", "FROZENVAR": "frozen"}


class Declarations:
    """Declares the variables of all instances, in the order of the text."""

    def __init__(self, source: Source, elaborator: Elaborator, problems: Problems, found: dict[str, Variable]) -> None:
        self._source = source
        self._elaborator = elaborator
        self._problems = problems
        self._found = found

    def declare(self, scope: Scope) -> None:
        """The variables of one instance and of those below it, where they stand in the text."""
        stack = [(scope, iter(scope.items))]
        while stack:
            current, items = stack[-1]
            item = next(items, None)
            if item is None:
                stack.pop()
            elif isinstance(item, ast.Declaration):
                if not isinstance(item.type, ast.ModuleType):
                    self._variable(current, item, item.type)
                elif isinstance(child := _instance(current, item.name), Scope):
                    stack.append((child, iter(child.items)))

    def _variable(self, scope: Scope, item: ast.Declaration, type_: ast.SimpleType) -> None:
        with self._problems.catch():
            home, name = scope.home(item.name)
            if home.offsets.get(name) != item.offset:
                return
            home.symbols[name] = bad_cell(scope, name)
            home.symbols[name] = self._spread(scope, home.qualified(name), item, type_)

    def _spread(self, scope: Scope, name: str, item: ast.Declaration, type_: ast.SimpleType) -> Meaning:
        """A variable, or the elements of an array."""
        if isinstance(type_, ast.ArrayType):
            numbers, width = self._indices(scope, type_)
            items = tuple(self._spread(scope, f"{name}[{i}]", item, type_.element) for i in numbers)
            return Array(numbers[0], items, width)
        if len(self._found) >= MAX_VARIABLES:
            raise ModelError(f"there are more than {MAX_VARIABLES} variables", item.offset, len(item.name))
        span = Span(self._source, item.offset, len(item.name))
        owner = ".".join(dotted_parts(scope.qualified(item.name))[:-1])
        variable = Variable(name, self._domain(scope, type_), _KINDS[item.section], owner, span)
        self._found[name] = variable
        return variable.now()

    def _indices(self, scope: Scope, type_: ast.ArrayType) -> tuple[range, int]:
        """The numbers of the elements, and the width of the words that they are (0 for integers)."""
        if type_.bounds is not None:
            low, high = self._bounds(scope, *type_.bounds, MAX_VARIABLES)
            return range(low, high + 1), 0
        assert type_.width is not None
        width = self._constant(scope, type_.width, "the width of a word")
        if word_type(type_.width, width, signed=False).width >= MAX_VARIABLES.bit_length():
            raise mistake(type_.width, f"this array has 2^{width} elements, the limit is {MAX_VARIABLES}")
        return range(1 << width), width

    def _domain(self, scope: Scope, type_: ast.SimpleType) -> Domain:
        match type_:
            case ast.RangeType(low, high):
                return interval(*self._bounds(scope, low, high))
            case ast.EnumType(values) if {(node.op, node.value) for node in values} == _BOTH:
                return BOOLEANS
            case ast.EnumType():
                return self._enumeration(type_)
            case ast.WordType(width, signed):
                bits = self._constant(scope, width, "the width of a word")
                return Words(word_type(width, bits, signed=signed).width, signed)
        return BOOLEANS

    def _bounds(self, scope: Scope, low: ast.Node, high: ast.Node, limit: int = MAX_VALUES) -> tuple[int, int]:
        first, last = (self._constant(scope, node, "a bound") for node in (low, high))
        if first > last:
            raise mistake(low, f"the range {first}..{last} is empty")
        if last - first >= limit:
            message = f"the range {first}..{last} has {last - first + 1} values, the limit is {limit}"
            hint = "a word, as in unsigned word[32], can be as wide as needed" if limit == MAX_VALUES else ""
            raise mistake(low, message, hint)
        return first, last

    def _constant(self, scope: Scope, node: ast.Node, what: str) -> int:
        return self._elaborator.typist.constant(self._elaborator.meaning(node, scope), node, what)

    def _enumeration(self, type_: ast.EnumType) -> Enumeration:
        found: dict[Value, None] = {}
        for node in type_.values:
            for value in self._values(node):
                if value in found:
                    self._problems.warn(f"the value {value} stands twice in this enumeration", node.offset, node.length)
                found[value] = None
        return Enumeration(tuple(found))

    def _values(self, node: ast.Node) -> list[Value]:
        """A symbol, an integer, or the integers of a range."""
        if node.op in ("name", "dot") and (name := dotted_name(node)):
            return [name]
        if node.op == "..":
            low, high = (self._values(arg)[0] for arg in node.args)
            if isinstance(low, int) and isinstance(high, int) and 0 <= high - low < MAX_VALUES:
                return list(range(low, high + 1))
        if node.op == "int":
            return [int(node.value or 0)]
        if node.op == "neg" and node.args[0].op == "int":
            return [-int(node.args[0].value or 0)]
        if node.op == "bool":
            raise mistake(node, "TRUE and FALSE cannot stand in an enumeration", "declare a boolean")
        raise mistake(node, "an enumeration holds symbols and integers only")


def _instance(scope: Scope, name: str) -> Symbol | None:
    """What stands for a name that may have dots; None when there is nothing."""
    try:
        home, name = scope.home(name)
    except ModelError:
        return None
    return home.symbols.get(name)
