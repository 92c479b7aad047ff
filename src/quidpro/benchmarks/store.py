"""The results file: a line of JSON for each finished run, on disk before it is used.

A line also says within which limits the run was made, and on which machine. What has come to an end counts under all
limits; what ran out counts as long as no larger limits are asked for. What another machine has measured does not count.
A file that was cut off in the middle of its last line, by a crash or a full disk, is used up to there. Whoever writes
holds a lock, so that two benches do not write over each other.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Self

from quidpro.benchmarks.work import Answer, Limits, answer, ran_out
from quidpro.core import __version__
from quidpro.core.errors import UsageError
from quidpro.core.parts import installed
from quidpro.core.words import counted

_PACKAGES = ("numba", "numpy", "python-sat")
_LIMITS = ("seconds", "megabytes")
Key = str


def machine() -> str:
    """One line: processor, cores, memory, system, versions."""
    import psutil

    memory = psutil.virtual_memory().total / (1 << 30)
    cores = os.cpu_count() or 1
    hardware = f"{_processor()}, {cores} core{'' if cores == 1 else 's'}, {memory:.0f} GB"
    software = [f"Python {platform.python_version()}", f"quidpro {__version__}", *installed(_PACKAGES)]
    return f"{hardware}; {platform.system()}, {', '.join(software)}"


def hardware(machine: str) -> str:
    """The hardware in such a line; the rest is software."""
    return machine.partition(";")[0]


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def key_of(fields: Mapping[str, Any]) -> tuple[Key, Limits | None]:
    """The key of a run with these fields, and the limits among them, which are not part of the key."""
    rest = {name: value for name, value in fields.items() if name not in _LIMITS}
    found = Limits(*(fields[name] for name in _LIMITS)) if all(name in fields for name in _LIMITS) else None
    return json.dumps(rest, sort_keys=True, ensure_ascii=False), found


class Store:
    """Results by key; with a file they outlive the process. Without limits all that is on record counts."""

    def __init__(
        self,
        path: Path | None,
        limits: Limits | None = None,
        *,
        machine: str = "",
        fresh: bool = False,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._path = path
        self._limits = limits
        self._machine = machine
        self._foreign = 0
        self._known: dict[Key, Answer] = {}
        self._file: BinaryIO | None = None
        if path is not None:
            with self._as_usage_error("open"):
                self._file = open(path, "r+b" if path.exists() else "x+b", buffering=0)  # noqa: SIM115, see __exit__
            try:
                _lock(self._file, path)
                with self._as_usage_error("read"):
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

    def get(self, key: Key) -> Answer | None:
        """The result, if there is one."""
        return self._known.get(key)

    def add(self, key: Key, found: Answer) -> None:
        """Write a result down; it counts only when it is on disk."""
        if self._file is not None:
            limits = {} if self._limits is None else {"limits": asdict(self._limits)}
            machine = {"machine": self._machine} if self._machine else {}
            with self._as_usage_error("write"):
                record = {"key": key, **limits, **machine, "result": asdict(found)}
                self._append(self._file, json.dumps(record, ensure_ascii=False))
        self._known[key] = found

    def remember(self, key: Key, found: Answer) -> None:
        """Keep a result that is shown this time, but measured again the next."""
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
        if self._foreign:
            note(f"{self._path}: left out {counted(self._foreign, 'result')} of another machine")

    def _is_regular(self) -> bool:
        assert self._path is not None
        return self._path.is_file()

    def _take(self, line: bytes, number: int) -> None:
        try:
            self._know(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            hint = "take the line out, name another file, or start over with --fresh"
            raise UsageError(f"{self._path}: line {number} is no result of quidpro bench; {hint}") from error

    def _know(self, record: Mapping[str, Any]) -> None:
        """Keep the result of a line, unless its limits or machine do not fit this run."""
        key, limits = _parse_key(str(record["key"]))
        if "limits" in record:
            limits = Limits(**record["limits"])
        found = answer(record["result"])
        elsewhere = record.get("machine", self._machine)
        if hardware(elsewhere) != hardware(self._machine):
            self._foreign += 1
        elif self._limits is None or limits is None or not ran_out(found) or limits.cover(self._limits):
            self._known[key] = found

    @contextlib.contextmanager
    def _as_usage_error(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            kept = f"; the {len(self._known)} results before it are kept, run it again to go on" if self._known else ""
            raise UsageError(f"cannot {what} {self._path}: {error.strerror or error}{kept}") from error


def _parse_key(key: str) -> tuple[Key, Limits | None]:
    """The key of a line; earlier versions had the limits in it."""
    try:
        fields = json.loads(key)
    except ValueError:
        return key, None
    return key_of(fields) if isinstance(fields, dict) else (key, None)


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
