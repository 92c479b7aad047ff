"""The search of method ``pdr`` for one problem, in several ways that take turns.

How long it takes is a matter of luck: which part of a state is blocked first, which literal of a clause is dropped.
Another order, or another solver, has other luck, so in each round every way starts over with a multiple of the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses as ClausesFound
from quidpro.core.events import Listener, begin
from quidpro.engines.explicit.sat.answer import clauses_of, moves_of
from quidpro.engines.explicit.sat.encode import Machine, has_choice
from quidpro.engines.explicit.sat.neighbours import Fact, facts
from quidpro.engines.explicit.sat.parts import Parts
from quidpro.engines.explicit.saturated.bad import Kind
from quidpro.engines.explicit.shared.traces import culprit, product_of, trace_along
from quidpro.engines.options import ExplicitPdr
from quidpro.lts.product import Move
from quidpro.solvers.circuit import Clauses, Reduced, Run, reduce
from quidpro.solvers.pdr import Pdr, Settings
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Stats
from quidpro.verdict.explicit.problem import Problem, certificate_of

NAME = "pdr"
RULE = "inductive"
NOT_SHORTEST = "the run need not be a shortest one"
_FIRST_POLLS = 4_000
_GROWTH = 3
_SETTINGS = (Settings("activity", 3, "cadical153"), Settings("given", 0, "minisat22"))


class Search:
    """The work on one problem."""

    def __init__(self, problem: Problem, options: ExplicitPdr, budget: Budget, events: Listener) -> None:
        self.problem, self.options, self.budget, self.events = problem, options, budget, events
        self.stats = Stats()
        self.frame = 0
        self.facts: tuple[Fact, ...] = ()

    def verdict(self) -> ExplicitVerdict:
        """The answer of whichever way comes to one."""
        begin("reducing the components", self.budget, self.events)
        parts = Parts.of(self.problem.model, self.budget)
        begin("looking at neighbours", self.budget, self.events)
        self.facts = facts(parts.system, self.budget)
        for one_hot, settings, polls in self._turns(parts):
            turn = _turn(self.budget, polls)
            try:
                return self._look(parts, one_hot, settings, turn)
            except BudgetExceeded:
                if not turn.spent():
                    raise
            finally:
                self.budget.polled += turn.polled
            self.budget.check()
        raise AssertionError("there is always another turn")

    def _turns(self, parts: Parts) -> Iterator[tuple[bool, Settings, int]]:
        """How to look at it next: with a bit for each local state or in binary, and for how many polls."""
        first = self.problem.kind == "deadlock"  # that nothing can happen is said of many states at once
        codes = (first, not first) if has_choice(parts.system) else (False,)
        if self.options.codes != "both":
            codes = (self.options.codes == "one-hot",)
        for turn in count():
            for settings in _SETTINGS:
                for one_hot in codes:
                    yield one_hot, settings, _FIRST_POLLS * _GROWTH**turn

    def _look(self, parts: Parts, one_hot: bool, settings: Settings, budget: Budget) -> ExplicitVerdict:
        self._begin("translating the components into gates", budget)
        kind: Kind = "safety" if self.problem.kind == "safety" else "deadlock"
        machine = Machine(parts.system, kind, one_hot, budget, self.facts)
        reduced = reduce(machine.circuit)
        self._begin("looking for an inductive invariant", budget)
        engine = Pdr(reduced.circuit, budget, settings, tell=self._tell)
        try:
            found = engine.check()
        finally:
            self.stats.queries += engine.questions
        if isinstance(found, Run):
            return self._violated(moves_of(found, reduced, machine, parts, kind))
        return self._holds(found, reduced, machine, parts)

    def _begin(self, phase: str, turn: Budget) -> None:
        begin(phase, self.budget, self.events)
        turn.phase = phase

    def _tell(self, frame: int, clauses: int) -> None:
        self.frame = max(self.frame, frame)
        self.events(ClausesFound(frame, clauses))

    def _holds(self, found: Clauses, reduced: Reduced, machine: Machine, parts: Parts) -> ExplicitVerdict:
        clauses = clauses_of(found, self.facts, reduced, machine, parts)
        self.stats.clauses = len(clauses)
        processes = tuple(component.name for component in self.problem.model.processes)
        certificate = certificate_of(self.problem, RULE, (processes,), clauses=clauses)
        return self.problem.verdict(NAME, self.stats, outcome="holds", certificate=certificate)

    def _violated(self, moves: tuple[Move, ...]) -> ExplicitVerdict:
        model = self.problem.model
        trace = trace_along(model, product_of(model), moves)
        by = "deadlock" if self.problem.kind == "deadlock" else culprit(model, trace)
        notes = (NOT_SHORTEST,)
        return self.problem.verdict(NAME, self.stats, outcome="violated", trace=trace, violated_by=by, notes=notes)


def _turn(budget: Budget, polls: int) -> Budget:
    """A part of a budget, whose time it has: so many polls, or as many as are left, where these are counted."""
    left = polls if budget.polls is None else budget.polls - budget.polled
    return Budget(None, budget.megabytes, parent=budget, polls=min(polls, left))
