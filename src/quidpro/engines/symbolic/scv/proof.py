"""Certificates of rules ``asym`` and ``asym-n``: the assumptions, and invariants for every premise.

A premise is about one group, what it must guarantee (the property, or the assumption of the group before) and what it
assumes; its invariants say, for every state of the one automaton and of the other, what holds of the group there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quidpro.core.errors import TooManyStates
from quidpro.engines.symbolic.scv.algorithm import Proof
from quidpro.engines.symbolic.scv.chain import Chain, links
from quidpro.engines.symbolic.scv.cut import Cut, Part
from quidpro.engines.symbolic.scv.dfa import Answer, Encoded, StateBits, SymbolicDFA, encode
from quidpro.engines.symbolic.shared.cone import Premise, invariant, read_letters
from quidpro.engines.symbolic.shared.evidence import MAX_NODES, GraphBuilder, assumption_of, certificate
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.model import FlatModel, Spec
from quidpro.flat.walk import names
from quidpro.solvers.bdd import Bdd
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicCertificate


@dataclass(frozen=True, eq=False)
class _Automaton:
    """An assumption over the letters that it reads, and its variables."""

    dfa: SymbolicDFA
    letters: frozenset[str]
    encoded: Encoded

    @property
    def rejecting(self) -> list[Bdd]:
        """The state that is never entered, if there is one."""
        return [] if self.dfa.rejecting is None else [self.encoded.bits.code(self.dfa.rejecting)]


@dataclass(frozen=True, eq=False)
class _Premise:
    """⟨assumed⟩ M ⟨goal⟩, without a goal ⟨assumed⟩ M ⟨P⟩; and what a search has reached."""

    part: Part
    goal: _Automaton | None
    assumed: _Automaton | None
    answer: Answer


def conjecture_of(chain: Chain, level: int, cut: Cut, dfa: SymbolicDFA) -> SymbolicAssumption:
    """A conjecture of a level: A or, of more than two groups, A1, A2, …, each over what it reads."""
    machine, groups = chain.machine, chain.dealt.groups
    if len(groups) == 2:
        return assumption_of(machine, cut.second.variables, cut.shared, dfa)
    later = frozenset[str]().union(*(group.variables for group in groups[level + 1 :]))
    dfa, letters = read_letters(dfa, cut.shared, machine)
    return assumption_of(machine, later, letters, dfa, f"A{level + 1}")


def assumptions_of(chain: Chain, cut: Cut, proof: Proof) -> tuple[SymbolicAssumption, ...]:
    """Those of a proof, level by level."""
    return tuple(conjecture_of(chain, level, shown, one.dfa) for level, (shown, one) in enumerate(_proofs(cut, proof)))


def certificate_of(
    chain: Chain, cut: Cut, spec: Spec, proof: Proof, assumptions: tuple[SymbolicAssumption, ...]
) -> SymbolicCertificate | None:
    """The certificate; None when it would be too large.

    It is about whole groups, though some may be localised: what the rest of a group does spoils no premise.
    """
    machine, dealt = chain.machine, chain.dealt
    assert spec.invariant is not None
    about = frozenset(names(spec.invariant))
    builder = GraphBuilder(machine.bits, MAX_NODES)
    try:
        invariants = [i for premise in _premises(chain, cut, proof) for i in _written(machine, premise, spec, builder)]
    except TooManyStates:
        return None
    made = certificate("asym", machine.model, spec, invariants, builder.graph())
    if len(dealt.groups) == 2:
        return _between(made, dealt.cut(0, about), assumptions[0])
    letters = [about, *(frozenset(one.variables) for one in assumptions), frozenset[str]()]
    seen = [group.seen | letters[i] | letters[i + 1] for i, group in enumerate(dealt.groups)]
    groups = tuple(in_order(machine.model, one) for one in seen)
    return replace(made, rule="asym-n", groups=groups, assumptions=assumptions)


def _between(made: SymbolicCertificate, cut: Cut, assumption: SymbolicAssumption) -> SymbolicCertificate:
    first, second = (in_order(cut.model, part.private) for part in (cut.first, cut.second))
    return replace(made, first=first, second=second, shared=cut.shared, assumption=assumption)


def in_order(model: FlatModel, chosen: frozenset[str]) -> tuple[str, ...]:
    """Variables in the order of the model."""
    return tuple(name for name in model.variables if name in chosen)


def _proofs(cut: Cut, proof: Proof) -> Iterator[tuple[Cut, Proof]]:
    """Those of all levels, each with its cut."""
    yield cut, proof
    for below in links(proof):
        yield below.cut, below.proof


def _premises(chain: Chain, cut: Cut, proof: Proof) -> Iterator[_Premise]:
    """The first group under the first assumption, and so on; at last the last group under none."""
    goal: _Automaton | None = None
    for level, (shown, one) in enumerate(_proofs(cut, proof)):
        dfa, letters = read_letters(one.dfa, shown.shared, chain.machine)
        assumed = _Automaton(dfa, frozenset(letters), encode(dfa, chain.bits(level)))
        yield _Premise(shown.first, goal, assumed, one.first)
        goal, last = assumed, _Premise(shown.second, assumed, None, one.second)
    yield last


def _written(machine: Machine, premise: _Premise, spec: Spec, builder: GraphBuilder) -> list[int]:
    """What the premise needs to know of what is reached, for every state of the goal and of what is assumed."""
    manager, pair = machine.manager, [one for one in (premise.goal, premise.assumed) if one is not None]
    bits = StateBits(manager, [bits for one in pair for bits in one.encoded.bits.pairs])
    joint = Encoded(manager.conjunction(one.encoded.relation for one in pair), manager.true, manager.false, bits)
    held, cube = _needed(machine, premise, spec, joint), manager.cube(bits.current)
    codes = [manager.true]
    for one in pair:
        codes = [code & one.encoded.bits.code(state) for code in codes for state in range(one.dfa.states)]
    return [builder.add(manager.and_exists(held, code, cube)) for code in codes]


def _needed(machine: Machine, premise: _Premise, spec: Spec, joint: Encoded) -> Bdd:
    """The invariant of a premise over the variables of both automata, about as little as will do."""
    goal, assumed, part = premise.goal, premise.assumed, premise.part
    assert spec.invariant is not None
    bad = ~machine.predicate(spec.invariant, spec.span) if goal is None else goal.encoded.rejects
    seeds = frozenset(names(spec.invariant)) if goal is None else goal.letters
    if assumed is not None:
        bad, seeds = bad & ~assumed.encoded.rejects, seeds | assumed.letters
    rejecting = [code for one in (goal, assumed) if one is not None for code in one.rejecting]
    bad = machine.manager.disjunction([bad, *rejecting])
    visible = [v for v in part.variables | part.inputs if machine.model.variables[v].kind != "input"]
    return invariant(machine, Premise(part.clauses, visible, seeds, premise.answer.reached, bad, joint))
