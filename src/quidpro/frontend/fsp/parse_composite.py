"""Composite processes: parallel composition, replication, sharing, prefixes, priority."""

from __future__ import annotations

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.lexer import LOWER, UPPER
from quidpro.frontend.fsp.parse_process import ProcessParser


class CompositeParser(ProcessParser):
    """Reads the definition of a composite process."""

    def composite_definition(self, flags: ast.Flags) -> ast.CompositeDef:
        """``||C(N=e) = CBody <<{…} @{…} .``."""
        definition = self.composite(flags)
        self.full_stop(definition.name)
        return definition

    def composite(self, flags: ast.Flags) -> ast.CompositeDef:
        """A composite up to the ``.`` that ends it."""
        self.expect("||", "to start a composite process")
        name, offset = self.upper_name("a composite process")
        params = self.params()
        self.expect("=", "in the definition of a composite process")
        body = self._composite()
        priority = self._priority()
        return ast.CompositeDef(name, params, body, flags, priority, self.hiding(), offset=offset)

    def _priority(self) -> ast.PriorityClause | None:
        if self.kind not in ("<<", ">>"):
            return None
        high = self.kind == "<<"
        offset = self.take()
        return ast.PriorityClause(self.plain_set(), high, offset=offset)

    def _composite(self) -> ast.CBody:
        if self.kind == "if":
            return self._composite_if()
        if self.kind == "forall":
            return self._composite_forall()
        return self._instance()

    def _composite_forall(self) -> ast.CompositeForall:
        offset = self.take()
        self.deeper()
        binders = self.binders("forall")
        if self.kind in (":", "::"):
            message = f"expected a process, found {self.found()}: the index before it belongs to 'forall'"
            raise self.fault(message, "put what is repeated into parentheses: forall[i:1..3] ([i]:P)")
        body = ast.CompositeForall(binders, self._composite(), offset=offset)
        self.depth -= 1
        return body

    def _composite_if(self) -> ast.CompositeIf:
        offset = self.take()
        self.deeper()
        condition = self.expression()
        self.expect("then", "after the condition")
        then = self._composite()
        otherwise = self._composite() if self.skip("else") else None
        self.depth -= 1
        return ast.CompositeIf(condition, then, otherwise, offset=offset)

    def _instance(self) -> ast.CBody:
        offset = self.offset
        share, prefix = self._share_and_prefix()
        target = self._parallel() if self.kind == "(" else self._process_call()
        relabels = self.relabels()
        if isinstance(target, ast.Parallel) and share is None and prefix is None and not relabels:
            return target
        return ast.Instance(target, share, prefix, relabels, offset=offset)

    def _share_and_prefix(self) -> tuple[ast.Label | None, ast.Label | None]:
        """``labels::labels:``, each of them optional."""
        first = self._label_before_colon()
        if first is not None and self.skip("::"):
            second = self._label_before_colon()
            if second is not None:
                self.expect(":", "after the prefix")
            return first, second
        if first is not None:
            hint = "the names of processes start with a capital letter"
            self.expect(":", "or '::' after the labels before a process", hint)
        return None, first

    def _label_before_colon(self) -> ast.Label | None:
        if self.kind is LOWER and self.ahead() == "." and self._ends_at(2):
            raise self._no_upper_name("a process")
        misspelt_set = self.kind is UPPER and self.ahead() in (":", "::")
        return self.label() if self.at_label() or misspelt_set else None

    def _ends_at(self, n: int) -> bool:
        """Whether no label goes on at the n-th token from here: the ``.`` before it ends the definition."""
        after = self.ahead(n)
        return after not in (LOWER, UPPER, "{", "[") or (after is UPPER and self.ahead(n + 1) == "=")

    def _process_call(self) -> ast.Call:
        name, offset = self.upper_name("a process")
        return ast.Call(name, self.arguments() if self.kind == "(" else (), offset=offset)

    def _parallel(self) -> ast.Parallel:
        offset = self.take()
        self.deeper()
        parts = []
        if self.kind != ")":
            parts.append(self._composite())
            while self.skip("||"):
                parts.append(self._composite())
        self.close(")", offset, "this composition")
        return ast.Parallel(tuple(parts), offset=offset)
