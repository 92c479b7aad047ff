"""What every command begins with: signals that end it with a message, and streams that do not lie.

An exception that lands in a callback, of which an import has many, is swallowed there by Python; the signal is then
sent again a moment later.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Collection
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from quidpro.cli.exits import guarded
from quidpro.cli.streams import Stream
from quidpro.core.collector import collect_seldom
from quidpro.core.errors import BudgetExceeded

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN_SECONDS = 0.05


def start(signals: Collection[int]) -> None:
    """Run the command, unless it was to end by one of the signals that have come by now."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    collect_seldom()
    sys.unraisablehook = _resend_interrupt
    sys.stdout, sys.stderr = Stream.over(sys.stdout), Stream.over(sys.stderr)
    sys.exit(guarded(_interrupted if signals else _command_line))


class _Interrupted(BudgetExceeded):
    """Ctrl-C while there is no budget to interrupt."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    _interrupted()


def _interrupted() -> NoReturn:
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
