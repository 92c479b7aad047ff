"""The entry point: the first thing it does is to see to it that Ctrl-C, even during the imports, ends in words."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import TextIO

from quidpro.cli.exits import guarded
from quidpro.core.errors import BudgetExceeded


def main() -> None:
    """Entry point of the ``quidpro`` command."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    sys.stdout, sys.stderr = _stream(sys.stdout), _stream(sys.stderr)
    sys.exit(guarded(_command_line))


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise BudgetExceeded("interrupt", "starting")


def _stream(stream: TextIO | None) -> TextIO:
    """The stream in UTF-8; one that the caller has closed is replaced by a hole, so that the exit code still tells."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[attr-defined]
    return stream


def _command_line() -> int:
    from quidpro.cli.app import app

    app()
    return 0
