"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from quidpro.core.errors import UsageError


def reject_unwritable(path: Path | None, *sources: Path) -> None:
    """Complain about a path that cannot be written to, or is read from, before the work is done, not after it."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if path.exists() and any(source.exists() and path.samefile(source) for source in sources):
        raise UsageError(f"cannot write {path}: it is read as well, and would be lost; write to another file")


def reject_same(outputs: Mapping[str, Path | None]) -> None:
    """Complain about two options, by their flags, that name the same file: of what they write, one would be lost."""
    taken: dict[str, str] = {}
    for flag, path in outputs.items():
        if path is None or (path.exists() and not path.is_file()):
            continue  # a device or a pipe takes what both write
        other = taken.setdefault(os.path.realpath(path), flag)
        if other != flag:
            raise UsageError(f"cannot write {path}: {other} and {flag} both name it; give each a file of its own")


def write_file(path: Path, text: str | bytes) -> None:
    """Write the whole file or nothing."""
    content = text.encode() if isinstance(text, str) else text
    reject_unwritable(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe: renaming would put a file in its place
        else:
            _replace(Path(os.path.realpath(path)), content)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def _replace(path: Path, content: bytes) -> None:
    """Write beside the target and rename, so that a reader never sees half a file."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".quidpro-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
