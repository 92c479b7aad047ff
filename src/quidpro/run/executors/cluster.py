"""Jobs on the machines of a Ray cluster (extra ``quidpro[cluster]``).

A job is a task that Ray never tries again by itself and that is killed when it is cancelled; a job that was lost with
its machine is reported as such, and it is for the caller to try it elsewhere. Ray cannot pause a task: jobs for which
the cluster has no core yet wait, in the order they came. What the jobs say goes through an actor on a machine of the
cluster; when that machine is lost nothing more is heard of how far they are, only how they end.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from typing import Any, Self

from quidpro.run.executors.protocol import Done, Handle, Happening, Job, Lost, Progress
from quidpro.run.executors.ray_link import connect, disconnect, lost_with_its_place, ray_module
from quidpro.run.executors.ray_task import STARTED, Board, Ended, work

_TICK = 0.2
"""So often the board is read and limits are looked at, in seconds."""
_PATIENCE = 5.0
"""So long the board may take to answer before nothing more is expected of it."""


class ClusterExecutor:
    """Tasks on a Ray cluster; at most ``workers`` at a time, by default as many as the cluster has cores for."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self._ray = ray_module()
        self._ours = connect(address)
        self._workers = workers
        self._count = 0
        self._waiting: deque[tuple[Handle, Job]] = deque()
        self._tasks: dict[Handle, Any] = {}
        self._jobs: dict[Handle, Job] = {}
        self._started: dict[Handle, float] = {}
        self._spent: dict[Handle, float] = {}
        self._ended: dict[Handle, str] = {}
        self._happened: list[Happening] = []
        self._looked = 0.0
        self._board: Any = self._ray.remote(num_cpus=0, max_restarts=0)(Board).remote()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: Job) -> Handle:
        """Take a job; it starts when there is a core for it."""
        handle = self._count
        self._count += 1
        self._waiting.append((handle, job))
        self._fill()
        return handle

    def wait(self, seconds: float | None = None) -> list[Happening]:
        """What happened, as soon as anything did; empty when the seconds have passed, or when no job is left."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            self._fill()
            happened, self._happened = self._happened, []
            left = _TICK if deadline is None else min(_TICK, deadline - time.monotonic())
            if happened or not self._tasks or left <= 0:
                return happened
            ready, _ = self._ray.wait(list(self._tasks.values()), num_returns=1, timeout=left)
            if ready or time.monotonic() - self._looked >= _TICK:
                self._look()
            for handle in [handle for handle, task in self._tasks.items() if task in ready]:
                self._happened.append(self._outcome(handle))
                self._forget(handle)

    def cancel(self, handle: Handle) -> None:
        """End a job by force, whatever it is doing; one that has ended is left alone."""
        self._waiting = deque(entry for entry in self._waiting if entry[0] != handle)
        task = self._tasks.get(handle)
        if task is not None:
            self._forget(handle)
            self._kill(task)
        self._happened = [event for event in self._happened if event.handle != handle]

    def close(self) -> None:
        """End all jobs and leave the cluster."""
        self._waiting.clear()
        for handle, task in list(self._tasks.items()):
            self._forget(handle)
            self._kill(task)
        with suppress(Exception):  # it may be gone with its machine
            self._ray.kill(self._board)
        if self._ours:
            disconnect()

    def seconds(self, handle: Handle) -> float:
        """How long a job has been running so far, as far as this machine knows."""
        if handle in self._spent:
            return self._spent[handle]
        return time.monotonic() - self._started[handle] if handle in self._started else 0.0

    def _fill(self) -> None:
        task = self._ray.remote(num_cpus=1, max_retries=0, max_calls=1)(work)
        while self._waiting and (self._workers is None or len(self._tasks) < self._workers):
            handle, job = self._waiting.popleft()
            self._jobs[handle] = job
            self._tasks[handle] = task.remote(self._board, handle, job.function, job.arguments, job.megabytes)

    def _look(self) -> None:
        """Take in what the jobs said, and end those whose time is up."""
        self._looked = time.monotonic()
        for handle, report in self._read():
            if report == STARTED:
                self._started.setdefault(handle, self._looked)
            elif isinstance(report, Ended):
                self._ended[handle] = report.reason
            elif handle in self._tasks:
                self._happened.append(Progress(handle, report))
        for handle, task in list(self._tasks.items()):
            limit = self._jobs[handle].seconds
            if limit is not None and self.seconds(handle) > limit:
                self._forget(handle)
                self._kill(task)
                self._happened.append(Lost(handle, f"ended after {limit:g} s"))

    def _read(self) -> list[tuple[Handle, Any]]:
        if self._board is None:
            return []
        try:
            reports: list[tuple[Handle, Any]] = self._ray.get(self._board.take.remote(), timeout=_PATIENCE)
        except self._ray.exceptions.GetTimeoutError:
            return []
        except self._ray.exceptions.RayError:
            self._board = None
            return []
        return reports

    def _outcome(self, handle: Handle) -> Happening:
        try:
            return Done(handle, self._ray.get(self._tasks[handle]))
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause if getattr(error, "cause", None) is not None else error
            return Lost(handle, f"{type(cause).__name__}: {cause}")
        except self._ray.exceptions.RayError as error:
            if handle in self._ended:
                return Lost(handle, self._ended[handle])
            return Lost(handle, *lost_with_its_place(error))

    def _forget(self, handle: Handle) -> None:
        self._spent[handle] = self.seconds(handle)
        del self._tasks[handle]

    def _kill(self, task: Any) -> None:
        with suppress(self._ray.exceptions.RayError):
            self._ray.cancel(task, force=True)
