"""``--smallest`` over variables: after a proof with two groups, an assumption with as few states as any, and why.

As everywhere (:mod:`quidpro.learning.smallest.separation`) an automaton is looked for that allows what M2 does and
forbids that along which M1 goes wrong. M1 is what the proof follows of it, and a letter is one valuation of the shared
variables; so this is for interfaces of a few bits. Only letters that M2 can show count, the others are forbidden. The
premises are checked in decision diagrams, as for what is learned. Words that must be told apart are looked for where
both sides, made deterministic, have few states.

The rejecting state counts, as it does wherever an assumption over variables is spoken of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.words import these
from quidpro.engines.symbolic.scv.algorithm import Pair, Proof, forbidding
from quidpro.engines.symbolic.scv.dfa import StateBits, SymbolicDFA, subsetQ, supersetQ
from quidpro.engines.symbolic.scv.module import Letter, Module
from quidpro.engines.symbolic.scv.module import Word as Letters
from quidpro.engines.symbolic.shared.evidence import letter_values
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.learning.dfa import SINK, Dfa, Word
from quidpro.learning.simulator import BAD
from quidpro.learning.smallest.sample import Sample
from quidpro.learning.smallest.separation import MAX_WORDS, Separation, apart_in_time
from quidpro.lts.lts import Ints
from quidpro.solvers.bdd import Bdd, Manager
from quidpro.verdict.smallest import Smallest

MAX_BITS = 8
"""Assumptions over more shared bits are left as they are."""
_MAX_IMAGES = 20_000
"""To make the two sides deterministic no more images than this are taken."""
_STUCK = 1
"""The number of the set that a word leads to which a module cannot do."""


class Search:
    """What is known of the smallest assumption, from a proof with one."""

    def __init__(self, proof: Proof, pair: Pair, bits: StateBits, machine: Machine, shared: Sequence[str]) -> None:
        self.proof, self.pair, self.bits = proof, pair, bits
        self.machine, self.shared = machine, shared
        self.least = 1
        self.ended = ""
        """Why it came to no end."""
        self._harmful: list[Letters] = []
        """A word that some assumption must forbid."""
        self._separation: Separation | None = None

    def run(self, budget: Budget) -> None:
        """Close the gap, as far as the budget allows; what is proved stays proved."""
        manager = self.machine.manager
        try:
            with _limited(manager, budget.for_improving()):
                self._run(manager.budget)
        except BudgetExceeded as ran_out:
            self.ended = f"; {ran_out.why}"
            budget.go_on()
            manager.collect()

    def _run(self, budget: Budget) -> None:
        pair, known = self.pair, self.proof.dfa
        if known.states == 1 or self._nothing_is_needed():
            return
        bits = len(pair.first.letters)
        if known.states > 2 and bits > MAX_BITS:
            self.ended = f"; not looked for over more than {MAX_BITS} shared bits, and these are {bits}"
        elif known.states > 2:
            judge = _Judge(self.proof, pair, self.bits)
            self._separation = judge.separation([self._text(letter) for letter in judge.letters], budget)
            if self._separation.smallest(known.states - 1, budget) is not None:
                self.proof = judge.last

    def _nothing_is_needed(self) -> bool:
        """Whether M1 is safe whatever it reads; else every assumption forbids something, and has a state for it."""
        pair = self.pair
        everything = forbidding(self.machine.manager.false, pair.first.alphabet)
        first = subsetQ(everything, pair.first, pair.wrong, self.bits)
        if first.word is None:
            self.proof = Proof(everything, first, supersetQ(everything, pair.second, self.bits))
            return True
        self.least, self._harmful = 2, [first.word]
        return False

    def _text(self, letter: Letter) -> str:
        return letter_values(self.machine, self.shared, letter)

    def record(self) -> Smallest:
        """For the verdict."""
        states = self.proof.dfa.states
        harmful = tuple(tuple(self._text(letter) for letter in word) for word in self._harmful)
        if self._separation is None:
            return Smallest(self.least, states, forbidden=harmful, name="A")
        sample, rounds = self._separation.sample, self._separation.rounds
        forbidden = dict.fromkeys((*harmful, *sample.shown(allowed=False)))
        return Smallest(sample.size + 1, states, rounds, sample.shown(allowed=True), tuple(forbidden), "A")

    def __str__(self) -> str:
        return f"over {these(len(self.shared), 'variable')}: {self.record()}{self.ended}"


@contextmanager
def _limited(manager: Manager, budget: Budget) -> Iterator[None]:
    """The manager with another budget."""
    usual, manager.budget = manager.budget, budget
    try:
        with manager.limits():
            yield
    finally:
        manager.budget = usual


class _Judge:
    """Automata over the letters that M2 shows, and both premises for them."""

    def __init__(self, proof: Proof, pair: Pair, bits: StateBits) -> None:
        self.pair, self.bits = pair, bits
        self.last = proof
        """The last one that was judged, a proof if nothing was wrong with it."""
        manager = pair.second.manager
        reached = manager.exists(proof.second.reached, manager.cube(proof.second.bits.current))
        shown = pair.second.seen(reached) & pair.second.alphabet
        self.letters = list(_each(pair.second, shown))
        self._index = {letter: i for i, letter in enumerate(self.letters)}
        self._never = pair.second.alphabet & ~shown

    def separation(self, alphabet: Sequence[str], budget: Budget) -> Separation:
        """What M2 does and what M1 cannot stand; the sample begins with words that are apart."""
        first, second, most = self.pair.first, self.pair.second, _MAX_IMAGES // max(1, len(self.letters))
        apart = apart_in_time(Sets(first, self.letters, self.pair.wrong), Sets(second, self.letters), budget, most)
        return Separation(Sample.begun(tuple(alphabet), apart), self)

    def __call__(self, dfa: Dfa) -> tuple[list[Word], list[Word]]:
        pair, found = self.pair, self._symbolic(dfa)
        first = subsetQ(found, pair.first, pair.wrong, self.bits, limit=MAX_WORDS)
        second = supersetQ(found, pair.second, self.bits, limit=MAX_WORDS)
        self.last = Proof(found, first, second)
        return [self._word(word) for word in first.words], [self._word(word) for word in second.words]

    def _word(self, word: Letters) -> Word:
        return tuple(self._index[letter] for letter in word)

    def _symbolic(self, dfa: Dfa) -> SymbolicDFA:
        """The automaton over predicates; what M2 never shows is forbidden."""
        rejecting, rows = dfa.states, []
        for row in dfa.next.tolist():
            letters: dict[int, list[Bdd]] = {rejecting: [self._never]} if self._never.satisfiable() else {}
            for letter, target in zip(self.letters, row, strict=True):
                letters.setdefault(rejecting if target == SINK else target, []).append(letter)
            rows.append({target: self.bits.manager.disjunction(some) for target, some in letters.items()})
        if not any(rejecting in row for row in rows):
            return SymbolicDFA(tuple(rows), None)
        return SymbolicDFA((*rows, {rejecting: self.pair.second.alphabet}), rejecting)


def _each(module: Module, letters: Bdd) -> Iterator[Letter]:
    """The letters of a predicate, one by one."""
    while letters.satisfiable():
        letter = module.letter(letters)
        yield letter
        letters = letters & ~letter


class Sets:
    """A module made deterministic as far as it is asked for, for words that are apart; M1 with what is wrong for it."""

    def __init__(self, module: Module, letters: Sequence[Letter], wrong: Bdd | None = None) -> None:
        self.letters = len(letters)
        self._module, self._alphabet, self._wrong = module, letters, wrong
        self._sets: list[Bdd] = [module.manager.false] * 2  # those of BAD and _STUCK
        self._numbers: dict[Bdd, int] = {}

    def start(self) -> int:
        """The set reached by λ."""
        return self._number(self._module.init)

    def extensions(self, handle: int) -> Ints:
        """The sets reached by each letter."""
        if handle in (BAD, _STUCK):
            return np.full(self.letters, handle, dtype=np.int32)
        return np.array([self._after(self._sets[handle], letter) for letter in self._alphabet], dtype=np.int32)

    def goes_on(self, handle: int) -> bool:
        """Whether the module can do a word that leads there."""
        return handle != _STUCK

    def _after(self, states: Bdd, letter: Letter) -> int:
        self._module.manager.poll()
        here = states & letter
        if self._wrong is not None and (here & self._wrong).satisfiable():
            return BAD
        return self._number(self._module.relation.image(here)) if here.satisfiable() else _STUCK

    def _number(self, states: Bdd) -> int:
        if states not in self._numbers:
            self._numbers[states] = len(self._sets)
            self._sets.append(states)
        return self._numbers[states]
