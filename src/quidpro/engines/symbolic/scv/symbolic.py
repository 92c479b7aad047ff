"""Method ``symbolic``: an assumption over the communication variables of a cut, learned by SCV.

The parts of the cut become symbolic modules, in decision diagrams; one or both orientations take turns, to a verdict
with its evidence. M1 is localised first. The bits are ordered by sides: the private variables of one side never meet
those of the other, so that the shared ones are on top, and each side has its own below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quidpro.core.budget import Budget, take_turns
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Chosen, Event, Listener, begin, ignore, wants_pictures
from quidpro.core.words import counted
from quidpro.engines.options import SymbolicLearned
from quidpro.engines.symbolic.scv.algorithm import Conjectured, Learner, Pair, Refuted, Result, Rounds, Violation
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.cut import Cut, Part, cut, format_split
from quidpro.engines.symbolic.scv.dfa import StateBits
from quidpro.engines.symbolic.scv.explained import explained
from quidpro.engines.symbolic.scv.localise import followed, localised
from quidpro.engines.symbolic.scv.module import Module
from quidpro.engines.symbolic.shared.bits import Bit
from quidpro.engines.symbolic.shared.evidence import (
    MAX_NODES,
    assumption_of,
    asym_certificate,
    trace_of,
    word_text,
)
from quidpro.engines.symbolic.shared.machine import Machine, Settings, speaks_of_steps
from quidpro.engines.symbolic.shared.order import meetings, static_order
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.flat.model import Spec
from quidpro.verdict.engine import NO_OTHER_SPLIT, Attempt, each
from quidpro.verdict.rounds import Evidence, Round
from quidpro.verdict.symbolic.evidence import BY_A_PART, SymbolicStats, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided

if TYPE_CHECKING:
    from quidpro.engines.symbolic.scv.given import GivenAssumption


def pair(cut: Cut, spec: Spec, machine: Machine) -> Pair:
    """M1, M2 and ¬φ."""
    assert spec.invariant is not None
    with machine.manager.limits():
        wrong = ~machine.predicate(spec.invariant, spec.span)
        return Pair(module(cut.first, cut, machine), module(cut.second, cut, machine), wrong)


def module(part: Part, cut: Cut, machine: Machine) -> Module:
    """One part: its clauses, the domains of what it sees, and which bits are whose."""
    bits, manager = machine.bits, machine.manager
    visible = [v for v in cut.model.variables.values() if v.name in part.variables or v.name in part.inputs]
    kept = [v.name for v in visible if v.kind != "input"]
    read = [v.name for v in visible if v.kind == "input"]
    init = [f for c in part.clauses if c.kind != "trans" for f in machine.parts(c)]
    steps = machine.steps_of(part.clauses)
    relation = Relation(
        manager,
        [*steps, *(bits.domain(v, following=True) for v in kept), *(bits.domain(v) for v in read)],
        bits.all_levels(kept),
        bits.all_levels(kept, following=True),
        bits.all_levels(read),
        machine.cluster_nodes,
    )
    return Module(
        manager,
        manager.conjunction([*init, *(bits.domain(v) for v in kept)]),
        relation,
        letters=bits.all_levels(cut.shared),
        private=bits.all_levels(v.name for v in visible if v.name in part.private),
        inputs=bits.all_levels(v.name for v in visible if v.name in part.inputs),
        alphabet=manager.conjunction(bits.domain(v) for v in cut.shared),
    )


METHOD = "symbolic"
GIVEN, SWAPPED = 0, 1


@dataclass
class _Run:
    """One orientation: the whole cut, and how much of M1 is looked at now."""

    whole: Cut
    cut: Cut
    learner: Learner


_MOST_ON_TOP = 12
"""So many shared bits may stand above all others: below them there is a case for each of their values."""


def _by_sides(cut: Cut) -> list[Bit] | None:
    """The shared bits, then those of each side; wide variables whose values meet stay together on one side.

    None where there are too many shared ones.
    """
    model, private = cut.model, (cut.first.private, cut.second.private)
    if sum(model.variables[name].domain.bits for name in cut.shared) > _MOST_ON_TOP:
        return None
    own = {name: 1 + (name in private[1]) for names in private for name in names}
    blocks, side = meetings(model), dict.fromkeys(model.variables, 0)
    for name, block in blocks.items():
        side[block] = max(side[block], own.get(name, 0))
    groups = [[name for name, block in blocks.items() if side[block] == number] for number in range(3)]
    return [bit for names in groups for bit in static_order(model, names)]


class Compositional:
    """A specification, a cut, and the orientations that take turns on it."""

    def __init__(
        self,
        problem: Problem,
        first: Iterable[str],
        budget: Budget,
        events: Listener = ignore,
        settings: Settings | None = None,
        orientations: Sequence[int] = (GIVEN, SWAPPED),
        given: GivenAssumption | None = None,
        improve: bool = False,
    ) -> None:
        self.problem, self.budget, self.events = problem, budget, events
        self.model = model = problem.model
        self.spec = problem.spec
        self.stats = SymbolicStats(bits=model.bits)
        begin("building the modules", budget, events)
        assert self.spec.invariant is not None
        settings, mine = settings or Settings(), frozenset(first)
        if settings.order is None:
            settings = replace(settings, order=_by_sides(cut(model, mine, self.spec.invariant)))
        self.machine = Machine(model, budget, settings)
        self._settings, self._given, self._improve = settings, given, improve
        self._bits = StateBits(self.machine.manager)
        sides = (mine, frozenset(model.variables) - mine)
        self.runs = [self._run(sides[side], side) for side in orientations]

    def solve(self) -> SymbolicVerdict:
        """The answer, not yet checked."""
        manager = self.machine.manager
        try:
            with manager.limits():
                begin("learning an assumption", self.budget, self.events)
                which, result = take_turns([self._rounds(run) for run in self.runs], manager.poll)
                verdict = self._verdict(self.runs[which], result)
        except BudgetExceeded as ran_out:
            verdict = self._unknown(str(ran_out))
        self.stats.peak_nodes = max(manager.peak, manager.table.approx_num_inner_nodes())
        return verdict

    def _run(self, first: frozenset[str], side: int) -> _Run:
        assert self.spec.invariant is not None
        whole = cut(self.model, first, self.spec.invariant)
        part = next(self._layers(whole))
        return _Run(whole, part, self._learner(part, whole, ("given", "swapped")[side]))

    def _layers(self, whole: Cut) -> Iterator[Cut]:
        """Cuts with less of M1, then the whole one; that alone where an assumption is given, which speaks of it."""
        assert self.spec.invariant is not None
        localise = self._settings.localise and self._given is None
        return localised(whole, self.spec.invariant) if localise else iter((whole,))

    def _learner(self, part: Cut, whole: Cut, name: str) -> Learner:
        learner = Learner(
            pair(part, self.spec, self.machine), self._bits, name=name, candidates=self._settings.candidates
        )
        if self._given is not None:
            from quidpro.engines.symbolic.scv.automaton import automaton

            with self.machine.manager.limits():
                learner.given, learner.improve = automaton(self._given, part, self.machine), self._improve
        learner.events = lambda event: self._report(event, part, whole)
        return learner

    def _rounds(self, run: _Run) -> Rounds:
        """One orientation, with more and more of M1: a proof stands, a violation only if nothing is left out.

        With more of M1 nothing is learned where it goes wrong along the run that less of it was wrong on.
        """
        wrong: Violation | None = None
        for part in self._layers(run.whole):
            if part is not run.cut:
                number = run.learner.number
                run.cut, run.learner = part, self._learner(part, run.whole, run.learner.name)
                run.learner.number = number
            known = None if wrong is None else run.learner.again(wrong, tell=part is run.whole)
            result = known or (yield from run.learner.rounds())
            if not isinstance(result, Violation) or part is run.whole:
                return result
            wrong = result
        raise AssertionError("the last layer is the whole")

    def _report(self, event: Event, cut: Cut, whole: Cut) -> None:
        if not isinstance(event, Conjectured):
            self.stats.rings += 1
            self.events(event)
            return
        if event.outcome == "violated" and cut is not whole:
            event = replace(event, outcome=BY_A_PART)
        stats = self.stats
        stats.iterations += 1
        stats.queries = max(stats.queries, event.queries)
        size, queries = event.dfa.states, stats.queries
        done = Round(event.number, event.outcome, size, images=event.rings, run=event.run, queries=queries)
        stats.rounds.append(done)
        self.events(replace(done, evidence=self._evidence(event, cut)) if wants_pictures(self.events) else done)

    def _evidence(self, event: Conjectured, cut: Cut) -> Evidence:
        """The conjecture as plain data, and what refuted it, a letter for each state."""
        return explained(self.machine, event, assumption_of(self.machine, cut, event.dfa))

    def _verdict(self, run: _Run, result: Result) -> SymbolicVerdict:
        blank = self._blank(run)
        if isinstance(result, Violation):
            return self._on_a_path(replace(blank, outcome="violated", trace=trace_of(self.machine, result.states)))
        if isinstance(result, Refuted):
            return replace(blank, reason=self._what_is_wrong(run, result))
        certificate = asym_certificate(self.machine, run.cut, run.whole, self.spec, result)
        reason = "" if certificate else f"the invariants of the proof have more than {MAX_NODES:,} nodes"
        written = certificate.assumption if certificate else None
        assumption = written or assumption_of(self.machine, run.cut, result.dfa)
        if self._given is not None and result.dfa is run.learner.given:
            blank = replace(blank, notes=(*blank.notes, f"A is the given assumption, {self._given.text}"))
        return replace(blank, outcome="holds", assumptions=(assumption,), certificate=certificate, reason=reason)

    def _what_is_wrong(self, run: _Run, refuted: Refuted) -> str:
        """Which premise the given assumption fails, and how."""
        assert self._given is not None
        reads, found = self._given.reads, []
        names = sorted(run.cut.shared, key=lambda name: name not in reads)
        if refuted.weak is not None:
            word = word_text(self.machine, names, refuted.weak)
            found.append(f"too weak: it allows {word}, along which M1 fails and which M2 cannot do (premise 1)")
        if refuted.strong is not None:
            word = word_text(self.machine, names, refuted.strong)
            found.append(f"too strong: it forbids {word}, which M2 can do and along which M1 is safe (premise 2)")
        return f"the given assumption, {self._given.text}, is {'; and '.join(found)}"

    def _on_a_path(self, found: SymbolicVerdict) -> SymbolicVerdict:
        """AG p and G p speak of infinite fair paths; without constraints on steps every state is on one."""
        if not self.spec.over_infinite_paths or self.model.always_goes_on:
            return found
        reason = (
            f"a state that violates {self.spec.text} can be reached, but {self.spec.section} speaks of infinite fair "
            "paths, and whether one goes on from there only --method monolithic can tell"
        )
        return replace(found, outcome="unknown", trace=None, reason=reason)

    def _unknown(self, reason: str) -> SymbolicVerdict:
        """What is known: the last assumption under which M1 is safe."""
        run = next((run for run in self.runs if run.learner.strong is not None), self.runs[0])
        blank = self._blank(run)
        if run.learner.strong is None:
            return replace(blank, reason=reason)
        best = assumption_of(self.machine, run.cut, run.learner.strong)
        note = f"M1 satisfies it under an assumption of {best.states} states; whether M2 keeps to that is not known"
        return replace(blank, reason=reason, assumptions=(best,), notes=(*blank.notes, note))

    def _blank(self, run: _Run) -> SymbolicVerdict:
        first, second = run.whole.first, run.whole.second
        self.stats.communication_bits = sum(self.model.variables[v].domain.bits for v in run.cut.shared)
        refuted = run.learner.refuted
        improved = () if refuted is None else (f"{self._what_is_wrong(run, refuted)}; learning went on from there",)
        return self.problem.verdict(
            METHOD,
            self.stats,
            "unknown",
            components=(format_split(first.variables, self.model), format_split(second.variables, self.model)),
            notes=(*run.cut.notes, *_kept(run), *improved, *run.learner.notes),
        )


def _kept(run: _Run) -> Iterator[str]:
    """How much of M1 the assumption is for, where that is not all."""
    if run.cut is not run.whole:
        kept, all_of = len(followed(run.cut.first)), counted(len(run.whole.first.variables), "variable")
        yield f"of the {all_of} of M1 the proof follows {kept}; the others may do anything"


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    model, spec = problem.model, problem.spec
    what = f"{spec.section} {spec.name or spec.text}"
    if spec.invariant is None:
        return f"method symbolic proves invariants, and {what} is not one"
    if speaks_of_steps(spec.invariant, model):
        return f"method symbolic proves invariants of states, and {what} speaks of inputs or of the next state"
    if len(model.variables) < 2:
        return f"{model.name} has one variable alone, which cannot be cut in two"
    return ""


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> SymbolicVerdict:
    """Decide the problem on the cut that was given, or on one that is chosen for it."""
    options: SymbolicLearned = attempt.options or SymbolicLearned()
    given: GivenAssumption | None = options.given
    model, first = problem.model, _first(problem, attempt.split, options.rank, given)
    if first is None:
        return undecided(problem, attempt.engine, NO_OTHER_SPLIT)
    events(Chosen(f"{format_split(first, model)} | {format_split(frozenset(model.variables) - first, model)}"))
    sides = options.sides or ((GIVEN,) if options.orientation == "given" or given else (GIVEN, SWAPPED))
    settings = Settings(order=options.bits, candidates=options.candidates, localise=options.localise)
    try:
        solver = Compositional(problem, first, budget, events, settings, sides, given, options.improve)
    except BudgetExceeded as ran_out:
        return undecided(problem, attempt.engine, str(ran_out))
    return solver.solve()


def _first(
    problem: Problem, split: frozenset[str] | None, rank: int, given: GivenAssumption | None
) -> frozenset[str] | None:
    """The variables of M1; None when there are fewer choices than that.

    Where an assumption is given, the best choice is the first that makes all it speaks of public.
    """
    if split is not None:
        return split
    model, invariant = problem.model, problem.spec.invariant
    assert invariant is not None
    choices = choose(model, invariant)
    if given is not None:
        choices.sort(key=lambda first: not given.reads <= set(cut(model, first, invariant).shared))
    return choices[rank] if rank < len(choices) else None


solve = each(decide)
