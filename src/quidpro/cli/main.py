"""The entry point: the first thing it does is to see to it that Ctrl-C, even during the imports, ends in words.

An exception that lands in a callback, of which an import has many, is swallowed there by Python; the signal is then
sent again a moment later.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

from quidpro.cli.exits import guarded
from quidpro.cli.streams import Stream
from quidpro.core.errors import BudgetExceeded

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN_SECONDS = 0.05


def main() -> None:
    """Entry point of the ``quidpro`` command."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    sys.unraisablehook = _swallowed
    sys.stdout, sys.stderr = Stream.over(sys.stdout), Stream.over(sys.stderr)
    sys.exit(guarded(_command_line))


class _Interrupted(BudgetExceeded):
    """Ctrl-C while no budget is there to hear of it."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _Interrupted("interrupt", "starting")


def _swallowed(lost: UnraisableHookArgs) -> None:
    if not isinstance(lost.exc_value, _Interrupted):
        sys.__unraisablehook__(lost)
        return
    from threading import Timer

    Timer(_AGAIN_SECONDS, os.kill, (os.getpid(), signal.SIGINT)).start()


def _command_line() -> int:
    from quidpro.cli.app import app

    try:
        app(prog_name="quidpro")
    finally:
        sys.stdout.flush()
    return 0
