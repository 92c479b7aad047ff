"""Jobs on the machines of a Ray cluster (extra ``quidpro[cluster]``).

A job is a task that Ray never tries again by itself and that is killed when it is cancelled; a job that was lost with
its machine is reported as such, and it is for the caller to try it elsewhere. Ray cannot pause a task: jobs for which
the cluster has no core yet wait, in the order they came. The jobs report through an actor on a machine of the
cluster; when that machine is lost there are no more reports of progress, only of how they end.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from quidpro.core.budget import resident_megabytes
from quidpro.core.errors import UsageError
from quidpro.core.parts import require
from quidpro.run.executors.protocol import Done, Executor, Handle, Job, Lost, Message, Progress

STARTED = "started"
_MEMORY_SECONDS = 0.2
_BOARD_SECONDS = 5.0
"""How long to wait for an answer of the board."""


@dataclass(frozen=True)
class Ended:
    """A job was past its limit."""

    reason: str


class Board:
    """An actor that keeps the reports of the jobs until they are taken."""

    def __init__(self) -> None:
        self._reports: list[tuple[Handle, Any]] = []

    def put(self, handle: Handle, report: Any) -> None:
        """A job reports something."""
        self._reports.append((handle, report))

    def take(self) -> list[tuple[Handle, Any]]:
        """All reports since the last call."""
        reports, self._reports = self._reports, []
        return reports


def work(
    board: Any, handle: Handle, function: Callable[..., Any], arguments: tuple[Any, ...], megabytes: float | None
) -> Any:
    """The task; when it returns, its reports are on the board."""
    import ray

    sent: Any = None

    def tell(report: object) -> None:
        nonlocal sent
        with suppress(Exception):  # the board may be gone with its machine; the work goes on
            sent = board.put.remote(handle, report)

    tell(STARTED)
    if megabytes is not None:
        threading.Thread(target=_limit_memory, args=(board, handle, megabytes), daemon=True).start()
    try:
        return function(tell, *arguments)
    finally:
        with suppress(Exception):
            ray.get(sent, timeout=_BOARD_SECONDS)


def _limit_memory(board: Any, handle: Handle, megabytes: float) -> None:
    """End this process when it uses too much memory."""
    import ray

    while (used := resident_megabytes()) <= megabytes:
        time.sleep(_MEMORY_SECONDS)
    with suppress(Exception):
        reason = f"ended at {used:,.0f} MB, limit {megabytes:g} MB"
        ray.get(board.put.remote(handle, Ended(reason)), timeout=_BOARD_SECONDS)
    os._exit(1)


_CONNECT_SECONDS = 5.0
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
}


def ray_module() -> Any:
    """Ray, or words about how to get it."""
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    return require("ray")


def connect(address: str) -> bool:
    """Join the cluster; False when this process had joined one already."""
    ray = ray_module()
    if ray.is_initialized():
        return False
    _reject_silence(address)
    handlers = _handlers()
    logging.getLogger("ray").setLevel(logging.CRITICAL + 1)  # stderr is ours: what matters comes back as a reason
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except Exception as error:
        words = str(error).strip().splitlines()
        raise UsageError(f"the Ray cluster at {address} cannot be joined: {words[0] if words else error!r}") from error
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    return True


def disconnect() -> None:
    """Leave the cluster."""
    ray_module().shutdown()


def _reject_silence(address: str) -> None:
    """Complain early about an address where nothing listens; Ray itself would wait for a long time."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon:
        if address == "auto":
            return
        raise UsageError(f"{address!r} is no address of a Ray cluster; write it as HOST:PORT, ray://HOST:PORT or auto")
    if not port.isdigit() or not 0 < int(port) < 1 << 16:
        raise UsageError(f"{port!r} in the address {address!r} is no port")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
    except OSError as error:
        raise UsageError(f"no Ray cluster answers at {address}: {error.strerror or error}") from error


def _handlers() -> dict[int, Any]:
    """The handlers to restore: Ray sets its own, but Ctrl-C and SIGTERM must keep their meaning here."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}


def explain_loss(error: Exception) -> tuple[str, bool]:
    """Why a task was lost, in words, and whether it may succeed on another machine."""
    errors = ray_module().exceptions
    if isinstance(error, errors.OutOfMemoryError):
        return "killed by Ray, its machine ran out of memory", True
    if isinstance(error, errors.WorkerCrashedError):
        return "its process was killed, or its machine was lost", True
    if isinstance(error, errors.NodeDiedError | errors.ObjectLostError | errors.LocalRayletDiedError):
        return "its machine was lost", True
    if isinstance(error, errors.TaskCancelledError):
        return "it was cancelled", False
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0]}", False


class ClusterExecutor(Executor):
    """Tasks on a Ray cluster; at most ``workers`` at a time, by default as many as the cluster has cores for."""

    tick = 0.2

    def __init__(self, address: str, workers: int | None = None) -> None:
        super().__init__()
        self._ray = ray_module()
        self._ours = connect(address)
        self._workers = workers
        self._jobs: dict[Handle, Job] = {}
        self._started: dict[Handle, float] = {}
        self._ended: dict[Handle, str] = {}
        self._polled_at = 0.0
        self._board: Any = self._ray.remote(num_cpus=0, max_restarts=0)(Board).remote()

    def _listen(self, seconds: float) -> None:
        ready, _ = self._ray.wait(list(self._live.values()), num_returns=1, timeout=seconds)
        if ready or time.monotonic() - self._polled_at >= self.tick:
            self._poll()
        for handle in [handle for handle, task in self._live.items() if task in ready]:
            self._messages.append(self._outcome(handle))
            self._forget(handle)

    def _end(self, handle: Handle) -> None:
        task = self._live.get(handle)
        if task is not None:
            self._forget(handle)
            with suppress(self._ray.exceptions.RayError):
                self._ray.cancel(task, force=True)

    def weigh(self, handle: Handle, weight: float) -> None:
        """Nothing changes: jobs do not take turns here."""

    def close(self) -> None:
        """End all jobs and leave the cluster."""
        self._waiting.clear()
        for handle in list(self._live):
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
        """The same: the CPU time on another machine is not known here."""
        return self.seconds(handle)

    def _fill(self) -> None:
        task = self._ray.remote(num_cpus=1, max_retries=0, max_calls=1)(work)
        while self._waiting and (self._workers is None or len(self._live) < self._workers):
            handle, job = self._waiting.popleft()
            self._jobs[handle] = job
            self._live[handle] = task.remote(self._board, handle, job.function, job.arguments, job.megabytes)

    def _poll(self) -> None:
        """Collect the reports of the jobs, and end those whose time is up."""
        self._polled_at = time.monotonic()
        for handle, report in self._read():
            if report == STARTED:
                self._started.setdefault(handle, self._polled_at)
            elif isinstance(report, Ended):
                self._ended[handle] = report.reason
            elif handle in self._live:
                self._messages.append(Progress(handle, report))
        for handle in list(self._live):
            limit = self._jobs[handle].seconds
            if limit is not None and self.seconds(handle) > limit:
                self._end(handle)
                self._messages.append(Lost(handle, f"ended after {limit:g} s"))

    def _read(self) -> list[tuple[Handle, Any]]:
        if self._board is None:
            return []
        try:
            reports: list[tuple[Handle, Any]] = self._ray.get(self._board.take.remote(), timeout=_BOARD_SECONDS)
        except self._ray.exceptions.GetTimeoutError:
            return []
        except self._ray.exceptions.RayError:
            self._board = None
            return []
        return reports

    def _outcome(self, handle: Handle) -> Message:
        try:
            return Done(handle, self._ray.get(self._live[handle]))
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause if getattr(error, "cause", None) is not None else error
            return Lost(handle, f"{type(cause).__name__}: {cause}")
        except self._ray.exceptions.RayError as error:
            if handle in self._ended:
                return Lost(handle, self._ended[handle])
            return Lost(handle, *explain_loss(error))

    def _forget(self, handle: Handle) -> None:
        self._spent[handle] = self.seconds(handle)
        del self._live[handle]
