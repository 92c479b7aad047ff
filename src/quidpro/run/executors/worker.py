"""One job in one process: starting it, pausing it, reading its reports, ending it.

Memory is that of the process and of those that it started, in RAM; CPU time is its own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pickle import PicklingError
from threading import current_thread, main_thread
from typing import Any, Literal

from quidpro.core.budget import Budget
from quidpro.core.clock import CLOCK
from quidpro.core.collector import collect_seldom
from quidpro.core.isolated import die_with, quiet_fork, release_signals, signals_held
from quidpro.run.executors.protocol import Job, Tell

_MEGABYTE = 1 << 20


def resident(pid: int, *, alone: bool = False) -> float:
    """Megabytes, each page counted in every process that has it: quick, and never too little."""
    return sum(_of(process.memory_info, "rss") for process in _family(pid, alone))


def proportional(pid: int, *, alone: bool = False) -> float:
    """Megabytes, shared pages divided among those that share them; takes longer to find out."""
    return sum(_of(process.memory_full_info, "pss", "rss") for process in _family(pid, alone))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process; 0 when it has ended."""
    if os.path.exists("/proc/self/stat"):  # Linux; psutil looks there too, and takes long to load
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
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


_END_SOON: signal.Signals | None = getattr(signal, "SIGUSR1", None)
"""What asks a process to end soon, where there is such a signal. Ctrl-C comes to all of a terminal's processes."""


@contextmanager
def told_to_end(budget: Budget) -> Iterator[None]:
    """A job that is asked to end soon is interrupted."""
    if _END_SOON is None or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(_END_SOON, lambda _signal, _frame: budget.interrupt())
    try:
        yield
    finally:
        signal.signal(_END_SOON, before)


_MEMORY_SECONDS = 0.2
"""Between two checks of a job with a limit on memory."""


class Running:
    """A job whose process has been started."""

    def __init__(self, job: Job, context: BaseContext) -> None:
        self.job = job
        self.weight = job.weight
        self.reports, reports = context.Pipe(duplex=False)
        self.answer, answer = context.Pipe(duplex=False)
        self.silent = False
        self.running = True
        self.compiling = False
        self._spent = 0.0
        self._since = time.monotonic()
        self._memory_checked = self._since
        # Not daemonic: a job may start processes of its own.
        self._process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=work, args=(os.getpid(), reports, answer, job.function, job.arguments), name=job.name, daemon=False
        )
        with signals_held(), quiet_fork():
            self._process.start()
        reports.close()
        answer.close()

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

    def interrupt(self) -> None:
        """Let it know that it is to end soon."""
        if _END_SOON is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, _END_SOON)

    def _compile(self, begins: bool) -> None:
        """From now on, or until now, it compiles."""
        self._spent, self._since, self.compiling = self.seconds, time.monotonic(), begins

    def _signal(self, *, suspend: bool) -> None:
        """To the process, and then to the programs that it has started: when it has stopped it starts nothing more."""
        import psutil

        with contextlib.suppress(psutil.Error):
            process = psutil.Process(self.pid)
            process.suspend() if suspend else process.resume()
        for program in self._programs():
            with contextlib.suppress(psutil.Error):
                program.suspend() if suspend else program.resume()

    def _programs(self) -> list[Any]:
        """Those that the process has started, and that these have."""
        return _family(self.pid, alone=False)[1:]

    def new_reports(self) -> Iterator[Any]:
        """What the job has reported since the last call."""
        try:
            while not self.silent and self.reports.poll():
                report = self._received(self.reports)
                if isinstance(report, _Compiling):
                    self._compile(report.begins)
                else:
                    yield report
        except (EOFError, OSError):
            self.silent = True

    def _received(self, pipe: Connection) -> Any:
        """A message; a process that was paused in the middle of a long one runs until all of it is there."""
        if self.running:
            return pipe.recv()
        self._signal(suspend=False)
        try:
            return pipe.recv()
        finally:
            self._signal(suspend=True)

    @property
    def pipes(self) -> list[Connection]:
        """Where something is to be heard of it."""
        return [self.answer] if self.silent else [self.reports, self.answer]

    def has_ended(self) -> bool:
        """Whether it has returned something, or its process is gone."""
        return self.answer.poll() or self._process.exitcode is not None

    def outcome(self) -> tuple[Literal["done"], Any] | str:
        """What the job returned, or in words why it returned nothing."""
        try:
            if self.answer.poll():
                found: tuple[Literal["done"], Any] | str = self._received(self.answer)
                return found
        except (EOFError, OSError):
            pass
        self._process.join()
        return in_words(self._process.exitcode)

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
        """End the process where it stands; it may take a moment to be gone.

        Programs that it has started end with it, or soon by themselves; those that are paused could not.
        """
        if self.running:
            self._process.kill()
            return
        import psutil

        programs = self._programs()
        self._process.kill()
        for program in programs:
            with contextlib.suppress(psutil.Error):
                program.kill()

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        self._process.join()
        self.reports.close()
        self.answer.close()


def work(
    parent: int, reports: Connection, answer: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    """What the process does; what the function returns, or in words why it does not, is sent at the end."""
    die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if _END_SOON is not None:
        signal.signal(_END_SOON, signal.SIG_IGN)
    release_signals()
    collect_seldom()

    def tell(report: object) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more
            reports.send(report)

    with CLOCK.watched(lambda stopped: tell(_Compiling(stopped))):
        _send(answer, function, tell, arguments)


def _send(answer: Connection, function: Callable[..., Any], tell: Tell, arguments: tuple[Any, ...]) -> None:
    found: tuple[Literal["done"], Any] | str
    try:
        found = "done", function(tell, *arguments)
    except MemoryError:
        found = "out of memory"
    except BaseException as error:
        found = _described(error)
    with contextlib.suppress(OSError):
        try:
            answer.send(found)
        except (PicklingError, TypeError, AttributeError) as error:
            answer.send(_described(error))


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def in_words(code: int | None) -> str:
    """How a process ended."""
    if code is None or code >= 0:
        return f"its process ended with exit code {code}"
    guess = ", probably out of memory" if -code == signal.SIGKILL else ""
    return f"killed by signal {-code}{guess}"
