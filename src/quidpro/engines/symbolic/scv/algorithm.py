"""SCV itself (figures 1 and 4): conjectures are made until one is an assumption, or a word proves the violation.

A run is a generator that stops after every round, so that the two orientations can take turns. A word that
refutes a conjecture is used until the conjecture is right about it (erratum 13 of docs/papers.md).

Before anything is learned a cheap candidate is tried, the assumption without memory. It forbids some letters for ever
and allows all others. Which ones comes out of one search through M1: before a step is taken, every letter with which
some state that was found goes wrong now, or whatever comes next, is forbidden. So M1 is safe under it by construction,
and the states that were found are the invariant that shows it.

The candidate is not in the paper. Its learner finds such an assumption at once only if the first state of M1 can show
all the letters that matter; what M1 cannot show there counts as harmless, so that else a state is learned for every way
to come to a place where it is not.

Premise 2 is a search through M2 or, where M2 is several groups, whatever proves it (rule ASYM-N, ``chain.py``).

An assumption that the user gives is tried before that, and alone: both premises are looked at. To improve it, and where
there is no initial state, the table starts with the experiments that tell its states apart, and with the words that
refuted it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import count

from quidpro.core.events import Event, Listener, ignore
from quidpro.engines.symbolic.scv.dfa import Answer, StateBits, SymbolicDFA, separating_words, subsetQ, supersetQ
from quidpro.engines.symbolic.scv.module import Module, Word
from quidpro.engines.symbolic.scv.table import Table
from quidpro.engines.symbolic.shared.evidence import NOTHING_STARTS
from quidpro.engines.symbolic.shared.relation import Search
from quidpro.solvers.bdd import Bdd


def memoryless(
    module: Module, wrong: Bdd, doomed: Bdd, bits: StateBits, events: Listener = ignore
) -> tuple[SymbolicDFA, Answer] | None:
    """The assumption, and what M1 does under it; None when M1 goes wrong before anything can be forbidden."""
    if (module.init & doomed).satisfiable():
        return None
    harmful = (wrong | module.before(doomed)) & module.alphabet
    forbidden = module.manager.false
    search = Search(module.relation, module.init, events)
    while True:
        forbidden = forbidden | module.seen(search.found.rings[-1] & harmful) if search.found.rings else forbidden
        if not search.advance(~forbidden):
            break
    dfa = forbidding(forbidden, module.alphabet)
    own = bits.enough_for(dfa.states)
    return dfa, Answer(None, search.found.states & own.code(0), len(search.found.rings), own)


def forbidding(letters: Bdd, alphabet: Bdd) -> SymbolicDFA:
    """The automaton without memory that forbids these letters for ever."""
    if not letters.satisfiable():
        return SymbolicDFA(({0: alphabet},), None)
    allowed = alphabet & ~letters
    first = {0: allowed, 1: letters} if allowed.satisfiable() else {1: letters}
    return SymbolicDFA((first, {1: alphabet}), 1)


States = list[dict[int, bool]]
"""A run of the whole: a valuation of the bits for every state."""


@dataclass(frozen=True, eq=False)
class Pair:
    """M1, M2 and the property: ``wrong`` is ¬φ over the states of M1 and the letters."""

    first: Module
    second: Module
    wrong: Bdd

    @property
    def doomed(self) -> Bdd:
        """The states of M1 that violate φ whatever its inputs are; codes that are no values do not count."""
        manager, letters, inputs = self.first.manager, self.first.alphabet, self.first.input_cube
        return manager.exists(letters, inputs) & ~manager.exists(letters & ~self.wrong, inputs)


@dataclass(frozen=True, eq=False)
class Proof:
    """C is an assumption: both premises hold, and these states of the two products are closed under steps."""

    dfa: SymbolicDFA
    first: Answer
    second: Answer


@dataclass(frozen=True, eq=False)
class Violation:
    """A run of M1 ∥ M2 whose last state violates φ."""

    states: States


@dataclass(frozen=True, eq=False)
class Refuted:
    """The given assumption is none, though nothing violates φ along these words.

    It allows ``weak``, along which M1 violates φ and which M2 cannot do; it forbids ``strong``, which M2 can do.
    """

    dfa: SymbolicDFA
    weak: Word | None
    strong: Word | None

    @property
    def words(self) -> list[Word]:
        """What there is to learn from it."""
        return [word for word in (self.weak, self.strong) if word is not None]


Result = Proof | Violation | Refuted
Rounds = Generator[int, None, Result]
"""A run in progress: it yields what each round cost, the same every time, so that several can take turns."""
Guarantee = Callable[[SymbolicDFA], Generator[int, None, Answer]]
"""Does M2 do only what a conjecture allows? Where it is not one module, that takes rounds of its own."""


@dataclass(frozen=True, eq=False)
class Conjectured(Event):
    """A conjecture was judged: ``outcome`` is too weak, too strong, holds or violated."""

    number: int
    dfa: SymbolicDFA
    outcome: str
    word: Word | None
    rings: int
    queries: int
    run: str = ""
    table: Table | None = None
    """What the conjecture is made of, as it was then."""
    level: int = 0


@dataclass(eq=False)
class Learner:
    """One orientation: the table, the conjectures, what is known so far."""

    pair: Pair
    bits: StateBits
    events: Listener = ignore
    name: str = ""
    candidates: bool = True
    """Whether an assumption without memory is tried first."""
    given: SymbolicDFA | None = None
    """The assumption that the user gives, to be tried instead of all others."""
    improve: bool = False
    """Whether to learn another one where the given one does not do."""
    refuted: Refuted | None = None
    """What was wrong with the given one."""
    guarantee: Guarantee | None = None
    """What proves premise 2, where that is not a search through M2."""
    level: int = 0
    """How deep in the rule for several groups: 0 is the property itself, 1 the assumption of the first group."""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    """Of the conjectures, those of all levels together."""
    number: int = 0
    strong: SymbolicDFA | None = None
    """The last conjecture under which M1 is safe; it may forbid what M2 does."""
    notes: list[str] = field(default_factory=list)

    def rounds(self) -> Rounds:
        """A candidate, then the algorithm, looking ahead; once more without, in the rare case that M1 and M2 have no
        next step together in a doomed state.
        """
        starts = (
            self.pair.first.seen(self.pair.first.init) & self.pair.second.seen(self.pair.second.init)
        ).satisfiable()
        if not starts:
            self.notes.append(NOTHING_STARTS)
        if self.given is not None:
            judged = yield from self._try_given(self.given)
            if not isinstance(judged, Refuted) or (starts and not self.improve):
                return judged
            self.refuted = judged
        if not self.pair.second.init.satisfiable():
            return (yield from self._forbid_everything())
        result = (yield from self._try_candidate()) if self.candidates and self.given is None else None
        if result is None:
            result = yield from self._learn(self._table(self.pair.doomed))
        if result is None:
            if starts:
                others = "M2" if self.guarantee is None else "the other groups"
                self.notes.append(
                    f"M1 and {others} can get stuck together, so that assumptions were learned from the past alone"
                )
            result = yield from self._learn(self._table(self.pair.first.manager.false))
        assert result is not None
        return result

    def again(self, wrong: Violation, *, tell: bool) -> Violation | None:
        """The violation of a smaller M1, if this one violates φ too where M2 does the same; a round if it is told."""
        first, bits = self.pair.first, self.bits.enough_for(1)
        word = tuple(first.manager.minterm({bit: state[bit] for bit in first.letters}) for state in wrong.states)
        real = violation(self.pair, word)
        if real is not None and tell:
            self.number = next(self.numbers)
            everything = forbidding(first.manager.false, first.alphabet)
            self._report(None, everything, "violated", Answer(word, first.manager.false, len(word), bits))
        return real

    def _try_given(self, dfa: SymbolicDFA) -> Generator[int, None, Result]:
        """Both premises for the assumption that the user gives."""
        pair = self.pair
        self.number = next(self.numbers)
        first = subsetQ(dfa, pair.first, pair.wrong, self.bits, self.events)
        real = None if first.word is None else violation(pair, first.word)
        yield first.rings * dfa.states
        if real is not None:
            self._report(None, dfa, "violated", first)
            return real
        second = yield from self._guaranteed(dfa)
        real = None if second.word is None else violation(pair, second.word)
        if first.word is None:
            self.strong = dfa
        if first.word is None and second.word is None:
            self._report(None, dfa, "holds", second)
            return Proof(dfa, first, second)
        if real is not None:
            self._report(None, dfa, "violated", second)
            return real
        outcome, answer = ("too strong", second) if first.word is None else ("too weak", first)
        self._report(None, dfa, outcome, answer)
        return Refuted(dfa, first.word, second.word)

    def _table(self, doomed: Bdd) -> Table:
        """A table; after a given assumption one that tells its states apart, and is right about what refuted it."""
        table = Table(self.pair.first, self.pair.wrong, doomed)
        if self.refuted is not None:
            table.seed(separating_words(self.refuted.dfa, self.pair.first))
            table.close()
            for word in self.refuted.words:
                self._refine(table, table.conjecture(), word)
        return table

    def _try_candidate(self) -> Generator[int, None, Result | None]:
        """An assumption without memory, if that is enough; or the violation that it has found."""
        pair = self.pair
        found = memoryless(pair.first, pair.wrong, pair.doomed, self.bits, self.events)
        if found is None:
            return None
        dfa, first = found
        self.number = next(self.numbers)
        self.strong = dfa
        yield first.rings
        second = yield from self._guaranteed(dfa)
        if second.word is None:
            self._report(None, dfa, "holds", second)
            return Proof(dfa, first, second)
        real = violation(pair, second.word)
        self._report(None, dfa, "violated" if real else "too strong", second)
        yield second.rings
        return real

    def _learn(self, table: Table) -> Generator[int, None, Result | None]:
        pair = self.pair
        while True:
            table.close()
            dfa = table.conjecture()
            self.number = next(self.numbers)
            first = subsetQ(dfa, pair.first, pair.wrong, self.bits, self.events)
            if first.word is not None:
                real = violation(pair, first.word)
                self._report(table, dfa, "violated" if real else "too weak", first)
                if real is not None:
                    return real
                self._refine(table, dfa, first.word)
                yield first.rings * dfa.states
                continue
            self.strong = dfa
            yield first.rings * dfa.states
            second = yield from self._guaranteed(dfa)
            if second.word is None:
                self._report(table, dfa, "holds", second)
                return Proof(dfa, first, second)
            if not table.safe(second.word):
                self._report(table, dfa, "violated", second)
                return violation(pair, second.word)
            self._report(table, dfa, "too strong", second)
            self._refine(table, dfa, second.word)
            yield second.rings * dfa.states

    def _guaranteed(self, dfa: SymbolicDFA) -> Generator[int, None, Answer]:
        """Premise 2 for a conjecture."""
        if self.guarantee is not None:
            return (yield from self.guarantee(dfa))
        return supersetQ(dfa, self.pair.second, self.bits, self.events)

    def _forbid_everything(self) -> Generator[int, None, Proof]:
        """M2 does nothing at all, so that the assumption that forbids everything will do."""
        letters = self.pair.first.alphabet
        bits = self.bits.enough_for(2)
        dfa = SymbolicDFA(({1: letters}, {1: letters}), 1)
        first = Answer(None, self.pair.first.init & bits.code(0), 1, bits)
        second = yield from self._guaranteed(dfa)
        return Proof(dfa, first, second)

    def _report(self, table: Table | None, dfa: SymbolicDFA, outcome: str, answer: Answer) -> None:
        queries = 0 if table is None else table.splits
        self.events(
            Conjectured(self.number, dfa, outcome, answer.word, answer.rings, queries, self.name, table, self.level)
        )

    def _refine(self, table: Table, dfa: SymbolicDFA, word: Word) -> None:
        """New experiments until the conjecture is right about the word: one suffix may not be enough (erratum 13)."""
        member = table.safe(word)
        path = dfa.path(word)
        while (path[-1] != dfa.rejecting) != member:
            table.addE(table.findSuffix(word, path))
            table.close()
            dfa = table.conjecture()
            path = dfa.path(word)


def violation(pair: Pair, word: Word) -> Violation | None:
    """A run of the whole along a prefix of a word to a state that violates φ; None when M2 is stuck before it."""
    first, second = pair.first, pair.second
    for k, (mine, theirs) in enumerate(zip(first.can_do(word), second.can_do(word), strict=True)):
        both = first.seen(mine & pair.wrong) & second.seen(theirs)
        if both.satisfiable():
            along = (*word[:k], first.letter(both))
            left, right = first.run(along, pair.wrong), second.run(along, second.manager.true)
            return Violation([{**a, **b} for a, b in zip(left, right, strict=True)])
    return None
