"""What MTSA adds to FSP: controllers to be synthesised, and modal or probabilistic processes.

MTSA's models are FSP with a specification of a controller at the end. quidpro makes no controllers: what asks for one
is left out with a warning, so that the plant can be checked, and a composite that contains the controller is refused
when it is wanted. Whatever changes the meaning of a process is refused at once; functions (``def``) are read.
"""

from __future__ import annotations

from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.lexer import FLAGS, LOWER, UPPER
from quidpro.frontend.fsp.parse_composite import CompositeParser
from quidpro.frontend.text.cursor import UnreadableError
from quidpro.frontend.text.tokens import EOF

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
            raise self._refused()
        if word == _FUNCTION:
            self.take()
            self.function_definition()
            return None
        definition = self._block() if word in _BLOCKS else self._synthesis()
        self.warn(_LEFT_OUT, definition.offset, len(definition.name))
        return None if word in _GOALS else definition

    def _refused(self) -> UnreadableError:
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
        self.deeper()
        inside = 0
        while self.kind is not EOF and (inside or self.kind != "}"):
            inside += {"{": 1, "}": -1}.get(self.kind, 0)
            self.take()
        self.close("}", opened, f"this {what}")
