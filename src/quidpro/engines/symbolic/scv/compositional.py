"""Method ``symbolic``: SCV on a cut of a flat model, in one or both orientations, to a verdict with its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Listener, Phase, ignore
from quidpro.engines.symbolic.scv.algorithm import Conjectured, Learner, Result, Rounds, Violation
from quidpro.engines.symbolic.scv.cut import Cut, cut
from quidpro.engines.symbolic.scv.dfa import StateBits
from quidpro.engines.symbolic.scv.modules import pair
from quidpro.engines.symbolic.scv.split import spelled
from quidpro.engines.symbolic.shared.evidence import MOST_NODES, assumption_of, by_parts, letter_text, trace_of
from quidpro.engines.symbolic.shared.machine import Machine, Settings
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import variables
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicRound, SymbolicStats, SymbolicVerdict

METHOD = "symbolic"
GIVEN, SWAPPED = 0, 1


@dataclass(frozen=True)
class Conjecture(Event):
    """An assumption was tried, as plain data; ``word`` is what refuted it, a letter for each state."""

    number: int
    assumption: SymbolicAssumption
    outcome: str
    word: tuple[str, ...] | None
    run: str = ""


@dataclass(frozen=True)
class _Run:
    cut: Cut
    learner: Learner


class Compositional:
    """A specification, a cut, and the orientations that take turns on it."""

    def __init__(
        self,
        model: FlatModel,
        spec: Spec,
        first: Iterable[str],
        budget: Budget,
        events: Listener = ignore,
        settings: Settings | None = None,
        orientations: Sequence[int] = (GIVEN, SWAPPED),
    ) -> None:
        refuse(model, spec)
        self.model, self.spec, self.budget, self.events = model, spec, budget, events
        self.stats = SymbolicStats(bits=model.bits)
        self._phase("building the modules")
        self.machine = Machine(model, budget, settings)
        self._candidates = settings is None or settings.candidates
        self._bits = StateBits(self.machine.manager)
        mine = frozenset(first)
        sides = (mine, frozenset(model.variables) - mine)
        self.runs = [self._run(sides[side], side) for side in orientations]

    def solve(self) -> SymbolicVerdict:
        """The answer, not yet checked."""
        manager = self.machine.manager
        try:
            with manager.limits():
                self._phase("learning an assumption")
                which, result = _take_turns([run.learner.rounds() for run in self.runs], manager.poll)
                verdict = self._decided(self.runs[which], result)
        except BudgetExceeded as ran_out:
            verdict = self._undecided(str(ran_out))
        self.stats.peak_nodes = max(manager.peak, manager.table.approx_num_inner_nodes())
        return verdict

    def _run(self, first: frozenset[str], side: int) -> _Run:
        assert self.spec.invariant is not None
        made = cut(self.model, first, self.spec.invariant)
        sides = pair(made, self.spec, self.machine)
        learner = Learner(sides, self._bits, name=("given", "swapped")[side], candidates=self._candidates)
        learner.events = lambda event: self._heard(event, made)
        return _Run(made, learner)

    def _phase(self, name: str) -> None:
        self.budget.phase = name
        self.events(Phase(name))

    def _heard(self, event: Event, cut: Cut) -> None:
        if not isinstance(event, Conjectured):
            self.stats.rings += 1
            self.events(event)
            return
        stats = self.stats
        stats.iterations += 1
        stats.queries = max(stats.queries, event.queries)
        stats.rounds.append(SymbolicRound(event.number, event.dfa.states, event.rings, event.outcome, event.run))
        word = None if event.word is None else tuple(letter_text(self.machine, letter) for letter in event.word)
        assumption = assumption_of(self.machine, cut, event.dfa)
        self.events(Conjecture(event.number, assumption, event.outcome, word, event.run))

    def _decided(self, run: _Run, result: Result) -> SymbolicVerdict:
        blank = self._blank(run)
        if isinstance(result, Violation):
            return self._on_a_path(replace(blank, outcome="violated", trace=trace_of(self.machine, result.states)))
        certificate = by_parts(self.machine, run.cut, self.spec, result)
        reason = "" if certificate else f"the invariants of the proof have more than {MOST_NODES:,} nodes"
        assumption = assumption_of(self.machine, run.cut, result.dfa)
        return replace(blank, outcome="holds", assumptions=(assumption,), certificate=certificate, reason=reason)

    def _on_a_path(self, found: SymbolicVerdict) -> SymbolicVerdict:
        """AG p and G p speak of infinite fair paths; without constraints on steps every state is on one."""
        if self.spec.section == "INVARSPEC" or self.model.always_goes_on:
            return found
        reason = (
            f"a state that violates {self.spec.text} can be reached, but {self.spec.section} speaks of infinite fair "
            "paths, and whether one goes on from there only --method monolithic can tell"
        )
        return replace(found, outcome="unknown", trace=None, reason=reason)

    def _undecided(self, reason: str) -> SymbolicVerdict:
        """What is known: the last assumption under which M1 is safe."""
        run = next((run for run in self.runs if run.learner.strong is not None), self.runs[0])
        blank = self._blank(run)
        if run.learner.strong is None:
            return replace(blank, reason=reason)
        best = assumption_of(self.machine, run.cut, run.learner.strong)
        note = f"M1 satisfies it under an assumption of {best.states} states; whether M2 keeps to that is not known"
        return replace(blank, reason=reason, assumptions=(best,), notes=(*blank.notes, note))

    def _blank(self, run: _Run) -> SymbolicVerdict:
        spec, first, second = self.spec, run.cut.first, run.cut.second
        self.stats.communication_bits = sum(self.model.variables[v].domain.bits for v in run.cut.shared)
        return SymbolicVerdict(
            outcome="unknown",
            method=METHOD,
            system=self.model.name,
            property=spec.name,
            kind=spec.kind,
            text=spec.text,
            components=(spelled(first.variables, self.model), spelled(second.variables, self.model)),
            stats=self.stats,
            notes=(*run.cut.notes, *run.learner.notes),
        )


def refuse(model: FlatModel, spec: Spec) -> None:
    """Complain about a specification that is not a safety property of states."""
    why = unsuited(model, spec)
    if why:
        raise UsageError(f"{why}; use --method monolithic")


def unsuited(model: FlatModel, spec: Spec) -> str:
    """Why the method cannot decide a specification; nothing when it can."""
    what = f"{spec.section} {spec.name or spec.text}"
    if spec.invariant is None:
        return f"method symbolic proves invariants, and {what} is none"
    if any(v.next or model.variables[v.name].kind == "input" for v in variables(spec.invariant)):
        return f"method symbolic proves invariants of states, and {what} speaks of inputs or of the next state"
    if len(model.variables) < 2:
        return f"{model.name} has one variable alone, which cannot be cut in two"
    return ""


def _take_turns(runs: list[Rounds], poll: Callable[[], None]) -> tuple[int, Result]:
    """Advance the run that has cost least so far, until one has an answer."""
    spent = [0] * len(runs)
    while True:
        poll()
        i = min(range(len(runs)), key=spent.__getitem__)
        try:
            spent[i] += 1 + next(runs[i])
        except StopIteration as finished:
            return i, finished.value
