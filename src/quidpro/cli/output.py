"""Where results go: stdout, files and folders; and what a terminal can show."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

from quidpro.cli.streams import Stream
from quidpro.core.errors import BudgetExceeded, Unwritten, UsageError
from quidpro.core.writing import write_file
from quidpro.report.paint import MIN_WIDTH, WIDTH


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream can be shown colours and a line that is drawn again and again."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def text_width() -> int:
    """How wide a report on stdout may be: ``COLUMNS`` if it is set, else as the terminal, without one 80 columns."""
    return max(shutil.get_terminal_size((WIDTH, 24)).columns, MIN_WIDTH)


def shows_colour(stream: TextIO) -> bool:
    """Whether colours are shown and wanted: NO_COLOR switches them off unless it is empty (no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def make_folder(path: Path) -> Path:
    """A folder to write several files into, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write into {path}: {error.strerror or error}") from error
    return path


def append_line(path: Path, line: str) -> None:
    """Add a line to a file that grows, the whole line or nothing."""
    try:
        with path.open("ab", buffering=0) as file:
            file.write(f"{line}\n".encode())
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error


def emit(text: str, out: Path | None = None) -> None:
    """To a file when one is named, else to stdout, with a newline at the end of what there is."""
    text = text if not text or text.endswith("\n") else text + "\n"
    if out is None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BudgetExceeded as over:
            if isinstance(sys.stdout, Stream):  # what comes after half an answer could not be read
                sys.stdout.lose(Unwritten("interrupted"))
            raise BudgetExceeded(over.resource, "writing the result") from over
    else:
        write_file(out, text)
