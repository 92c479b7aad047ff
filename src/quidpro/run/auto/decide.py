"""Method ``auto``: decide a problem with whatever decides it first.

Deadlock and progress are questions about the whole product and go to ``monolithic``. Safety gets a first look
(:mod:`quidpro.run.auto.look`), then a race (:mod:`quidpro.run.auto.race`, or :mod:`quidpro.run.auto.alone` with one
worker). The verdict says who won, how far the others came, and how large the whole system is.
"""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Explored, Listener, ignore
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.registry import AUTO
from quidpro.run.auto.entries import Entry, entries
from quidpro.run.auto.field import Field
from quidpro.run.auto.look import first_look
from quidpro.run.auto.where import HERE, Where
from quidpro.run.solve import WHAT_TO_TRY, solve
from quidpro.verdict.types import Stats, Verdict

_TOLD = 3
"""So many of the others are told of in the reason of an ``unknown``; all of them are in the race."""


def decide(problem: Problem, budget: Budget, events: Listener = ignore, where: Where = HERE) -> Verdict:
    """The checked verdict on a problem, and who found it."""
    started = now()
    verdict, field = _decided(problem, budget, events, where)
    winner = field.decided()
    stats = replace(verdict.stats, seconds=now() - started - verdict.stats.certify_seconds)
    return replace(
        verdict,
        method=AUTO,
        stats=stats,
        winner=None if winner is None or verdict.outcome == "unknown" else field.runners[winner],
        race=tuple(field.runners),
        whole=field.whole(),
    )


def _decided(problem: Problem, budget: Budget, events: Listener, where: Where) -> tuple[Verdict, Field]:
    looked = [Entry("monolithic", 1.0)]
    field = Field(problem, looked)
    if problem.kind != "safety":
        return _noted(field, solve(problem, "monolithic", budget, events)), field
    seen = _Seen(events)
    verdict = first_look(problem, budget, seen)
    if verdict is not None:
        return _noted(field, verdict), field
    return _raced(problem, budget, events, where, seen.states)


class _Seen:
    """A listener that remembers how many states were explored."""

    def __init__(self, events: Listener) -> None:
        self.states = 0
        self._events = events

    def __call__(self, event: Event) -> None:
        if isinstance(event, Explored):
            self.states = event.states
        self._events(event)


def _noted(field: Field, verdict: Verdict) -> Verdict:
    """The verdict of the one who ran alone."""
    field.answered(0, verdict, verdict.stats.seconds + verdict.stats.certify_seconds)
    return verdict


def _raced(problem: Problem, budget: Budget, events: Listener, where: Where, explored: int) -> tuple[Verdict, Field]:
    running = entries(problem)
    field = Field(problem, running)
    field.explored(explored)
    if where.alone:
        from quidpro.run.auto.alone import Alone

        ran_out = Alone(problem, running, field, budget, events).run()
    else:
        from quidpro.run.auto.race import Race

        with where.executor(budget.megabytes) as executor:
            ran_out = Race(problem, running, field, executor, budget).run(events)
    winner, wrong = field.decided(), field.contradiction()
    if wrong is not None:
        return problem.verdict(AUTO, Stats(), outcome="unknown", reason=wrong), field
    if winner is not None:
        return field.verdicts[winner], field
    return _unknown(problem, field, ran_out), field


def _unknown(problem: Problem, field: Field, ran_out: BudgetExceeded | None) -> Verdict:
    """Nobody decided it: why, and what is known."""
    states = field.whole().states
    explored = f"{states:,} states were explored and no violation was among them"
    others = [f"{r.method} {r.state}" for r in field.runners if r.method != "monolithic" and r.seconds]
    reason = "; ".join([str(ran_out) if ran_out else "every method gave up", explored, *others[:_TOLD]])
    return problem.verdict(AUTO, Stats(states_explored=states), outcome="unknown", reason=reason, notes=(WHAT_TO_TRY,))
