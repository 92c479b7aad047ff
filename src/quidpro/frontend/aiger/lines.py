"""An AIGER text from line to line: numbers that are what they have to be, and complaints that say where."""

from __future__ import annotations

import re

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source

_NUMBERS = re.compile(r"[0-9 \t\r]*")
_MAX_LINE = 200
"""Longer than any line of numbers."""
_COUNTS = "the header says how many lines there are of each kind"


class Lines:
    """Reads lines from first to last; ``offset`` is where the last one begins."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.offset = 0
        self.end = 0
        """Where the next line begins."""

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.end >= len(self.text)

    def line(self) -> str:
        """The next line, without its end."""
        self.offset = self.end
        found = self.text.find("\n", self.end)
        self.end = len(self.text) + 1 if found < 0 else found + 1
        return self.text[self.offset : self.end - 1]

    def numbers(self, least: int, most: int, what: str) -> list[int]:
        """The next line as numbers, so many of them; ``what`` says in a complaint what should be there."""
        if self.done:
            self.offset = max(0, len(self.text) - 1)
            raise self.wrong(f"the file ends where {what} should be", _COUNTS)
        line = self.line()
        if len(line) > _MAX_LINE or not _NUMBERS.fullmatch(line):
            raise self.wrong(f"this is not {what}", "write numbers in decimal digits", len(line))
        found = [int(word) for word in line.split()]
        if not least <= len(found) <= most:
            wanted = f"{least}" if least == most else f"{least} or {most}"
            raise self.wrong(f"{what} is {wanted} numbers, not {len(found)}", _COUNTS, len(line))
        return found

    def wrong(self, message: str, hint: str = "", length: int = 1) -> InputError:
        """A complaint about the last line."""
        return InputError([Diagnostic(message, self.source, self.offset, max(1, min(length, 80)), hint)])
