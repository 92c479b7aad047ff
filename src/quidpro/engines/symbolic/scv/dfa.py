"""The conjecture as a symbolic DFA C(X_C, X^IO, Init_C, F_C, T_C), and the equivalence queries (SCV, section 4.2).

States are numbers; state 0 is where every word begins. Edges are predicates over the communication variables. X_C are
variables at the end of the order, which the manager is asked for as the DFA grows. Queries are answered by reachability
in the product of a module and the conjecture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

from quidpro.core.events import Listener, ignore
from quidpro.engines.symbolic.scv.module import Letter, Module, Word
from quidpro.engines.symbolic.shared.relation import Relation, Search
from quidpro.solvers.bdd import Bdd, Manager


@dataclass(frozen=True, eq=False)
class SymbolicDFA:
    """``edges[i][j]`` are the letters that lead from i to j; the rejecting state, if there is one, is never left."""

    edges: tuple[dict[int, Bdd], ...]
    rejecting: int | None

    @property
    def states(self) -> int:
        """How many states there are, the rejecting one included."""
        return len(self.edges)

    def step(self, state: int, letter: Letter) -> int:
        """Where a letter leads."""
        return next(target for target, label in self.edges[state].items() if (label & letter).satisfiable())

    def path(self, word: Sequence[Letter], start: int = 0) -> list[int]:
        """The states along a word, before its first letter and after each."""
        found = [start]
        for letter in word:
            found.append(self.step(found[-1], letter))
        return found


MAX_SEPARATED = 300
"""The states of larger automata are not told apart: that takes a word for each, read from all of them."""


def separating_words(dfa: SymbolicDFA, module: Module) -> list[Word]:
    """Words that tell all states apart that differ: after one of them one is rejecting and the other is not."""
    words: list[Word] = [()]
    while dfa.states <= MAX_SEPARATED and (word := _new_separating_word(dfa, module, words)) is not None:
        words.append(word)
        module.manager.poll()
    return words[1:]


def _new_separating_word(dfa: SymbolicDFA, module: Module, words: Sequence[Word]) -> Word | None:
    """A letter and one of the words that separate two states which the words alone do not (Moore)."""
    after = [tuple(dfa.path(word, state)[-1] == dfa.rejecting for word in words) for state in range(dfa.states)]
    known: dict[tuple[bool, ...], int] = {}
    for state, answers in enumerate(after):
        other = known.setdefault(answers, state)
        for (i, left), (j, right) in product(dfa.edges[other].items(), dfa.edges[state].items()):
            if after[i] != after[j] and (left & right).satisfiable():
                separates = next(k for k in range(len(words)) if after[i][k] != after[j][k])
                return (module.letter(left & right), *words[separates])
    return None


@dataclass(eq=False)
class StateBits:
    """The variables X_C and X'_C, in pairs."""

    manager: Manager
    pairs: list[tuple[int, int]] = field(default_factory=list)

    def enough_for(self, states: int) -> StateBits:
        """Enough bits to number this many states; the manager gets new variables when there are too few."""
        wanted = (states - 1).bit_length()
        if wanted > len(self.pairs):
            fresh = iter(self.manager.extend(2 * (wanted - len(self.pairs))))
            self.pairs.extend(zip(fresh, fresh, strict=True))
        return StateBits(self.manager, self.pairs[:wanted])

    @property
    def current(self) -> tuple[int, ...]:
        """X_C."""
        return tuple(now for now, _ in self.pairs)

    @property
    def following(self) -> tuple[int, ...]:
        """X'_C."""
        return tuple(then for _, then in self.pairs)

    def code(self, state: int, *, following: bool = False) -> Bdd:
        """The number of a state over X_C or X'_C."""
        bits = self.following if following else self.current
        return self.manager.minterm({bit: bool(state >> k & 1) for k, bit in enumerate(bits)})


@dataclass(frozen=True, eq=False)
class Encoded:
    """A DFA over the variables X_C: T_C between accepting states, and the letters that reject."""

    relation: Bdd
    initial: Bdd
    rejects: Bdd
    bits: StateBits


def encode(dfa: SymbolicDFA, bits: StateBits) -> Encoded:
    """T_C without the rejecting state, which a search never needs to enter: reading into it is what it looks for."""
    manager, own = bits.manager, bits.enough_for(dfa.states)
    steps, rejects = [], []
    for source, targets in enumerate(dfa.edges):
        if source == dfa.rejecting:
            continue
        for target, label in targets.items():
            if target == dfa.rejecting:
                rejects.append(own.code(source) & label)
            else:
                steps.append(own.code(source) & label & own.code(target, following=True))
    return Encoded(manager.disjunction(steps), own.code(0), manager.disjunction(rejects), own)


@dataclass(frozen=True, eq=False)
class Answer:
    """A word that shows that the query fails; without one, the states of the product, over X_C too."""

    word: Word | None
    reached: Bdd
    rings: int
    bits: StateBits
    more: tuple[Word, ...] = field(default=(), kw_only=True)
    """Other words that show it, as many as were asked for."""

    @property
    def words(self) -> tuple[Word, ...]:
        """All of them."""
        return () if self.word is None else (self.word, *self.more)


def subsetQ(  # noqa: N802
    dfa: SymbolicDFA, module: Module, wrong: Bdd, bits: StateBits, events: Listener = ignore, limit: int = 1
) -> Answer:
    """Does M1 satisfy φ with every word that C allows? The word read so far ends with the letter of the state."""
    if dfa.rejecting == 0:
        return Answer(None, module.manager.false, 0, bits)
    encoded = encode(dfa, bits)
    return _query(module, encoded, wrong & module.alphabet & ~encoded.rejects, events, limit)


def supersetQ(  # noqa: N802
    dfa: SymbolicDFA, module: Module, bits: StateBits, events: Listener = ignore, limit: int = 1
) -> Answer:
    """Does C allow every word that M2 can do? There is nothing to check if it allows everything."""
    if dfa.rejecting is None:
        return Answer(None, module.manager.true, 0, bits.enough_for(dfa.states))
    if dfa.rejecting == 0:
        return Answer(() if module.init.satisfiable() else None, module.manager.false, 0, bits)
    encoded = encode(dfa, bits)
    return _query(module, encoded, encoded.rejects, events, limit)


def _query(module: Module, encoded: Encoded, bad: Bdd, events: Listener, limit: int) -> Answer:
    manager, own, relation = module.manager, encoded.bits, module.relation
    product = Relation(
        manager,
        [*relation.clusters, encoded.relation],
        (*relation.current, *own.current),
        (*relation.following, *own.following),
        relation.inputs,
    )
    search = Search(product, module.init & encoded.initial, events)
    distance = search.first(bad)
    rings = search.found.rings
    words = [] if distance is None else _words(module, product, rings[: distance + 1], bad, limit)
    return Answer(words[0] if words else None, search.found.states, len(rings), own, more=tuple(words[1:]))


def _words(module: Module, product: Relation, rings: list[Bdd], bad: Bdd, limit: int) -> list[Word]:
    """Shortest words to bad states, each with another letter at its end."""
    words = [_word(module, product, rings, bad)]
    while len(words) < limit and (rings[-1] & (bad := bad & ~words[-1][-1])).satisfiable():
        words.append(_word(module, product, rings, bad))
    return words


def _word(module: Module, product: Relation, rings: list[Bdd], bad: Bdd) -> Word:
    """The letters along a shortest path to a bad state, found backwards."""
    manager, seen = module.manager, (*product.current, *product.inputs)
    states, letters = rings[-1] & bad, []
    for distance in range(len(rings) - 1, -1, -1):
        chosen = manager.pick(states, seen)
        assert chosen is not None
        letters.append(manager.minterm({bit: chosen[bit] for bit in module.letters}))
        if distance:
            target = manager.minterm({bit: chosen[bit] for bit in product.current})
            states = rings[distance - 1] & product.preimage_with_inputs(target)
    return tuple(reversed(letters))
