"""The part of the parser that reads expressions, temporal formulas included.

Operators and parentheses go through the shunting yard; only ``case``, sets, calls, subscripts and ``A[… U …]`` recurse,
and their depth is limited.
"""

from __future__ import annotations

from quidpro.frontend.smv.ast import Node
from quidpro.frontend.smv.lexer import BRANCHING, CALL, FUNCTIONS, KEYWORDS, LETTERS, NAME, WORD
from quidpro.frontend.smv.yard import INFIX, TEMPORAL, TIGHTEST, Yard
from quidpro.frontend.text.cursor import INT, Cursor, UnreadableError, shorten
from quidpro.frontend.text.problems import did_you_mean

_LINEAR_PREFIX = frozenset("XFGYZHO")
_UNTIL = ("U", "BU")
_BOUNDED = ("EBF", "ABF", "EBG", "ABG")
_ANY = 1
RANGE_END = INFIX[".."] + 1
"""Operators that may stand in a bound of a range."""
_PSL_LEVELS = {"G": INFIX["->"], "F": INFIX["?"], "X": INFIX["?"]}
"""In PSL these take in more of what follows: G everything, the others all but implications."""
MAX_DEPTH = 120
"""How deep cases, sets, calls and subscripts may nest: beyond any model, well within Python's own stack."""
_MAX_DIGITS = 20
_FOREIGN = {
    "==": "SMV writes this with a single '='",
    "&&": "SMV writes this with a single '&'",
    "||": "SMV writes this with a single '|'",
    "=>": "'implies' is ->, 'at least' is >=",
    "<>": "'eventually' is F in LTL, 'is not' is !=",
}
"""Operators of other languages, and how SMV writes them."""
_NO_PREFIX = {"if": "write c ? a : b, or case c : a; TRUE : b; esac", "not": "write !"}
_NO_INFIX = {
    "and": "write &",
    "or": "write |",
    "implies": "write ->",
    "iff": "write <->",
    "W": "p W q is (p U q) | G p",
    "R": "p R q is p V q",
}


class ExpressionParser(Cursor):
    """Reads expressions."""

    keywords = KEYWORDS
    psl = False
    """Whether the words of PSL are operators here, with its precedences."""

    def fault(self, message: str, hint: str = "") -> UnreadableError:
        """A complaint about the current token; a word that is an operator elsewhere is explained."""
        return super().fault(message, hint or self._no_infix())

    def missing(self, message: str, hint: str = "") -> UnreadableError:
        """A complaint that something is missing after the token just read."""
        return super().missing(message, hint or self._no_infix())

    def _no_infix(self) -> str:
        return _NO_INFIX.get(self.text, "") if self.kind is NAME else ""

    def set_depth(self, depth: int) -> None:
        """Be at this level of nesting."""
        if depth > MAX_DEPTH:
            raise self.fault(f"nested more than {MAX_DEPTH} deep", "break it up with DEFINE")
        self.depth = depth

    def expression(self, lowest: int = _ANY, *, until: bool = False) -> Node:
        """An expression with no outer operator below the ``lowest`` level; with ``until``, ``U`` and ``BU`` end it."""
        yard = Yard()
        while True:
            self._prefixes(yard)
            yard.operand(self._postfix(self._primary()))
            self._closings(yard)
            op = self.kind
            level = INFIX.get(op, 0)
            if op == ":" and yard.colon():
                self.take()
                continue
            if not level or (not yard.opened and (level < lowest or (until and op in _UNTIL))):
                break
            yard.infix(op, self.take())
        if (pending := yard.pending()) is not None:
            raise self._unclosed_error(pending.kind == "open", pending.node.offset)
        return yard.operands[0]

    def _unclosed_error(self, parenthesis: bool, offset: int) -> UnreadableError:
        line, column = self.source.position(offset)
        if parenthesis:
            message = f"expected an operator or ')' to close this parenthesis, found {self.found()}"
            return self.fault(message, f"it was opened at line {line}, column {column}")
        return self.fault(f"expected ':' of the '?' at line {line}, column {column}, found {self.found()}")

    def _prefixes(self, yard: Yard) -> None:
        while True:
            kind = self.kind
            if kind == "(":
                yard.open(self.take())
            elif kind == "!":
                yard.prefix(Node("!", [], self.take()), TIGHTEST)
            elif kind == "-":
                yard.prefix(Node("neg", [], self.take()), TIGHTEST)
            elif kind == "+" and self.ahead() is INT:
                self.take()
            elif kind in BRANCHING or (kind in _LINEAR_PREFIX and self.ahead() not in (":=", "..")):
                yard.prefix(self._temporal(kind), _PSL_LEVELS.get(kind, TEMPORAL) if self.psl else TEMPORAL)
            else:
                return

    def _temporal(self, kind: str) -> Node:
        node = Node(kind, [], self.take(), len(kind))
        if kind in _BOUNDED:
            node.bounds = self._bounds("..")
        elif kind in "FGHO" and self.kind == "[":
            self.take()
            node.bounds = self._bounds(",")
            self.expect("]", "after the bounds of this operator")
        return node

    def _bounds(self, between: str) -> tuple[int, int]:
        low = self._integer()
        self.expect(between, "between the bounds of this operator")
        return low, self._integer()

    def _signed_integer(self) -> int:
        return -self._integer() if self.skip("-") else self._integer()

    def _integer(self) -> int:
        if self.kind is not INT:
            raise self.fault(f"expected a number, found {self.found()}")
        if len(self.text) > _MAX_DIGITS:
            raise self.fault("this number is too big")
        value = int(self.text)
        self.take()
        return value

    def _closings(self, yard: Yard) -> None:
        while yard.opened and self.kind == ")" and yard.close():
            self.take()
            yard.operands[-1] = self._postfix(yard.operands[-1])

    def _primary(self) -> Node:
        kind, text = self.kind, self.text
        if kind is NAME:
            if self.ahead() == "(" or (text in _NO_PREFIX and self.ahead() in (NAME, "!")):
                raise self._no_function(text)
            return Node("name", [], self.take(), len(text), text)
        if kind is INT:
            offset = self.offset
            return Node("int", [], offset, len(text), self._integer())
        if kind in ("TRUE", "FALSE"):
            return Node("bool", [], self.take(), len(text), kind == "TRUE")
        if kind is WORD:
            return Node("word", [], self.take(), len(text), text)
        if kind == "self":
            return Node("self", [], self.take(), 4)
        self.nest()
        node = self._brackets(kind, text)
        self.depth -= 1
        return node

    def _no_function(self, text: str) -> UnreadableError:
        if text in _NO_PREFIX:
            return self.fault(f"SMV has no '{text}'", _NO_PREFIX[text])
        return self.fault(f"there is no function '{shorten(text)}'", did_you_mean(text, FUNCTIONS))

    def _brackets(self, kind: str, text: str) -> Node:
        if kind == "case":
            return self._case()
        if kind == "next" or kind is CALL:
            return self._call(text)
        if kind == "{":
            return self._sequence("set", "}", "this set")
        if kind == "[":
            return self._sequence("list", "]", "this array")
        if kind in ("A", "E") and self.ahead() == "[":
            return self._path_quantifier(kind)
        before = self.kinds[self.at - 1] if self.at else ""
        hint = _FOREIGN.get(before + kind) or _FOREIGN.get(kind + self.ahead()) or self._reserved_hint()
        raise self.fault(f"expected an expression, found {self.found()}", hint)

    def _reserved_hint(self) -> str:
        """The hint where a letter of temporal logic stands for a name."""
        return f"'{self.kind}' is an operator of temporal logic and cannot be a name" if self.kind in LETTERS else ""

    def _case(self) -> Node:
        node = Node("case", [], self.take(), 4)
        while self.kind != "esac":
            node.args.append(self.expression())
            self.expect(":", "between the condition and the value of a case")
            node.args.append(self.expression())
            self.expect(";", "after the value of a case", "every branch of a case ends with ';'")
        if not node.args:
            raise self.fault("this case has no branches")
        self.take()
        return node

    def _call(self, name: str) -> Node:
        node = Node("next" if name == "next" else "call", [], self.take(), len(name), name)
        opened = self.expect("(", f"after '{name}'")
        node.args = self._comma_list(")", opened, f"the arguments of '{name}'")
        if name == "next" and len(node.args) != 1:
            raise self.fault("'next' takes one argument")
        return node

    def _sequence(self, op: str, end: str, what: str) -> Node:
        node = Node(op, [], self.take())
        node.args = self._comma_list(end, node.offset, what)
        if not node.args:
            always = "; 'always' is G in LTL" if op == "list" else ""
            raise self.fault(f"{what} is empty", f"a set or an array has at least one element{always}")
        return node

    def _comma_list(self, end: str, opened: int, what: str) -> list[Node]:
        """Expressions between commas, up to a bracket."""
        found: list[Node] = []
        while found or self.kind != end:
            found.append(self.expression())
            if not self.skip(","):
                break
        if self.kind != end:
            line, column = self.source.position(opened)
            message = f"expected ',' or '{end}' to close {what}, found {self.found()}"
            raise self.fault(message, f"it was opened at line {line}, column {column}")
        self.take()
        return found

    def _path_quantifier(self, kind: str) -> Node:
        """``A [ p U q ]`` and ``E [ p BU 1..3 q ]``."""
        offset = self.take()
        opened = self.take()
        left = self.expression(until=True)
        if self.kind not in _UNTIL:
            raise self.fault(f"expected 'U' inside {kind}[ ], found {self.found()}")
        node = Node(f"{kind}{self.kind}", [left], offset)
        if self.kind == "BU":
            self.take()
            node.bounds = self._bounds("..")
        else:
            self.take()
        node.args.append(self.expression(until=True))
        if self.kind != "]":
            line, column = self.source.position(opened)
            raise self.fault(f"expected ']' to close the '[' at line {line}, column {column}, found {self.found()}")
        self.take()
        return node

    def _postfix(self, node: Node) -> Node:
        """Parts: ``.name`` and ``[index]``, ``[high:low]``."""
        while self.kind in (".", "["):
            if self.kind == "[":
                node = self._subscript(node)
                continue
            offset = self.take()
            if self.kind not in (NAME, "self", INT) and self.kind not in LETTERS:
                raise self.fault(f"expected a name after '.', found {self.found()}")
            text = self.text
            self.take()
            node = Node("dot", [node], node.offset, offset + 1 + len(text) - node.offset, text)
        return node

    def _subscript(self, node: Node) -> Node:
        opened = self.take()
        self.nest()
        first = self.expression()
        result = Node("index", [node, first], node.offset, opened - node.offset + 1)
        if self.skip(":"):
            result = Node("bits", [node, first, self.expression()], node.offset, opened - node.offset + 1)
        self.close("]", opened, "this subscript")
        return result
