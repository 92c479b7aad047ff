"""What the executors with workers of their own have in common: the queue of jobs, and waiting for news."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from typing import Self

from quidpro.run.executors.protocol import Handle, Job, Message


class Queued(ABC):
    """Jobs wait in the order they came; how they are run is for the subclass."""

    tick: float
    """So often limits are looked at, in seconds."""

    def __init__(self) -> None:
        self._count = 0
        self._waiting: deque[tuple[Handle, Job]] = deque()
        self._spent: dict[Handle, float] = {}
        self._happened: list[Message] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: Job) -> Handle:
        """Take a job; it starts when there is a worker for it."""
        handle = self._count
        self._count += 1
        self._waiting.append((handle, job))
        self._fill()
        return handle

    def wait(self, seconds: float | None = None) -> list[Message]:
        """What happened, as soon as anything did; empty when the seconds have passed, or when no job is left."""
        deadline = None if seconds is None else time.monotonic() + seconds
        heard = False
        while True:
            self._fill()
            happened, self._happened = self._happened, []
            left = self.tick if deadline is None else min(self.tick, deadline - time.monotonic())
            if happened or not self._busy() or (left <= 0 and heard):
                return happened
            self._listen(max(left, 0.0))
            heard = True

    def cancel(self, handle: Handle) -> None:
        """End a job by force, whatever it is doing; one that has ended is left alone."""
        self._waiting = deque(entry for entry in self._waiting if entry[0] != handle)
        self._end(handle)
        self._happened = [event for event in self._happened if event.handle != handle]

    @abstractmethod
    def close(self) -> None:
        """End all jobs and leave no process behind."""

    @abstractmethod
    def _fill(self) -> None:
        """Start what can be started."""

    @abstractmethod
    def _busy(self) -> bool:
        """Whether anything runs of which there may be news."""

    @abstractmethod
    def _listen(self, seconds: float) -> None:
        """Take in what happens, for so long at most."""

    @abstractmethod
    def _end(self, handle: Handle) -> None:
        """End a job if it runs."""
