"""Everyone in the race and how far each has come: the book that is kept while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from quidpro.engines.explicit.problem import Problem
from quidpro.run.auto.entries import Entry
from quidpro.run.auto.reached import Reached
from quidpro.verdict.types import Verdict, Whole

BUG = "please report this"
NOT_BEGUN = "did not begin"


class Field:
    """Keeps a :class:`Runner` for each entry, the verdicts that came in, and what is known of the whole system."""

    def __init__(self, problem: Problem, entries: Sequence[Entry]) -> None:
        self.problem = problem
        self.runners = [entry.runner(problem.system) for entry in entries]
        self.verdicts: dict[int, Verdict] = {}
        self._states = 0
        self._exact = False

    def reached(self, place: int, reached: Reached, seconds: float) -> None:
        """Somebody told how far it is."""
        self._update(place, reached.in_words(), seconds, reached.states, reached.rounds, reached.megabytes)

    def answered(self, place: int, verdict: Verdict, seconds: float) -> None:
        """Somebody has a verdict, which may be ``unknown``."""
        self.verdicts[place] = verdict
        stats = verdict.stats
        state = verdict.reason if verdict.outcome == "unknown" else _answer(verdict)
        self._update(place, state, seconds, stats.states_explored, stats.iterations, stats.peak_memory_mb)
        if verdict.method == "monolithic" and verdict.outcome == "holds":
            self._exact = True

    def lost(self, place: int, reason: str, seconds: float) -> None:
        """Somebody is out of the race."""
        before = self.runners[place]
        self.runners[place] = replace(before, state=f"lost: {reason}", seconds=seconds)

    def stopped(self, place: int, seconds: float) -> None:
        """Somebody was ended because the race is over."""
        before = self.runners[place]
        state = f"stopped: {before.state or 'starting'}" if seconds else NOT_BEGUN
        self.runners[place] = replace(before, state=state, seconds=seconds)

    def explored(self, states: int) -> None:
        """So many states of the whole system were seen outside the race."""
        self._states = max(self._states, states)

    def _update(self, place: int, state: str, seconds: float, states: int, rounds: int, megabytes: float) -> None:
        before = self.runners[place]
        self.runners[place] = replace(
            before,
            state=state,
            seconds=seconds,
            states=max(before.states, states),
            rounds=max(before.rounds, rounds),
            peak_memory_mb=max(before.peak_memory_mb, megabytes),
        )
        if before.method == "monolithic":
            self.explored(states)

    def decided(self) -> int | None:
        """The one with the best answer: a certified one first, then the most promising."""
        known = [place for place, verdict in sorted(self.verdicts.items()) if verdict.outcome != "unknown"]
        return min(known, key=lambda place: not self.verdicts[place].certified, default=None)

    def contradiction(self) -> str | None:
        """Two certified answers that cannot both be right, in words."""
        certified = {v.outcome: self.runners[place].method for place, v in self.verdicts.items() if v.certified}
        if len(certified) < 2:
            return None
        said = " and ".join(f"{method} answered {outcome!r}" for outcome, method in sorted(certified.items()))
        return f"{said}, both certified; one of them is wrong, {BUG}"

    def whole(self) -> Whole:
        """How large the whole system is, as far as it is known."""
        bound = prod(component.lts.states + component.lts.has_error for component in self.problem.system.components)
        return Whole(self._states, self._exact, bound)


def _answer(verdict: Verdict) -> str:
    return verdict.outcome if verdict.certified else f"{verdict.outcome}, not certified"
