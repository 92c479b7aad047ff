"""The pictures of ``--trace-iterations``: DOT while the work goes on, drawn when there is an answer and time left.

What a picture costs is so no part of what the answer costs, and nothing but names is kept of it in memory.
"""

from __future__ import annotations

import time
from pathlib import Path

from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Phase, Status
from quidpro.core.writing import write_file
from quidpro.report.graphviz import drawn
from quidpro.report.page import Picture

ALL_SECONDS = 60.0
ONE_SECONDS = 10.0


def seconds_left(timeout: float | None, started: float) -> float:
    """The time for drawing, of work that began then and may take so many seconds in all."""
    left = ALL_SECONDS if timeout is None else timeout - (time.monotonic() - started)
    return max(0.0, min(ALL_SECONDS, left))


class Gallery:
    """The pictures of one run, which has so many seconds and megabytes in all."""

    def __init__(self, folder: Path, timeout: float | None, memory: float | None) -> None:
        self.folder = folder
        self.missing: dict[str, str] = {}
        """The pictures that are not drawn, and why."""
        self._kept: set[str] = set()
        self._timeout, self._memory = timeout, memory
        self._started = time.monotonic()

    def add(self, name: str, alt: str, dot: str, *, keep: bool = False) -> Picture:
        """A picture to be drawn later; ``keep`` its DOT beside it."""
        self._kept |= {name} if keep else set()
        write_file(self._dot(name), dot)
        self.missing[name] = ""
        return Picture(name, alt)

    def draw(self) -> None:
        """Draw them in the time that is left; Ctrl-C ends the drawing, not the command."""
        try:
            with limited(seconds_left(self._timeout, self._started), self._memory) as budget, LiveLine() as live:
                budget.phase = "drawing the pictures"
                live(Phase(budget.phase))
                for number, name in enumerate(list(self.missing), 1):
                    live(Status(f"{number} of {number + len(self.missing) - 1}"))
                    self._draw(name, budget)
        except BudgetExceeded as ran_out:
            why = "no time was left to draw it" if ran_out.resource == "time" else str(ran_out)
            self.missing = {name: reason or why for name, reason in self.missing.items()}

    def _draw(self, name: str, budget: Budget) -> None:
        budget.check()
        try:
            picture = drawn(self._dot(name).read_text(encoding="utf-8"), budget.within(ONE_SECONDS))
        except (UsageError, BudgetExceeded) as failed:
            budget.check()
            self.missing[name] = str(failed)
            return
        write_file(self.folder / f"{name}.svg", picture)
        del self.missing[name]
        if name not in self._kept:
            self._dot(name).unlink(missing_ok=True)

    def _dot(self, name: str) -> Path:
        return self.folder / f"{name}.dot"
