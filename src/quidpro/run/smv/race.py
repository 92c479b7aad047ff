"""Several ways to answer at once, each in a process of its own; the first answer to a question is the answer.

The first entry begins at once, the others follow a little later, those that promise less later still, so that easy
questions cost one process. Where there are more entries than workers they take turns by being paused. With one worker
they take turns in another way, the same every time: work is counted in polls of the budget, not in seconds, and in each
round everyone may do a fixed multiple of what it did in the round before, from the start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.run.executors.inline import InlineExecutor
from quidpro.run.executors.local import QUICKEST, LocalExecutor
from quidpro.run.executors.protocol import Done, Executor, Handle, Happening, Job, Lost
from quidpro.run.smv.field import GRACE, Field
from quidpro.run.smv.job import answer_questions
from quidpro.run.smv.solve import Entry

HEAD_START = 0.7
"""Seconds that the first entry has alone."""
LATER = 5.0
"""Seconds after which cuts that are not the best are tried too."""
_TICK = 0.05
_POLLS = 3000
"""Polls of everyone in the first round with one worker: very roughly a second of work."""
_GROWTH = 3


@contextmanager
def workers(jobs: int, megabytes: float | None) -> Iterator[Executor]:
    """Processes that are forked, so that the model need not be sent to them; elsewhere this process."""
    if QUICKEST != "fork":
        with InlineExecutor() as here:
            yield here
    else:
        with LocalExecutor(jobs, pausing=True, megabytes=megabytes) as local:
            yield local


class Race:
    """A field, the executor that runs it, and the budget of all together."""

    def __init__(self, field: Field, executor: Executor, budget: Budget, settings: Settings) -> None:
        self.field, self.executor, self.budget, self.settings = field, executor, budget, settings
        self._places: dict[Handle, int] = {}
        self._spent: dict[int, bool] = {}
        self._check_began: dict[tuple[int, int], float] = {}
        """For a question and the place of who checks its proof: the CPU seconds of that worker at the beginning."""
        self._polls: int | None = None
        """So often everyone may poll in this round; None without rounds."""

    def run(self) -> None:
        """Until everything is answered, or all have given up, or the budget is at its end."""
        self._guarded(self._all_at_once)

    def take_turns(self) -> None:
        """The same with one at a time, in rounds."""
        self._guarded(self._in_rounds)

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BudgetExceeded as ran_out:
            self._hear(0.0)
            self.field.give_up(str(ran_out))
        self.field.finish()

    def _all_at_once(self) -> None:
        waiting = list(range(len(self.field.entries)))
        started = time.monotonic()
        while not self.field.all_answered():
            if waiting and self._is_due(self.field.entries[waiting[0]], time.monotonic() - started):
                self._begin(waiting.pop(0))
            if not waiting and not self._places:
                return
            self._listen()

    def _is_due(self, entry: Entry, seconds: float) -> bool:
        """Whether an entry may begin now: nobody is at work, or those before it had their head start."""
        return not self._places or seconds > (LATER if entry.rank else HEAD_START)

    def _in_rounds(self) -> None:
        racing, self._polls = list(range(len(self.field.entries))), _POLLS
        while racing and not self.field.all_answered():
            for place in list(racing):
                if self.field.open(place):
                    self._begin(place)
                while self._places and not self.field.all_answered():
                    self._listen()
                if not self._spent.get(place):
                    racing.remove(place)
            self._polls *= _GROWTH

    def _begin(self, place: int) -> None:
        entry, budget = self.field.entries[place], self.budget
        self._spent[place] = False
        asked = self.field.open(place)
        limits = (budget.remaining(), budget.megabytes)
        arguments = (entry, self.field.model, asked, *limits, self.settings, self._polls)
        job = Job(answer_questions, arguments, name=entry.name, weight=entry.weight)
        self._places[self.executor.submit(job)] = place

    def _listen(self) -> None:
        self._hear(_TICK)
        self._end_checks()
        remaining = self.budget.remaining()
        if self.budget.is_interrupted() or (remaining is not None and remaining < -GRACE):
            self.budget.check()

    def _hear(self, seconds: float) -> None:
        for happening in self.executor.wait(seconds):
            self._take(happening)

    def _take(self, happening: Happening) -> None:
        place = self._places[happening.handle]
        self.field.seconds[place] = self.executor.seconds(happening.handle)
        if isinstance(happening, Done):
            del self._places[happening.handle]
            self._spent[place] = happening.value
        elif isinstance(happening, Lost):
            del self._places[happening.handle]
            self.field.lost(place, happening.reason, self.budget.phase)
        else:
            self.field.take(place, happening.report)

    def _end_checks(self) -> None:
        """Proofs whose check takes too long are answers without it; their workers begin anew with what is open."""
        for (number, place), pending in list(self.field.proved.items()):
            if number not in self.field.answers and self._checked_for(number, place) > pending.seconds:
                self.field.keep(number, pending.verdict, place)
                del self.field.proved[number, place]
                for handle in [handle for handle, whose in self._places.items() if whose == place]:
                    self.executor.cancel(handle)
                    del self._places[handle]
                    if self.field.open(place):
                        self._begin(place)

    def _checked_for(self, number: int, place: int) -> float:
        """For how many CPU seconds a proof has been checked."""
        mine = (handle for handle, whose in self._places.items() if whose == place)
        used = max(map(self.executor.cpu_seconds, mine), default=0.0)
        return used - self._check_began.setdefault((number, place), used)
