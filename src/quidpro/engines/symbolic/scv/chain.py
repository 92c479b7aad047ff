"""Rule ASYM-N over variables: premise 2 is the rule again, with an assumption as the property (CGP03, section 5.3).

    ⟨A1⟩ M1 ⟨P⟩      ⟨A2⟩ M2 ⟨A1⟩      …      ⟨true⟩ Mn ⟨An-1⟩      ⊢      ⟨true⟩ M1 ∥ M2 ∥ … ∥ Mn ⟨P⟩

A conjecture of SCV for the first group is what the others must guarantee. Its automaton runs beside the next group, as
further bits of that group's state, which goes wrong where the automaton rejects a letter; so the next level is SCV once
more, with letters that this group shares with those behind it. What earlier groups show may be anything there. Only
one group and two automata are ever searched; the others are followed along single words, to see whether they are real.

A violation of the level below is a run of the later groups that the conjecture forbids, which refutes the conjecture or
is part of a violation here. An assumption speaks of those letters only that its edges depend on, and the group that
must keep it is localised to these.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count

from quidpro.core.events import Event
from quidpro.engines.symbolic.scv.algorithm import Guarantee, Learner, Pair, Proof, Result, States, Violation
from quidpro.engines.symbolic.scv.cut import Cut, Dealt
from quidpro.engines.symbolic.scv.dfa import Answer, Encoded, StateBits, SymbolicDFA, encode
from quidpro.engines.symbolic.scv.localise import localised
from quidpro.engines.symbolic.scv.module import Module, Word, module
from quidpro.engines.symbolic.shared.cone import read_letters
from quidpro.engines.symbolic.shared.machine import Machine, Settings
from quidpro.engines.symbolic.shared.relation import Relation


@dataclass(frozen=True, eq=False)
class Below(Answer):
    """Premise 2 with a proof of its own: ``goal`` is what it is about, over the letters that it reads."""

    cut: Cut
    goal: SymbolicDFA
    proof: Proof


@dataclass(eq=False)
class Chain:
    """The groups of one orientation, and what their levels share."""

    dealt: Dealt
    machine: Machine
    settings: Settings
    name: str
    report: Callable[[Chain, Event, Cut, Cut], None]
    """Told what happens, with the cut as it is looked at and as it is."""
    of_levels: dict[int, StateBits]
    """The variables of conjectures, which orientations share: they never meet."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def bits(self, level: int) -> StateBits:
        """The variables of the conjectures of a level, which are the property of the next."""
        return self.of_levels.setdefault(level, StateBits(self.machine.manager))

    def learner(self, level: int, pair: Pair, cut: Cut, whole: Cut) -> Learner:
        """SCV on one level; M2 is searched where it is one group."""
        learner = Learner(pair, self.bits(level), name=self.name, candidates=self.settings.candidates, level=level)
        learner.events = lambda event: self.report(self, event, cut, whole)
        learner.numbers = self.numbers
        learner.guarantee = self._guarantee(level, cut, pair.first)
        return learner

    def layers(self, whole: Cut, about: frozenset[str]) -> Iterator[Cut]:
        """Cuts with less of M1, then the whole one."""
        return localised(whole, about) if self.settings.localise else iter((whole,))

    def _guarantee(self, level: int, cut: Cut, first: Module) -> Guarantee | None:
        if level + 2 == len(self.dealt.groups):
            return None
        return partial(self._prove, level + 1, cut, first)

    def _prove(self, level: int, upper: Cut, shown: Module, dfa: SymbolicDFA) -> Generator[int, None, Answer]:
        """Do the groups from this level on do only what a conjecture of the level above allows?

        ``shown`` are the letters of that level, in which a word that it forbids is answered.
        """
        manager = self.machine.manager
        if dfa.rejecting is None:
            return self._nothing_to_prove(level, dfa)
        if dfa.rejecting == 0:
            return Answer((), manager.false, 0, self.bits(level))
        goal, letters = read_letters(dfa, upper.shared, self.machine)
        part, result = yield from self._rounds(level, goal, frozenset(letters))
        if isinstance(result, Violation):
            return Answer(self._word(shown, result.states), manager.false, 0, self.bits(level))
        assert isinstance(result, Proof)
        return Below(None, manager.true, result.second.rings, self.bits(level), part, goal, result)

    def _rounds(self, level: int, goal: SymbolicDFA, about: frozenset[str]) -> Generator[int, None, tuple[Cut, Result]]:
        """SCV for a group beside a goal, with more and more of the group."""
        whole = self.dealt.cut(level, about)
        encoded = encode(goal, self.bits(level - 1))
        for part in self.layers(whole, about):
            pair = Pair(
                beside(module(part.first, part, self.machine), encoded),
                module(part.second, part, self.machine),
                encoded.rejects,
            )
            result = yield from self.learner(level, pair, part, whole).rounds()
            if not isinstance(result, Violation) or part is whole:
                return part, result
        raise AssertionError("the last layer is the whole")

    def _word(self, shown: Module, states: States) -> Word:
        """A run as letters of the level above; what no group from here on sees may be anything."""
        letters = set(shown.letters)
        known = ({bit: value for bit, value in state.items() if bit in letters} for state in states)
        return tuple(shown.letter(shown.manager.minterm(values)) for values in known)

    def _nothing_to_prove(self, level: int, goal: SymbolicDFA) -> Answer:
        """A conjecture that allows everything: nothing is assumed from here on."""
        everything = self.machine.manager.true
        own = self.bits(level).enough_for(1)
        if level + 1 == len(self.dealt.groups):
            return Answer(None, everything, 0, own)
        dfa = SymbolicDFA(({0: everything},), None)
        proof = Proof(dfa, Answer(None, everything, 0, own), self._nothing_to_prove(level + 1, dfa))
        return Below(None, everything, 0, own, self.dealt.cut(level, frozenset()), goal, proof)


def beside(group: Module, goal: Encoded) -> Module:
    """A group and an automaton that reads its letters: the state of that is private."""
    relation, bits = group.relation, goal.bits
    return replace(
        group,
        init=group.init & goal.initial,
        relation=Relation(
            group.manager,
            [*relation.parts, goal.relation],
            (*relation.current, *bits.current),
            (*relation.following, *bits.following),
            relation.inputs,
            relation.cluster_nodes,
        ),
        private=(*group.private, *bits.current),
    )


def links(proof: Proof) -> Iterator[Below]:
    """The proofs below a proof, level by level."""
    while isinstance(proof.second, Below):
        yield proof.second
        proof = proof.second.proof
