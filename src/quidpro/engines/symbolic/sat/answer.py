"""What a SAT engine found, as the answer to a specification: clauses as a certificate, a run in the model's values.

The clauses of a certificate are its invariants, one each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, begin, ignore
from quidpro.core.facts import Facts
from quidpro.core.words import counted
from quidpro.engines.symbolic.sat.chains import Chains
from quidpro.engines.symbolic.sat.defined import check_defined
from quidpro.engines.symbolic.sat.encode import Encoder, starts
from quidpro.engines.symbolic.sat.lemmas import Lemmas, Shared
from quidpro.engines.symbolic.shared.evidence import NOTHING_STARTS, OF_STEPS, OPEN_ENDED, certificate
from quidpro.engines.symbolic.shared.machine import speaks_of_steps
from quidpro.flat.clauses import influencing
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import names
from quidpro.solvers.bounded import Inductive
from quidpro.solvers.circuit import Clauses, Reduced, Run, completed, influence, rebuild, reduce
from quidpro.solvers.core import needed
from quidpro.solvers.sweep import sweep
from quidpro.verdict.symbolic.evidence import SymbolicCertificate, SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided


def no_run_within(steps: int) -> str:
    """What is known when a search for runs ends."""
    return f"no run of at most {counted(steps, 'step')} violates it" if steps >= 0 else "nothing was looked at"


class Question:
    """A specification of a model as a machine of bits, reduced to what it depends on."""

    def __init__(self, problem: Problem, encoder: Encoder, lemmas: Lemmas | None = None) -> None:
        self.problem = problem
        self.encoder = encoder
        self.lemmas = lemmas or Lemmas(encoder.bits, Facts(), ignore)
        self.circuit = encoder.circuit(problem.spec)
        self.reduced: Reduced = reduce(self.circuit)

    @cached_property
    def followed(self) -> tuple[str, ...]:
        """The variables that the specification depends on, all that constraints speak of among them."""
        assert self.problem.spec.invariant is not None
        found = influencing(self.problem.model, names(self.problem.spec.invariant))
        return tuple(name for name in self.problem.model.variables if name in found)

    @cached_property
    def swept(self) -> Reduced:
        """The reduced machine with one latch for all that are always alike."""
        return self.reduced.then(sweep(self.reduced.circuit, self.encoder.manager.budget))

    @cached_property
    def in_whole_variables(self) -> Reduced:
        """The machine of all bits of these variables: where states are told apart, it is by values.

        What is initially so, or known of values, may speak of others, too: more tells apart more.
        """
        bits = self.encoder.bits
        kept = {*self.followed, *(bits[i][0] for i in influence(self.circuit))}
        while True:
            latches = [i for i, (name, _) in enumerate(bits) if name in kept]
            read = {bits[i][0] for i in influence(self.circuit, latches)}
            if read <= kept:
                return rebuild(self.circuit, latches, {})
            kept |= read

    def shared(self, reduced: Reduced) -> Shared:
        """What is known of a reduced machine, and what becomes known of it."""
        return Shared(self.lemmas, reduced)

    @property
    def is_about_paths(self) -> bool:
        """Whether a violation must lie on an infinite fair path, and not every state does."""
        return self.problem.spec.over_infinite_paths and not self.problem.model.always_goes_on

    @property
    def stats(self) -> SymbolicStats:
        """What there is to say before any work is done."""
        return SymbolicStats(bits=self.problem.model.bits)

    def answer(
        self,
        method: str,
        found: Clauses | Inductive | Run,
        stats: SymbolicStats,
        reduced: Reduced,
        used: Sequence[tuple[int, ...]] = (),
    ) -> SymbolicVerdict:
        """The verdict, from a proof about the reduced machine, with the lemmas that it used, or a run of it."""
        if isinstance(found, Run):
            return self._violated(method, found, stats, reduced)
        if self._speaks_of_steps:
            reason = f"there is no certificate for it: {OF_STEPS}"
            return self.problem.verdict(method, stats, "holds", reason=reason, notes=self._vacuous())
        clauses = reduced.proof(found).clauses if isinstance(found, Clauses) else ()
        proof = tuple(dict.fromkeys(tuple(sorted(clause, key=abs)) for clause in (*used, *clauses)))
        if isinstance(found, Clauses):
            smaller = needed(self.circuit, Clauses(proof), self.encoder.manager.budget)
            if smaller is not None:
                proof = smaller.clauses
                self.lemmas.add(proof)
        made = self._certificate(found, stats, proof)
        return self.problem.verdict(method, stats, "holds", certificate=made, notes=self._vacuous())

    def _vacuous(self) -> tuple[str, ...]:
        """What makes it hold for a reason that may surprise, if there is time to look for that."""
        try:
            return () if starts(self.circuit, self.encoder.manager.budget) else (NOTHING_STARTS,)
        except BudgetExceeded:
            return ()

    def _certificate(
        self, found: Clauses | Inductive, stats: SymbolicStats, clauses: tuple[tuple[int, ...], ...]
    ) -> SymbolicCertificate:
        model, spec = self.problem.model, self.problem.spec
        stats.clauses = len(clauses)
        proof = clausal(model, spec, self.encoder.bits, clauses)
        if isinstance(found, Clauses) or found.steps == 1:
            return proof
        return replace(proof, rule="k-inductive", steps=found.steps, groups=(self.followed,))

    def _violated(self, method: str, found: Run, stats: SymbolicStats, reduced: Reduced) -> SymbolicVerdict:
        if self.is_about_paths:
            return self.problem.verdict(method, stats, "unknown", reason=OPEN_ENDED)
        whole = completed(found, self.circuit, reduced)
        states = self.encoder.states(whole, self.circuit, steps=self._speaks_of_steps)
        return self.problem.verdict(method, stats, "violated", trace=SymbolicTrace(states))

    @property
    def _speaks_of_steps(self) -> bool:
        invariant = self.problem.spec.invariant
        return invariant is not None and speaks_of_steps(invariant, self.problem.model)


def answers(
    method: str,
    problems: Sequence[Problem],
    budget: Budget,
    events: Listener,
    facts: Facts,
    one: Callable[[Question], SymbolicVerdict],
    about_paths: Callable[[Problem], SymbolicVerdict] | None = None,
) -> Iterator[SymbolicVerdict]:
    """The verdicts on specifications of one model, which is encoded once, after the check that it has a meaning.

    What is not an invariant is for ``about_paths``.
    """
    encoder: Encoder | None = None
    lemmas: Lemmas | None = None
    for problem in problems:
        try:
            if about_paths is not None and not problem.spec.is_invariant:
                yield about_paths(problem)
                continue
            if encoder is None:
                begin("translating the model into gates", budget, events)
                check_defined(problem.model, [problem.spec for problem in problems], budget)
                encoder = Encoder(problem.model, budget)
                lemmas = Lemmas(encoder.bits, facts, events)
            yield one(Question(problem, encoder, lemmas))
        except BudgetExceeded as ran_out:
            yield undecided(problem, method, str(ran_out))


def clausal(
    model: FlatModel, spec: Spec, bits: Sequence[tuple[str, int]], clauses: Sequence[tuple[int, ...]]
) -> SymbolicCertificate:
    """The certificate of rule ``inductive`` whose invariants are clauses; ``bits`` says what the latches are."""
    chains = Chains(model)
    invariants = [chains.clause([(*bits[abs(x) - 1], x > 0) for x in clause]) for clause in clauses]
    return certificate("inductive", model, spec, invariants, chains.graph())
