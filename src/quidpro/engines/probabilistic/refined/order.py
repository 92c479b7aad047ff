"""In which order components go into ASYM-N: a few likely ones, tried in turn with growing shares of work.

The order decides how large the assumptions get, and no order is best for all systems. The likely ones: as given, since
a model is often written along its flow; the *hub*, which shares most actions with the others, first, so that the
assumptions are about its users; and the hub behind those users that do alone what the specification speaks of, so that
what is composed with the first assumption stays small. Those that the specification speaks of come before those that it
does not, for which one state may do. Work is counted in states and transitions composed, not in seconds, so that the
same system always ends with the same order and the same assumptions. A refinement that is put aside goes on later where
it stopped. Where the whole is small, the first order soon gets assumptions that keep what the whole meets. After the
first shares, assumptions are also looked for in the specification, in each of the orders, and in what a larger whole
meets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, Status
from quidpro.engines.probabilistic.refined.asym import Refinement, about_orders
from quidpro.engines.probabilistic.refined.inheritance import Inheritance
from quidpro.engines.probabilistic.refined.met import Meeting
from quidpro.engines.probabilistic.shared.goal import Conformance, Goal
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.verdict.probabilistic.evidence import OrderTried
from quidpro.verdict.rounds import Round

FIRST_SHARE = 100_000
"""States and transitions that the first order may compose before another one is tried; then twice as many."""
FIRST_ROUNDS = 1_000
"""What the first order may do before the components themselves are tried as assumptions: a round or two."""
OTHERS_DIVISOR = 2
"""Each of the other orders gets the share of the first divided by this."""
HOPEFUL_FACTOR = 8
"""Assumptions from the specification, or that keep what a larger whole meets, get the share of the first order times
this: they mostly end soon.
"""


def likely_orders(components: Sequence[LPTS], goal: Goal) -> list[tuple[int, ...]]:
    """Orders to try, one after the other, none twice."""
    numbers = range(len(components))
    alphabets = [frozenset(component.alphabet) for component in components]
    marks = [frozenset(mark for mark, states in component.marks.items() if states) for component in components]
    mentioned = [len(alphabets[i] & goal.actions) + len(marks[i] & goal.marks) for i in numbers]
    shared = [sum(len(alphabets[i] & alphabets[j]) for j in numbers if j != i) for i in numbers]
    hub = max(numbers, key=lambda i: (shared[i], -i))
    users = sorted((i for i in numbers if i != hub), key=lambda i: (-mentioned[i], i))
    alone = [i for i in users if (alphabets[i] & goal.actions) - alphabets[hub]]
    behind = [i for i in users if i not in alone]
    return list(dict.fromkeys([tuple(numbers), (hub, *users), (*alone, hub, *behind)]))


_SOURCES: dict[type, str] = {
    Inheritance: ", with assumptions from the specification",
    Meeting: ", with assumptions that keep what the whole meets",
}


@dataclass(frozen=True)
class Attempt:
    """One order of the components that was tried: how long, how far, and whether it came to an end."""

    order: tuple[int, ...]
    seconds: float
    refinements: int
    largest: int
    decided: bool
    inherited: bool = False
    """Whether its assumptions came from the specification."""
    gave_up: bool = False
    """Whether nothing came of that."""
    met: bool = False
    """Whether its assumptions keep what the whole meets."""


@dataclass
class _OrderTrial:
    """One order under trial."""

    order: tuple[int, ...]
    rule: Refinement | Inheritance
    rounds: dict[tuple[int, int], int]
    """The numbers of all rounds of all trials, by their trial and what it calls them."""
    seconds: float = field(default=0.0)

    def run(self, work: float, budget: Budget, events: Listener) -> bool:
        """Whether it came to an end before more than ``work`` was composed."""
        started = budget.elapsed()
        try:
            return self.rule.run(budget, about_orders(events, self._tag), work=work) is not None
        finally:
            self.seconds += budget.elapsed() - started

    def _tag(self, done: Round, tried: OrderTried) -> Round:
        """Rounds say which order they belong to, and are numbered through."""
        number = self.rounds.setdefault((id(self), done.number), len(self.rounds) + 1)
        return replace(done, number=number, evidence=replace(tried, order=self.order))

    @property
    def gave_up(self) -> bool:
        """Whether there is no use in going on."""
        return isinstance(self.rule, Inheritance | Meeting) and self.rule.gave_up

    def __str__(self) -> str:
        order = ", ".join(str(i + 1) for i in self.order)
        return f"trying the components in the order {order}{_SOURCES.get(type(self.rule), '')}"

    def attempt(self) -> Attempt:
        """What is reported of it."""
        rule = self.rule
        return Attempt(
            self.order,
            self.seconds,
            rule.refinements,
            rule.largest,
            decided=rule.holds is not None,
            inherited=isinstance(rule, Inheritance),
            gave_up=self.gave_up,
            met=isinstance(rule, Meeting),
        )


class Trial:
    """Orders under trial: one that was asked for, or the likely ones.

    ``cheap``: what the whole meets, if it is small, and the specification's quotients are tried too, if the goal is a
    specification, and not with z3. ``trees`` refine at once. ``given``: assumptions to start from, for the order that
    was asked for.
    """

    def __init__(
        self,
        components: Sequence[LPTS],
        goal: Goal,
        order: Sequence[int] | None,
        views: Sequence[Ints | None] | None = None,
        *,
        cheap: bool = True,
        trees: int | None = None,
        given: Sequence[LPTS] = (),
    ) -> None:
        orders = likely_orders(components, goal) if order is None else [tuple(order)]
        sides = [None] * len(components) if views is None else views
        rounds: dict[tuple[int, int], int] = {}
        parts = [([components[i] for i in order], [sides[i] for i in order]) for order in orders]
        self.refining = [
            _OrderTrial(order, Refinement(own, goal, trees, looks, given), rounds)
            for order, (own, looks) in zip(orders, parts, strict=True)
        ]
        self.meeting: list[_OrderTrial] = []
        self.inheriting: list[_OrderTrial] = []
        if cheap and isinstance(goal, Conformance) and not goal.smt:
            self.meeting = [_OrderTrial(orders[0], Meeting(parts[0][0], goal, 1, parts[0][1]), rounds)]
            self.inheriting = [
                _OrderTrial(order, Inheritance(own, goal), rounds)
                for order, (own, _) in zip(orders, parts, strict=True)
            ]
        self.tried = [*self.refining, *self.meeting, *self.inheriting]
        self.last = self.tried[0]

    def run(self, budget: Budget, events: Listener) -> Refinement | Inheritance:
        """The rule that came to an end first."""
        budget.phase = "refining assumptions"
        for trial, work in self._turns():
            if trial is not self.last:
                events(Status(str(trial)))
            self.last = trial
            if trial.run(work, budget, events):
                return trial.rule
        raise AssertionError("one order alone has no limit")

    def _turns(self) -> Iterator[tuple[_OrderTrial, float]]:
        """Whose turn it is, and up to which amount of work."""
        if self.meeting:
            yield self.refining[0], FIRST_ROUNDS
        yield from ((trial, FIRST_SHARE) for trial in self.meeting)
        first, *others = self.refining
        share, hopeful = float(FIRST_SHARE), [*self.inheriting, *self.meeting]
        while others or hopeful:
            yield first, share
            for other in others:
                yield other, share / OTHERS_DIVISOR
            for trial in hopeful:
                yield trial, share * HOPEFUL_FACTOR
            hopeful = [trial for trial in hopeful if not trial.gave_up]
            share *= 2
        yield first, float("inf")

    def summary(self) -> dict[str, Any]:
        """The fields of an outcome that say how far it got: of the order that came to an end, or was refined most."""
        decided = [trial for trial in self.tried if trial.rule.holds is not None]
        idle = [trial for trial in self.meeting if not trial.rule.assumptions]
        best = max(decided or self.refining, key=lambda trial: trial.rule.refinements)
        return {
            "order": best.order,
            "assumptions": best.rule.assumptions,
            "refinements": sum(trial.rule.refinements for trial in self.tried),
            "largest": max(trial.rule.largest for trial in self.tried),
            "largest_assumption": best.rule.largest_assumption,
            "attempts": tuple(trial.attempt() for trial in self.tried if trial.seconds and trial not in idle),
        }
