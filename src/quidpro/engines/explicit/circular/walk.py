"""Automata side by side, walked together over the union of their alphabets, a level at a time.

Letters that an automaton does not have leave it where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Protocol

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.languages import OUT, Automaton, Table
from quidpro.learning.protocol import Flags
from quidpro.lts.lts import Ints, Longs

_FLAGS = 1 << 27
"""Vectors of states for which there may be a flag each."""


class Met(Protocol):
    """Which vectors of states have been met."""

    def fresh(self, vectors: Ints) -> Longs:
        """The rows that are met now for the first time, in their order; from now on they have been met."""


class Flagged:
    """A flag for each vector that there can be."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._weights = np.cumprod([1, *sizes[:-1]], dtype=np.int64)
        self._flags = np.zeros(prod(sizes), dtype=bool)

    def fresh(self, vectors: Ints) -> Longs:
        """Only those without a flag are sorted."""
        codes = vectors @ self._weights
        new = np.flatnonzero(~self._flags[codes])
        _, first = np.unique(codes[new], return_index=True)
        found: Longs = new[np.sort(first)]
        self._flags[codes[found]] = True
        return found


class Listed:
    """A set of the vectors that were met, when nobody knows how many there can be."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()

    def fresh(self, vectors: Ints) -> Longs:
        """Each vector as its bytes."""
        _, first = np.unique(vectors, axis=0, return_index=True)
        found = [i for i in np.sort(first).tolist() if vectors[i].tobytes() not in self._seen]
        self._seen.update(vectors[i].tobytes() for i in found)
        return np.array(found, dtype=np.int64)


def _met(automata: Sequence[Automaton]) -> Met:
    sizes = [automaton.size for automaton in automata if isinstance(automaton, Table)]
    return Flagged(sizes) if len(sizes) == len(automata) and prod(sizes) <= _FLAGS else Listed()


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
        met = _met(self.automata)
        met.fresh(np.stack(level, axis=1))
        while len(level[0]) and self.letters:
            self.budget.check()
            self.states += len(level[0])
            after = [self._step(i, handles) for i, handles in enumerate(level)]
            bad = np.argwhere(wrong(after))
            if len(bad):
                return [self._word(history, int(at), int(letter)) for at, letter in bad[:most]]
            before, letter = np.nonzero(all_in(after))
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
