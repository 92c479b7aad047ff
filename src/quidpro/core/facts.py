"""Facts that attempts at the same problems hand to each other while they run.

An attempt says what it has found as an event, :class:`Learned`. Whoever runs the attempts appends it to a file, and all
of them read there what is new, when it suits them. There is one who writes, so that it does not matter when an attempt
is paused or killed; a record that is not complete yet is read later. Where no file can be written, or from another
machine, nobody hears anything: facts help, and nothing depends on them. What a fact is, only the attempts know.
"""

from __future__ import annotations

import os
import pickle
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from quidpro.core.events import Event

_LENGTH_BYTES = 8


@dataclass(frozen=True)
class Learned(Event):
    """Something holds whatever the question is; it can be pickled."""

    fact: Any


@dataclass(frozen=True)
class Facts:
    """Where facts are to be read; an empty path for nowhere."""

    path: str = ""

    def reader(self) -> Reader:
        """Reads them from the first on."""
        return Reader(self.path)


class Reader:
    """All facts, each once."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._read = 0

    def new(self) -> list[Any]:
        """Those since the last call."""
        if not self._path:
            return []
        try:
            if os.stat(self._path).st_size == self._read:
                return []
            with open(self._path, "rb") as file:
                file.seek(self._read)
                data = file.read()
        except OSError:
            return []
        found, at = [], 0
        while at + _LENGTH_BYTES <= len(data):
            end = at + _LENGTH_BYTES + int.from_bytes(data[at : at + _LENGTH_BYTES], "big")
            if end > len(data):
                break
            found.append(pickle.loads(data[at + _LENGTH_BYTES : end]))
            at = end
        self._read += at
        return found


class Exchange:
    """The file, for as long as the attempts run."""

    def __init__(self) -> None:
        self.facts = Facts()
        with suppress(OSError):
            handle, path = tempfile.mkstemp(prefix="quidpro-facts-")
            os.close(handle)
            self.facts = Facts(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.facts.path:
            with suppress(OSError):
                os.unlink(self.facts.path)

    def add(self, fact: Any) -> None:
        """Hand a fact to all."""
        if not self.facts.path:
            return
        data = pickle.dumps(fact)
        with suppress(OSError), open(self.facts.path, "ab") as file:
            file.write(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
