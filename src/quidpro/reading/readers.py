"""Processes that read models while one types: kept warm, and limited, so that no text can hold up the server.

There are two, so that a picture that takes its time does not hold up the next diagnosis. One that takes too long, or
too much memory, is killed and replaced.
"""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quidpro.core.errors import QuidproError
from quidpro.reading import child

MEGABYTES = 512.0
_SECONDS = {"model": 2.0, "architecture": 6.0, "picture": 6.0, "simulate": 6.0}
"""By what is asked."""
_START_SECONDS = 20.0
_TICK_SECONDS = 0.1
_GRACE_SECONDS = 0.5
_COUNT = 2


class TooMuch(QuidproError):
    """A model took too long to read, or too much memory."""


class Refused(QuidproError):
    """A reader refused; ``error`` says why, and where."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.error = error


@dataclass
class Readers:
    """Warm processes, each asked one thing at a time."""

    root: Path
    module: str
    """What each of them runs; it answers with :func:`quidpro.reading.answers.serve`."""
    count: int = _COUNT
    seconds: dict[str, float] = field(default_factory=lambda: dict(_SECONDS))
    megabytes: float = MEGABYTES
    urgent: str = "model"
    """What is asked while one types: it does not wait for the rest, which is answered one after the other."""
    _free: asyncio.Queue[Process | None] = field(default_factory=asyncio.Queue)
    _all: set[Process] = field(default_factory=set)
    _drawing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """What is not urgent never keeps all readers busy."""

    async def open(self) -> None:
        """Start the readers; they warm up by themselves."""
        for child_ in await asyncio.gather(*(self._start() for _ in range(self.count))):
            self._free.put_nowait(child_)

    async def close(self) -> None:
        """End all of them."""
        await asyncio.gather(*(child.end(reader) for reader in list(self._all)))
        self._all.clear()

    async def ask(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        """What a reader makes of a text; TooMuch or Refused when it makes nothing of it."""
        if kind == self.urgent:
            return await self._ask(kind, body)
        async with self._drawing:
            return await self._ask(kind, body)

    async def _ask(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        reader: Process | None = await self._free.get()
        try:
            if reader is None or reader.returncode is not None:
                reader = await self._start()
            answer = await self._exchange(reader, kind, body)
        except BaseException:
            if reader is not None:
                self._all.discard(reader)
                await asyncio.shield(child.end(reader))
            self._free.put_nowait(None)
            raise
        self._free.put_nowait(reader)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    async def _exchange(self, reader: Process, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        seconds = self.seconds[kind]
        limits = {"seconds": seconds, "megabytes": self.megabytes}
        await child.put(reader, {"kind": kind, "limits": limits, "body": body})
        if await self._begun(reader) is None:
            raise TooMuch("the reader ended")
        waiting = asyncio.ensure_future(child.get(reader))
        try:
            for _ in range(round((seconds + _GRACE_SECONDS) / _TICK_SECONDS)):
                done, _ = await asyncio.wait({waiting}, timeout=_TICK_SECONDS)
                if done:
                    break
                if child.megabytes(reader.pid) > self.megabytes:
                    raise TooMuch(f"this model takes more than {self.megabytes:g} MB to read")
            else:
                raise TooMuch(f"this model takes more than {seconds:g} s to read")
            answer = waiting.result()
        finally:
            waiting.cancel()
        if answer is None:
            raise TooMuch("this model cannot be read: its reader broke down")
        return answer

    async def _begun(self, reader: Process) -> dict[str, Any] | None:
        """The line with which a reader takes up a request: one that has just been started needs a moment."""
        try:
            return await asyncio.wait_for(child.get(reader), _START_SECONDS)
        except TimeoutError:
            raise TooMuch("the reader did not start") from None

    async def _start(self) -> Process:
        reader = await child.start(self.module, self.root)
        self._all.add(reader)
        return reader
