"""Where attempts are made: how many workers, on this machine or on a cluster."""

from __future__ import annotations

import os
from dataclasses import dataclass

from quidpro.core.errors import UsageError
from quidpro.run.executors.protocol import Executor


@dataclass(frozen=True)
class Workers:
    """``jobs`` workers, by default one for each core; ``cluster`` is the address of a Ray cluster to run them on."""

    jobs: int | None = None
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and self.jobs < 1:
            raise UsageError(f"there cannot be {self.jobs} workers; there must be at least 1")

    @property
    def one(self) -> bool:
        """Whether there is one worker alone, so that attempts take turns."""
        return self.cluster is None and self.count == 1

    @property
    def count(self) -> int:
        """How many attempts are made at a time on this machine."""
        return self.jobs or _cores()

    def executor(self, megabytes: float | None) -> Executor:
        """A new executor; on this machine all workers together have so much memory."""
        if self.cluster is not None:
            from quidpro.run.executors.cluster import ClusterExecutor

            return ClusterExecutor(self.cluster, self.jobs)
        from quidpro.run.executors.local import LocalExecutor

        return LocalExecutor(self.count, pausing=True, megabytes=megabytes)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


HERE = Workers()
