"""Time and memory budgets, polled between slices of work; and runs that take turns by what their slices cost."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded

if TYPE_CHECKING:
    import psutil


R = TypeVar("R")

_MEGABYTE = 1 << 20
_MEMORY_SECONDS = 0.005
"""Memory is looked at so often at most."""
_KEPT_SHARE = 0.25
_MAX_LIMIT = 1e15
"""A larger number of seconds or megabytes, infinity included, is no limit."""


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resident_megabytes() -> float:
    """Memory of this process that is in RAM now."""
    return float(_process(os.getpid()).memory_info().rss) / _MEGABYTE


@cache
def _process(pid: int) -> psutil.Process:
    """Looked up once, and once more after a fork."""
    import psutil

    return psutil.Process(pid)


def peak_megabytes() -> float:
    """The most memory this process ever had in RAM; what it has now, where the system does not keep that."""
    import sys

    try:
        import resource
    except ImportError:
        return float(getattr(_process(os.getpid()).memory_info(), "peak_wset", 0)) / _MEGABYTE or resident_megabytes()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / _MEGABYTE if sys.platform == "darwin" else peak / 1024


@dataclass
class Budget:
    """How long the work may take and how much memory the process may use.

    Work polls it with :meth:`check`, which raises :class:`BudgetExceeded`; :meth:`interrupt` (from a signal
    handler or another thread) makes the next poll raise too, so that Ctrl-C ends with what is known.
    """

    seconds: float | None = None
    megabytes: float | None = None
    started: float = field(default_factory=now)
    interrupts: int = 0
    """How often the work was asked to stop."""
    phase: str = "starting"
    parent: Budget | None = None
    clock: Callable[[], float] = now
    """The clock that ``seconds`` are measured by."""
    polls: int | None = None
    """How often the work may poll: a measure of work that does not depend on the clock."""
    polled: int = 0
    _settled: int = field(default=0, init=False, repr=False)
    """Interrupts in spite of which the work goes on."""
    _memory_read_at: float = field(default=-_MEMORY_SECONDS, init=False, repr=False)

    def __post_init__(self) -> None:
        self.seconds, self.megabytes = _finite(self.seconds), _finite(self.megabytes)

    def elapsed(self) -> float:
        """Seconds since the budget was opened: of wall clock, those of compiling left out, or of CPU."""
        return self.clock() - self.started

    def remaining(self) -> float | None:
        """Seconds left, or None when time is not limited."""
        return None if self.seconds is None else self.seconds - self.elapsed()

    def interrupt(self) -> None:
        """Ask the work to stop at its next poll."""
        self.interrupts += 1

    def within(self, seconds: float) -> Budget:
        """A budget of at most this many seconds within this one; an interrupt of this one ends it too."""
        remaining = self.remaining()
        limit = seconds if remaining is None else min(seconds, max(remaining, 0.0))
        return Budget(limit, self.megabytes, self.clock(), phase=self.phase, parent=self, clock=self.clock)

    def within_cpu(self, seconds: float) -> Budget:
        """A budget of this many CPU seconds of this thread within this one, which still ends it by its own clock.

        For work that is done in this thread alone, whatever else keeps the machine, or this process, busy.
        """
        clock = time.thread_time
        return Budget(seconds, self.megabytes, clock(), phase=self.phase, parent=self, clock=clock)

    def for_improving(self) -> Budget:
        """A budget for what makes an answer better: the answer can still be checked after it.

        A quarter of what is left is kept for that, and twice what was spent so far: the check of a proof takes about as
        long as the proof, and what is improved may end late.
        """
        left = self.remaining()
        if left is None:
            return self
        return self.within(max(left - max(_KEPT_SHARE * left, 2 * self.elapsed()), 0.0))

    def go_on(self) -> None:
        """There is an answer, and an interrupt has ended the search for a better one: it is still to be checked."""
        self._settled = self.interrupts
        if self.parent is not None:
            self.parent.go_on()

    def answered(self) -> None:
        """That answer is done: what else there was to do ends with the interrupt."""
        self._settled = 0
        if self.parent is not None:
            self.parent.answered()

    def is_interrupted(self) -> bool:
        """Whether this budget, or the one it is part of, was asked to stop."""
        return self.interrupts > self._settled or (self.parent is not None and self.parent.is_interrupted())

    def spent(self) -> bool:
        """Whether the work has polled more often than it may."""
        return self.polls is not None and self.polled > self.polls

    def check(self) -> None:
        """Raise :class:`BudgetExceeded` when something ran out."""
        self.polled += 1
        if self.is_interrupted():
            raise BudgetExceeded("interrupt", self.phase)
        if self.spent():
            raise BudgetExceeded("work", self.phase)
        self._check_time()
        if self.megabytes is not None:
            self._check_memory(self.megabytes)

    def _check_memory(self, limit: float) -> None:
        """Raise if there is too much; to ask the system for it costs more than most slices of work."""
        at = time.monotonic()
        if at - self._memory_read_at < _MEMORY_SECONDS:
            return
        self._memory_read_at = at
        if (used := resident_megabytes()) > limit:
            raise BudgetExceeded("memory", self.phase, f"{used:.0f} MB used, limit {limit:g} MB")

    def _check_time(self) -> None:
        """Raise if the time has run out, here or in an enclosing budget, which may go by another clock."""
        if self.seconds is not None and self.elapsed() > self.seconds:
            of = " of CPU" if self.clock is time.thread_time else ""
            raise BudgetExceeded("time", self.phase, f"limit {self.seconds:g} s{of}")
        if self.parent is not None:
            self.parent._check_time()

    def reserve(self, size: int) -> None:
        """Refuse an allocation of ``size`` bytes that would break the memory limit."""
        if self.megabytes is None:
            return
        wanted = resident_megabytes() + size / _MEGABYTE
        if wanted > self.megabytes:
            raise BudgetExceeded("memory", self.phase, f"{wanted:.0f} MB needed, limit {self.megabytes:g} MB")


def _finite(limit: float | None) -> float | None:
    """The limit, as a plain number whatever kind of number it was."""
    return None if limit is None or limit > _MAX_LIMIT else float(limit)


def take_turns(runs: Sequence[Generator[int, None, R]], poll: Callable[[], None] = lambda: None) -> tuple[int, R]:
    """Advance the run that has cost least so far, until one has an answer; which one, and the answer."""
    spent = [0] * len(runs)
    while True:
        poll()
        i = min(range(len(runs)), key=spent.__getitem__)
        try:
            spent[i] += 1 + next(runs[i])
        except StopIteration as finished:
            return i, finished.value
