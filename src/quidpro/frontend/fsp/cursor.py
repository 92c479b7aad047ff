"""A place in an FSP text: the cursor of all languages, and FSP's capitalised names."""

from __future__ import annotations

from quidpro.frontend.fsp.lexer import KEYWORDS, LOWER, UPPER
from quidpro.frontend.text.cursor import Cursor, UnreadableError
from quidpro.frontend.text.tokens import shorten


class FspCursor(Cursor):
    """Reads the tokens of an FSP text."""

    keywords = KEYWORDS

    def upper_name(self, what: str) -> tuple[str, int]:
        """A capitalised name, and where it is."""
        if self.kind is not UPPER:
            raise self._no_upper_name(what)
        return self.text, self.take()

    def _no_upper_name(self, what: str) -> UnreadableError:
        if self.kind is not LOWER:
            return self.fault(f"expected the name of {what}, found {self.found()}")
        name = shorten(self.text).lstrip("_")
        return self.fault(
            f"the name of {what} starts with a capital letter, found {self.found()}",
            f"write '{name[:1].upper()}{name[1:]}'" if name else "",
        )
