"""The race: everyone at once, the first checked answer wins.

A worker replays its trace, or has its certificate checked, before it answers. A proof that could not be checked in the
time that its checker has comes after that time, in which the others have gone on; then it stands, as not certified.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, Phase, Status
from quidpro.engines.explicit.problem import Problem
from quidpro.run.auto.entries import Entry
from quidpro.run.auto.field import Field
from quidpro.run.auto.job import run_entry
from quidpro.run.executors.protocol import Done, Executor, Handle, Happening, Job, Lost

_LISTEN = 0.1
"""Seconds between two looks at the budget."""
_SHOW = 0.5
"""Seconds between two lines about how things stand."""


class Race:
    """One problem, its entries, and the executor that runs them."""

    def __init__(
        self, problem: Problem, entries: Sequence[Entry], field: Field, executor: Executor, budget: Budget
    ) -> None:
        self.problem = problem
        self.entries = entries
        self.field = field
        self.executor = executor
        self.budget = budget
        self._places: dict[Handle, int] = {}
        self._again: list[int] = []
        self._retried: set[int] = set()
        self._shown = time.monotonic()

    def run(self, events: Listener) -> BudgetExceeded | None:
        """Until somebody has decided it, or all have given up, or the budget is at its end: then what ran out."""
        self.budget.phase = "racing"
        events(Phase(self.budget.phase))
        try:
            for place in range(len(self.entries)):
                self._enter(place)
            while self._places and self.field.decided() is None:
                self.budget.check()
                for happening in self.executor.wait(_LISTEN):
                    self._take(happening)
                self._resume()
                self._show(events)
            if self.field.decided() is None:
                self.budget.check()
        except BudgetExceeded as ran_out:
            return ran_out
        finally:
            for handle, place in self._places.items():
                self.field.stopped(place, self.executor.seconds(handle))
        return None

    def _enter(self, place: int) -> None:
        entry = self.entries[place]
        arguments = (self.problem, entry, self.budget.remaining(), self.budget.megabytes)
        job = Job(run_entry, arguments, name=entry.method, weight=entry.weight)
        self._places[self.executor.submit(job)] = place

    def _take(self, happening: Happening) -> None:
        place = self._places[happening.handle]
        seconds = self.executor.seconds(happening.handle)
        if isinstance(happening, Done):
            del self._places[happening.handle]
            self.field.answered(place, happening.value, seconds)
        elif isinstance(happening, Lost):
            del self._places[happening.handle]
            self.field.lost(place, happening.reason, seconds)
            if happening.retry and place not in self._retried:
                self._again.append(place)
        else:
            self.field.reached(place, happening.report, seconds)

    def _resume(self) -> None:
        """Nobody is left, but somebody was lost with the machine it ran on: once more, elsewhere."""
        if self._places or self.field.decided() is not None:
            return
        for place in self._again:
            self._retried.add(place)
            self._enter(place)
        self._again.clear()

    def _show(self, events: Listener) -> None:
        now = time.monotonic()
        if now - self._shown >= _SHOW:
            self._shown = now
            running = (self.field.runners[place] for place in sorted(self._places.values()))
            events(Status("; ".join(f"{runner.method} {runner.state}" for runner in running if runner.state)))
