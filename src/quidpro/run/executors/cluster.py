"""Jobs on the machines of a Ray cluster (extra ``quidpro[cluster]``).

A job is a task that Ray never tries again by itself and that is killed when it is cancelled; a job that was lost with
its machine is reported as such, and it is for the caller to try it elsewhere. Ray cannot pause a task: jobs for which
the cluster has no core yet wait, in the order they came. What the jobs say goes through an actor on a machine of the
cluster; when that machine is lost nothing more is heard of how far they are, only how they end.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from quidpro.run.executors.protocol import Done, Handle, Job, Lost, Message, Progress
from quidpro.run.executors.queued import Queued
from quidpro.run.executors.ray_link import (
    STARTED,
    Board,
    Ended,
    connect,
    disconnect,
    lost_with_its_place,
    ray_module,
    work,
)

_PATIENCE = 5.0
"""So long the board may take to answer before nothing more is expected of it."""


class ClusterExecutor(Queued):
    """Tasks on a Ray cluster; at most ``workers`` at a time, by default as many as the cluster has cores for."""

    tick = 0.2

    def __init__(self, address: str, workers: int | None = None) -> None:
        super().__init__()
        self._ray = ray_module()
        self._ours = connect(address)
        self._workers = workers
        self._tasks: dict[Handle, Any] = {}
        self._jobs: dict[Handle, Job] = {}
        self._started: dict[Handle, float] = {}
        self._ended: dict[Handle, str] = {}
        self._looked = 0.0
        self._board: Any = self._ray.remote(num_cpus=0, max_restarts=0)(Board).remote()

    def _busy(self) -> bool:
        return bool(self._tasks)

    def _listen(self, seconds: float) -> None:
        ready, _ = self._ray.wait(list(self._tasks.values()), num_returns=1, timeout=seconds)
        if ready or time.monotonic() - self._looked >= self.tick:
            self._look()
        for handle in [handle for handle, task in self._tasks.items() if task in ready]:
            self._happened.append(self._outcome(handle))
            self._forget(handle)

    def _end(self, handle: Handle) -> None:
        task = self._tasks.get(handle)
        if task is not None:
            self._forget(handle)
            self._kill(task)

    def close(self) -> None:
        """End all jobs and leave the cluster."""
        self._waiting.clear()
        for handle in list(self._tasks):
            self._end(handle)
        with suppress(Exception):  # it may be gone with its machine
            self._ray.kill(self._board)
        if self._ours:
            disconnect()

    def seconds(self, handle: Handle) -> float:
        """How long a job has been running so far, as far as this machine knows."""
        if handle in self._spent:
            return self._spent[handle]
        return time.monotonic() - self._started[handle] if handle in self._started else 0.0

    def cpu_seconds(self, handle: Handle) -> float:
        """The same: another machine's processor is out of sight."""
        return self.seconds(handle)

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

    def _outcome(self, handle: Handle) -> Message:
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
