"""The jobs of the studio: each in a process group of its own, with limits on its time and memory.

As many run at a time as there are cores; the others wait in a queue. A job that nobody listens to for a while is
stopped: its page was closed. A job is stopped first by asking (SIGINT), so that it can say what it knows, then by
killing its group. What is over is kept for a while, so that a page can be loaded again.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quidpro.core.errors import QuidproError
from quidpro.reading import child
from quidpro.studio.log import Log
from quidpro.studio.session import Limits

KINDS = ("check", "compare", "growth")
_MAX_WAITING = 100
_MAX_KEPT = 16
_MAX_FILE_BYTES = 32 << 20
_TICK_SECONDS = 0.25
_LATE_SECONDS = 20.0
"""How long a job, which watches its time itself, may go on beyond that before it is killed: machines are busy."""
_START_SECONDS = 120.0
"""How long its process may take until it sets to work."""
_STOP_SECONDS = 2.0
"""How long it may go on when it was asked to stop."""
_PREPARE_SECONDS = 1.0
"""After the start, before the first worker is made ready: those who read come first."""
_SLACK = 1.5
"""How far its memory may go beyond its limit, which it looks at itself."""


class Unknown(QuidproError):
    """There is no such job, or no such file of it."""


class Busy(QuidproError):
    """Too many jobs are waiting."""


@dataclass(eq=False)
class Job:
    """One job: what was asked, how it stands, what it told, and the files that it made."""

    id: str
    request: dict[str, Any]
    state: str = "queued"
    log: Log = field(default_factory=Log)
    files: dict[str, str] = field(default_factory=dict)
    process: Process | None = None
    listeners: int = 0
    alone_since: float = field(default_factory=time.monotonic)
    began_at: float | None = None
    """When its process had loaded all and set to work."""
    stopped_at: float | None = None
    why: str = ""
    """Why it was ended from outside."""

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return self.state in ("finished", "stopped", "failed")

    def summary(self) -> dict[str, Any]:
        """What the page has to know of it to take it up again."""
        return {"id": self.id, "kind": self.request["kind"], "name": self.request.get("name"), "state": self.state}

    def finish(self, state: str, message: str = "", **more: Any) -> None:
        """Say how it ended, once."""
        if not self.over:
            self.state = state
            self.log.add({"type": "done", "state": state, "message": message, **more})
            self.log.close()


@dataclass
class Jobs:
    """All jobs, the queue, and the processes."""

    root: Path
    limits: Limits
    alone_seconds: float = 10.0
    """How long a job goes on without anyone listening."""
    spare: bool = True
    """Whether a worker is kept ready for the next job."""
    _jobs: dict[str, Job] = field(default_factory=dict)
    _waiting: list[Job] = field(default_factory=list)
    _running: set[Job] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _spare: Process | None = None
    _closed: bool = False

    def open(self) -> None:
        """Begin to look after the jobs."""
        self._spawn(self._look_after())
        self._spawn(self._prepare(_PREPARE_SECONDS))

    async def close(self) -> None:
        """End all jobs and all processes."""
        self._closed = True
        for job in list(self._jobs.values()):
            job.finish("stopped", "the studio has ended")
        running = [job.process for job in self._running if job.process is not None]
        await asyncio.gather(*(child.end(one) for one in (*running, self._spare) if one is not None))
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def all(self) -> list[dict[str, Any]]:
        """Every job that is known."""
        return [job.summary() for job in self._jobs.values()]

    def get(self, name: str) -> Job:
        """The job of that name."""
        if name not in self._jobs:
            raise Unknown("there is no such job")
        return self._jobs[name]

    def add(self, request: dict[str, Any]) -> tuple[Job, int]:
        """A new job, and its place in the queue: 0 when it begins at once."""
        if len(self._waiting) >= _MAX_WAITING:
            raise Busy("too many jobs are waiting; try again later")
        job = Job(secrets.token_hex(8), request)
        self._jobs[job.id] = job
        self._waiting.append(job)
        self._forget_old()
        self._begin_next()
        place = self._waiting.index(job) + 1 if job in self._waiting else 0
        return job, place

    def stop(self, job: Job, why: str = "") -> None:
        """Ask a job to end."""
        if job in self._waiting:
            self._waiting.remove(job)
            job.finish("stopped", why)
            self._tell_places()
        elif not job.over and job.stopped_at is None:
            job.stopped_at, job.why = time.monotonic(), why
            if job.process is not None:
                with suppress(ProcessLookupError):
                    os.kill(job.process.pid, signal.SIGINT)

    async def follow(self, job: Job, first: int) -> AsyncIterator[bytes]:
        """What a job tells, from a number on; while somebody follows, it is not alone."""
        job.listeners += 1
        try:
            async for line in job.log.follow(first):
                yield line
        finally:
            job.listeners -= 1
            job.alone_since = time.monotonic()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin_next(self) -> None:
        while self._waiting and len(self._running) < self.limits.at_once and not self._closed:
            job = self._waiting.pop(0)
            self._running.add(job)
            self._spawn(self._run(job))
        self._tell_places()

    def _tell_places(self) -> None:
        for place, job in enumerate(self._waiting, start=1):
            job.log.add({"type": "queued", "place": place})

    def _forget_old(self) -> None:
        over = [job for job in self._jobs.values() if job.over]
        for job in over[: max(0, len(over) - _MAX_KEPT)]:
            del self._jobs[job.id]

    async def _run(self, job: Job) -> None:
        try:
            job.process = await self._worker()
            job.state = "running"
            job.log.add({"type": "started"})
            await child.put(job.process, job.request)
            if job.stopped_at is not None:  # asked to stop before there was a process
                os.kill(job.process.pid, signal.SIGINT)
            await asyncio.gather(self._listen(job), self._limit(job))
        finally:
            self._running.discard(job)
            if job.process is not None:
                await asyncio.shield(child.end(job.process))
            job.finish("stopped" if job.stopped_at is not None else "failed", job.why or "its process ended")
            self._begin_next()

    async def _listen(self, job: Job) -> None:
        assert job.process is not None
        while (event := await child.get(job.process)) is not None:
            self._take(job, event)
            if job.over:
                break

    def _take(self, job: Job, event: dict[str, Any]) -> None:
        if event["type"] == "began":
            job.began_at = time.monotonic()
        elif event["type"] == "file":
            if sum(map(len, job.files.values())) + len(event["text"]) <= _MAX_FILE_BYTES:
                job.files[event["name"]] = event["text"]
        elif event["type"] == "done":
            stopped = job.stopped_at is not None and event["state"] != "failed"
            more = {"error": event["error"]} if "error" in event else {}
            job.finish("stopped" if stopped else event["state"], job.why or event["message"], **more)
        else:
            job.log.add(event)

    async def _limit(self, job: Job) -> None:
        """Kill a job that takes more than it may, or does not stop when it is asked to."""
        assert job.process is not None
        started = time.monotonic()
        while not job.over and job.process.returncode is None:
            await asyncio.sleep(_TICK_SECONDS)
            now, request = time.monotonic(), job.request
            if job.began_at is None and now - started > _START_SECONDS:
                job.why = f"killed: it had not begun after {_START_SECONDS:g} s"
            elif job.began_at is not None and now - job.began_at > request["timeout"] + _LATE_SECONDS:
                job.why = f"killed: it went on beyond its {request['timeout']:g} s"
            elif child.megabytes(job.process.pid) > request["memory"] * _SLACK:
                job.why = f"killed: it took more than its {request['memory']:g} MB"
            elif job.stopped_at is None or now - job.stopped_at < _STOP_SECONDS:
                continue
            await child.end(job.process)

    async def _look_after(self) -> None:
        """Stop jobs that nobody listens to."""
        while True:
            await asyncio.sleep(min(_TICK_SECONDS, self.alone_seconds / 2))
            for job in [*self._waiting, *self._running]:
                if not job.listeners and time.monotonic() - job.alone_since > self.alone_seconds:
                    self.stop(job, "its page was closed")

    async def _worker(self) -> Process:
        """A process for a job: the one that is ready, or a new one; then another is made ready."""
        ready, self._spare = self._spare, None
        if ready is None or ready.returncode is not None:
            return await child.start("quidpro.studio.worker", self.root)
        self._spawn(self._prepare())
        return ready

    async def _prepare(self, delay: float = 0.0) -> None:
        await asyncio.sleep(delay)
        if self.spare and self._spare is None and not self._closed:
            self._spare = await child.start("quidpro.studio.worker", self.root)
