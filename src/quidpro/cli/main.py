"""The entry point: first of all it makes sure that Ctrl-C, even during the imports, ends with a message.

An exception that lands in a callback, of which an import has many, is swallowed there by Python; the signal is then
sent again a moment later.

What cannot be written to a standard stream is never taken for written. A stream that fails refuses all that comes
after, with :class:`Unwritten`. What is left in its buffers goes nowhere: Python empties them once more at the very end,
and would turn a second failure into an exit code of its own.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TextIO

from quidpro.cli.exits import guarded
from quidpro.core.collector import collect_seldom
from quidpro.core.errors import BudgetExceeded, Unwritten

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

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
        hole = os.open(os.devnull, os.O_WRONLY)
        os.dup2(hole, self.fileno())
        os.close(hole)
        self._lost = Unwritten(error.strerror or str(error), isinstance(error, BrokenPipeError))
        raise self._lost from error


def _read_only_file() -> BinaryIO:
    """A file that can only be read. Every standard stream that is closed is filled, so that no file takes its place."""
    number = 0
    while number <= _LAST_STANDARD:
        number = os.open(os.devnull, os.O_RDONLY)
    return os.fdopen(number, "wb")


_AGAIN_SECONDS = 0.05


def main() -> None:
    """Entry point of the ``quidpro`` command."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    collect_seldom()
    sys.unraisablehook = _resend_interrupt
    sys.stdout, sys.stderr = Stream.over(sys.stdout), Stream.over(sys.stderr)
    sys.exit(guarded(_command_line))


class _Interrupted(BudgetExceeded):
    """Ctrl-C while there is no budget to interrupt."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _Interrupted("interrupt", "starting")


def _resend_interrupt(lost: UnraisableHookArgs) -> None:
    if not isinstance(lost.exc_value, _Interrupted):
        sys.__unraisablehook__(lost)
        return
    from threading import Timer

    Timer(_AGAIN_SECONDS, os.kill, (os.getpid(), signal.SIGINT)).start()


def _command_line() -> int:
    from quidpro.cli.app import app_for

    try:
        app_for(sys.argv[1:])(prog_name="quidpro")
    finally:
        sys.stdout.flush()
    return 0
