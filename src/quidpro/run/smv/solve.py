"""Methods on specifications, each answer checked before it leaves: traces are replayed, proofs go to the checker."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from quidpro.certify.symbolic import certify_symbolic, judged, replay_symbolic
from quidpro.core.budget import Budget, peak_megabytes
from quidpro.core.clock import now
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event, Listener, Phase
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.compositional import Compositional
from quidpro.engines.symbolic.scv.split import spelled
from quidpro.engines.symbolic.shared.evidence import MOST_NODES, inductive
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.whole.monolithic import Finding, Monolithic
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import variables
from quidpro.run.solve import CERTIFY_SECONDS, WHAT_TO_TRY
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicTrace, SymbolicVerdict

UNCHECKED = "the certificate was not checked to the end; quidpro certify takes as long as it needs"
NO_OTHER_CUT = "the model has no other cut that promises anything"
_MORE_MAY_HELP = ("budget ran out", "interrupted")
"""Words of an answer that more time or memory may change; what is refused stays refused."""


@dataclass(frozen=True)
class Proved(Event):
    """A proof was found and is about to be checked, which may take too long."""

    verdict: SymbolicVerdict


@dataclass(frozen=True)
class Chosen(Event):
    """The cut that is tried, as ``--split`` takes it."""

    split: str


@dataclass(frozen=True)
class Entry:
    """A way to answer: a method, for ``symbolic`` with the orientations to try and, unless it is to be chosen for every
    specification, with the variables of M1. ``rank`` says which of the choices is meant, 0 is the best.
    """

    method: str
    first: frozenset[str] | None = None
    orientations: tuple[int, ...] = (0, 1)
    rank: int = 0

    @property
    def name(self) -> str:
        """The entry in words."""
        return f"method {self.method}"

    @property
    def options(self) -> dict[str, str]:
        """What else tells it from others of its method."""
        one = len(self.orientations) == 1 and self.method == "symbolic"
        return {"orientation": ("given", "swapped")[self.orientations[0]]} if one else {}

    @property
    def weight(self) -> float:
        """Its share where workers are few: ``monolithic`` keeps one, of the cuts the best has most."""
        return float("inf") if self.method == "monolithic" else 4.0 / (1 + self.rank)


def answer(
    entry: Entry, model: FlatModel, specs: Iterable[Spec], budget: Budget, events: Listener, settings: Settings
) -> Iterable[SymbolicVerdict]:
    """The checked verdicts of an entry, one after the other."""
    if entry.method == "monolithic":
        yield from _monolithic(model, specs, budget, events, settings)
    else:
        for spec in specs:
            yield _by_parts(entry, model, spec, budget, events, settings)


def _by_parts(
    entry: Entry, model: FlatModel, spec: Spec, budget: Budget, events: Listener, settings: Settings
) -> SymbolicVerdict:
    started = now()
    first = _first(entry, model, spec)
    if first is None:
        return undecided(model, spec, entry.method, NO_OTHER_CUT)
    events(Chosen(f"{spelled(first, model)} | {spelled(frozenset(model.variables) - first, model)}"))
    try:
        solver = Compositional(model, spec, first, budget, events, settings, entry.orientations)
    except BudgetExceeded as ran_out:
        return undecided(model, spec, entry.method, str(ran_out))
    return _checked(solver.solve(), model, spec, budget, events, started)


def _first(entry: Entry, model: FlatModel, spec: Spec) -> frozenset[str] | None:
    """The variables of M1; None when there are fewer choices than that."""
    if entry.first is not None:
        return entry.first
    assert spec.invariant is not None
    choices = choose(model, spec.invariant)
    return choices[entry.rank] if entry.rank < len(choices) else None


def _monolithic(
    model: FlatModel, specs: Iterable[Spec], budget: Budget, events: Listener, settings: Settings
) -> Iterable[SymbolicVerdict]:
    started = now()
    examined: Monolithic | None = None
    for spec in specs:
        try:
            examined = examined or Monolithic(model, budget, events, settings)
            verdict = _verdict(examined, examined.check(spec), model)
        except BudgetExceeded as ran_out:
            verdict = undecided(model, spec, "monolithic", str(ran_out))
        yield _checked(verdict, model, spec, budget, events, started)
        started = now()


def _verdict(examined: Monolithic, finding: Finding, model: FlatModel) -> SymbolicVerdict:
    spec, manager = finding.spec, examined.machine.manager
    stats = SymbolicStats(
        rings=len(examined.search.found.rings),
        peak_nodes=max(manager.peak, manager.table.approx_num_inner_nodes()),
        bits=model.bits,
    )
    trace = None if finding.trace is None else SymbolicTrace(finding.trace, finding.loop)
    blank = undecided(model, spec, "monolithic", finding.reason)
    verdict = replace(blank, outcome=finding.outcome, trace=trace, stats=stats, notes=finding.notes)
    if finding.outcome != "holds":
        return verdict
    why_not = _without_certificate(examined, spec)
    if why_not:
        return replace(verdict, reason=f"there is no certificate for it: {why_not}")
    certificate = inductive(examined.machine, spec, examined.search.found.states)
    reason = "" if certificate else f"the reachable states take more than {MOST_NODES:,} nodes"
    return replace(verdict, certificate=certificate, reason=reason)


def _without_certificate(examined: Monolithic, spec: Spec) -> str:
    """Why what holds has no certificate, which is an inductive invariant of states; nothing when it can have one."""
    if spec.invariant is None:
        what = {"ctl": "formulas about branching paths", "ltl": "formulas about paths"}.get(spec.kind, "a length")
        return f"a certificate is an inductive invariant, which does not prove {what}; the diagrams alone vouch for it"
    if any(v.next or examined.model.variables[v.name].kind == "input" for v in variables(spec.invariant)):
        return "a certificate is an invariant of states, and this one speaks of inputs or of the next state"
    manager = examined.machine.manager
    if manager.implies(examined.search.found.states, examined.machine.predicate(spec.invariant, spec.place)):
        return ""
    return "it holds for lack of infinite fair paths, not because no state that violates it can be reached"


def _checked(
    verdict: SymbolicVerdict, model: FlatModel, spec: Spec, budget: Budget, events: Listener, started: float
) -> SymbolicVerdict:
    found = now()
    verdict.stats.seconds = found - started
    events(Phase("checking the answer"))
    if verdict.certificate is not None:
        events(Proved(replace(verdict, reason=UNCHECKED)))
    checked = _check(verdict, model, spec, budget)
    checked.stats.certify_seconds = now() - found
    checked.stats.peak_memory_mb = peak_megabytes()
    return checked


def _check(verdict: SymbolicVerdict, model: FlatModel, spec: Spec, budget: Budget) -> SymbolicVerdict:
    if verdict.outcome == "unknown":
        more = any(words in verdict.reason for words in _MORE_MAY_HELP)
        return replace(verdict, notes=(*verdict.notes, WHAT_TO_TRY)) if more else verdict
    if verdict.trace is not None:
        wrong = replay_symbolic(verdict.trace, model, spec)
        if wrong is not None:
            return _withdrawn(verdict, f"the trace: {wrong}")
        doubt = None if spec.invariant is not None else judged(verdict.trace, model, spec)
        if doubt is None:
            return replace(
                verdict, certified=True, notes=(*verdict.notes, *_taken_on_trust(verdict.trace, model, spec))
            )
        if spec.kind == "ltl":
            return _withdrawn(verdict, f"the trace: {doubt}")
        return replace(verdict, reason=f"the run was replayed, but not judged by the formula again: {doubt}")
    if verdict.certificate is None:
        return verdict
    result = certify_symbolic(verdict.certificate, model, budget.within_cpu(verdict.stats.seconds + CERTIFY_SECONDS))
    if result.refuted:
        return _withdrawn(verdict, f"the certificate: {result.reason}")
    return replace(verdict, certified=result.ok, reason=result.reason)


def _taken_on_trust(trace: SymbolicTrace, model: FlatModel, spec: Spec) -> tuple[str, ...]:
    """What a replay of a finite run does not show: but for INVARSPEC only infinite fair paths violate something."""
    if trace.loop is not None or spec.section == "INVARSPEC" or model.always_goes_on:
        return ()
    return ("that an infinite fair path goes on from its last state is what the diagrams say, and not checked again",)


def _withdrawn(verdict: SymbolicVerdict, why: str) -> SymbolicVerdict:
    """An answer that failed its own check: a bug of quidpro, said so, never a verdict."""
    reason = (
        f"method {verdict.method} answered {verdict.outcome!r}, but its own check refused {why}; please report this"
    )
    return replace(verdict, outcome="unknown", trace=None, certificate=None, assumptions=(), reason=reason)


def undecided(model: FlatModel, spec: Spec, method: str, reason: str) -> SymbolicVerdict:
    """The answer when there is none."""
    return SymbolicVerdict(
        outcome="unknown",
        method=method,
        system=model.name,
        property=spec.name,
        kind=spec.kind,
        text=spec.text,
        components=(model.name,),
        stats=SymbolicStats(bits=model.bits),
        reason=reason,
    )
