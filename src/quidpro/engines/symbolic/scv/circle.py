"""Method ``circular`` for SMV models: rule CIRC-AG over variables (ACR, chapter 3), with assumptions without memory.

    M_i ⊨ (g_1 ∥ … ∥ g_n) ▷ g_i   for each i        g_1 ∥ … ∥ g_n ⊨ P        ⊢   M_1 ∥ … ∥ M_n ⊨ P

A g_i is a predicate over what the i-th group shows: the variables that it shares with other groups or the property. A
group must keep its own as long as all have kept theirs so far.

Nothing is learned. Every group begins in its initial states and takes steps from those that all others admit, by what
they have shown so far; what it shows is its assumption, until nothing is new. These are the strongest assumptions
without memory that the premises allow, so that no others prove the property if they do not. Then ``symbolic`` decides.
First all groups are localised to what decides the property's variables, then also to what these read, and so on. (The
states that are found are those of thread-modular reasoning, Flanagan and Qadeer 2003, for groups that move together.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import Chosen, Image, Listener, begin, wants_pictures
from quidpro.engines.options import SymbolicCircular
from quidpro.engines.symbolic.scv import symbolic
from quidpro.engines.symbolic.scv.algorithm import forbidding
from quidpro.engines.symbolic.scv.cut import Cut, Dealt, Group, Part, deal, read
from quidpro.engines.symbolic.scv.groups import Groups, format_groups, format_split
from quidpro.engines.symbolic.scv.module import Module, module
from quidpro.engines.symbolic.scv.proof import in_order
from quidpro.engines.symbolic.shared.cone import read_letters
from quidpro.engines.symbolic.shared.evidence import MAX_NODES, NOTHING_STARTS, GraphBuilder, assumption_of, certificate
from quidpro.engines.symbolic.shared.layers import clauses_about, layers
from quidpro.engines.symbolic.shared.machine import Machine, Settings
from quidpro.flat.clauses import Clause
from quidpro.flat.walk import names
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.engine import Attempt, each
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.evidence import (
    SymbolicAssumption,
    SymbolicCertificate,
    SymbolicConjecture,
    SymbolicStats,
    SymbolicVerdict,
)
from quidpro.verdict.symbolic.problem import Problem, undecided
from quidpro.verdict.watch import PremiseView

METHOD = "circular"
RUN = "circle"


@dataclass(eq=False)
class _Group:
    """A group, its letters, and the states that it has been found in."""

    cut: Cut
    module: Module
    unseen: Bdd
    """The letters of other groups that it does not see, to be quantified."""
    reached: Bdd

    @property
    def shown(self) -> Bdd:
        """The letters of these states: its assumption."""
        return self.module.seen(self.reached) & self.module.alphabet

    def advance(self, allowed: Bdd) -> bool:
        """Take steps from what is allowed; whether that leads to anything new."""
        before, manager = self.reached, self.module.manager
        self.reached = before | self.module.relation.image(before & manager.exists(allowed, self.unseen))
        return self.reached != before


class Circle:
    """A specification, groups, and the strongest assumptions without memory."""

    def __init__(self, problem: Problem, groups: Groups, machine: Machine, events: Listener) -> None:
        assert problem.spec.invariant is not None
        self.problem, self.machine, self.events = problem, machine, events
        self.about = frozenset(names(problem.spec.invariant))
        self.dealt = deal(problem.model, groups)
        self.wrong = ~machine.predicate(problem.spec.invariant, problem.spec.span)
        self.groups: list[_Group] = []
        self.stats = SymbolicStats(bits=problem.model.bits)
        shared = self.dealt.shared(self.about)
        self.stats.communication_bits = sum(problem.model.variables[v].domain.bits for v in shared)

    def _groups(self, dealt: Dealt) -> Iterator[_Group]:
        public = dealt.shared(self.about) | self.about
        for group in dealt.groups:
            part = Part(group.seen, frozenset(), group.seen & public, group.clauses)
            cut = Cut(dealt.model, part, part)
            made = module(part, cut, self.machine)
            unseen = self.machine.manager.cube(self.machine.bits.all_levels(public - group.seen))
            yield _Group(cut, made, unseen, made.init)

    def proves(self) -> bool:
        """Whether there are assumptions that prove the property, with more and more of the groups."""
        for part in layered(self.dealt, self.about):
            self.groups = list(self._groups(part))
            if self._close():
                return True
        return False

    def _close(self) -> bool:
        """Let all groups advance until nothing is new; whether what they show then satisfies the property.

        They only show more and more, so that it is over as soon as what they show does not.
        """
        manager = self.machine.manager
        while True:
            allowed = manager.conjunction(group.shown for group in self.groups)
            if (allowed & self.wrong).satisfiable():
                return False
            advanced = [group.advance(allowed) for group in self.groups]
            if not any(advanced):
                return True
            self.stats.rings += 1
            nodes = sum(group.reached.node_count() for group in self.groups)
            self.events(Image(self.stats.rings, nodes, manager.table.approx_num_inner_nodes()))
            manager.poll()

    def assumptions(self) -> tuple[SymbolicAssumption, ...]:
        """g1, g2, …, each over what it reads."""
        return tuple(self._assumption(number, group) for number, group in enumerate(self.groups))

    def _assumption(self, number: int, group: _Group) -> SymbolicAssumption:
        alphabet = group.module.alphabet
        dfa, letters = read_letters(forbidding(alphabet & ~group.shown, alphabet), group.cut.shared, self.machine)
        return assumption_of(self.machine, self.dealt.groups[number].variables, letters, dfa, f"g{number + 1}")

    def certificate(self, assumptions: tuple[SymbolicAssumption, ...]) -> SymbolicCertificate | None:
        """What each group sees, the assumptions, and where each group can be; None when it would be too large."""
        model, builder = self.problem.model, GraphBuilder(self.machine.bits, MAX_NODES)
        try:
            invariants = [builder.add(group.reached) for group in self.groups]
        except TooManyStates:
            return None
        made = certificate("circ-ag", model, self.problem.spec, invariants, builder.graph())
        groups = tuple(in_order(model, group.seen) for group in self.dealt.groups)
        return replace(made, groups=groups, assumptions=assumptions)

    def verdict(self, assumptions: tuple[SymbolicAssumption, ...]) -> SymbolicVerdict:
        """That the property holds, not yet checked."""
        proof = self.certificate(assumptions)
        manager = self.machine.manager
        self.stats.peak_nodes = max(manager.peak, manager.table.approx_num_inner_nodes())
        return self.problem.verdict(
            METHOD,
            self.stats,
            "holds",
            components=tuple(format_split(group.variables, self.problem.model) for group in self.dealt.groups),
            assumptions=assumptions,
            certificate=proof,
            reason="" if proof else f"the invariants of the proof have more than {MAX_NODES:,} nodes",
            notes=(*self.dealt.notes, *self._vacuous()),
        )

    def _vacuous(self) -> Iterator[str]:
        """No letter that all groups show at once, as far as they are looked at: not even a first one."""
        if not self.machine.manager.conjunction(group.shown for group in self.groups).satisfiable():
            yield NOTHING_STARTS

    def report(self, assumptions: tuple[SymbolicAssumption, ...], outcome: str) -> Round:
        """The one round that there is."""
        size = sum(one.states for one in assumptions)
        done = Round(1, outcome, size, images=self.stats.rings, run=RUN)
        self.stats.iterations += 1
        self.stats.rounds.append(done)
        if wants_pictures(self.events):
            number, others = len(assumptions), " ∥ ".join(one.name for one in assumptions)
            premises = [PremiseView(i, f"M{i} ⊨ ({others}) ▷ g{i}", "holds") for i in range(1, number + 1)]
            last = PremiseView(number + 1, f"{others} ⊨ P", "holds" if outcome == "holds" else "fails")
            shown = SymbolicConjecture(assumptions, groups=number, premises=(*premises, last))
            self.events(replace(done, evidence=shown))
        else:
            self.events(done)
        return done


def layered(dealt: Dealt, about: frozenset[str]) -> Iterator[Dealt]:
    """The groups with the clauses of what the property is about alone, then of what these read, at last with all."""
    everything, before = [clause for group in dealt.groups for clause in group.clauses], -1
    for layer in layers(everything, about):
        kept = set(clauses_about(everything, layer))
        if before < len(kept) < len(everything):
            yield replace(dealt, groups=tuple(_keeping(group, kept, about) for group in dealt.groups))
        before = len(kept)
    yield dealt


def _keeping(group: Group, kept: set[Clause], about: frozenset[str]) -> Group:
    clauses = tuple(clause for clause in group.clauses if clause in kept)
    return Group(group.variables & (read(clauses) | about), clauses)


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    return symbolic.why_not_cut(problem, METHOD)


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> SymbolicVerdict:
    """Decide the problem in a circle or, where no assumptions without memory will do, as ``symbolic`` does."""
    options: SymbolicCircular = attempt.options or SymbolicCircular()
    groups = symbolic.groups_of(problem, attempt.split)
    assert groups is not None
    events(Chosen(format_groups(groups, problem.model)))
    begin("looking for assumptions", budget, events)
    settings = Settings(order=options.bits)
    try:
        done = _in_a_circle(problem, groups, settings, budget, events)
        if isinstance(done, Round):
            solver = symbolic.Compositional(problem, groups, budget, events, settings)
            return _handed_over(solver.solve(), done)
        return done
    except BudgetExceeded as ran_out:
        return undecided(problem, METHOD, str(ran_out))


def _in_a_circle(
    problem: Problem, groups: Groups, settings: Settings, budget: Budget, events: Listener
) -> SymbolicVerdict | Round:
    """The proof, or the round that was no proof."""
    machine = Machine(problem.model, budget, symbolic.in_order_of_groups(problem, groups, settings))
    with machine.manager.limits():
        circle = Circle(problem, groups, machine, events)
        proved = circle.proves()
        assumptions = circle.assumptions()
        done = circle.report(assumptions, "holds" if proved else "too weak")
        return circle.verdict(assumptions) if proved else done


def _handed_over(found: SymbolicVerdict, done: Round) -> SymbolicVerdict:
    """The answer of ``symbolic``, with a note on why it was asked."""
    note = "no assumptions without memory prove it in a circle; the answer is that of method symbolic"
    found.stats.rounds.insert(0, done)
    found.stats.iterations += 1
    return replace(found, method=METHOD, notes=(note, *found.notes))


solve = each(decide)
