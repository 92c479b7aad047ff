"""Jobs in processes of this machine, each in one of its own that can be killed whatever it is doing.

With ``pausing``, jobs beyond the number of workers take turns; without, they wait in the order they came. A job that
has to wait for its turn is paused, not ended, so that nothing is ever done twice. Each job's running time is divided by
its weight, and the workers go to those with the smallest quotient; a job with an infinite weight always runs, the
earlier one first. Every job is taken to have run for a little while at the start, so that jobs begin in the order of
their weights, a light one only when the heavy ones have had their head start. Slices grow with the time that has
passed: a pause costs little, but a cache that has gone cold does.

A process is started in the quickest way (:mod:`quidpro.core.isolated`); ``start="spawn"`` gives each a clean memory
instead.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait as wait_on
from typing import Any, Literal

from quidpro.core.clock import CLOCK
from quidpro.core.isolated import QUICKEST, Start
from quidpro.run.executors.protocol import Done, Executor, Handle, Job, Lost, Progress
from quidpro.run.executors.worker import Running, cpu_seconds, proportional, resident

_MIN_SLICE_SECONDS = 0.2
_SLICE_SHARE = 0.05
_HEAD_START_SECONDS = 0.5
"""Seconds by which a job of weight 2 is ahead of one of weight 1."""


@dataclass(frozen=True)
class Claim:
    """A job that could run: how long it has run, and its weight."""

    handle: int
    seconds: float
    weight: float

    @property
    def due(self) -> float:
        """The priority for a worker; the smallest comes first."""
        return (self.seconds + _HEAD_START_SECONDS) / self.weight


def slice_seconds(elapsed: float) -> float:
    """How long the workers stay with their jobs, when ``elapsed`` seconds have passed."""
    return max(_MIN_SLICE_SECONDS, _SLICE_SHARE * elapsed)


def chosen(claims: Sequence[Claim], workers: int) -> set[int]:
    """The jobs that run in the next slice."""
    ranked = sorted(claims, key=lambda claim: (claim.weight != float("inf"), claim.due, claim.handle))
    return {claim.handle for claim in ranked[:workers]}


class LocalExecutor(Executor):
    """Worker processes on this machine.

    ``megabytes`` is for this process and all workers together: beyond it the largest worker is ended, rather than all.
    """

    tick = 0.1
    _live: dict[Handle, Running]

    def __init__(
        self, workers: int, *, pausing: bool = False, megabytes: float | None = None, start: Start = QUICKEST
    ) -> None:
        super().__init__()
        self._workers = workers
        self._pausing = pausing
        self._megabytes = megabytes
        self._context = multiprocessing.get_context(start)
        self._started = time.monotonic()
        self._turn_ends = 0.0
        self._clock_stopped = False

    def _listen(self, seconds: float) -> None:
        wait_on([pipe for run in self._live.values() for pipe in run.pipes], seconds)
        self._poll()

    def weigh(self, handle: Handle, weight: float) -> None:
        """From now on a job that has begun has this weight; if it had another, whose turn it is is decided anew."""
        if handle in self._live and self._live[handle].weight != weight:
            self._live[handle].weight = weight
            self._turn_ends = 0.0

    def interrupt(self, handle: Handle) -> None:
        """Ask a running job to end soon with what it knows."""
        if handle in self._live:
            self._live[handle].interrupt()

    def _end(self, handle: Handle) -> None:
        run = self._live.pop(handle, None)
        if run is not None:
            self._spent[handle] = run.seconds
            run.end()

    def close(self) -> None:
        """End all jobs and leave no process behind."""
        self._waiting.clear()
        self._stop_clock(False)
        runs, self._live = list(self._live.values()), {}
        for run in runs:
            run.kill()
        for run in runs:
            run.end()

    def seconds(self, handle: Handle) -> float:
        """How long a job has been running so far, pauses left out."""
        return self._live[handle].seconds if handle in self._live else self._spent.get(handle, 0.0)

    def cpu_seconds(self, handle: Handle) -> float:
        """The CPU seconds of a job's process so far; 0 when it is not running."""
        return cpu_seconds(self._live[handle].pid) if handle in self._live else 0.0

    def pid(self, handle: Handle) -> int | None:
        """The process of a job that has begun and not ended."""
        return self._live[handle].pid if handle in self._live else None

    def _fill(self) -> None:
        """Give the workers to those whose turn it is."""
        if not self._pausing:
            while self._waiting and len(self._live) < self._workers:
                self._begin(*self._waiting.popleft())
            return
        now = time.monotonic()
        running = sum(run.running for run in self._live.values())
        idle = running < min(self._workers, len(self._live) + len(self._waiting))
        if idle or (now >= self._turn_ends and len(self._live) + len(self._waiting) > self._workers):
            self._turn_ends = now + slice_seconds(now - self._started)
            self._take_turns()

    def _take_turns(self) -> None:
        claims = [Claim(handle, run.seconds, run.weight) for handle, run in self._live.items()]
        claims += [Claim(handle, 0.0, job.weight) for handle, job in self._waiting]
        turn = chosen(claims, self._workers)
        for handle, run in self._live.items():
            if handle not in turn:
                run.pause()
        for handle in turn & self._live.keys():
            self._live[handle].resume()
        for entry in [entry for entry in self._waiting if entry[0] in turn]:
            self._waiting.remove(entry)
            self._begin(*entry)

    def _begin(self, handle: Handle, job: Job) -> None:
        self._live[handle] = Running(job, self._context)

    def _poll(self) -> None:
        """Collect what the jobs report and how they ended, and end those that are past their limits."""
        for handle, run in list(self._live.items()):
            ended = run.has_ended()
            self._messages += [Progress(handle, report) for report in run.new_reports()]
            if ended:
                self._finish(handle, run.outcome())
            elif (reason := run.exceeded_limit()) is not None:
                self._finish(handle, reason)
        self._share_memory()
        self._stop_clock(any(run.compiling and run.running for run in self._live.values()))

    def _stop_clock(self, stopped: bool) -> None:
        """While a worker compiles, the clock of this process, which waits for it, stands still as well."""
        if stopped != self._clock_stopped:
            self._clock_stopped = stopped
            CLOCK.stop() if stopped else CLOCK.resume()

    def _finish(self, handle: Handle, outcome: tuple[Literal["done"], Any] | str) -> None:
        self._end(handle)
        self._messages.append(Lost(handle, outcome) if isinstance(outcome, str) else Done(handle, outcome[1]))

    def _share_memory(self) -> None:
        """When all together use too much memory, end the largest."""
        if self._megabytes is None or not self._live:
            return
        here, runs = os.getpid(), self._live.values()
        if resident(here, alone=True) + sum(resident(run.pid) for run in runs) <= self._megabytes:
            return
        sizes = {handle: proportional(run.pid) for handle, run in self._live.items()}
        if proportional(here, alone=True) + sum(sizes.values()) <= self._megabytes:
            return
        largest = max(sizes, key=sizes.__getitem__)
        reason = f"ended at {sizes[largest]:,.0f} MB: all together had more than {self._megabytes:g} MB"
        self._finish(largest, reason)
