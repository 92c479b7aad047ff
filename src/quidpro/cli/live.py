"""The live line on stderr: states, speed, frontier, memory. Only on a terminal; it leaves nothing behind."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import ExitStack
from types import TracebackType
from typing import Self, TextIO

from quidpro.cli.output import is_terminal
from quidpro.core.budget import resident_megabytes
from quidpro.core.clock import CLOCK, now
from quidpro.core.errors import Unwritten
from quidpro.core.events import Clauses, Event, Explored, Image, Nodes, Phase, Status
from quidpro.core.words import printable
from quidpro.verdict.rounds import Bounds, Round

_INTERVAL_SECONDS = 0.1
COMPILING = "compiling, once on this machine"


class LiveLine:
    """A listener that redraws one line, at most ten times a second."""

    pictures = False

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.active = is_terminal(self.stream)
        self.started = now()
        self.phase = ""
        self.drawn_at = 0.0
        self.shown = False
        self._watching = ExitStack()

    def __enter__(self) -> Self:
        if self.active:
            self._watching.enter_context(CLOCK.watched(self.compile))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watching.close()
        self.clear()

    def compile(self, begins: bool) -> None:
        """Say that it takes longer this time; what comes next is drawn over it."""
        if begins:
            self.draw(f"{self.phase}: {COMPILING} …")

    def __call__(self, event: Event) -> None:
        """Take note of an event; draw when it is time to."""
        if not self.active:
            return
        if isinstance(event, Phase):
            self.phase = event.name
            self.started = now()
        at = time.monotonic()
        if at - self.drawn_at >= _INTERVAL_SECONDS:
            self.drawn_at = at
            self.draw(self.describe(event, now() - self.started))

    def describe(self, event: Event, seconds: float) -> str:
        """One event in words."""
        if isinstance(event, Explored):
            speed = event.states / seconds if seconds > 0 else 0.0
            return (
                f"{self.phase}: {event.states:,} states, {speed:,.0f}/s, frontier {event.frontier:,}, "
                f"{resident_megabytes():,.0f} MB"
            )
        if isinstance(event, Image):
            return f"{self.phase}: {event.distance:,} images, {event.table:,} nodes"
        if isinstance(event, Nodes):
            return f"{self.phase}: {event.made:,} nodes"
        if isinstance(event, Clauses):
            return f"{self.phase}: {event.steps:,} steps, {event.clauses:,} clauses"
        if isinstance(event, Bounds):
            bounds = f"lower bound {event.lower_states:,} states, upper bound {event.upper_states:,} states"
            return f"{self.phase}: round {event.number}, {bounds}"
        if isinstance(event, Round):
            queries = f"{event.queries:,} queries"
            return f"{self.phase}: round {event.number}, assumption {event.assumption_states} states, {queries}"
        if isinstance(event, Status):
            return f"{self.phase}: {event.text}"
        return f"{self.phase} …"

    def draw(self, text: str) -> None:
        """Replace the line."""
        width = shutil.get_terminal_size().columns - 1
        self._put(f"\r\x1b[K{printable(text)[:width]}")
        self.shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            self._put("\r\x1b[K")
            self.shown = False

    def _put(self, text: str) -> None:
        """Write at once; work goes on when the terminal has gone."""
        try:
            self.stream.write(text)
            self.stream.flush()
        except Unwritten:
            self.active = False
