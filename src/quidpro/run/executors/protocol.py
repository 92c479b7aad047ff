"""What a place that runs jobs can do. There is no code here; each executor keeps these promises in its own way.

A job is a function that can be pickled. It is called as ``function(tell, *arguments)``: what it passes to ``tell``
arrives as :class:`Progress`, what it returns as :class:`Done`, and everything else that can happen to it (it raised, it
was killed, a limit ended it, its machine went away) as :class:`Lost`, with a reason in words. A cancelled job is never
heard of again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Tell = Callable[[object], None]
"""How a job says how far it is."""
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
    """A job said something."""

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
    """Whether it was the place that failed, not the job: elsewhere it may succeed."""


Message = Progress | Done | Lost


class Executor(Protocol):
    """Runs jobs; used by one thread, and as a context manager that closes it."""

    def submit(self, job: Job) -> Handle:
        """Take a job; it starts when there is a worker for it."""

    def wait(self, seconds: float | None = None) -> list[Message]:
        """What happened, as soon as anything did; empty when the seconds have passed, or when no job is left."""

    def cancel(self, handle: Handle) -> None:
        """End a job by force, whatever it is doing; one that has ended is left alone."""

    def close(self) -> None:
        """End all jobs and leave no process behind."""

    def seconds(self, handle: Handle) -> float:
        """How long a job has been running so far, pauses left out."""

    def cpu_seconds(self, handle: Handle) -> float:
        """The CPU seconds that a job has had so far; where nobody can tell, how long it has been running."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *_: object) -> None: ...
