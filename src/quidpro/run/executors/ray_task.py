"""What runs on the machines of a cluster: the task around a job, and the board on which jobs write how far they are."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from quidpro.core.budget import resident_megabytes
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
