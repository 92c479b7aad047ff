"""Processes that can be killed: an operation on decision diagrams cannot be interrupted from inside.

A worker is a fork of this process, so that the model need not be sent to it; what comes back through a pipe is plain
data: events, verdicts, complaints. Where there is no fork the work is done right here, and its budget is all that ends
it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

from quidpro.core.errors import InputError, QuidproError, UsageError
from quidpro.core.orphans import die_with
from quidpro.core.source import Diagnostic

Send = Callable[[Any], None]
Work = Callable[[Send], None]


@dataclass(frozen=True)
class Complaint:
    """Why a worker gave up: the input or the request is wrong."""

    diagnostics: tuple[Diagnostic, ...]
    message: str

    def error(self) -> QuidproError:
        """The complaint as the exception it was."""
        return InputError(self.diagnostics) if self.diagnostics else UsageError(self.message)


@dataclass(frozen=True)
class Finished:
    """A worker has nothing more to say; ``crash`` says why, when it should have."""

    crash: str = ""


def can_fork() -> bool:
    """Whether workers can be had."""
    return sys.platform != "win32" and "fork" in multiprocessing.get_all_start_methods()


class Worker:
    """A process at work, and what it says."""

    def __init__(self, name: str, work: Work) -> None:
        self.name = name
        receiver, sender = multiprocessing.Pipe(duplex=False)
        self.pipe: Connection = receiver
        self.process: ForkProcess = multiprocessing.get_context("fork").Process(
            target=_child, args=(os.getpid(), work, sender, receiver), daemon=True
        )
        self.process.start()
        sender.close()
        self.finished = False

    def messages(self) -> list[Any]:
        """What has arrived; a worker that is gone without a word has crashed."""
        found = []
        try:
            while self.pipe.poll():
                found.append(self.pipe.recv())
        except (EOFError, OSError):
            found.append(Finished(self._end()))
        self.finished = any(isinstance(message, Finished) for message in found)
        return found

    def _end(self) -> str:
        self.process.join(1.0)
        return f"the process of {self.name} ended unexpectedly (exit code {self.process.exitcode})"

    def megabytes(self) -> float:
        """Memory that the process has in RAM."""
        import psutil

        try:
            return float(psutil.Process(self.process.pid).memory_info().rss) / (1 << 20)
        except psutil.Error:
            return 0.0

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.pipe.close()


def heard(workers: Sequence[Worker], seconds: float) -> list[Worker]:
    """The workers that have something to say, after at most so many seconds."""
    ready = wait([worker.pipe for worker in workers if not worker.finished], seconds)
    return [worker for worker in workers if worker.pipe in ready]


def _child(parent: int, work: Work, sender: Connection, receiver: Connection) -> None:
    die_with(parent)
    receiver.close()
    # The parent decides what Ctrl-C means; it ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    end: Any = Finished()
    try:
        work(sender.send)
    except InputError as error:
        sender.send(Complaint(error.diagnostics, str(error)))
    except QuidproError as error:
        sender.send(Complaint((), str(error)))
    except MemoryError:
        end = Finished("out of memory")
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:
        if os.environ.get("QUIDPRO_DEBUG"):
            raise
        end = Finished(f"internal error: {type(error).__name__}: {error}; this is a bug of quidpro")
    sender.send(end)
    sender.close()
