"""Specifications about infinite fair paths, for SAT engines: is there one on which it is false?

The model gets the tableau of an LTL formula, or for ``AG p`` and ``G p`` a memory of p's being false; its fair paths
are then those that violate the specification (``shared.ltl``), and an engine looks for one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, begin
from quidpro.core.words import counted
from quidpro.engines.symbolic.sat.defined import check_defined
from quidpro.engines.symbolic.sat.encode import Decoder, Encoder, State
from quidpro.engines.symbolic.shared.evidence import ENDS_THERE, FOR_LACK_OF_PATHS
from quidpro.engines.symbolic.shared.ltl import Unbounded, with_failure, with_tableau
from quidpro.flat.build import FALSE
from quidpro.flat.expr import Expr
from quidpro.solvers.fair import Fair, Lasso, prolonged, restricted, with_compassion
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

MAX_STATES = 5000
"""A lasso of the whole model that takes more states than this is not looked for."""
_ON_THE_SOLVER = (
    "a certificate is an inductive invariant, which does not prove formulas about paths; the SAT solver alone vouches "
    "for it"
)
Found = Lasso | None | str
"""A fair path, that there is none, or why that is not known."""
Search = Callable[[Fair, SymbolicStats], Found]


def solve_paths(problem: Problem, method: str, search: Search, budget: Budget, events: Listener) -> SymbolicVerdict:
    """The verdict on a specification about infinite paths: a lasso, or that there is none."""
    spec, stats = problem.spec, SymbolicStats(bits=problem.model.bits)
    if spec.refusal or spec.formula is None:
        return undecided(problem, method, spec.refusal or "nothing is known of this kind of specification")
    begin("translating the model into gates", budget, events)
    try:
        machine = _Machine(problem, budget)
    except Unbounded as refused:
        return undecided(problem, method, str(refused))
    begin("looking for a fair path that violates it", budget, events)
    found = search(machine.part, stats)
    if isinstance(found, Lasso):
        found = prolonged(found, machine.fair.circuit, machine.kept, MAX_STATES) or _TOO_LONG
    if isinstance(found, str):
        return problem.verdict(method, stats, "unknown", reason=found)
    if found is not None:
        return problem.verdict(method, stats, "violated", trace=machine.trace(found))
    why, notes = (FOR_LACK_OF_PATHS, (ENDS_THERE,)) if spec.is_invariant else (_ON_THE_SOLVER, ())
    return problem.verdict(method, stats, "holds", reason=f"there is no certificate for it: {why}", notes=notes)


_TOO_LONG = f"a path violates it, but to come back to one of its states takes it more than {MAX_STATES:,} steps"


def none_within(steps: int) -> str:
    """What is known when a search for lassos ends."""
    return f"no path that comes back to itself within {counted(steps, 'step')} violates it"


class _Machine:
    """The model with what the specification needs, in bits; ``part`` is what its fair paths depend on."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        add = with_failure if problem.spec.is_invariant else with_tableau
        self._model = add(problem.model, problem.spec)
        check_defined(self._model, [], budget, fairness=True)
        self._encoder = Encoder(self._model, budget)
        self.part, self.kept = restricted(self.fair)

    @cached_property
    def fair(self) -> Fair:
        """The machine, with what fairness asks of paths."""
        justice = [self._literal(condition.expr) for condition in self._model.justice]
        pairs = [(self._literal(pair.often), self._literal(pair.then)) for pair in self._model.compassion]
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
