"""Method ``monolithic`` of the symbolic world: all specifications of a model from one search, each with its evidence.

Invariants are decided by forward reachability that stops at the first bad state; one search serves all of them.
CTL is evaluated over the reachable states. ``AG p`` and ``G p`` are invariants with one difference, which is NuSMV's:
they speak of infinite (fair) paths, so that a bad state from which no such path goes on does not violate them.
Before the whole is searched an invariant of states is tried on what it needs of it (``whole.localise``).

The order of the bits may be changed on the way (``whole.dynamic``), unless it was given; what was found
until then is found again in the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin, ignore
from quidpro.core.words import counted
from quidpro.engines.options import Searched
from quidpro.engines.symbolic.shared.bits import Bit
from quidpro.engines.symbolic.shared.evidence import (
    ENDS_THERE,
    FOR_LACK_OF_PATHS,
    MAX_NODES,
    NOTHING_STARTS,
    OF_STEPS,
    inductive_certificate,
)
from quidpro.engines.symbolic.shared.ltl import NO_FAIR_PATH, Unbounded, with_tableau
from quidpro.engines.symbolic.shared.machine import Machine, Settings, speaks_of_steps
from quidpro.engines.symbolic.shared.relation import Reached, Search
from quidpro.engines.symbolic.whole.ctl import Ctl, atoms, path_length
from quidpro.engines.symbolic.whole.dynamic import FIRST_NODES, Reordered, Watch
from quidpro.engines.symbolic.whole.fairness import Fairness
from quidpro.engines.symbolic.whole.localise import Parts, Proof
from quidpro.engines.symbolic.whole.witness import State, counterexample, last_step, path_to
from quidpro.flat.build import negation
from quidpro.flat.expr import Expr
from quidpro.flat.formula import Temporal
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import names
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided
from quidpro.verdict.verdict import Outcome

T = TypeVar("T")

_LOOKING = "looking for a state that violates the invariant"


@dataclass(frozen=True)
class Finding:
    """The answer to one specification.

    ``trace`` goes from an initial state to where the specification fails; ``loop`` is the state that it comes back to
    when the failure is an infinite path. ``reason`` is for ``unknown``.
    """

    spec: Spec
    outcome: Outcome
    trace: tuple[State, ...] | None = None
    loop: int | None = None
    reason: str = ""
    notes: tuple[str, ...] = field(default=())
    proof: Proof | None = None
    """The part of the model that was enough."""


class Monolithic:
    """A model under examination; what one specification needed is there for the next.

    ``fixed`` says that the order of the settings is to be kept, which it is when the caller gave one.
    """

    def __init__(
        self,
        model: FlatModel,
        budget: Budget,
        events: Listener = ignore,
        settings: Settings | None = None,
        *,
        fixed: bool | None = None,
    ) -> None:
        self.model = model
        self.budget = budget
        self.events = events
        self.settings = settings or Settings()
        self.fixed = self.settings.order is not None if fixed is None else fixed
        self._tried: set[Spec] = set()
        self._build(self.settings.order)

    def check(self, spec: Spec) -> Finding:
        """Decide one specification, or say what ran out."""
        if spec.refusal or spec.formula is None:
            return Finding(spec, "unknown", reason=spec.refusal or "nothing is known of this kind of specification")
        try:
            return self._retry(lambda: self._decide(spec))
        except Unbounded as refused:
            return Finding(spec, "unknown", reason=str(refused))
        except BudgetExceeded as ran_out:
            done = f"{ran_out}; {self.search.found.diameter} rings of states were found"
            return Finding(spec, "unknown", reason=done)

    def _decide(self, spec: Spec) -> Finding:
        if spec.invariant is not None:
            return self._invariant(spec)
        if spec.kind == "ltl":
            return self._ltl(spec)
        if self._reads_inputs(spec):
            return Finding(spec, "unknown", reason="a formula about paths that branch cannot speak of inputs")
        return self._compute(spec) if spec.kind == "compute" else self._ctl(spec)

    def _reads_inputs(self, spec: Spec) -> bool:
        inputs = {v.name for v in self.model.inputs}
        return spec.formula is not None and any(inputs & names(atom.expr) for atom in atoms(spec.formula))

    def reachable(self) -> Reached:
        """All reachable states."""
        return self._retry(self._reachable)

    def _reachable(self) -> Reached:
        self._phase("finding the reachable states")
        return self.search.all()

    def _build(self, order: Sequence[Bit] | None, patience: int = FIRST_NODES) -> None:
        """Everything in an order; what was derived in another one is forgotten."""
        self._phase("building the transition relation")
        vars(self).pop("fairness", None)
        self.settings = replace(self.settings, order=order)
        self.machine = Machine(self.model, self.budget, self.settings)
        self.search = Search(self.machine.relation, self.machine.initial, self.events)
        self.parts = Parts(self.machine, self.events)
        self.watch = None if self.fixed else Watch(self.machine, self.search, patience)

    def _retry(self, work: Callable[[], T]) -> T:
        """Do some work, and again whenever the order has been changed meanwhile."""
        while True:
            manager = self.machine.manager
            manager.watch = self.watch
            try:
                with manager.limits():
                    return work()
            except Reordered as found:
                order, patience = found.order, found.patience
            finally:
                manager.watch = None
            self._build(order, patience)

    @cached_property
    def fairness(self) -> Fairness:
        """Fair paths among the reachable states."""
        return Fairness(self.machine, self._reachable().states)

    def _phase(self, name: str) -> None:
        begin(name, self.budget, self.events)

    def _invariant(self, spec: Spec) -> Finding:
        assert spec.invariant is not None
        self._phase(_LOOKING)
        bad, finish = self._bad(spec, spec.invariant)
        proof = self._from_a_part(spec, spec.invariant, bad)
        distance = None if proof else self.search.first(bad)
        if distance is None:
            return Finding(spec, "holds", notes=self._vacuous(), proof=proof)
        if spec.over_infinite_paths and not self.model.always_goes_on:
            bad = bad & self.fairness.fair
            distance = self.search.first(bad)
            if distance is None:
                return Finding(spec, "holds", notes=(*self._vacuous(), ENDS_THERE))
        path = path_to(self.machine, self.search.found.rings[: distance + 1], bad)
        return Finding(spec, "violated", tuple(finish(path)))

    def _from_a_part(self, spec: Spec, invariant: Expr, bad: Bdd) -> Proof | None:
        """The proof that a part of the model is enough for; not looked for twice, nor where the whole is known."""
        known = self.search.found.complete or spec in self._tried
        if known or not self.settings.localise or speaks_of_steps(invariant, self.model):
            return None
        self._tried.add(spec)
        proof = self.parts.proof(invariant, bad)
        if proof is None:
            self._phase(_LOOKING)
        if self.watch is not None:
            self.watch.begin()
        return proof

    def _bad(self, spec: Spec, invariant: Expr) -> tuple[Bdd, Callable[[list[State]], list[State]]]:
        """The states where an invariant fails, and what completes a path to one of them.

        An invariant that speaks of inputs or of the next state fails in a state with a step for which it is false.
        """
        machine = self.machine
        failing = machine.predicate(negation(invariant), spec.span)
        if not speaks_of_steps(invariant, self.model):
            return failing, lambda path: path
        return machine.relation.sources(failing), lambda path: path[:-1] + last_step(machine, path[-1], failing)

    def _ctl(self, spec: Spec) -> Finding:
        assert spec.formula is not None
        fairness = self.fairness
        self._phase("evaluating the formula")
        ctl = Ctl(self.machine, fairness)
        violating = ctl.violating(spec.formula, spec.span)
        if not violating.satisfiable():
            return Finding(spec, "holds", notes=self._without_paths())
        trace, loop = counterexample(ctl, spec.formula, violating, spec.span)
        return Finding(spec, "violated", tuple(trace), loop)

    def _ltl(self, spec: Spec) -> Finding:
        """On the model with the tableau, which has an order and a table of its own."""
        model = replace(with_tableau(self.model, spec), specs=[])
        question = replace(spec, kind="ctl", formula=NO_FAIR_PATH)
        settings = self.settings
        if settings.order is not None:
            added = [(name, 0) for name in model.variables if name not in self.model.variables]
            settings = replace(settings, order=[*settings.order, *added])
        found = Monolithic(model, self.budget, self.events, settings, fixed=self.fixed).check(question)
        if found.trace is None:
            return replace(found, spec=spec, notes=self._without_paths())
        kept = self.model.variables
        trace = tuple({name: value for name, value in state.items() if name in kept} for state in found.trace)
        return replace(found, spec=spec, trace=trace)

    def _compute(self, spec: Spec) -> Finding:
        assert isinstance(spec.formula, Temporal)
        fairness = self.fairness
        self._phase("measuring paths")
        length = path_length(Ctl(self.machine, fairness), spec.formula, spec.span)
        return Finding(spec, "holds", notes=(f"the length is {'infinite' if length is None else length}",))

    def _vacuous(self) -> tuple[str, ...]:
        """What makes a specification hold for a reason that may surprise."""
        if not self.machine.initial.satisfiable():
            return (NOTHING_STARTS,)
        return ()

    def _without_paths(self) -> tuple[str, ...]:
        """The same for what speaks of infinite fair paths."""
        vacuous = self._vacuous()
        if vacuous or self.model.always_goes_on:
            return vacuous
        if not (self.machine.initial & self.fairness.fair).satisfiable():
            return ("no infinite fair path begins in an initial state, so that everything holds",)
        if self.fairness.fair != self.fairness.everything:
            return ("there are reachable states from which no infinite fair path goes on; nothing is said about them",)
        return ()


NAME = "monolithic"


def solve(problems: Sequence[Problem], attempt: Attempt, budget: Budget, events: Listener) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model; what one of them needed is there for the next."""
    options: Searched = attempt.options or Searched()
    examined: Monolithic | None = None
    for problem in problems:
        try:
            examined = examined or Monolithic(
                problem.model, budget, events, Settings(order=options.bits, localise=options.localise)
            )
            yield _verdict(examined, examined.check(problem.spec), problem)
        except BudgetExceeded as ran_out:
            yield undecided(problem, NAME, str(ran_out))


def _verdict(examined: Monolithic, finding: Finding, problem: Problem) -> SymbolicVerdict:
    manager, proof = examined.machine.manager, finding.proof
    found = proof.reached if proof else examined.search.found
    stats = SymbolicStats(
        rings=len(found.rings),
        peak_nodes=max(manager.peak, manager.table.approx_num_inner_nodes()),
        bits=problem.model.bits,
    )
    if finding.outcome == "holds":
        certificate, why = None, _without_certificate(examined, finding.spec, found.states)
        reason = f"there is no certificate for it: {why}" if why else ""
        if not why:
            kept = proof.kept if proof else None
            certificate = inductive_certificate(examined.machine, finding.spec, found.states, kept)
            reason = "" if certificate else f"the reachable states take more than {MAX_NODES:,} nodes"
        notes = (*finding.notes, *_followed(problem, proof))
        return problem.verdict(NAME, stats, "holds", certificate=certificate, reason=reason, notes=notes)
    trace = None if finding.trace is None else SymbolicTrace(finding.trace, finding.loop)
    return problem.verdict(NAME, stats, finding.outcome, trace=trace, reason=finding.reason, notes=finding.notes)


def _followed(problem: Problem, proof: Proof | None) -> Iterator[str]:
    """How much of the model the proof is about, where that is not all."""
    if proof is not None:
        all_of = counted(len(problem.model.variables), "variable")
        yield f"of the {all_of} the proof follows {len(proof.kept)}; the others may do anything"


def _without_certificate(examined: Monolithic, spec: Spec, reached: Bdd) -> str:
    """Why what holds has no certificate, which is an inductive invariant of states; empty if it can have one."""
    if spec.invariant is None:
        what = {"ctl": "formulas about branching paths", "ltl": "formulas about paths"}.get(spec.kind, "a length")
        return f"a certificate is an inductive invariant, which does not prove {what}; the diagrams alone vouch for it"
    if speaks_of_steps(spec.invariant, examined.model):
        return OF_STEPS
    if examined.machine.manager.implies(reached, examined.machine.predicate(spec.invariant, spec.span)):
        return ""
    return FOR_LACK_OF_PATHS
