"""Specifications about infinite fair paths, for SAT engines: is there one on which it is false?

The model gets the tableau of an LTL formula, or for ``AG p`` and ``G p`` a memory of p's being false; its fair paths
are then those that violate the specification (``shared.ltl``), and ``solvers.live`` looks for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Clauses as ClausesFound
from quidpro.core.events import Listener, begin
from quidpro.engines.symbolic.sat.defined import check_defined
from quidpro.engines.symbolic.sat.encode import Decoder, Encoder, State
from quidpro.engines.symbolic.shared.evidence import ENDS_THERE, FOR_LACK_OF_PATHS
from quidpro.engines.symbolic.shared.ltl import Unbounded, with_failure, with_tableau
from quidpro.flat.build import FALSE
from quidpro.flat.expr import Expr
from quidpro.solvers.fair import Fair, Lasso, prolonged, with_compassion
from quidpro.solvers.live import Live
from quidpro.solvers.pdr import Settings
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem

MAX_STATES = 5000
"""A lasso of the whole model that takes more states than this is not looked for."""
_ON_THE_SOLVER = (
    "a certificate is an inductive invariant, which does not prove formulas about paths; the SAT solver alone vouches "
    "for it"
)


@dataclass
class Paths:
    """A specification about infinite paths, and who answers."""

    problem: Problem
    method: str
    settings: Settings

    def solve(self, budget: Budget, events: Listener) -> SymbolicVerdict:
        """The verdict: a lasso, or that there is none."""
        spec, stats = self.problem.spec, SymbolicStats(bits=self.problem.model.bits)
        if spec.refusal or spec.formula is None:
            return self._unknown(stats, spec.refusal or "nothing is known of this kind of specification")
        begin("translating the model into gates", budget, events)
        try:
            machine = _Machine(self.problem, budget)
        except Unbounded as refused:
            return self._unknown(stats, str(refused))
        begin("looking for a fair path that violates it", budget, events)
        live = Live(
            machine.fair, budget, self.settings, tell=lambda frame, clauses: events(ClausesFound(frame, clauses))
        )
        try:
            found = live.check()
        except BudgetExceeded as ran_out:
            return self._unknown(stats, f"{ran_out}; {live.so_far}")
        stats.queries, stats.frames = live.questions, live.frames
        return self._holds(stats) if found is None else self._violated(stats, machine, live, found)

    def _unknown(self, stats: SymbolicStats, reason: str) -> SymbolicVerdict:
        return self.problem.verdict(self.method, stats, "unknown", reason=reason)

    def _holds(self, stats: SymbolicStats) -> SymbolicVerdict:
        invariant = self.problem.spec.is_invariant
        why, notes = (FOR_LACK_OF_PATHS, (ENDS_THERE,)) if invariant else (_ON_THE_SOLVER, ())
        reason = f"there is no certificate for it: {why}"
        return self.problem.verdict(self.method, stats, "holds", reason=reason, notes=notes)

    def _violated(self, stats: SymbolicStats, machine: _Machine, live: Live, found: Lasso) -> SymbolicVerdict:
        lasso = prolonged(found, machine.fair.circuit, live.kept, MAX_STATES)
        if lasso is None:
            reason = f"a path violates it, but to come back to one of its states it takes more than {MAX_STATES} steps"
            return self._unknown(stats, reason)
        return self.problem.verdict(self.method, stats, "violated", trace=machine.trace(lasso))


class _Machine:
    """The model with what the specification needs, in bits."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        add = with_failure if problem.spec.is_invariant else with_tableau
        self.model = add(problem.model, problem.spec)
        check_defined(self.model, [], budget, fairness=True)
        self._encoder = Encoder(self.model, budget)

    @cached_property
    def fair(self) -> Fair:
        """The machine, which fair paths of the model are asked of."""
        justice = [self._literal(condition.expr) for condition in self.model.justice]
        pairs = [(self._literal(pair.often), self._literal(pair.then)) for pair in self.model.compassion]
        return with_compassion(Fair(self._encoder.circuit_for(FALSE), justice), pairs)

    def _literal(self, expr: Expr) -> int:
        return self._encoder.translator.truth(expr).lit

    def trace(self, lasso: Lasso) -> SymbolicTrace:
        """A lasso in the values of the variables."""
        decoder = Decoder(self._encoder, self.fair.circuit)
        kept = self._problem.model.variables
        states: list[State] = []
        for state, inputs in zip(lasso.states, lasso.inputs, strict=True):
            values = decoder.state(state, inputs, with_inputs=True)
            states.append({name: values[name] for name in kept})
        again = {v.name: states[lasso.loop][v.name] for v in self._problem.model.states}
        return SymbolicTrace((*states, again), lasso.loop)
