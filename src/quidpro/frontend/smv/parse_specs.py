"""The part of the parser that reads specifications.

PSL is read only as far as it says the same as LTL or CTL: always, never, eventually!, next and forall. A property in
its other words is kept as text, so that it is answered with a refusal rather than spoil the file. ``forall i in {1:3}:
p`` is read as the conjunction of p for every i, as PSL has it for a replicator in front of a property that is not
clocked.
"""

from __future__ import annotations

from quidpro.frontend.smv import ast
from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.lexer import NAME, SECTIONS
from quidpro.frontend.smv.parse_expr import ExpressionParser
from quidpro.frontend.smv.yard import INFIX
from quidpro.frontend.text.cursor import EOF, UnreadableError

_WORDS = {"always": "G", "never": "G", "eventually": "F"}
_MAX_COPIES = 1000


class PslParser(ExpressionParser):
    """Reads PSL's words where a property of that language is expected."""

    def _primary(self) -> Node:
        if not self.psl or (self.kind != "next" and (self.kind is not NAME or self.text not in (*_WORDS, "forall"))):
            return super()._primary()
        self.nest()
        match self.text:
            case "forall":
                node = self._forall()
            case "next":
                node = self._next()
            case text:
                node = self._property(text)
        self.depth -= 1
        return node

    def _next(self) -> Node:
        """``next p``, ``next! p``, ``next[3] (p)``: on infinite paths the weak form says the same as the strong one."""
        offset = self.take()
        self.skip("!")
        steps = 1
        if self.skip("["):
            steps = self._integer()
            if steps > _MAX_COPIES:
                raise self.fault(f"{steps} steps are too many")
            self.expect("]", "after the number of steps")
        body = self.expression(INFIX["?"])
        for _ in range(steps):
            body = Node("X", [body], offset, 4)
        return body

    def _property(self, text: str) -> Node:
        offset = self.take()
        if text == "eventually":
            self.expect("!", "after 'eventually'")
        body = self.expression(INFIX["?"] if text == "eventually" else INFIX["->"])
        if text == "never":
            body = Node("!", [body], offset, len(text))
        return Node(_WORDS[text], [body], offset, len(text))

    def _forall(self) -> Node:
        """``forall i in {1:3}: p`` or ``forall i in {1,2}: p``."""
        offset = self.take()
        if self.kind is not NAME:
            raise self.fault(f"expected a name after 'forall', found {self.found()}")
        name = self.text
        self.take()
        self.expect("in", "after the name")
        self.expect("{", "before the values")
        values = self._replicas()
        self.expect(":", "before the property")
        body = self.expression()
        copies = [_replace(body, name, value) for value in values]
        return copies[0] if len(copies) == 1 else Node("&", copies, offset, 6)

    def _replicas(self) -> list[int]:
        first = self._integer()
        if self.skip(":"):
            last = self._integer()
            if not 0 <= last - first < _MAX_COPIES:
                raise self.fault(f"the values {first}:{last} are none or too many")
            values = list(range(first, last + 1))
        else:
            values = [first]
            while self.skip(","):
                values.append(self._integer())
        self.expect("}", "after the values")
        return values


def _replace(root: Node, name: str, value: int) -> Node:
    """A copy of a tree with a name replaced by a number."""
    result = Node("", [], 0)
    stack = [(root, result)]
    while stack:
        node, copy = stack.pop()
        if node.op == "name" and node.value == name:
            copy.op, copy.value = "int", value
        else:
            copy.op, copy.value, copy.bounds = node.op, node.value, node.bounds
        copy.offset, copy.length = node.offset, node.length
        copy.args = [Node("", [], 0) for _ in node.args]
        stack.extend(zip(node.args, copy.args, strict=True))
    return result


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
            context = self._postfix(self._primary())
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
