"""The way to a Ray cluster and back, and what Ray's errors mean.

On the machines of the cluster run the task around a job, and the board on which jobs write how far they are.
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
from quidpro.run.executors.protocol import Handle

STARTED = "started"
_WEIGH_SECONDS = 0.2
_PATIENCE = 5.0


@dataclass(frozen=True)
class Ended:
    """A job was past its limit."""

    reason: str


class Board:
    """An actor that keeps what the jobs said until it is taken."""

    def __init__(self) -> None:
        self._reports: list[tuple[Handle, Any]] = []

    def put(self, handle: Handle, report: Any) -> None:
        """A job said something."""
        self._reports.append((handle, report))

    def take(self) -> list[tuple[Handle, Any]]:
        """Everything that was said since the last time."""
        reports, self._reports = self._reports, []
        return reports


def work(
    board: Any, handle: Handle, function: Callable[..., Any], arguments: tuple[Any, ...], megabytes: float | None
) -> Any:
    """The task; when it returns, what it said is on the board."""
    import ray

    said: Any = None

    def tell(report: object) -> None:
        nonlocal said
        with suppress(Exception):  # the board may be gone with its machine; the work goes on
            said = board.put.remote(handle, report)

    tell(STARTED)
    if megabytes is not None:
        threading.Thread(target=_weigh, args=(board, handle, megabytes), daemon=True).start()
    try:
        return function(tell, *arguments)
    finally:
        with suppress(Exception):
            ray.get(said, timeout=_PATIENCE)


def _weigh(board: Any, handle: Handle, megabytes: float) -> None:
    """End this process when it has too much memory."""
    import ray

    while (used := resident_megabytes()) <= megabytes:
        time.sleep(_WEIGH_SECONDS)
    with suppress(Exception):
        reason = f"ended at {used:,.0f} MB, limit {megabytes:g} MB"
        ray.get(board.put.remote(handle, Ended(reason)), timeout=_PATIENCE)
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
    """Complain soon about a place where nobody listens; Ray itself would wait for long."""
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
    """Ray sets handlers of its own; Ctrl-C and SIGTERM must go on to mean what they mean here."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}


def lost_with_its_place(error: Exception) -> tuple[str, bool]:
    """What happened to a task, in words, and whether it may go better on another machine."""
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
