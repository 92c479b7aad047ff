"""The standard streams: what cannot be written to one is never taken for written.

A stream that fails refuses all that comes after, with :class:`Unwritten`. What is left in its buffers goes nowhere:
Python empties them once more at the very end, and would turn a second failure into an exit code of its own.
"""

from __future__ import annotations

import io
import os
from typing import BinaryIO, NoReturn, TextIO

from quidpro.core.errors import Unwritten

_LAST_STANDARD = 2


class Stream(io.TextIOWrapper):
    """A standard stream, in UTF-8 whatever the machine's language is."""

    _lost: Unwritten | None = None

    @classmethod
    def over(cls, stream: TextIO | None) -> Stream:
        """The same stream; one that the caller has closed is open again, and refuses what is written."""
        buffer = _read_only_file() if stream is None else stream.buffer
        each_line = getattr(stream, "line_buffering", True)
        at_once = getattr(stream, "write_through", False)
        return cls(buffer, "utf-8", "replace", line_buffering=each_line, write_through=at_once)

    def write(self, text: str) -> int:
        """Write it, or say that it cannot be written."""
        if self._lost is not None:
            raise self._lost
        try:
            return super().write(text)
        except OSError as error:
            self._fail(error)

    def flush(self) -> None:
        """Let all that was written go, or say that it cannot."""
        try:
            super().flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> NoReturn:
        raise self.lose(Unwritten(error.strerror or str(error), isinstance(error, BrokenPipeError))) from error

    def lose(self, why: Unwritten) -> Unwritten:
        """What was not written by now is not, and nothing more will be."""
        hole = os.open(os.devnull, os.O_WRONLY)
        os.dup2(hole, self.fileno())
        os.close(hole)
        self._lost = why
        return why


def _read_only_file() -> BinaryIO:
    """A file that can only be read. Every standard stream that is closed is filled, so that no file takes its place."""
    number = 0
    while number <= _LAST_STANDARD:
        number = os.open(os.devnull, os.O_RDONLY)
    return os.fdopen(number, "wb")
