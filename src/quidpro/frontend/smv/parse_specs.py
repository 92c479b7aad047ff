"""The part of the parser that reads specifications.

PSL is read only as far as it says the same as LTL or CTL; a property in its other words is kept as text, so that it is
answered with a refusal rather than spoil the file.
"""

from __future__ import annotations

from quidpro.frontend.smv import ast
from quidpro.frontend.smv.lexer import SECTIONS
from quidpro.frontend.smv.parse_psl import PslParser
from quidpro.frontend.text.cursor import UnreadableError
from quidpro.frontend.text.tokens import EOF


class SpecParser(PslParser):
    """Reads what stands after SPEC, LTLSPEC, INVARSPEC, COMPUTE and PSLSPEC."""

    def specification(self) -> ast.Specification:
        """A whole section of one specification."""
        section = self.kind
        offset = self.take()
        name = self._label()
        start = self.offset
        body = self._body(section)
        end = self.offsets[self.at - 1] + len(self.texts[self.at - 1])
        context = None
        if self.skip("IN"):
            context = self._postfixed(self._primary())
        self.skip(";")
        return ast.Specification(section, name, body, context, start, end, offset=offset)

    def _label(self) -> str:
        """The name given with ``NAME n :=``; dots and brackets may be in it."""
        if not self.skip("NAME"):
            return ""
        start = self.offset
        while self.kind not in (":=", EOF) and self.kind not in SECTIONS:
            self.take()
        name = self.source.text[start : self.offset].strip()
        self.expect(":=", "after the name of a specification")
        return name

    def _body(self, section: str) -> ast.Node | None:
        if section == "COMPUTE":
            return self._measure()
        if section == "PSLSPEC":
            return self._psl()
        return self.expression()

    def _measure(self) -> ast.Node:
        """``MIN [ from , to ]``."""
        kind = self.kind
        if kind not in ("MIN", "MAX"):
            raise self.fault(f"expected MIN or MAX after COMPUTE, found {self.found()}")
        node = ast.Node(kind, [], self.take(), 3)
        opened = self.expect("[", f"after {kind}")
        self.depth += 1
        node.args.append(self.expression())
        self.expect(",", f"between the two conditions of {kind}")
        node.args.append(self.expression())
        self.close("]", opened, kind)
        return node

    def _psl(self) -> ast.Node | None:
        """A property in the words of PSL that are known; anything else is passed over."""
        start = self.at
        self.psl = True
        try:
            body = self.expression()
        except UnreadableError:
            body = None
        finally:
            self.psl = False
        if body is not None and (self.kind in SECTIONS or self.kind in (";", "IN", EOF)):
            return body
        self.move(start)
        self.depth = 0
        while self.kind not in SECTIONS and self.kind is not EOF:
            self.take()
        return None
