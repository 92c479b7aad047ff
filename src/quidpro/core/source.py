"""Source texts, positions in them, and diagnostics that point at them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from quidpro.core.words import printable

Severity = Literal["error", "warning", "note"]

BYTES = "latin-1"
"""The encoding in which every byte is a character."""
_WIDTH = 120


@dataclass(frozen=True)
class Source:
    """A named text; offsets into it are turned into lines and columns on demand.

    Of a file that is no text every character is a byte, and ``encoding`` is Latin-1.
    """

    name: str
    text: str = field(repr=False)
    encoding: str = "utf-8"

    @property
    def encoded(self) -> bytes:
        """The text as bytes: what fingerprints are made of."""
        return self.text.encode(self.encoding)

    @property
    def is_binary(self) -> bool:
        """Whether a file is not text, and cannot be edited as such."""
        return self.encoding == BYTES

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(i + 1 for i, char in enumerate(self.text) if char == "\n")]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def where(self, offset: int) -> str:
        """``file:line:col`` of an offset."""
        line, column = self.position(offset)
        return f"{self.name}:{line}:{column}"


@dataclass(frozen=True)
class Diagnostic:
    """One thing wrong with the input: where, what, and what to do about it."""

    message: str
    source: Source | None = None
    offset: int = 0
    length: int = 1
    hint: str = ""
    severity: Severity = "error"

    def render(self) -> str:
        """The message with the source line and a caret, as a compiler prints it."""
        if self.source is None:
            lines = [f"{self.severity}: {self.message}"]
        else:
            lines = [f"{self.source.where(self.offset)}: {self.severity}: {self.message}", *self._excerpt()]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(map(printable, lines))

    def _excerpt(self) -> list[str]:
        """The offending line, cut to a window around the caret when it is long."""
        assert self.source is not None
        number, column = self.source.position(self.offset)
        text = self.source.line(number)
        start = max(0, column - 1 - _WIDTH // 2) if len(text) > _WIDTH else 0
        shown = text[start : start + _WIDTH].replace("\t", " ")
        before = column - 1 - start
        parts = (shown[:before], shown[before : before + self.length])
        indent, carets = (len(printable(part)) for part in parts)
        return [f"  {shown}", f"  {' ' * indent}{'^' * max(1, carets)}"]
