"""What an executor of jobs can do, and what all executors share: the queue of jobs, and waiting for messages.

A job is a function that can be pickled. It is called as ``function(tell, *arguments)``: what it passes to ``tell``
arrives as :class:`Progress`, what it returns as :class:`Done`, and everything else that can happen to it (it raised, it
was killed, a limit ended it, its machine went away) as :class:`Lost`, with a reason in words. A cancelled job sends no
more messages.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

Tell = Callable[[object], None]
"""How a job reports its progress."""
Handle = int
"""The number of a submitted job; an executor counts them from 0."""


@dataclass(frozen=True)
class Job:
    """Work to be done somewhere, and the limits at which it is ended by force."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    name: str = ""
    seconds: float | None = None
    """Of running; a pause does not count."""
    megabytes: float | None = None
    """In RAM, together with the processes that the job itself starts."""
    weight: float = 1.0
    """Where there are more jobs than workers: its share of the time, next to the others'; infinite for "always"."""


@dataclass(frozen=True)
class Progress:
    """A job reported something."""

    handle: Handle
    report: Any


@dataclass(frozen=True)
class Done:
    """A job returned."""

    handle: Handle
    value: Any


@dataclass(frozen=True)
class Lost:
    """A job ended without an answer."""

    handle: Handle
    reason: str
    retry: bool = False
    """Whether the machine failed, not the job: elsewhere it may succeed."""


Message = Progress | Done | Lost


class Executor(ABC):
    """Runs jobs, which wait in the order they came; used by one thread, and as a context manager that closes it."""

    tick: float
    """Seconds between two checks of the limits."""

    def __init__(self) -> None:
        self._count = 0
        self._waiting: deque[tuple[Handle, Job]] = deque()
        self._live: dict[Handle, Any] = {}
        """The running jobs, as the subclass represents them."""
        self._spent: dict[Handle, float] = {}
        self._messages: list[Message] = []

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
        """The messages, as soon as there are any; none when the seconds have passed, or when no job is left."""
        deadline = None if seconds is None else time.monotonic() + seconds
        listened = False
        while True:
            self._fill()
            messages, self._messages = self._messages, []
            left = self.tick if deadline is None else min(self.tick, deadline - time.monotonic())
            if messages or not self._live or (left <= 0 and listened):
                return messages
            self._listen(max(left, 0.0))
            listened = True

    def cancel(self, handle: Handle) -> None:
        """End a job by force, whatever it is doing; one that has ended is left alone."""
        self._waiting = deque(entry for entry in self._waiting if entry[0] != handle)
        self._end(handle)
        self._messages = [event for event in self._messages if event.handle != handle]

    def interrupt(self, handle: Handle) -> None:  # noqa: B027
        """Ask a running job to end soon with what it knows; where that cannot be asked, nothing happens."""

    @abstractmethod
    def weigh(self, handle: Handle, weight: float) -> None:
        """From now on a job that has begun has this weight."""

    @abstractmethod
    def close(self) -> None:
        """End all jobs and leave no process behind."""

    @abstractmethod
    def seconds(self, handle: Handle) -> float:
        """How long a job has been running so far, pauses left out."""

    @abstractmethod
    def cpu_seconds(self, handle: Handle) -> float:
        """The CPU seconds that a job has used so far; where that is not known, how long it has been running."""

    @abstractmethod
    def _fill(self) -> None:
        """Start what can be started."""

    @abstractmethod
    def _listen(self, seconds: float) -> None:
        """Collect messages, for at most this long."""

    @abstractmethod
    def _end(self, handle: Handle) -> None:
        """End a job if it runs."""
