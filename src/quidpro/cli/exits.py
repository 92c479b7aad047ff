"""Exit codes, and how every way of ending is turned into one of them and a message for a person."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from enum import IntEnum

from quidpro.core.errors import BudgetExceeded, InputError, QuidproError


class Exit(IntEnum):
    """The stable exit codes of the command."""

    HOLDS = 0
    VIOLATED = 1
    BAD_INPUT = 2
    UNDECIDED = 3


EXIT_OF = {"holds": Exit.HOLDS, "violated": Exit.VIOLATED, "unknown": Exit.UNDECIDED}
"""The exit code of an outcome."""

_WRITING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def complain(message: str) -> None:
    """An error message on stderr."""
    print(message, file=sys.stderr)


def _nameless(error: OSError) -> str:
    """What failed when no file did: the stream that the result goes to, or a call of the system."""
    return "cannot write the result" if error.errno in _WRITING else "the operating system refuses"


def guarded(action: Callable[[], int]) -> int:
    """Run a command to its exit code; a user never meets a traceback unless QUIDPRO_DEBUG is set."""
    if os.environ.get("QUIDPRO_DEBUG"):
        return action()
    try:
        return action()
    except InputError as error:
        complain(str(error))
        return Exit.BAD_INPUT
    except BudgetExceeded as error:
        complain(f"undecided: {error}")
        return Exit.UNDECIDED
    except QuidproError as error:
        complain(f"error: {error}")
        return Exit.BAD_INPUT
    except KeyboardInterrupt:
        complain("undecided: interrupted")
        return Exit.UNDECIDED
    except MemoryError:
        complain("undecided: out of memory; --memory MB ends the work in time, and reports what is known")
        return Exit.UNDECIDED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.UNDECIDED
    except OSError as error:
        complain(f"error: {error.filename or _nameless(error)}: {error.strerror or error}")
        return Exit.BAD_INPUT
    except Exception as error:
        complain(f"internal error: {type(error).__name__}: {error}")
        complain("This is a bug of quidpro; with QUIDPRO_DEBUG=1 it shows where.")
        return Exit.UNDECIDED
