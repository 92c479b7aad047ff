"""The files of the studio: models in one folder and below it, and nothing else.

A name is resolved first, links included, and then has to be inside; only files that are called like models are read or
written. A file is written whole or not at all, and never over a text that the editor has not seen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from quidpro.core.errors import UsageError
from quidpro.core.writing import write_file
from quidpro.frontend.files import LPTS_JSON, read_source, world_of_file
from quidpro.run.registry import frontend_of

MAX_FILE_BYTES = 8 << 20
_MAX_LISTED = 500
_MAX_DEPTH = 5
_MAX_NAME = 1000
_SKIPPED = ("node_modules", "__pycache__")


class Forbidden(UsageError):
    """A file that the studio does not touch."""


class Changed(UsageError):
    """The file is not what the editor had read."""


@dataclass(frozen=True)
class Folder:
    """A folder, resolved."""

    root: Path

    @classmethod
    def at(cls, path: Path) -> Folder:
        """The folder of a path."""
        if not path.is_dir():
            raise UsageError(f"{path} is not a folder")
        return cls(path.resolve())

    def locate(self, name: str) -> Path:
        """The file of a name relative to the folder; Forbidden where it leads outside or is no model."""
        if not name or len(name) > _MAX_NAME or "\0" in name:
            raise Forbidden("a name of a file is missing")
        try:
            path = (self.root / name).resolve()
            path.exists()  # where it cannot be looked up, as with a name that is too long, this complains
        except (OSError, RuntimeError) as error:
            raise Forbidden("this name leads nowhere") from error
        if not path.is_relative_to(self.root):
            raise Forbidden("this file is outside the folder of the studio")
        if not is_model(path):
            raise Forbidden("the studio opens model files only")
        return path

    def read(self, name: str) -> dict[str, Any]:
        """The text of a file, and the stamp of what was read."""
        path = self.locate(name)
        if path.is_file() and path.stat().st_size > MAX_FILE_BYTES:
            raise UsageError(f"{name} is larger than {MAX_FILE_BYTES >> 20} MB")
        text = _text(path)
        return {"path": self.name_of(path), "text": text, "stamp": stamp(text)}

    def save(self, name: str, text: str, seen: str | None) -> dict[str, Any]:
        """Write a file; ``seen`` is the stamp of the text that it is to replace, None for a new file."""
        path = self.locate(name)
        there = stamp(_text(path)) if path.exists() else None
        if there != seen and there != stamp(text):
            raise Changed(f"{name} has changed on disk" if there else f"{name} is no longer there")
        write_file(path, text)
        return {"path": self.name_of(path), "stamp": stamp(text)}

    def name_of(self, path: Path) -> str:
        """How a file inside is called here."""
        return path.relative_to(self.root).as_posix()

    def models(self) -> list[str]:
        """The models to choose from; files ``.json`` may be anything, and are left out unless their name says more."""
        return sorted(name for name, _ in zip(self._walk(self.root, 0), range(_MAX_LISTED), strict=False))

    def _walk(self, folder: Path, depth: int) -> Iterator[str]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            if entry.name.startswith(".") or entry.name in _SKIPPED or not _is_text(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if depth < _MAX_DEPTH:
                    yield from self._walk(Path(entry.path), depth + 1)
            elif entry.is_file(follow_symlinks=False) and _is_listed(entry.name):
                yield self.name_of(Path(entry.path))


def _text(path: Path) -> str:
    source = read_source(path)
    if source.is_binary:
        raise Forbidden(f"{path.name} is binary, and has no text to edit; the form .aag of AIGER has")
    return source.text


def is_model(path: Path) -> bool:
    """Whether a file is called like a model, of ours or of a plug-in."""
    return world_of_file(path) is not None or frontend_of(path) is not None


def _is_listed(name: str) -> bool:
    return world_of_file(name) is not None and (not name.endswith(".json") or name.endswith(LPTS_JSON))


def _is_text(name: str) -> bool:
    """Whether a name of a file is one that can be sent: on some disks it may be any bytes."""
    return os.fsencode(name).decode("utf-8", "replace") == name


def stamp(text: str) -> str:
    """What tells one text from another."""
    return sha256(text.encode()).hexdigest()[:20]
