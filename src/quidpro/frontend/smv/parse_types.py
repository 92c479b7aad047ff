"""The part of the parser that reads types and instances of modules."""

from __future__ import annotations

from functools import cached_property

from quidpro.frontend.smv import ast
from quidpro.frontend.smv.lexer import CALL, NAME
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
        if process and self.kind not in (NAME, CALL):
            raise self.fault(f"expected the name of a module after 'process', found {self.found()}")
        if process or (self._starts_instance() and not self._is_infinite()):
            return self._instance(process, offset)
        return self.simple_type()

    def _starts_instance(self) -> bool:
        """Whether the name of a module stands here; some of them are those of functions."""
        return self.kind in (NAME, CALL) and self.ahead() in ("(", ";")

    def _is_infinite(self) -> bool:
        """Whether a type of nuXmv stands here that is not finite; to NuSMV, and here, a module may be called so."""
        return self.kind is NAME and self.text in _REFUSED and self.text not in self._modules

    @cached_property
    def _modules(self) -> frozenset[str]:
        """The names of all modules of the text."""
        return frozenset(text for kind, text in zip(self.kinds, self.texts[1:], strict=False) if kind == "MODULE")

    def simple_type(self) -> ast.SimpleType:
        """The type of a variable."""
        offset = self.offset
        if self.skip("boolean"):
            return ast.BooleanType()
        if self._is_infinite():
            raise self.fault(f"the type {self.text} is not supported", _REFUSED[self.text])
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
        if self.kind == "of" or self._is_infinite():
            raise self.fault("an array without bounds is not finite", "give the bounds: array 0..7 of …")
        if self.kind == "word" or (self.kind == "unsigned" and self.ahead() == "word"):
            width = self._word(offset).width
        else:
            bounds = self._range()
        self.expect("of", "before the type of the elements")
        if self.kind == "process" or (self._starts_instance() and not self._is_infinite()):
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
