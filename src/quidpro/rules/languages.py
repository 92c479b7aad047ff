"""Automata side by side: components, assumptions and properties walked together over one alphabet, a level at a time.

Each automaton has states numbered from 1 and the state 0, "not in the language", which is never left. Letters that an
automaton does not have leave it where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

import numpy as np

from quidpro.core.budget import Budget
from quidpro.learning.dfa import Dfa
from quidpro.learning.protocol import Flags
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import LTS, Ints, Longs

OUT = BAD


class Automaton(Protocol):
    """A deterministic automaton over its own alphabet."""

    alphabet: tuple[str, ...]

    def start(self) -> int:
        """The initial state; 0 when the language is empty."""

    def rows(self, handles: Ints) -> Ints:
        """The successors of some states by each letter."""


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

    def start(self) -> int:
        """State 1, when there is one."""
        return 1 if self.dfa.states else OUT

    def rows(self, handles: Ints) -> Ints:
        """A look-up."""
        found: Ints = self._next[handles]
        return found


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
        self.states = 0

    def _step(self, i: int, handles: Ints) -> Ints:
        """The successors of some states of one automaton by every letter of the walk."""
        column = self._columns[i]
        after = np.repeat(handles[:, None], len(self.letters), axis=1)
        if self.has[i].any():
            after[:, self.has[i]] = self.automata[i].rows(handles)[:, column[self.has[i]]]
        return after

    def find(self, wrong: Callable[[list[Ints]], Flags], most: int) -> list[tuple[str, ...]]:
        """Shortest words whose last letter is ``wrong`` and whose proper prefixes are in all languages, a few."""
        level = [np.array([automaton.start()], dtype=np.int32) for automaton in self.automata]
        history: list[tuple[Longs, Longs]] = []
        seen: set[bytes] = {_key(level, 0)}
        while len(level[0]) and self.letters:
            self.budget.check()
            self.states += len(level[0])
            after = [self._step(i, handles) for i, handles in enumerate(level)]
            bad = np.argwhere(wrong(after))
            if len(bad):
                return [self._word(history, int(at), int(letter)) for at, letter in bad[:most]]
            before, letter = np.nonzero(all_in(after))
            reached = np.stack([column[before, letter] for column in after], axis=1)
            _, first = np.unique(reached, axis=0, return_index=True)
            fresh = [int(i) for i in np.sort(first) if reached[i].tobytes() not in seen]
            seen.update(reached[i].tobytes() for i in fresh)
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


def _key(level: list[Ints], at: int) -> bytes:
    return np.array([column[at] for column in level], dtype=np.int32).tobytes()


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
