"""One job in one process: starting it, pausing it, reading its reports, ending it.

Memory is that of the process and of those that it started, in RAM; CPU time is its own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from quidpro.core.clock import CLOCK
from quidpro.core.collector import collect_seldom
from quidpro.core.isolated import die_with, quiet_fork
from quidpro.run.executors.protocol import Job

_MEGABYTE = 1 << 20


def resident(pid: int, *, alone: bool = False) -> float:
    """Megabytes, each page counted in every process that has it: quick, and never too little."""
    return sum(_of(process.memory_info, "rss") for process in _family(pid, alone))


def proportional(pid: int, *, alone: bool = False) -> float:
    """Megabytes, shared pages divided among those that share them; takes longer to find out."""
    return sum(_of(process.memory_full_info, "pss", "rss") for process in _family(pid, alone))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process; 0 when it has ended."""
    import psutil

    try:
        used = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(used.user + used.system)


def _family(pid: int, alone: bool) -> list[Any]:
    import psutil

    try:
        process = psutil.Process(pid)
        return [process] if alone else [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def _of(ask: Callable[[], object], *names: str) -> float:
    """The first of the figures that this system has; 0 for a process that has just ended."""
    import psutil

    try:
        info = ask()
    except psutil.Error:
        return 0.0
    return float(next(getattr(info, name) for name in names if hasattr(info, name))) / _MEGABYTE


@dataclass(frozen=True)
class _Compiling:
    """What a process reports by itself: that it begins or has finished compiling."""

    begins: bool


_MEMORY_SECONDS = 0.2
"""Between two checks of a job with a limit on memory."""


class _RememberingContext:
    """A context of multiprocessing that remembers the process it made, which pebble does not expose."""

    def __init__(self, context: BaseContext) -> None:
        self._context = context
        self.process: BaseProcess | None = None

    def get_start_method(self) -> str:
        return self._context.get_start_method()

    def Pipe(self, duplex: bool = True) -> tuple[Any, Any]:  # noqa: N802, pebble calls it so
        return self._context.Pipe(duplex)

    def Process(self, **arguments: Any) -> BaseProcess:  # noqa: N802, pebble calls it so
        self.process = self._context.Process(**arguments)  # type: ignore[attr-defined]
        assert self.process is not None
        return self.process


class Running:
    """A job whose process has been started; ``ended`` is called, in another thread, when that is over."""

    def __init__(self, job: Job, context: BaseContext, ended: Callable[[object], None]) -> None:
        from pebble import concurrent

        self.job = job
        self.reports, reports = context.Pipe(duplex=False)
        self.silent = False
        self.running = True
        self.compiling = False
        self._spent = 0.0
        self._since = time.monotonic()
        self._memory_checked = self._since
        remembering = _RememberingContext(context)
        # Not daemonic: a job may start processes of its own.
        start = concurrent.process(name=job.name, daemon=False, context=remembering)(work)  # type: ignore[call-overload]
        with quiet_fork():
            self.future: Future[Any] = start(os.getpid(), reports, job.function, job.arguments)
        reports.close()
        assert remembering.process is not None
        self._process = remembering.process
        self.future.add_done_callback(ended)

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def seconds(self) -> float:
        """How long it has been running, pauses and compiling left out."""
        return self._spent + (time.monotonic() - self._since if self.running and not self.compiling else 0.0)

    def pause(self) -> None:
        """Stop where it is, until :meth:`resume`."""
        if self.running:
            self._spent, self.running = self.seconds, False
            self._signal(suspend=True)

    def resume(self) -> None:
        """Run again."""
        if not self.running:
            self._since, self.running = time.monotonic(), True
            self._signal(suspend=False)

    def _compile(self, begins: bool) -> None:
        """From now on, or until now, it compiles."""
        self._spent, self._since, self.compiling = self.seconds, time.monotonic(), begins

    def _signal(self, *, suspend: bool) -> None:
        import psutil

        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            process.suspend() if suspend else process.resume()

    def new_reports(self) -> Iterator[Any]:
        """What the job has reported since the last call."""
        try:
            while not self.silent and self.reports.poll():
                report = self.reports.recv()
                if isinstance(report, _Compiling):
                    self._compile(report.begins)
                else:
                    yield report
        except (EOFError, OSError):
            self.silent = True

    def outcome(self) -> tuple[Literal["done"], Any] | str:
        """What the job returned, or in words why it returned nothing."""
        from pebble import ProcessExpired

        error = self.future.exception()
        if error is None:
            return ("done", self.future.result())
        if isinstance(error, ProcessExpired):
            return in_words(self._process.exitcode)
        return "out of memory" if isinstance(error, MemoryError) else f"{type(error).__name__}: {error}"

    def exceeded_limit(self) -> str | None:
        """The limit that the job has passed, in words."""
        if self.job.seconds is not None and self.seconds > self.job.seconds:
            return f"ended after {self.job.seconds:g} s"
        now = time.monotonic()
        if self.job.megabytes is None or now - self._memory_checked < _MEMORY_SECONDS:
            return None
        self._memory_checked = now
        used = resident(self.pid)
        return f"ended at {used:,.0f} MB, limit {self.job.megabytes:g} MB" if used > self.job.megabytes else None

    def kill(self) -> None:
        """End the process where it stands; it may take a moment to be gone."""
        self._process.kill()

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        wait_for([self.future])
        self.reports.close()


def work(parent: int, reports: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What the process does."""
    die_with(parent)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    collect_seldom()

    def tell(report: object) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more
            reports.send(report)

    with CLOCK.watched(lambda stopped: tell(_Compiling(stopped))):
        return function(tell, *arguments)


def in_words(code: int | None) -> str:
    """How a process ended."""
    if code is None or code >= 0:
        return f"its process ended with exit code {code}"
    guess = ", probably out of memory" if -code == signal.SIGKILL else ""
    return f"killed by signal {-code}{guess}"
