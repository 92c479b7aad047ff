"""The race with one worker: in this process, one after the other, the same every time.

Work is counted in polls of the budget, not in seconds, so that neither the machine nor its load decides who wins. In
each round everyone may do a fixed multiple of what it did in the round before, from the start; all rounds together then
cost little more than the last. Only the check of an answer has its time in seconds, as it has everywhere; whether it
comes to its end says ``certified``, and does not change who has won.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener
from quidpro.engines.explicit.problem import Problem
from quidpro.run.auto.entries import Entry
from quidpro.run.auto.field import Field
from quidpro.run.auto.reached import Reached
from quidpro.run.executors.inline import InlineExecutor
from quidpro.run.executors.protocol import Done, Job, Lost, Tell
from quidpro.run.solve import solve
from quidpro.verdict.types import Stats, Verdict

_GROWTH = 3
_POLLS = {"monolithic": 15, "minimise": 400, "lstar": 200, "agar": 150, "circular": 2_000}
"""Polls of each in the first round, if it has full weight: very roughly a second or two of work."""
_FULL = 4.0


class Alone:
    """One problem, its entries, and the turns they take in this process."""

    def __init__(
        self, problem: Problem, entries: Sequence[Entry], field: Field, budget: Budget, events: Listener
    ) -> None:
        self.problem = problem
        self.field = field
        self.budget = budget
        self.events = events
        # ``monolithic`` comes last in each round, for it has had the first look.
        self._racing = dict(sorted(enumerate(entries), key=lambda entered: entered[1].method == "monolithic"))

    def run(self) -> BudgetExceeded | None:
        """Until somebody has decided it, or all have given up, or the budget is at its end: then what ran out."""
        factor = 1
        try:
            while self._racing and self.field.decided() is None:
                self._round(factor)
                factor *= _GROWTH
            if self.field.decided() is None:
                self.budget.check()
        except BudgetExceeded as ran_out:
            return ran_out
        finally:
            for place in self._racing:
                self.field.stopped(place, self.field.runners[place].seconds)
        return None

    def _round(self, factor: int) -> None:
        """Everybody's turn, until somebody has decided it; those that have come to an end leave."""
        for place, entry in list(self._racing.items()):
            self.budget.check()
            polls = round(_POLLS[entry.method] * min(1.0, entry.weight / _FULL) * factor)
            if self._turn(place, entry, polls):
                del self._racing[place]
            if self.field.decided() is not None:
                return

    def _turn(self, place: int, entry: Entry, polls: int) -> bool:
        """Let one poll so often; whether it has come to an end."""
        own = Budget(self.budget.remaining(), self.budget.megabytes, parent=self.budget, polls=polls)
        with InlineExecutor() as executor:
            handle = executor.submit(Job(_solve, (entry, self.problem, own, self.events)))
            [happening] = executor.wait()
            seconds = self.field.runners[place].seconds + executor.seconds(handle)
        if isinstance(happening, Lost):
            self.field.lost(place, happening.reason, seconds)
            return True
        assert isinstance(happening, Done)
        verdict: Verdict = happening.value
        if verdict.outcome == "unknown" and own.spent():
            self.field.reached(place, _reached(verdict.stats), seconds)
            return False
        self.field.answered(place, verdict, seconds)
        return True


def _solve(_tell: Tell, entry: Entry, problem: Problem, budget: Budget, events: Listener) -> Verdict:
    return solve(entry.problem(problem), entry.method, budget, events)


def _reached(stats: Stats) -> Reached:
    """How far somebody came whose turn is over."""
    size = stats.rounds[-1].assumption_states if stats.rounds else 0
    return Reached("", stats.states_explored, stats.iterations, size, stats.peak_memory_mb)
