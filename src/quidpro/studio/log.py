"""What a job has told, numbered, so that a page that comes back can go on where it was.

Only the latest of those events is kept that are about how things stand now, and of the rest as much as fits.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

MAX_BYTES = 48 << 20
_PASSING = ("queued", "progress", "plot")
"""Kinds of events of which only the latest counts."""
_ESSENTIAL = ("started", "result", "row", "plot", "done")


@dataclass(frozen=True)
class Entry:
    """An event with its number, as it is sent."""

    number: int
    type: str
    line: bytes


@dataclass
class Log:
    """The events of a job; ``closed`` when there will be no more."""

    most: int = MAX_BYTES
    closed: bool = False
    _entries: list[Entry] = field(default_factory=list)
    _next: int = 0
    _bytes: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, event: dict[str, Any]) -> None:
        """Append an event; it gets a number."""
        line = json.dumps({"n": self._next, **event}, ensure_ascii=False).encode() + b"\n"
        if event["type"] in _PASSING:
            self._forget([entry for entry in self._entries if entry.type == event["type"]])
        self._entries.append(Entry(self._next, event["type"], line))
        self._next += 1
        self._bytes += len(line)
        self._shrink()
        self._ring()

    def close(self) -> None:
        """There will be no more."""
        self.closed = True
        self._ring()

    async def follow(self, first: int) -> AsyncIterator[bytes]:
        """The events from a number on, as they come."""
        while True:
            changed = self._changed
            for entry in [entry for entry in self._entries if entry.number >= first]:
                first = entry.number + 1
                yield entry.line
            if self.closed and first >= self._next:
                return
            if changed is self._changed:
                await changed.wait()

    def _shrink(self) -> None:
        """Let go of the oldest rounds where all of them are too much to keep."""
        for entry in list(self._entries):
            if self._bytes <= self.most:
                return
            if entry.type not in _ESSENTIAL:
                self._forget([entry])

    def _forget(self, entries: list[Entry]) -> None:
        gone = {entry.number for entry in entries}
        self._entries = [entry for entry in self._entries if entry.number not in gone]
        self._bytes -= sum(len(entry.line) for entry in entries)

    def _ring(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
