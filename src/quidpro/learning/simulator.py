"""Membership by simulation: words over an interface, played on components as sets of states (CGP03, section 4.2).

A word is in the language when no way of playing it (actions outside the interface happen freely in between) brings a
component into π. The sets are numbered and their successors remembered, so that the words that L* asks for become
walks in a table; 0 is the set that contains π, from which nothing returns. This is the lazily determinised M1 ∥
P_err, and its language is the weakest assumption.

An automaton is compared with that language breadth first over pairs of their states, a level at a time.
:func:`excess` is Oracle 1 of CGP03: words of the assumption that lead M1 ∥ P_err into π. :func:`lack` is the other
direction: words that the assumption forbids for no reason. :func:`beyond` is Oracle 2, where the components are M2:
words that they can take and the assumption forbids. All give shortest words first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from quidpro.core.budget import Budget
from quidpro.learning.dfa import SINK, Dfa, Word
from quidpro.learning.protocol import Flags
from quidpro.lts.lazy import LazyGraph
from quidpro.lts.lts import ERROR, LTS, Ints, Longs

BAD = 0
UNKNOWN = -1
_POLL = 1 << 14
"""Letters walked between two checks of the budget."""
_SILENT_COST = 1 << 6
"""A silent step counts as this many letters: the state behind it may have to be explored first."""


class Simulator:
    """The determinised product, built as far as it is asked for."""

    def __init__(self, components: Sequence[LTS], alphabet: Sequence[str], budget: Budget | None = None) -> None:
        budget = budget or Budget()
        self.alphabet = tuple(alphabet)
        self.letters = len(self.alphabet)
        self.queries = 0
        self._budget = budget
        self._walked = 0
        self._graph = LazyGraph(components, self.alphabet, budget)
        self._closures: dict[int, frozenset[int] | None] = {}
        self._sets: list[frozenset[int]] = [frozenset()]
        self._numbers: dict[frozenset[int], int] = {}
        self._next = np.full((64, self.letters), UNKNOWN, dtype=np.int32)
        self._next[BAD] = BAD
        self._start = self._number(self._closure({self._graph.initial}))

    @property
    def sets(self) -> int:
        """How many sets of states have been met."""
        return len(self._sets) - 1

    def start(self) -> int:
        """The set reached by λ."""
        return self._start

    def extensions(self, handle: int) -> Ints:
        """The sets reached by each letter."""
        row: Ints = self.rows(np.array([handle], dtype=np.int32))[0]
        return row

    def accepts(self, handles: Ints, suffix: Word) -> Flags:
        """Whether playing the suffix from each set stays clear of π."""
        self.queries += len(handles)
        self._poll(1 + len(suffix))
        safe: Flags = self.walk(handles, suffix) != BAD
        return safe

    def goes_on(self, handle: int) -> bool:
        """Whether the components can be anywhere at all, π included; not after a word that they cannot take."""
        return handle == BAD or bool(self._sets[handle])

    def are_possible(self, handles: Ints) -> Flags:
        """The same of many sets at once."""
        possible: Flags = handles != self._numbers.get(frozenset(), UNKNOWN)
        return possible

    def _poll(self, letters: int) -> None:
        """Check the budget now and then: long words walked in a table meet no new set for a long time."""
        self._walked += letters
        if self._walked >= _POLL:
            self._walked = 0
            self._budget.check()

    def walk(self, handles: Ints, suffix: Word) -> Ints:
        """The sets reached from these by a word."""
        for letter in suffix:
            reached = self._next[handles, letter]
            if (reached == UNKNOWN).any():
                self._expand(handles[reached == UNKNOWN])
                reached = self._next[handles, letter]
            handles = reached
        return handles

    def rows(self, handles: Ints) -> Ints:
        """All successors of some sets, a row each."""
        self._poll(len(handles))
        if self.letters:
            self._expand(handles[self._next[handles, 0] == UNKNOWN])
        return self._next[handles]

    def _expand(self, handles: Ints) -> None:
        for handle in set(handles.tolist()):
            self._budget.check()
            self._next[handle] = self._row(self._sets[handle])

    def adopt(self, rows: Ints) -> None:
        """Take up the work of an earlier simulator: the successors of the first sets, a row each, as it numbered them.

        Only sets that a row speaks of for the first time are built again. Rows that do not fit are a ValueError.
        """
        for handle, row in enumerate(rows.tolist(), 1):
            self._budget.check()
            if handle >= len(self._sets):
                raise ValueError(f"row {handle}")
            for found, number in zip(self._targets(self._sets[handle]), row, strict=True):
                known = len(self._sets)
                if number > known or (number == known and self._number(self._closure(found)) != number):
                    raise ValueError(f"row {handle}")
            self._next[handle] = row

    def _row(self, states: frozenset[int]) -> list[int]:
        """The successors of one set."""
        return [self._number(self._closure(found)) for found in self._targets(states)]

    def _targets(self, states: frozenset[int]) -> list[set[int]]:
        """Where each letter leads, before any silent steps."""
        targets: list[set[int]] = [set() for _ in range(self.letters)]
        for state in states:
            for letter, target in self._graph.edges(state)[0]:
                targets[letter].add(target)
        return targets

    def _closure(self, states: set[int]) -> frozenset[int] | None:
        """The states after silent steps; None when π is among them."""
        if len(states) == 1:
            return self._closed(next(iter(states)))
        found: set[int] = set()
        for state in states:
            if state in found:
                continue  # and so is all that silent steps lead to from there
            closed = self._closed(state)
            if closed is None:
                return None
            found |= closed
        return frozenset(found)

    def _closed(self, state: int) -> frozenset[int] | None:
        if state == ERROR:
            return None
        if state not in self._closures:
            self._closures[state] = self._silently(state)
        return self._closures[state]

    def _silently(self, state: int) -> frozenset[int] | None:
        """Like :meth:`_closed`, for the first time; where another search has been, it is not repeated."""
        found, todo = {state}, [state]
        while todo:
            self._poll(_SILENT_COST)
            for target in self._graph.edges(todo.pop())[1]:
                if target == ERROR:
                    return None
                if target in found:
                    continue
                if target not in self._closures:
                    found.add(target)
                    todo.append(target)
                    continue
                closed = self._closures[target]
                if closed is None:
                    return None
                found |= closed
        return frozenset(found)

    def _number(self, states: frozenset[int] | None) -> int:
        if states is None:
            return BAD
        if states not in self._numbers:
            number = len(self._sets)
            self._numbers[states] = number
            self._sets.append(states)
            if number == len(self._next):
                more = np.full((number, self.letters), UNKNOWN, dtype=np.int32)
                self._next = np.concatenate([self._next, more])
        return self._numbers[states]


@dataclass
class Compared:
    """What a comparison found: words that tell the two apart, and how much was looked at."""

    words: list[Word] = field(default_factory=list)
    states: int = 0
    transitions: int = 0


@dataclass(frozen=True)
class _Level:
    """Pairs at one distance, each with the pair before it and the letter between."""

    pairs: Longs
    before: Longs
    letter: Longs


def excess(dfa: Dfa, simulator: Simulator, limit: int = 1) -> Compared:
    """Words in the automaton's language that the simulator rejects; at most ``limit``, all of the same length."""
    return _compare(dfa, simulator, limit, lambda state, handle: (state != SINK) & (handle == BAD))


def lack(dfa: Dfa, simulator: Simulator, limit: int = 1) -> Compared:
    """Words that the simulator accepts and the automaton does not."""
    return _compare(dfa, simulator, limit, lambda state, handle: (state == SINK) & (handle != BAD))


def beyond(dfa: Dfa, simulator: Simulator, limit: int = 1) -> Compared:
    """Words that the components can take and the automaton forbids."""
    return _compare(dfa, simulator, limit, lambda state, handle: (state == SINK) & simulator.are_possible(handle))


def _compare(dfa: Dfa, simulator: Simulator, limit: int, differ: Callable[[Ints, Ints], Flags]) -> Compared:
    found = Compared()
    start = np.array([0 if dfa.states else SINK], dtype=np.int32), np.array([simulator.start()], dtype=np.int32)
    if differ(*start)[0]:
        found.words.append(())
    if found.words or not dfa.states or not dfa.letters or simulator.start() == BAD:
        return found
    levels = [_Level(_code(*start), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))]
    seen = levels[0].pairs
    while len(levels[-1].pairs):
        pairs = levels[-1].pairs
        found.states += len(pairs)
        state, handle = dfa.next[pairs >> 32], simulator.rows((pairs & 0xFFFFFFFF).astype(np.int32))
        found.transitions += int((state != SINK).sum())
        wrong = np.argwhere(differ(state, handle))
        if len(wrong):
            found.words = [(*_word(levels, int(i)), int(a)) for i, a in wrong[:limit]]
            return found
        level = _next_level(state, handle, seen)
        seen = np.union1d(seen, level.pairs)
        levels.append(level)
    return found


def _code(state: Ints, handle: Ints) -> Longs:
    return (state.astype(np.int64) << 32) | handle.astype(np.int64)


def _next_level(state: Ints, handle: Ints, seen: Longs) -> _Level:
    """The pairs one letter further that were not seen before, each once, with the first way to it."""
    before, letter = np.nonzero((state != SINK) & (handle != BAD))
    codes, first = np.unique(_code(state[before, letter], handle[before, letter]), return_index=True)
    new = ~np.isin(codes, seen, assume_unique=True)
    return _Level(codes[new], before[first[new]], letter[first[new]])


def _word(levels: list[_Level], at: int) -> Word:
    """The letters that lead to a pair of the last level."""
    letters = []
    for level in reversed(levels[1:]):
        letters.append(int(level.letter[at]))
        at = int(level.before[at])
    return tuple(reversed(letters))
