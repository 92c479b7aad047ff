"""Exit codes, and how every way of ending is turned into one of them and a message for a person."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum

from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, Unwritten


class Exit(IntEnum):
    """The stable exit codes of the command."""

    HOLDS = 0
    VIOLATED = 1
    BAD_INPUT = 2
    UNDECIDED = 3


EXIT_OF = {"holds": Exit.HOLDS, "violated": Exit.VIOLATED, "unknown": Exit.UNDECIDED}
"""The exit code of an outcome."""

_BUG = "This is a bug of quidpro; with QUIDPRO_DEBUG=1 it shows where."
_OUT_OF_MEMORY = "out of memory; --memory MB ends the work in time, and reports what is known"


@dataclass(frozen=True)
class Ending:
    """How a command ends that has no answer: its exit code, and why."""

    code: Exit
    text: str
    """For a person; empty when there is nobody to read it."""


def complain(message: str) -> None:
    """A message on stderr."""
    print(message, file=sys.stderr)


def guarded(action: Callable[[], int]) -> int:
    """Run a command to its exit code; a user never meets a traceback unless QUIDPRO_DEBUG is set."""
    try:
        return action()
    except (Exception, KeyboardInterrupt) as error:
        _trace()
        ending = _ending(error)
    with suppress(Unwritten):
        if ending.text:
            complain(ending.text)
    return ending.code


def _trace() -> None:
    if os.environ.get("QUIDPRO_DEBUG"):
        from traceback import print_exc

        with suppress(Unwritten):
            print_exc()


def _ending(error: BaseException) -> Ending:
    if isinstance(error, InputError):
        return Ending(Exit.BAD_INPUT, str(error))
    if isinstance(error, Unwritten) and error.unread:
        return Ending(Exit.UNDECIDED, "")
    if isinstance(error, BudgetExceeded):
        return Ending(Exit.UNDECIDED, f"undecided: {error}")
    if isinstance(error, QuidproError):
        return Ending(Exit.BAD_INPUT, f"error: {error}")
    if isinstance(error, KeyboardInterrupt):
        return Ending(Exit.UNDECIDED, "undecided: interrupted")
    if isinstance(error, MemoryError):
        return Ending(Exit.UNDECIDED, f"undecided: {_OUT_OF_MEMORY}")
    if isinstance(error, OSError):
        what = error.filename or "the operating system refuses"
        return Ending(Exit.BAD_INPUT, f"error: {what}: {error.strerror or error}")
    return Ending(Exit.UNDECIDED, f"internal error: {type(error).__name__}: {error}\n{_BUG}")
