"""Action labels, sets of them, indices, ranges and relabellings.

LTSA tells a set from a process by what is defined so far: a capitalised name is a label only if a ``set`` of
that name stands above. The same is done here.
"""

from __future__ import annotations

from functools import cached_property

from quidpro.core.source import Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.checks import suggestion
from quidpro.frontend.fsp.lexer import KEYWORDS, LOWER, SOFT, STRING, UPPER
from quidpro.frontend.fsp.parse_expr import ExpressionParser
from quidpro.frontend.text.cursor import EOF, INT, MAX_ERRORS, Tokens, UnreadableError, shorten

_MODAL = "check one model in which the transition is there, without its '?', and one in which it is not"
NO_FULL_STOP = "const, range, set, progress, menu, fluent and assert have no '.' at the end"


LABEL_STARTS = (LOWER, STRING, "[", "{", *SOFT)


class LabelParser(ExpressionParser):
    """Reads labels and everything made of them."""

    def __init__(self, source: Source, tokens: Tokens) -> None:
        super().__init__(source, tokens)
        self.sets: set[str] = set()
        """Names of the sets defined above the current position."""
        self._is_modal = False
        """Whether a modal transition was met: one complaint says enough."""

    def at_label(self) -> bool:
        """Whether a label starts here."""
        return self.kind in LABEL_STARTS or (self.kind is UPPER and self.text in self.sets)

    def label(self) -> ast.Label:
        """Parts joined by dots or, before ``[``, by nothing."""
        offset = self.offset
        parts = [self._part()]
        self._step_over_mark()
        while self.kind == "[" or self.skip("."):
            parts.append(self._part())
            self._step_over_mark()
        return ast.Label(tuple(parts), offset=offset)

    def _step_over_mark(self) -> None:
        """Complain of ``a? -> P`` the first time, and read on for what else is wrong."""
        if self.kind != "?":
            return
        if not self._is_modal:
            fault = self.fault("modal transitions such as 'a? -> P' are MTSA's, and quidpro does not read them", _MODAL)
            self.errors.extend(d for d in [fault.diagnostic] if d is not None)
        self._is_modal = True
        self.take()

    def _part(self) -> ast.LabelPart:
        if self.kind is LOWER or self.kind in SOFT:
            if self.text == "tau":
                raise self.fault("'tau' cannot be used as an action label", "tau stands for a hidden action")
            return ast.Word(self.text, offset=self.take())
        if self.kind is STRING:
            return self._quoted()
        if self.kind == "[":
            return self.index()
        if self.kind == "{" or self.kind is UPPER:
            offset = self.offset
            return ast.Among(self._set_or_difference(), offset=offset)
        raise self._no_label()

    def _quoted(self) -> ast.Word:
        """A name that FSP has no other way to write, such as that of a net's transition: ``"T 1"``."""
        name = self.text[1:-1]
        if name in ("", "tau"):
            raise self.fault(f"{self.text} cannot be the name of an action", "write what stands in the model")
        return ast.Word(name, offset=self.take())

    def _no_label(self) -> UnreadableError:
        hint = ""
        if self._at_next_definition():
            hint = NO_FULL_STOP
        elif self.kind in KEYWORDS:
            hint = "a keyword cannot be the name of an action"
        elif self.kind == "}" and self.kinds[self.at - 1] == "{":
            hint = "a set has at least one label"
        elif self.kind is INT and self.kinds[self.at - 1] == ".":
            hint = f"an index is written in brackets: [{shorten(self.text)}]"
        return self.fault(f"expected an action label, found {self.found()}", hint)

    def _at_next_definition(self) -> bool:
        """Whether the ``.`` just read was meant to end a definition, and was taken for a part of its last label."""
        if self.kinds[self.at - 1] != ".":
            return False
        if self.kind is EOF or self.kind == "||":
            return True
        if self.kind is UPPER:
            return self.ahead() == "=" or (self.ahead() == "(" and self.ahead(3) == "=")
        return self.kind in KEYWORDS and (self.ahead() is UPPER or self.ahead() == "||")

    def label_set(self) -> ast.LabelSet:
        """A label where LTSA takes a set: ``{a,b}.c`` stands for the set of the labels that it means."""
        label = self.label()
        part = label.parts[0]
        if len(label.parts) == 1 and isinstance(part, ast.Among):
            return part.set
        return ast.SetLiteral((label,), offset=label.offset)

    def _set_or_difference(self) -> ast.LabelSet:
        left = self.plain_set()
        if self.kind != "\\":
            return left
        offset = self.take()
        return ast.SetDifference(left, self.plain_set(), offset=offset)

    def plain_set(self) -> ast.LabelSet:
        """``{…}`` or the name of a set, as after ``+``, ``\\``, ``@``, ``<<`` and ``>>``."""
        if self.kind is UPPER:
            if self.text not in self.sets:
                raise self._unknown_set()
            return ast.SetName(self.text, offset=self.take())
        if self.kind != "{":
            hint = "a set is written {a, b} or is named by 'set'"
            raise self.fault(f"expected a set, found {self.found()}", hint)
        return self.set_literal()

    @cached_property
    def _all_sets(self) -> frozenset[str]:
        """Names of the sets defined anywhere in the text."""
        return frozenset(self.texts[i + 1] for i, kind in enumerate(self.kinds) if kind == "set")

    def _unknown_set(self) -> UnreadableError:
        name = self.text
        if name in self._all_sets:
            message = f"set '{shorten(name)}' is used before its definition"
            return self.fault(message, "move the definition up")
        if self._at_next_definition():
            return self.fault(f"expected an action label, found {self.found()}", NO_FULL_STOP)
        hint = suggestion(name, self.sets) if len(self.errors) < MAX_ERRORS else ""
        if not hint and self.ahead() in ("->", ".", "["):
            hint = "the names of actions start with a lower-case letter"
        elif not hint and self.kinds[self.at - 1] == ".":
            hint = "if it is a process, ':' stands before it: a:P"
        return self.fault(f"there is no set '{shorten(name)}'", hint)

    def set_literal(self) -> ast.SetLiteral:
        """``{label, label, …}``."""
        offset = self.expect("{", "to start a set", "a set is written in braces: {a, b}")
        return ast.SetLiteral(self.comma_list(self.label, "}", offset, "this set"), offset=offset)

    def index(self) -> ast.Index | ast.Binder:
        """``[e]``, ``[low..high]``, ``[{…}]`` or ``[v:Domain]``."""
        offset = self.expect("[", "to start an index")
        self.nest()
        part: ast.Index | ast.Binder
        if self.kind is LOWER and self.ahead() == ":":
            variable = self.text
            self.take()
            self.take()
            part = ast.Binder(variable, self._domain(), offset=offset)
        elif self._at_set():
            part = ast.Binder(None, self._set_or_difference(), offset=offset)
        else:
            value = self.expression()
            part = self._range(value, offset) if self.kind == ".." else ast.Index(value, offset=offset)
            if self.kind == ":":
                raise self.fault(
                    "expected a variable before ':'", "the names of variables start with a lower-case letter"
                )
        self.close("]", offset, "this index")
        return part

    def _at_set(self) -> bool:
        """Whether ``{a}``, ``S\\{a}`` or ``S\\T`` starts here and not an expression such as ``N\\2``."""
        return self.kind == "{" or (self.kind is UPPER and self.ahead() == "\\" and self.ahead(2) is not INT)

    def indices(self) -> tuple[ast.Index | ast.Binder, ...]:
        """Any number of indices."""
        found = []
        while self.kind == "[":
            found.append(self.index())
        return tuple(found)

    def binders(self, keyword: str) -> tuple[ast.Index | ast.Binder, ...]:
        """The indices after ``forall`` or ``exists``: at least one."""
        if self.kind != "[":
            message = f"expected an index after '{keyword}', found {self.found()}"
            raise self.fault(message, f"as in {keyword}[i:1..3]")
        return self.indices()

    def _range(self, low: ast.Expr, offset: int) -> ast.Binder:
        start = self.take()
        return ast.Binder(None, ast.Range(low, self.expression(), offset=start), offset=offset)

    def _domain(self) -> ast.Domain:
        if self.kind is UPPER and self.ahead() == "]":
            return ast.SetName(self.text, offset=self.take())
        if self._at_set():
            return self._set_or_difference()
        low = self.expression()
        offset = self.expect("..", "in a range", "a variable ranges over low..high, a named range or a set")
        return ast.Range(low, self.expression(), offset=offset)

    def relabels(self) -> tuple[ast.Relabel, ...]:
        """``/{new/old, …}`` if there is one."""
        return self.relabel_set() if self.skip("/") else ()

    def relabel_set(self) -> tuple[ast.Relabel, ...]:
        """``{new/old, forall[i:R] {…}, …}``."""
        opened = self.expect("{", "to start a relabelling")
        return self.comma_list(self._relabel, "}", opened, "this relabelling")

    def _relabel(self) -> ast.Relabel:
        offset = self.offset
        if self.skip("forall"):
            return ast.RelabelForall(self.binders("forall"), self.relabel_set(), offset=offset)
        new = self.label()
        self.expect("/", "between the new label and the old one")
        return ast.RelabelPair(new, self.label(), offset=offset)

    def hiding(self) -> ast.Hiding | None:
        """``\\{…}`` or ``@{…}`` if there is one."""
        if self.kind not in ("\\", "@"):
            return None
        expose = self.kind == "@"
        offset = self.take()
        return ast.Hiding(self.plain_set(), expose, offset=offset)

    def params(self) -> tuple[ast.Param, ...]:
        """``(N = e, M = e)`` if there is one."""
        return self.comma_list(self._param, ")", self.take(), "the parameters") if self.kind == "(" else ()

    def _param(self) -> ast.Param:
        name, offset = self.upper_name("a parameter")
        self.expect("=", f"and a default value for the parameter '{shorten(name)}'")
        return ast.Param(name, self.expression(), offset=offset)
