"""The definitions that end without a mark: const, range, set, progress, menu, import, animation."""

from __future__ import annotations

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.lexer import STRING
from quidpro.frontend.fsp.parse_labels import LabelParser
from quidpro.frontend.text.tokens import shorten


class PlainParser(LabelParser):
    """Reads the definitions that describe no behaviour. Each method starts after the keyword."""

    def const_definition(self) -> ast.ConstDef:
        """``const N = e``."""
        name, offset = self._head("a constant")
        return ast.ConstDef(name, self.simple_expression(), offset=offset)

    def range_definition(self) -> ast.RangeDef:
        """``range R = low..high``."""
        name, offset = self._head("a range")
        low = self.simple_expression()
        dots = self.expect("..", "in a range")
        return ast.RangeDef(name, ast.Range(low, self.simple_expression(), offset=dots), offset=offset)

    def set_definition(self) -> ast.SetDef:
        """``set S = {…}``; from its end on the name is a label."""
        name, offset = self._head("a set")
        try:
            return ast.SetDef(name, self.set_literal(), offset=offset)
        finally:
            self.sets.add(name)

    def progress_definition(self) -> ast.ProgressDef:
        """``progress P[i:R] = {…}`` or ``progress P = if {…} then {…}``."""
        name, offset = self.upper_name("a progress property")
        indices = self.indices()
        self.expect("=", f"in the definition of '{shorten(name)}'")
        condition = None
        if self.skip("if"):
            condition = self.label_set()
            self.expect("then", "after the condition of a progress property")
        return ast.ProgressDef(name, indices, condition, self.label_set(), offset=offset)

    def menu_definition(self) -> ast.MenuDef:
        """``menu M = {…}``."""
        name, offset = self._head("a menu")
        return ast.MenuDef(name, self.label_set(), offset=offset)

    def import_definition(self) -> ast.ImportDef:
        """``import P = "file.aut"``."""
        name, offset = self._head("an imported process")
        return ast.ImportDef(name, self._file_name(), offset=offset)

    def animation_definition(self) -> None:
        """``animation A = "f.xml" target T compose {…} actions {…} controls {…}``: pictures, left out."""
        name, offset = self._head("an animation")
        self._file_name()
        if self.skip("target"):
            self.upper_name("the target of an animation")
        if self.skip("compose"):
            self._animation_parts()
        if self.skip("actions"):
            self.relabel_set()
        if self.skip("controls"):
            self.relabel_set()
        message = f"animation '{shorten(name)}' is left out: animations do not change the model"
        self.warn(message, offset, len(name))

    def _animation_parts(self) -> None:
        opened = self.expect("{", "to start the parts of an animation")
        self.deeper()
        while True:
            self.upper_name("an animation")
            self.relabels()
            if not self.skip("||"):
                break
        self.close("}", opened, "the parts of an animation")

    def _head(self, what: str) -> tuple[str, int]:
        name, offset = self.upper_name(what)
        self.expect("=", f"in the definition of '{shorten(name)}'")
        return name, offset

    def _file_name(self) -> str:
        if self.kind is not STRING:
            raise self.fault(f"expected a file name in double quotes, found {self.found()}")
        name = self.text[1:-1]
        self.take()
        return name
