"""A bar on stderr for work of many parts. Only on a terminal; it leaves nothing behind."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from quidpro.cli.live import COMPILING
from quidpro.cli.output import is_terminal
from quidpro.core.clock import CLOCK
from quidpro.core.words import printable


class ProgressBar:
    """How many parts are done, and which are being done."""

    def __init__(self, total: int, done: int = 0) -> None:
        self._progress = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(file=sys.stderr),
            transient=True,
            disable=not is_terminal(sys.stderr),
        )
        self._task = self._progress.add_task("", total=total, completed=done)
        self._busy: list[str] = []
        self._compiling = False
        self._watching = ExitStack()

    def __enter__(self) -> Self:
        self._watching.enter_context(CLOCK.watched(self._compile))
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
        self._watching.close()

    def begin(self, part: str) -> None:
        """Work on a part begins."""
        self._busy.append(part)
        self._show()

    def end(self, part: str) -> None:
        """A part is done."""
        self._busy.remove(part)
        self._progress.advance(self._task)
        self._show()

    def _compile(self, begins: bool) -> None:
        self._compiling = begins
        self._show()

    def _show(self) -> None:
        compiling = [COMPILING] if self._compiling else []
        self._progress.update(self._task, description=printable("; ".join([*self._busy, *compiling])))
