"""Method ``symbolic``: an assumption over the communication variables of a cut, learned by SCV.

The parts of the cut become symbolic modules, in decision diagrams; one or both orientations take turns, to a verdict
with its evidence. M1 is localised first. Where there are more than two groups, a chain of assumptions is learned. The
bits are ordered by groups: the private variables of one never meet those of another, so that the shared ones are on
top, and each group has its own below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quidpro.core.budget import Budget, take_turns
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Chosen, Event, Listener, begin, ignore, wants_pictures
from quidpro.core.words import counted
from quidpro.engines.options import SymbolicLearned
from quidpro.engines.symbolic.scv.algorithm import Conjectured, Learner, Pair, Proof, Refuted, Result, Rounds, Violation
from quidpro.engines.symbolic.scv.chain import Chain
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.cut import Cut, Dealt, cut, deal, why_uncut
from quidpro.engines.symbolic.scv.dfa import StateBits
from quidpro.engines.symbolic.scv.explained import explained
from quidpro.engines.symbolic.scv.groups import Groups, format_groups, format_split
from quidpro.engines.symbolic.scv.localise import followed
from quidpro.engines.symbolic.scv.module import module
from quidpro.engines.symbolic.scv.proof import assumptions_of, certificate_of, conjecture_of
from quidpro.engines.symbolic.shared.bits import Bit
from quidpro.engines.symbolic.shared.evidence import MAX_NODES, OPEN_ENDED, trace_of, word_text
from quidpro.engines.symbolic.shared.machine import Machine, Settings, speaks_of_steps
from quidpro.engines.symbolic.shared.order import meetings, static_order
from quidpro.flat.model import Spec
from quidpro.flat.walk import names
from quidpro.verdict.engine import NO_OTHER_SPLIT, Attempt, each
from quidpro.verdict.rounds import Evidence, Round
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicVerdict, by_a_part
from quidpro.verdict.symbolic.problem import Problem, undecided

if TYPE_CHECKING:
    from quidpro.engines.symbolic.scv.given import GivenAssumption


def pair(cut: Cut, spec: Spec, machine: Machine) -> Pair:
    """M1, M2 and ¬φ."""
    assert spec.invariant is not None
    with machine.manager.limits():
        wrong = ~machine.predicate(spec.invariant, spec.span)
        return Pair(module(cut.first, cut, machine), module(cut.second, cut, machine), wrong)


METHOD = "symbolic"
GIVEN, SWAPPED = 0, 1


@dataclass
class _Run:
    """One orientation: its groups, M1 cut from the others, and how much of M1 is looked at now."""

    chain: Chain
    whole: Cut
    cut: Cut
    learner: Learner


_MOST_ON_TOP = 12
"""So many shared bits may stand above all others: below them there is a case for each of their values."""


def _by_groups(dealt: Dealt, about: frozenset[str]) -> list[Bit] | None:
    """The shared bits, then those of each group; wide variables whose values meet stay together in one group.

    None where there are too many shared ones.
    """
    model = dealt.model
    shared = dealt.shared(about)
    if sum(model.variables[name].domain.bits for name in shared) > _MOST_ON_TOP:
        return None
    own = {name: i for i, group in enumerate(dealt.groups, 1) for name in group.seen - shared}
    blocks, side = meetings(model), dict.fromkeys(model.variables, 0)
    for name, block in blocks.items():
        side[block] = max(side[block], own.get(name, 0))
    numbers = range(len(dealt.groups) + 1)
    groups = [[name for name, block in blocks.items() if side[block] == number] for number in numbers]
    return [bit for names in groups for bit in static_order(model, names)]


def in_order_of_groups(problem: Problem, groups: Groups, settings: Settings) -> Settings:
    """The settings with an order of the bits by groups, unless one is given."""
    if settings.order is not None:
        return settings
    assert problem.spec.invariant is not None
    return replace(settings, order=_by_groups(deal(problem.model, groups), frozenset(names(problem.spec.invariant))))


class Compositional:
    """A specification, a cut, and the orientations that take turns on it."""

    def __init__(
        self,
        problem: Problem,
        groups: Groups,
        budget: Budget,
        events: Listener = ignore,
        settings: Settings | None = None,
        orientations: Sequence[int] = (GIVEN, SWAPPED),
        given: GivenAssumption | None = None,
        improve: bool = False,
        smallest: bool = False,
    ) -> None:
        self.problem, self.budget, self.events = problem, budget, events
        self.model = model = problem.model
        self.spec = problem.spec
        self.stats = SymbolicStats(bits=model.bits)
        begin("building the modules", budget, events)
        assert self.spec.invariant is not None
        self._about = frozenset(names(self.spec.invariant))
        settings = in_order_of_groups(problem, groups, settings or Settings())
        self.machine = Machine(model, budget, settings)
        self._settings, self._given, self._improve, self._smallest = settings, given, improve, smallest
        orders = (groups, tuple(reversed(groups)))
        self._bits: dict[int, StateBits] = {}
        self.runs = [self._run(deal(model, orders[side]), ("given", "swapped")[side]) for side in orientations]

    def solve(self) -> SymbolicVerdict:
        """The answer, not yet checked."""
        manager = self.machine.manager
        try:
            with manager.limits():
                begin("learning an assumption", self.budget, self.events)
                which, result = take_turns([self._rounds(run) for run in self.runs], manager.poll)
                run = self.runs[which]
                if self._smallest and isinstance(result, Proof):
                    result = self._with_smallest(run, result)
                verdict = self._verdict(run, result)
        except BudgetExceeded as ran_out:
            verdict = self._unknown(str(ran_out))
        self.stats.peak_nodes = max(manager.peak, manager.table.approx_num_inner_nodes())
        return verdict

    def _with_smallest(self, run: _Run, proof: Proof) -> Proof:
        """The proof with a smallest assumption; the SAT solver is loaded only where that is wanted."""
        from quidpro.engines.symbolic.scv.smallest import Search

        begin("looking for a smallest assumption", self.budget, self.events)
        search = Search(proof, run.learner.pair, run.learner.bits, self.machine, run.cut.shared)
        search.run(self.budget)
        self.stats.smallest = (search.record(),)
        if search.proof is not proof:
            number, rings = next(run.learner.numbers), search.proof.first.rings
            done = Conjectured(number, search.proof.dfa, "holds", None, rings, self.stats.queries, run.learner.name)
            self._report(run.chain, done, run.cut, run.whole)
        first = format_split(run.chain.dealt.groups[0].variables, self.model)
        part = "" if run.cut is run.whole else ", as far as it is followed,"
        run.learner.notes.append(f"smallest deterministic assumption of M1 = {first}{part} {search}")
        return search.proof

    def _run(self, dealt: Dealt, name: str) -> _Run:
        chain = Chain(dealt, self.machine, self._settings, name, self._report, self._bits)
        whole = dealt.cut(0, self._about)
        part = next(self._layers(chain, whole))
        return _Run(chain, whole, part, self._learner(chain, part, whole))

    def _layers(self, chain: Chain, whole: Cut) -> Iterator[Cut]:
        """Cuts with less of M1, then the whole one; that alone where an assumption is given, which speaks of it."""
        return chain.layers(whole, self._about) if self._given is None else iter((whole,))

    def _learner(self, chain: Chain, part: Cut, whole: Cut) -> Learner:
        learner = chain.learner(0, pair(part, self.spec, self.machine), part, whole)
        if self._given is not None:
            from quidpro.engines.symbolic.scv.automaton import automaton

            with self.machine.manager.limits():
                learner.given, learner.improve = automaton(self._given, part, self.machine), self._improve
        return learner

    def _rounds(self, run: _Run) -> Rounds:
        """One orientation, with more and more of M1: a proof stands, a violation only if nothing is left out.

        With more of M1 nothing is learned where it goes wrong along the run that less of it was wrong on.
        """
        wrong: Violation | None = None
        for part in self._layers(run.chain, run.whole):
            if part is not run.cut:
                run.cut, run.learner = part, self._learner(run.chain, part, run.whole)
            known = None if wrong is None else run.learner.again(wrong, tell=part is run.whole)
            result = known or (yield from run.learner.rounds())
            if not isinstance(result, Violation) or part is run.whole:
                return result
            wrong = result
        raise AssertionError("the last layer is the whole")

    def _report(self, chain: Chain, event: Event, cut: Cut, whole: Cut) -> None:
        if not isinstance(event, Conjectured):
            self.stats.rings += 1
            self.events(event)
            return
        if event.outcome == "violated" and cut is not whole:
            event = replace(event, outcome=by_a_part(event.level))
        stats = self.stats
        stats.iterations += 1
        stats.queries = max(stats.queries, event.queries)
        size, queries = event.dfa.states, stats.queries
        done = Round(
            event.number, event.outcome, size, images=event.rings, level=event.level, run=event.run, queries=queries
        )
        stats.rounds.append(done)
        self.events(replace(done, evidence=self._evidence(chain, event, cut)) if wants_pictures(self.events) else done)

    def _evidence(self, chain: Chain, event: Conjectured, cut: Cut) -> Evidence:
        """The conjecture as plain data, and what refuted it, a letter for each state."""
        return explained(self.machine, event, conjecture_of(chain, event.level, cut, event.dfa), chain)

    def _verdict(self, run: _Run, result: Result) -> SymbolicVerdict:
        blank = self._blank(run)
        if isinstance(result, Violation):
            return self._on_a_path(replace(blank, outcome="violated", trace=trace_of(self.machine, result.states)))
        if isinstance(result, Refuted):
            return replace(blank, reason=self._what_is_wrong(run, result))
        assumptions = assumptions_of(run.chain, run.cut, result)
        certificate = certificate_of(run.chain, run.cut, self.spec, result, assumptions)
        reason = "" if certificate else f"the invariants of the proof have more than {MAX_NODES:,} nodes"
        if self._given is not None and result.dfa is run.learner.given:
            blank = replace(blank, notes=(*blank.notes, f"A is the given assumption, {self._given.text}"))
        return replace(blank, outcome="holds", assumptions=assumptions, certificate=certificate, reason=reason)

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
        return replace(found, outcome="unknown", trace=None, reason=OPEN_ENDED)

    def _unknown(self, reason: str) -> SymbolicVerdict:
        """What is known: the last assumption under which M1 is safe."""
        run = next((run for run in self.runs if run.learner.strong is not None), self.runs[0])
        blank = self._blank(run)
        if run.learner.strong is None:
            return replace(blank, reason=reason)
        best = conjecture_of(run.chain, 0, run.cut, run.learner.strong)
        others = "M2 keeps" if len(run.chain.dealt.groups) == 2 else "the other groups keep"
        note = f"M1 satisfies it under an assumption of {best.states} states; whether {others} to that is not known"
        return replace(blank, reason=reason, assumptions=(best,), notes=(*blank.notes, note))

    def _blank(self, run: _Run) -> SymbolicVerdict:
        groups = run.chain.dealt.groups
        shared = run.cut.shared if len(groups) == 2 else run.chain.dealt.shared(self._about)
        self.stats.communication_bits = sum(self.model.variables[v].domain.bits for v in shared)
        refuted = run.learner.refuted
        improved = () if refuted is None else (f"{self._what_is_wrong(run, refuted)}; learning went on from there",)
        return self.problem.verdict(
            METHOD,
            self.stats,
            "unknown",
            components=tuple(format_split(group.variables, self.model) for group in groups),
            notes=(*run.cut.notes, *_kept(run), *improved, *run.learner.notes),
        )


def _kept(run: _Run) -> Iterator[str]:
    """How much of M1 the assumption is for, where that is not all."""
    kept, all_of = len(followed(run.cut.first)), len(run.whole.first.variables)
    if run.cut is not run.whole and kept < all_of:
        yield f"of the {counted(all_of, 'variable')} of M1 the proof follows {kept}; the others may do anything"


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    return why_not_cut(problem, METHOD)


def why_not_cut(problem: Problem, method: str) -> str:
    """Why a method that cuts the model cannot decide a problem; nothing when it can."""
    model, spec = problem.model, problem.spec
    what = spec.name if spec.asked else f"{spec.section} {spec.name or spec.text}"
    if spec.invariant is None:
        return f"method {method} proves invariants, and {what} is not one"
    if speaks_of_steps(spec.invariant, model):
        return f"method {method} proves invariants of states, and {what} speaks of inputs or of the next state"
    return why_uncut(model)


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> SymbolicVerdict:
    """Decide the problem on the cut that was given, or on one that is chosen for it."""
    options: SymbolicLearned = attempt.options or SymbolicLearned()
    given: GivenAssumption | None = options.given
    groups = groups_of(problem, attempt.split, options.rank, given)
    if groups is None:
        return undecided(problem, attempt.engine, NO_OTHER_SPLIT)
    if given is not None and len(groups) > 2:
        raise UsageError(
            f"--assume {given.text}: an assumption is given for a split into two groups, M1 and M2, and this one has "
            f"{len(groups)}; join the groups that it is about"
        )
    if options.smallest and len(groups) > 2:
        raise UsageError(f"--smallest is for two groups of an SMV model, and the split has {len(groups)}; join some")
    events(Chosen(format_groups(groups, problem.model)))
    sides = options.sides or ((GIVEN,) if options.orientation == "given" or given else (GIVEN, SWAPPED))
    settings = Settings(order=options.bits, candidates=options.candidates, localise=options.localise)
    try:
        solver = Compositional(
            problem, groups, budget, events, settings, sides, given, options.improve, options.smallest
        )
    except BudgetExceeded as ran_out:
        return undecided(problem, attempt.engine, str(ran_out))
    return solver.solve()


def groups_of(
    problem: Problem, split: Groups | None, rank: int = 0, given: GivenAssumption | None = None
) -> Groups | None:
    """The variables of M1, M2 and so on; None when there are fewer choices than that.

    Where an assumption is given, the best choice is the first that makes all it speaks of public.
    """
    if split is not None:
        return split
    model, invariant = problem.model, problem.spec.invariant
    assert invariant is not None
    choices = choose(model, invariant)
    if given is not None:
        choices.sort(key=lambda first: not given.reads <= set(cut(model, first, invariant).shared))
    if rank >= len(choices):
        return None
    return choices[rank], frozenset(model.variables) - choices[rank]


solve = each(decide)
