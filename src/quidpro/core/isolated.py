"""A library written in C in a process of its own: it can be stopped whatever it does, and crashes alone.

Such libraries also write to stdout and stderr past Python; there that goes nowhere.

A process is forked where that is safe and quick (Linux): it is there within milliseconds, with all that this one has
loaded. Python warns of forks beside threads; those here are of libraries that the new process does not use again, or
are kept from harm (:mod:`quidpro.core.collector`), so that no user has to read that.

No worker outlives the process that started it, not even when that one is killed with SIGKILL: Linux ends a process
with its parent when it is asked to (``prctl``); elsewhere a thread checks whether the parent is still there.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


Start = Literal["fork", "spawn"]
QUICKEST: Start = "fork" if sys.platform == "linux" and hasattr(os, "fork") else "spawn"
_TICK_SECONDS = 0.05
_WATCH_SECONDS = 1.0
_PR_SET_PDEATHSIG = 1
_HELD = (signal.SIGINT, signal.SIGTERM)

Tell = Callable[[str], None]


class Crashed(Exception):
    """The process ended without an answer; ``doing`` is what it last reported, ``signal`` what ended it."""

    def __init__(self, doing: str, signal: int | None) -> None:
        super().__init__(doing)
        self.doing = doing
        self.signal = signal


def isolated(work: Callable[..., Any], *arguments: Any, budget: Budget | None = None) -> Any:
    """What ``work(tell, *arguments)`` returns, in a process of its own; with ``tell`` it reports what it is doing.

    A :class:`QuidproError` that it raises is raised here.
    """
    budget = budget or Budget()
    import multiprocessing

    context = multiprocessing.get_context(QUICKEST)
    ours, theirs = context.Pipe(duplex=False)
    process: BaseProcess = context.Process(target=_run, args=(os.getpid(), theirs, work, arguments), daemon=True)  # type: ignore[attr-defined]
    with signals_held(), quiet_fork():
        process.start()
    theirs.close()
    try:
        return _receive(ours, process, budget)
    finally:
        process.kill()
        process.join()
        ours.close()


@contextmanager
def quiet_fork() -> Iterator[None]:
    """A fork beside threads is meant."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r".*use of fork\(\) may lead to deadlocks", DeprecationWarning)
        yield


@contextmanager
def signals_held() -> Iterator[None]:
    """Hold signals back until the new process has set its own handlers; it then lets them through again."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def release_signals() -> None:
    """In a new process: let through what was held back while it was started."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)


def _receive(connection: Connection, process: BaseProcess, budget: Budget) -> Any:
    doing = ""
    while True:
        budget.check()
        if not connection.poll(_TICK_SECONDS):
            _limit_memory(process, budget)
            continue
        try:
            kind, value = connection.recv()
        except EOFError:
            process.join()
            code = process.exitcode or 0
            raise Crashed(doing, -code if code < 0 else None) from None
        if kind == "done":
            return value
        if kind == "refused":
            raise value
        doing = value


def _limit_memory(process: BaseProcess, budget: Budget) -> None:
    if budget.megabytes is None:
        return
    import psutil

    try:
        used = psutil.Process(process.pid).memory_info().rss / (1 << 20)
    except psutil.Error:
        return
    if used > budget.megabytes:
        raise BudgetExceeded("memory", budget.phase, f"{used:.0f} MB used, limit {budget.megabytes:g} MB")


def _run(parent: int, connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    import faulthandler

    die_with(parent)
    faulthandler.disable()  # crashes are reported in words
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    release_signals()
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(null, stream)
    try:
        answer = "done", work(lambda doing: connection.send(("doing", doing)), *arguments)
    except QuidproError as error:
        answer = "refused", error
    connection.send(answer)
    connection.close()
    os._exit(0)  # nothing of the parent's that was forked along is to be cleaned up here


def die_with(parent: int) -> None:
    """From now on this process ends when its parent does; at once, if that has happened already.

    ``parent`` is the process id that the parent had when this process was started.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH_SECONDS)
    os._exit(1)
