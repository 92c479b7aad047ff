"""Jobs in this process, one after the other in the order they came: nothing is started, nothing depends on the clock.

Nobody can end a job from outside here, so the limits of a job are its own business, and :meth:`cancel` is for jobs that
have not begun.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Self

from quidpro.core.errors import BudgetExceeded
from quidpro.run.executors.protocol import Done, Handle, Happening, Job, Lost, Progress


class InlineExecutor:
    """Runs a job when somebody waits for it."""

    def __init__(self) -> None:
        self._count = 0
        self._waiting: deque[tuple[Handle, Job]] = deque()
        self._spent: dict[Handle, float] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: Job) -> Handle:
        """Take a job."""
        self._waiting.append((self._count, job))
        self._count += 1
        return self._count - 1

    def wait(self, seconds: float | None = None) -> list[Happening]:
        """Run the next job to its end, and say what happened; a job is not ended when the seconds have passed."""
        if not self._waiting:
            return []
        handle, job = self._waiting.popleft()
        happened: list[Happening] = []
        started = time.monotonic()
        try:
            value = job.function(lambda report: happened.append(Progress(handle, report)), *job.arguments)
            happened.append(Done(handle, value))
        except BudgetExceeded:
            raise  # Ctrl-C is meant for whoever waits, not for the job
        except Exception as error:
            happened.append(Lost(handle, f"{type(error).__name__}: {error}"))
        self._spent[handle] = time.monotonic() - started
        return happened

    def cancel(self, handle: Handle) -> None:
        """Forget a job that has not begun."""
        self._waiting = deque(entry for entry in self._waiting if entry[0] != handle)

    def close(self) -> None:
        """Forget all jobs."""
        self._waiting.clear()

    def seconds(self, handle: Handle) -> float:
        """How long a job took."""
        return self._spent.get(handle, 0.0)

    def cpu_seconds(self, handle: Handle) -> float:
        """The same: it did nothing but run."""
        return self.seconds(handle)
