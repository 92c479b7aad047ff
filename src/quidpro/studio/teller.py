"""A listener that tells the page how a check goes on: now and then how far it is, and each round with its picture.

The clock stands still while a picture is drawn: watching costs patience, not seconds of the answer.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from quidpro.core.budget import Budget, peak_megabytes
from quidpro.core.clock import CLOCK, now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Phase, QuestionsBegun, Status
from quidpro.core.words import printable
from quidpro.reading.child import Put
from quidpro.report.watch import Watcher, view_json
from quidpro.run.job import Progress
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import Runner
from quidpro.verdict.watch import RoundView

_INTERVAL_SECONDS = 0.2
_DRAWING_SECONDS = 90.0
"""For the pictures of all rounds together."""


class Pace:
    """Whether it is time to tell how far the work is: at most five times a second, in all runs of a job together."""

    def __init__(self) -> None:
        self._told = 0.0

    def due(self) -> bool:
        """Whether it is; it then counts as told."""
        at = time.monotonic()
        if at - self._told < _INTERVAL_SECONDS:
            return False
        self._told = at
        return True


class Teller:
    """Progress as its pace allows; rounds as they come, if they are watched."""

    def __init__(self, put: Put, renderer: Renderer, method: str, pace: Pace, *, watch: bool) -> None:
        self.pictures = watch
        self.views: list[RoundView] = []
        """The rounds, for the report."""
        self._put, self._method, self._pace = put, method, pace
        drawing = Budget(_DRAWING_SECONDS, started=time.monotonic(), clock=time.monotonic)
        self._watcher = Watcher(renderer, drawing) if watch else None
        self._asked, self._phase = "", ""
        self._progress = Progress()
        self._runners: Sequence[Runner] = ()
        self._started = now()

    def __call__(self, event: Event) -> None:
        """Take note of an event; tell it when it is time to."""
        self._progress = self._progress.after(event)
        match event:
            case Phase(name):
                self._phase = name
            case QuestionsBegun(names):
                self._asked = ", ".join(names)
                self._progress, self._runners, self._started = Progress(), (), now()
            case Status(_, runners) if runners:
                self._runners = runners
            case Round() if event.evidence is not None:
                self._show(event)
        if self._pace.due():
            self._put({"type": "progress", "phase": printable(self._phase), "runners": self._rows()})

    def _rows(self) -> list[dict[str, Any]]:
        if self._runners:
            return runner_rows(self._runners)
        reached = self._progress
        alone = Runner(
            self._method,
            reached.split or None,
            state=reached.in_words(),
            seconds=now() - self._started,
            states=reached.states,
            rounds=reached.rounds,
            peak_memory_mb=peak_megabytes(),
        )
        return runner_rows([alone])

    def _show(self, event: Round) -> None:
        if self._watcher is None:
            return
        view = None
        CLOCK.stop()
        try:
            view = self._watcher.view(event, self._asked)
        except BudgetExceeded:
            self._watcher = None  # the time for pictures is over: the check goes on without them
        finally:
            CLOCK.resume()
        if view is not None:
            self.views.append(view)
            self._put({"type": "round", "view": view_json(view)})


def runner_rows(runners: Sequence[Runner]) -> list[dict[str, Any]]:
    """Those who run, as the page lists them; those that have not begun come without a state."""
    return [
        {
            "method": one.method,
            "split": one.split,
            "options": one.options,
            "state": printable(one.state),
            "seconds": round(one.seconds, 2),
            "states": one.states,
            "rounds": one.rounds,
            "mb": round(one.peak_memory_mb),
        }
        for one in runners
    ]
