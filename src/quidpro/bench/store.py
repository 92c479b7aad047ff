"""The results file: a line of JSON for each finished run, on disk before anybody is told of it.

A file that was cut off in the middle of its last line, by a crash or a full disk, is used up to there. Whoever writes
holds a lock, so that two benches do not write over each other.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Self

from quidpro.bench.work import Answer, answer, fields
from quidpro.core.errors import UsageError

Key = str


class Store:
    """Results by key; with a file they outlive the process."""

    def __init__(self, path: Path | None, *, fresh: bool = False, note: Callable[[str], None] = lambda _: None) -> None:
        self._path = path
        self._known: dict[Key, Answer] = {}
        self._file: BinaryIO | None = None
        if path is not None:
            with self._said("open"):
                self._file = open(path, "r+b" if path.exists() else "x+b", buffering=0)  # noqa: SIM115, see __exit__
            try:
                _lock(self._file, path)
                with self._said("read"):
                    self._read(self._file, fresh, note)
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def __contains__(self, key: Key) -> bool:
        return key in self._known

    def __getitem__(self, key: Key) -> Answer:
        return self._known[key]

    def get(self, key: Key) -> Answer | None:
        """The result, if there is one."""
        return self._known.get(key)

    def add(self, key: Key, found: Answer) -> None:
        """Write a result down; it counts only when it is on disk."""
        if self._file is not None:
            with self._said("write"):
                self._append(self._file, json.dumps({"key": key, "result": fields(found)}, ensure_ascii=False))
        self._known[key] = found

    def remember(self, key: Key, found: Answer) -> None:
        """Take note of what is shown this time, but tried again the next."""
        self._known[key] = found

    def _append(self, file: BinaryIO, line: str) -> None:
        """A whole line or none: what a full disk took of it is taken back."""
        end = file.seek(0, os.SEEK_END)
        try:
            data = memoryview(line.encode() + b"\n")
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(end)
            raise

    def _read(self, file: BinaryIO, fresh: bool, note: Callable[[str], None]) -> None:
        if fresh:
            file.truncate(0)
            return
        text = file.read() if file.seekable() and self._is_regular() else b""
        whole, _, torn = text.rpartition(b"\n")
        if torn:
            note(f"{self._path}: the last line is cut off, and was dropped; its run is done again")
            file.truncate(len(text) - len(torn))
        for number, line in enumerate(whole.splitlines(), 1):
            self._take(line, number)

    def _is_regular(self) -> bool:
        assert self._path is not None
        return self._path.is_file()

    def _take(self, line: bytes, number: int) -> None:
        try:
            record = json.loads(line)
            self._known[str(record["key"])] = answer(record["result"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            hint = "take the line out, name another file, or start over with --fresh"
            raise UsageError(f"{self._path}: line {number} is no result of quidpro bench; {hint}") from error

    @contextlib.contextmanager
    def _said(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            kept = f"; the {len(self._known)} results before it are kept, run it again to go on" if self._known else ""
            raise UsageError(f"cannot {what} {self._path}: {error.strerror or error}{kept}") from error


def _lock(file: BinaryIO, path: Path) -> None:
    """Refuse to share the file with another bench; where there are no locks, trust."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise UsageError(f"another quidpro bench is writing to {path}") from error
    except OSError:
        pass  # some file systems have no locks
