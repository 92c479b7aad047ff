"""Writing results: whole files or nothing, and stdout for the rest."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TextIO

from quidpro.core.errors import UsageError
from quidpro.report.facts import LEAST_WIDTH, WIDTH


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream can be shown colours and a line that is drawn again and again."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def text_width() -> int:
    """How wide a report on stdout may be: ``COLUMNS`` if it is set, else as the terminal, without one 80 columns."""
    return max(shutil.get_terminal_size((WIDTH, 24)).columns, LEAST_WIDTH)


def shows_colour(stream: TextIO) -> bool:
    """Whether colours are shown and wanted: NO_COLOR switches them off unless it is empty (no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def refuse_unwritable(path: Path | None, *sources: Path) -> None:
    """Complain about a place that cannot be written to, or is read from, before the work is done, not after it."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if path.exists() and any(source.exists() and path.samefile(source) for source in sources):
        raise UsageError(f"cannot write {path}: it is read as well, and would be lost; write to another file")


def make_folder(path: Path) -> Path:
    """A folder to write several files into, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write into {path}: {error.strerror or error}") from error
    return path


def write_file(path: Path, text: str) -> None:
    """Write the whole file or nothing."""
    refuse_unwritable(path)
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a device or a pipe: renaming would put a file in its place
        else:
            _replace(Path(os.path.realpath(path)), text)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def append_line(path: Path, line: str) -> None:
    """Add a line to a file that grows, the whole line or nothing."""
    try:
        with path.open("ab", buffering=0) as file:
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def _replace(path: Path, text: str) -> None:
    """Write beside the target and rename, so that a reader never sees half a file."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".quidpro-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def emit(text: str, out: Path | None = None) -> None:
    """To a file when one is named, else to stdout, with a newline at the end of what there is."""
    text = text if not text or text.endswith("\n") else text + "\n"
    if out is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_file(out, text)
