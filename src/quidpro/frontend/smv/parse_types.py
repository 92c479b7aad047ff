"""The part of the parser that reads types and instances of modules."""

from __future__ import annotations

from quidpro.frontend.smv import ast
from quidpro.frontend.smv.lexer import NAME
from quidpro.frontend.smv.parse_expr import RANGE_END, ExpressionParser

_REFUSED = {
    "integer": "an unbounded integer is not finite: give a range such as 0..15, or a word",
    "real": "a real is not finite: give a range such as 0..15",
    "clock": "timed models are not supported",
}


class TypeParser(ExpressionParser):
    """Reads what stands after ``name :``."""

    def type(self) -> ast.TypeSpec:
        """A type, or an instance of a module."""
        offset = self.offset
        process = self.skip("process")
        if process and self.kind is not NAME:
            raise self.fault(f"expected the name of a module after 'process', found {self.found()}")
        if process or (self.kind is NAME and self.ahead() in ("(", ";")):
            return self._instance(process, offset)
        return self.simple_type()

    def simple_type(self) -> ast.SimpleType:
        """The type of a variable."""
        offset = self.offset
        if self.skip("boolean"):
            return ast.BooleanType()
        if self.kind in _REFUSED:
            raise self.fault(f"the type {self.kind} is not supported", _REFUSED[self.kind])
        if self.kind in ("word", "signed", "unsigned"):
            return self._word(offset)
        if self.kind == "array":
            return self._array()
        if self.kind == "{":
            values = self._brackets("{", "{").args
            return ast.EnumType(tuple(values), offset=offset)
        low, high = self._range()
        return ast.RangeType(low, high, offset=offset)

    def _word(self, offset: int) -> ast.WordType:
        signed = self.kind == "signed"
        if self.kind != "word":
            self.take()
        self.expect("word", "after the sign of a word")
        opened = self.expect("[", "before the width of a word")
        self.depth += 1
        width = self.expression()
        self.close("]", opened, "the width")
        return ast.WordType(width, signed, offset=offset)

    def _array(self) -> ast.ArrayType:
        offset = self.take()
        width = bounds = None
        if self.kind in ("integer", "of"):
            raise self.fault("an array without bounds is not finite", "give the bounds: array 0..7 of …")
        if self.kind == "word" or (self.kind == "unsigned" and self.ahead() == "word"):
            width = self._word(offset).width
        else:
            bounds = self._range()
        self.expect("of", "before the type of the elements")
        if self.kind == "process" or (self.kind is NAME and self.ahead() in ("(", ";")):
            raise self.fault("there are no arrays of modules", "declare one instance after the other")
        self.nest()
        element = self.simple_type()
        self.depth -= 1
        return ast.ArrayType(bounds, width, element, offset=offset)

    def _range(self) -> tuple[ast.Node, ast.Node]:
        low = self.expression(RANGE_END)
        self.expect("..", "between the bounds of a range", "a type is boolean, low..high, {a, b}, word[N] or a module")
        return low, self.expression(RANGE_END)

    def _instance(self, process: bool, offset: int) -> ast.ModuleType:
        module = self.text
        self.take()
        arguments: list[ast.Node] = []
        if self.kind == "(":
            opened = self.take()
            arguments = self._comma_list(")", opened, f"the arguments of {module}")
        return ast.ModuleType(module, tuple(arguments), process, offset=offset)
