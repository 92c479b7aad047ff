"""Primitive processes: choices, conditions, sequences, local processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar, cast

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.lexer import LOWER, TERMINALS, UPPER
from quidpro.frontend.fsp.parse_labels import LabelParser
from quidpro.frontend.text.cursor import EOF, UnreadableError, shorten

T = TypeVar("T")

_ENDINGS = (")", ",", ".")
"""What follows a complete process; LTSA takes even these in place of ``;`` after arguments."""


_ORDER = "the order is + extension, / relabelling, << or >> priority, \\ hiding or @ interface"
_COMPOSITE_ONLY = "priority is for composites: ||C = P << {…}."
_AFTER_A_PROCESS = (")", "|", "||", "(")
COMPOSITE = "what runs in parallel is a composite, and '||' stands before its name: ||C = (P || a:Q)."


class ProcessParser(LabelParser):
    """Reads the definition of a primitive process."""

    def process_definition(self, flags: ast.Flags) -> ast.ProcessDef:
        """``P(N=e) = Body, Q[i:R] = Body, … +{…} /{…} \\{…} .``."""
        name, offset = self.upper_name("a process")
        params = self.params()
        locals_ = [self._local_definition(name, offset)]
        while self.skip(","):
            locals_.append(self._local_definition(*self.upper_name("a local process")))
        extension = self.plain_set() if self.skip("+") else None
        relabels = self.relabels()
        hiding = self.hiding()
        if self.kind in ("<<", ">>"):
            raise self.fault(f"a process has no priority, found {self.found()}", _COMPOSITE_ONLY)
        self.full_stop(name)
        return ast.ProcessDef(name, params, tuple(locals_), flags, extension, relabels, hiding, offset=offset)

    def full_stop(self, name: str) -> None:
        """The ``.`` that ends a process or a composite; forgiven at the end of the file."""
        if self.skip("."):
            return
        message = f"expected '.' to end the definition of '{shorten(name)}', found {self.found()}"
        if self.kind is EOF:
            last = self.offsets[self.at - 1]
            self.warn(f"the definition of '{shorten(name)}' has no '.' at its end", last, 1)
            return
        if self.kind is UPPER:
            raise self.missing(message, "or ',' before another local process")
        if self.kind == ";":
            raise self.fault(message, "local processes are separated by ','")
        if self.kind == "~":
            raise self.fault(message, "a goal belongs to a controller of MTSA: controller ||C = P~{G}.")
        if self.kind in ("+", "/", "\\", "@", "<<", ">>"):
            raise self.fault(message, _ORDER)
        if self.kind == "||" and not self._at_composite():
            raise self.fault(message, "a parallel composition stands in parentheses: (P || Q)")
        raise self.missing(message)

    def _local_definition(self, name: str, offset: int) -> ast.LocalDef:
        if self.kind == "@":
            self.warn("the mark of an accepting state has no meaning here", self.take(), 1)
        indices = list(self.indices())
        while self.skip("."):
            indices.extend(self.binders(f"{shorten(name)}."))
        self.expect("=", f"in the definition of '{shorten(name)}'")
        return ast.LocalDef(name, tuple(indices), self._body(), offset=offset)

    def _body(self) -> ast.Body:
        if self.kind == "(":
            return self._choice()
        if self.kind is UPPER:
            return self._reference()
        if self.kind == "if":
            return self._if()
        raise self._no_body()

    def _no_body(self) -> UnreadableError:
        hint = "the names of processes start with a capital letter"
        if self.at_label():
            hint = "a choice of actions stands in parentheses: (a -> P | b -> Q)"
        return self.fault(f"expected a process, '(' or 'if', found {self.found()}", hint)

    def _if(self) -> ast.If:
        offset = self.take()
        return ast.If(*self.condition_and_branches(self._body), offset=offset)

    def condition_and_branches(self, read: Callable[[], T]) -> tuple[ast.Expr, T, T | None]:
        """``e then … else …``, of which the last part may be missing."""
        self.nest()
        condition = self.expression()
        self.expect("then", "after the condition")
        then = read()
        otherwise = read() if self.skip("else") else None
        self.depth -= 1
        return condition, then, otherwise

    def _choice(self) -> ast.Choice:
        offset = self.take()
        self.nest()
        binders = self._foreach()
        branches = [self._branch()]
        while self.skip("|"):
            branches.append(self._branch())
        self.close(")", offset, "this choice")
        return ast.Choice(tuple(branches), binders, offset=offset)

    def _foreach(self) -> tuple[ast.Index | ast.Binder, ...]:
        """MTSA's ``foreach [i:R]`` before the branches of a choice; in LTSA it is the name of an action."""
        start = self.at
        if self.kind is not LOWER or self.text != "foreach" or self.ahead() != "[":
            return ()
        self.take()
        binders = self.indices()
        if self.kind in ("->", "."):
            self.move(start)
            return ()
        return binders

    def _branch(self) -> ast.Branch:
        offset = self.offset
        guard = self._guard() if self.kind == "when" else None
        if self.kind is UPPER and self.text not in self.sets and self.ahead() in _AFTER_A_PROCESS:
            hint = "a process alone needs no parentheses" if self.ahead() in (")", "|") else COMPOSITE
            raise self.fault(f"expected an action, found {self.found()}", hint)
        labels = [self._step()]
        while self.at_label() or (self.kind is UPPER and self.ahead() == "->"):
            labels.append(self._step())
        return ast.Branch(guard, tuple(labels), self._body(), offset=offset)

    def _guard(self) -> ast.Expr:
        if self.ahead() == "->":
            raise self.fault("'when' cannot be the name of an action", "it starts a guard: when (i < N) a -> P")
        self.take()
        return self.expression()

    def _step(self) -> ast.Label:
        """``label ->``."""
        label = self.label()
        if self.kind != "->":
            raise self._no_arrow()
        self.take()
        return label

    def _no_arrow(self) -> UnreadableError:
        hint = ""
        if self.kind in (")", "|", ",", ".") and self.kinds[self.at - 1] is LOWER:
            hint = "an action leads to a process, and the names of processes start with a capital letter"
        elif self.kind in (":", "::"):
            hint = COMPOSITE
        elif self.kind in (LOWER, UPPER, "(", "-", "="):
            hint = "did you forget '->'?"
        return self.missing(f"expected '->' after this action, found {self.found()}", hint)

    def _reference(self) -> ast.Body:
        """``P; Q(e); Local[e]``, or just the last of them."""
        offset = self.offset
        calls = []
        while self.ahead() in (";", "("):
            calls.append(self._call())
            if self.kind is not UPPER:
                raise self._no_successor(calls[-1])
        rest = self._tail()
        return ast.Sequence(tuple(calls), rest, offset=offset) if calls else rest

    def _call(self) -> ast.Call:
        call = self.process_call()
        if not self.skip(";"):
            self._stand_in_for_semicolon(call)
        return call

    def process_call(self) -> ast.Call:
        """``P`` or ``P(e, e)``."""
        name, offset = self.upper_name("a process")
        return ast.Call(name, self.arguments() if self.kind == "(" else (), offset=offset)

    def _stand_in_for_semicolon(self, call: ast.Call) -> None:
        """LTSA steps over whatever follows ``P(e)``, so that ``P(e) -> Q`` means ``P(e); Q``."""
        end_in_sight = self.ahead(2) in (";", "|", ")", ".", ",")
        if self.ahead() is not UPPER or (self.kind in _ENDINGS and not end_in_sight):
            raise self._no_successor(call)
        message = f"{self.found()} is read as ';' after '{shorten(call.name)}(…)'"
        self.warn(message, self.offset, len(self.text), "write ';'")
        self.take()

    def _no_successor(self, call: ast.Call) -> UnreadableError:
        name = shorten(call.name)
        return self.fault(
            f"expected another process after '{name}', found {self.found()}",
            f"a process with arguments is followed by what to do when it ends: {name}(…); END",
        )

    def _tail(self) -> ast.Body:
        name, offset = self.upper_name("a process")
        if name in TERMINALS and self.kind != "[":
            return ast.Terminal(cast(Literal["STOP", "ERROR", "END"], name), offset=offset)
        indices = []
        while self.kind == "[":
            opened = self.take()
            self.nest()
            indices.append(self.expression())
            self.close("]", opened, "this index")
        return ast.LocalRef(name, tuple(indices), offset=offset)
