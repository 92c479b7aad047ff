"""Positions of the protocol, line and column from 0, and offsets of ours, which count letters.

A column counts units of the encoding that server and client agreed on: two for a letter beyond U+FFFF in UTF-16, which
is what all clients know. Lines end with ``\\n``, ``\\r\\n`` or ``\\r``, and with nothing else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

_LINE_END = re.compile(r"\r\n|\n|\r")
_UNITS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf-16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    "utf-32": len,
}
Position = tuple[int, int]


@dataclass(frozen=True)
class Lines:
    """The lines of a text, to turn positions into offsets and back."""

    text: str
    encoding: str = "utf-16"

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> Position:
        """The position of an offset; one outside the text is moved to its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        return line, _UNITS[self.encoding](self.text[self._starts[line] : offset])

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; a column behind the end of its line is the end of the line."""
        if line >= len(self._starts):
            return len(self.text)
        start = self._starts[line]
        rest = self.text[start : self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)]
        rest = rest.rstrip("\r\n")
        if rest.isascii():
            return start + min(column, len(rest))
        at, units = 0, _UNITS[self.encoding]
        while at < len(rest) and column > 0:
            column -= units(rest[at])
            at += 1
        return start + at
