"""Composite processes: parallel composition, replication, sharing, prefixes, priority; and what MTSA adds to FSP.

MTSA's models are FSP with a specification of a controller at the end. quidpro makes no controllers: what asks for one
is left out with a warning, so that the plant can be checked, and a composite that contains the controller is refused
when it is wanted. Whatever changes the meaning of a process is refused at once; functions (``def``) are read.
"""

from __future__ import annotations

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.lexer import FLAGS, LOWER, UPPER
from quidpro.frontend.fsp.parse_process import ProcessParser
from quidpro.frontend.text.cursor import EOF, UnreadableError


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
        self.nest()
        binders = self.binders("forall")
        if self.kind in (":", "::"):
            message = f"expected a process, found {self.found()}: the index before it belongs to 'forall'"
            raise self.fault(message, "put what is repeated into parentheses: forall[i:1..3] ([i]:P)")
        body = ast.CompositeForall(binders, self._composite(), offset=offset)
        self.depth -= 1
        return body

    def _composite_if(self) -> ast.CompositeIf:
        offset = self.take()
        return ast.CompositeIf(*self.condition_and_branches(self._composite), offset=offset)

    def _instance(self) -> ast.CBody:
        offset = self.offset
        share, prefix = self._share_and_prefix()
        target = self._parallel() if self.kind == "(" else self.process_call()
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

    def _parallel(self) -> ast.Parallel:
        offset = self.take()
        self.nest()
        parts = []
        if self.kind != ")":
            parts.append(self._composite())
            while self.skip("||"):
                parts.append(self._composite())
        self.close(")", offset, "this composition")
        return ast.Parallel(tuple(parts), offset=offset)


_GOALS = ("controllerSpec", "goal")
_BLOCKS = (
    *_GOALS,
    *("updatingController", "graphUpdate", "exploration", "distribution", "controlstack", "eTS", "uTS"),
)
"""Words before a name and something in braces."""
_FUNCTION = "def"
_SYNTHESIS = (
    *("controller", "gr", "rtc", "rtcAnalysis", "heuristic", "monolithicDirector", "checkCompatibility"),
    *("starenv", "plant", "controlled_det", "component"),
)
"""Words before a composite that MTSA turns into something else."""
_PRISM = "quidpro reads probabilistic models in the PRISM language"
_REFUSED = {
    "optimistic": ("a modal process", ""),
    "pessimistic": ("a modal process", ""),
    "abstract": ("a modal process", ""),
    "closure": ("a modal process", ""),
    "probabilistic": ("a probabilistic process", _PRISM),
}
"""Words before a definition that quidpro cannot read: what it defines, and what to do instead."""
_LEFT_OUT = "this is for MTSA, and is left out: quidpro checks models, it makes no controllers"
"""The same words for all of it, so that one warning tells of a whole file."""


def starts_mtsa(word: str, after: str) -> bool:
    """Whether a definition of MTSA starts with this word, before a token of that kind."""
    if word in _BLOCKS or word == _FUNCTION:
        return after is UPPER
    if word not in _SYNTHESIS and word not in _REFUSED:
        return False
    return after == "||" or after in FLAGS or after is LOWER or (after is UPPER and word in _REFUSED)


class MtsaParser(CompositeParser):
    """Reads, and leaves out or refuses, what only MTSA knows."""

    def at_mtsa(self) -> bool:
        """Whether a definition starts here that is MTSA's and not FSP's."""
        return self.kind is LOWER and starts_mtsa(self.text, self.ahead())

    def mtsa_definition(self) -> ast.LeftOutDef | None:
        """The name of what is left out, if composites may use it."""
        word = self.text
        if word in _REFUSED:
            raise self._refusal()
        if word == _FUNCTION:
            self.take()
            self.function_definition()
            return None
        definition = self._block() if word in _BLOCKS else self._synthesis()
        self.warn(_LEFT_OUT, definition.offset, len(definition.name))
        return None if word in _GOALS else definition

    def _refusal(self) -> UnreadableError:
        """The complaint; the name is stepped over, so that its definition is not read as one of FSP."""
        what, hint = _REFUSED[self.text]
        fault = self.fault(f"'{self.text}' starts {what} of MTSA, which quidpro does not read", hint)
        self._skip_words()
        self.skip(UPPER)
        return fault

    def _skip_words(self) -> None:
        while self.kind is LOWER or self.kind in FLAGS:
            self.take()

    def _block(self) -> ast.LeftOutDef:
        """``controllerSpec G = {…}``."""
        word = self.text
        self.take()
        name, offset = self.upper_name(f"a {word}")
        self.skip("=")
        self._skip_braces(word)
        return ast.LeftOutDef(name, word, offset=offset)

    def _synthesis(self) -> ast.LeftOutDef:
        """``controller ||C = P~{G}.``."""
        word = self.text
        self._skip_words()
        composite = self.composite(ast.Flags())
        if self.skip("!"):
            self.plain_set()
        if self.skip("~"):
            self._skip_braces("goal")
        if self.skip("|"):
            self.plain_set()
        self.full_stop(composite.name)
        return ast.LeftOutDef(composite.name, word, offset=composite.offset)

    def _skip_braces(self, what: str) -> None:
        opened = self.expect("{", f"to start this {what}")
        self.nest()
        inside = 0
        while self.kind is not EOF and (inside or self.kind != "}"):
            inside += {"{": 1, "}": -1}.get(self.kind, 0)
            self.take()
        self.close("}", opened, f"this {what}")
