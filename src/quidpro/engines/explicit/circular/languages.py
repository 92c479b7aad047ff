"""Components, assumptions and properties as deterministic automata, and walks through several of them side by side.

Each automaton has states numbered from 1 and the state 0, "not in the language", which is never left. A group of
components is composed, reduced and made deterministic once; one that is too large for that is played on demand.

A walk goes over the union of the alphabets, a level at a time; letters that an automaton does not have leave it where
it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Explored, Listener, ignore
from quidpro.engines.explicit.shared.weakest import MAX_SETS, MAX_STATES
from quidpro.learning.dfa import SINK, Dfa
from quidpro.learning.protocol import Flags
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import LTS, Ints, Longs
from quidpro.lts.ops import expose, extend, is_deterministic
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build

OUT = BAD


class Traces(Simulator):
    """The traces of components over an alphabet: a word that they cannot take is not in the language."""

    def _number(self, states: frozenset[int] | None) -> int:
        return super()._number(states or None)


class Table:
    """A :class:`Dfa` as an automaton."""

    def __init__(self, dfa: Dfa, alphabet: tuple[str, ...]) -> None:
        self.alphabet = alphabet
        self.dfa = dfa
        self._next = np.concatenate([np.zeros((1, len(alphabet)), dtype=np.int32), dfa.next + 1]).astype(np.int32)

    @property
    def size(self) -> int:
        """How many states there are, 0 among them."""
        return len(self._next)

    def start(self) -> int:
        """State 1, when there is one."""
        return 1 if self.dfa.states else OUT

    def rows(self, handles: Ints) -> Ints:
        """A look-up."""
        found: Ints = self._next[handles]
        return found


Automaton = Table | Simulator
"""A deterministic automaton over its own alphabet; it starts in 0 when its language is empty."""


def tabled(automaton: Automaton, max_states: int, budget: Budget) -> Table | None:
    """An automaton as a table, with the states that can be reached; None when there are too many."""
    if isinstance(automaton, Table):
        return automaton
    order = [start] if (start := automaton.start()) != OUT else []
    number = {OUT: SINK} | {state: i for i, state in enumerate(order)}
    rows = []
    for state in order:
        budget.check()
        row = automaton.rows(np.array([state], dtype=np.int32))[0].tolist()
        for target in row:
            if target not in number:
                number[target] = len(order)
                order.append(target)
        if len(order) > max_states:
            return None
        rows.append([number[target] for target in row])
    return Table(Dfa(np.array(rows, dtype=np.int32).reshape(len(rows), len(automaton.alphabet))), automaton.alphabet)


def composed(group: Sequence[LTS], budget: Budget, events: Listener = ignore) -> list[LTS]:
    """The group as one component; as it is when that is too large."""
    if len(group) == 1:
        return list(group)
    try:
        whole = build(Product(group), budget, ignore, max_states=MAX_STATES)
    except TooManyStates:
        return list(group)
    events(Explored(whole.states, 0, whole.transitions))
    return [whole]


def traces(group: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget) -> Automaton:
    """The traces of a group, which has no π, over a sorted alphabet: as a minimal table if that is not too large.

    What is deterministic is minimal already: there bisimilar states are those with the same traces.
    """
    if len(group) > 1:
        return Traces(group, alphabet, budget)
    seen = extend(expose(replace(group[0], end=-1), alphabet), alphabet)
    small = bisimulation_quotient(seen, "branching", budget)
    try:
        limit = max(MAX_SETS, small.states)
        exact = small if is_deterministic(small) else reduce(small, "trace", budget, max_states=limit)
    except TooManyStates:
        return Traces([small], alphabet, budget)
    table = np.full((exact.states, len(alphabet)), SINK, dtype=np.int32)
    table[exact.source, exact.label - 1] = exact.target
    return Table(Dfa(table), alphabet)


def one_step_late(table: Table, more: Collection[str]) -> LTS:
    """The words whose proper prefixes are in a language, over its letters and some more.

    What the language excludes leads to a state in which nothing happens any more.
    """
    alphabet = sorted({*table.alphabet, *more})
    stopped = table.dfa.states
    steps: list[tuple[int, str, int]] = []
    for state, row in enumerate(table.dfa.next.tolist()):
        after = dict(zip(table.alphabet, row, strict=True))
        steps += [(state, a, stopped if after.get(a, state) == SINK else after.get(a, state)) for a in alphabet]
    return LTS.of(steps, initial=0, alphabet=alphabet)


def projected(word: Sequence[str], alphabet: Collection[str]) -> tuple[str, ...]:
    """The letters of a word that are in an alphabet."""
    known = set(alphabet)
    return tuple(action for action in word if action in known)


def accepts(automaton: Automaton, word: Sequence[str]) -> bool:
    """Whether a word, restricted to the automaton's alphabet, is in its language."""
    where = {action: i for i, action in enumerate(automaton.alphabet)}
    state = automaton.start()
    for action in projected(word, automaton.alphabet):
        if state == OUT:
            break
        state = int(automaton.rows(np.array([state], dtype=np.int32))[0, where[action]])
    return state != OUT


def free(actions: Sequence[str]) -> LTS:
    """A component that can do these actions at any time."""
    return LTS.of([(0, action, 0) for action in actions], initial=0, name="free")


_MAX_FLAGS = 1 << 27
"""Up to this many vectors of states have a flag each."""


class Flagged:
    """Which vectors of states have been met: a flag for each that there can be."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._weights = np.cumprod([1, *sizes[:-1]], dtype=np.int64)
        self._flags = np.zeros(prod(sizes), dtype=bool)

    def fresh(self, vectors: Ints) -> Longs:
        """The rows that are met now for the first time, in their order; only those without a flag are sorted."""
        codes = vectors @ self._weights
        new = np.flatnonzero(~self._flags[codes])
        _, first = np.unique(codes[new], return_index=True)
        found: Longs = new[np.sort(first)]
        self._flags[codes[found]] = True
        return found


class Listed:
    """The same as a set of the vectors that were met, when it is not known how many there can be."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def fresh(self, vectors: Ints) -> Longs:
        """Each vector as its bytes."""
        _, first = np.unique(vectors, axis=0, return_index=True)
        found = [i for i in np.sort(first).tolist() if vectors[i].tobytes() not in self._seen]
        self._seen.update(vectors[i].tobytes() for i in found)
        return np.array(found, dtype=np.int64)


def _met(automata: Sequence[Automaton]) -> Flagged | Listed:
    sizes = [automaton.size for automaton in automata if isinstance(automaton, Table)]
    return Flagged(sizes) if len(sizes) == len(automata) and prod(sizes) <= _MAX_FLAGS else Listed()


class Walk:
    """Some automata over the union of their alphabets."""

    def __init__(self, automata: Sequence[Automaton], budget: Budget) -> None:
        self.automata = list(automata)
        self.budget = budget
        self.letters = tuple(sorted({a for automaton in automata for a in automaton.alphabet}))
        self.has: list[Flags] = []
        self._columns: list[Ints] = []
        for automaton in automata:
            where = {action: i for i, action in enumerate(automaton.alphabet)}
            column = np.array([where.get(action, -1) for action in self.letters], dtype=np.int32)
            self._columns.append(column)
            self.has.append(column >= 0)
        self.states = self.transitions = 0

    def _step(self, i: int, handles: Ints) -> Ints:
        """The successors of some states of one automaton by every letter of the walk."""
        column = self._columns[i]
        after = np.repeat(handles[:, None], len(self.letters), axis=1)
        if self.has[i].any():
            after[:, self.has[i]] = self.automata[i].rows(handles)[:, column[self.has[i]]]
        return after

    def find(self, wrong: Callable[[list[Ints]], Flags], limit: int) -> list[tuple[str, ...]]:
        """Shortest words whose last letter is ``wrong`` and whose proper prefixes are in all languages, a few."""
        level = [np.array([automaton.start()], dtype=np.int32) for automaton in self.automata]
        history: list[tuple[Longs, Longs]] = []
        met = _met(self.automata)
        met.fresh(np.stack(level, axis=1))
        while len(level[0]) and self.letters:
            self.budget.check()
            self.states += len(level[0])
            after = [self._step(i, handles) for i, handles in enumerate(level)]
            inside = all_in(after)
            self.transitions += int(inside.sum())
            bad = np.argwhere(wrong(after))
            if len(bad):
                return [self._word(history, int(at), int(letter)) for at, letter in bad[:limit]]
            before, letter = np.nonzero(inside)
            reached = np.stack([column[before, letter] for column in after], axis=1)
            fresh = met.fresh(reached)
            history.append((before[fresh], letter[fresh]))
            level = [reached[fresh, i] for i in range(len(self.automata))]
        return []

    def _word(self, history: list[tuple[Longs, Longs]], at: int, last: int) -> tuple[str, ...]:
        letters = [last]
        for before, letter in reversed(history):
            letters.append(int(letter[at]))
            at = int(before[at])
        return tuple(self.letters[i] for i in reversed(letters))


def all_in(after: Sequence[Ints]) -> Flags:
    """Where every automaton is in its language."""
    found: Flags = np.logical_and.reduce([column != OUT for column in after])
    return found
