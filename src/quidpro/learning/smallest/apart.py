"""Words of M2 that every assumption must tell apart: how many states it needs at least, before anything is searched.

After the words u and v an assumption must be in different states when some w follows u in M2 and leads M1 into π after
v: it allows uw and forbids vw. As many words as are pairwise apart, so many states are needed. (Automata that separate
two languages are incompletely specified ones; this is the clique of incompatible states by which their minimisation
begins, Kam, Villa, Brayton and Sangiovanni-Vincentelli 1997.)

A word counts by where it leads the two deterministic automata, M2 and the error language of M1. Both are built in full,
so this is for small ones; for others there is no such bound. A clique is grown greedily from several words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from quidpro.core.budget import Budget
from quidpro.learning.dfa import SINK, Word
from quidpro.learning.protocol import Flags
from quidpro.learning.simulator import BAD
from quidpro.lts.lts import Ints

_MAX_SETS = 20_000
"""An automaton with more states than this is not built."""
_MAX_CELLS = 2_000_000
"""Nor are two of which the product can have more states than this."""
_MAX_WORDS = 2_000
"""So many words are compared, the shortest."""
_MAX_STARTS = 32
"""From so many of them a clique is grown."""
_FAR = np.iinfo(np.int32).max


class Sets(Protocol):
    """What is made deterministic as it is asked for: sets of states by numbers, of which ``BAD`` is the one with π."""

    letters: int
    """How many there are."""

    def start(self) -> int:
        """The set reached by λ."""

    def extensions(self, handle: int) -> Ints:
        """The sets reached by each letter."""

    def goes_on(self, handle: int) -> bool:
        """Whether a word that leads there can be taken at all."""


@dataclass(frozen=True)
class Apart:
    """Words that are pairwise apart, the longest list of them that was found, and one that begins with λ.

    ``allowed`` and ``forbidden`` are what shows it: the words themselves, and for each two of a list one of either.
    """

    most: tuple[Word, ...] = ((),)
    anchors: tuple[Word, ...] = ((),)
    allowed: tuple[Word, ...] = ()
    forbidden: tuple[Word, ...] = ()


def words_apart(unsafe: Sets, others: Sets, budget: Budget, most: int | None = None) -> Apart:
    """Words of M2 (``others``) that are pairwise apart by what is ``unsafe`` for M1; of at most so many sets each."""
    most = _MAX_SETS if most is None else min(most, _MAX_SETS)
    first = _table(others, others.goes_on, most, budget)
    if first is None:
        return Apart()
    second = _table(unsafe, lambda handle: handle != BAD, min(most, _MAX_CELLS // len(first)), budget)
    if second is None or not others.letters:
        return Apart()
    return _Comparison(first, second, budget).cliques()


def _table(simulator: Sets, counts: Callable[[int], bool], most: int, budget: Budget) -> Ints | None:
    """All sets that count, a row of successors each, the first set first; None if they are too many."""
    number = {simulator.start(): 0}
    rows: list[list[int]] = []
    for handle in (order := [simulator.start()]):
        budget.check()
        rows.append(simulator.extensions(handle).tolist())
        for target in rows[-1]:
            if target not in number and counts(target):
                number[target] = len(order)
                order.append(target)
        if len(order) > most:
            return None
    return np.array([[number.get(target, SINK) for target in row] for row in rows], dtype=np.int32)


class _Comparison:
    """The automaton of M2 (``first``) and that of what is safe for M1 (``second``), each with a sink."""

    def __init__(self, first: Ints, second: Ints, budget: Budget) -> None:
        self.first, self.second, self.budget = first, second, budget
        self.distance = self._distances()
        """From each two states: how long the shortest word is that the first allows and the second does not."""

    def _distances(self) -> Ints:
        distance = np.full((len(self.first), len(self.second)), _FAR, dtype=np.int32)
        for length in range(1, distance.size + 1):
            self.budget.check()
            new = (distance == _FAR) & self._one_before(distance, length)
            if not new.any():
                break
            distance[new] = length
        return distance

    def _one_before(self, distance: Ints, length: int) -> Flags:
        """Where some letter leads to a distance below ``length``, or at once into the second sink only."""
        found = np.zeros(distance.shape, dtype=bool)
        near = np.column_stack([distance < length, np.ones(len(self.first), dtype=bool)])  # the last column is SINK
        for letter in range(self.first.shape[1]):
            able = np.flatnonzero(self.first[:, letter] != SINK)
            found[able] |= near[self.first[able, letter]][:, self.second[:, letter]]
        return found

    def cliques(self) -> Apart:
        """The longest clique that is found, and the longest with λ."""
        words, pairs, conflict = self._compared()
        starts = [0, *(int(i) for i in np.argsort(-conflict.sum(axis=1), kind="stable")[:_MAX_STARTS] if i)]
        found = [self._grown(start, conflict) for start in starts]
        most = max(found, key=len)
        shown = [word for clique in (found[0], most) for word in self._shown(clique, words, pairs)]
        longest, anchors = (tuple(words[i] for i in clique) for clique in (most, found[0]))
        allowed = (*longest, *anchors, *(allowed for allowed, _ in shown))
        return Apart(longest, anchors, allowed, tuple(forbidden for _, forbidden in shown))

    def _words(self) -> tuple[list[Word], Ints]:
        """Shortest words of M2 to each two states, as far as they are compared, and these states."""
        known: dict[tuple[int, int], Word] = {(0, 0): ()}
        for one, other in (order := [(0, 0)]):
            self.budget.check()
            for letter, pair in enumerate(zip(self.first[one].tolist(), self.second[other].tolist(), strict=True)):
                if pair[0] != SINK and pair not in known and len(order) < _MAX_WORDS:
                    known[pair] = (*known[one, other], letter)
                    order.append(pair)
        return list(known.values()), np.array(list(known), dtype=np.int32)

    def _compared(self) -> tuple[list[Word], Ints, Flags]:
        """Words, the two states that each leads to, and which of them are apart; one of those that are apart from the
        same ones.
        """
        words, pairs = self._words()
        follows = self.distance[np.ix_(pairs[:, 0], pairs[:, 1])] != _FAR
        conflict = follows | follows.T
        first = np.sort(np.unique(np.packbits(conflict, axis=1), axis=0, return_index=True)[1])
        return [words[i] for i in first], pairs[first], conflict[np.ix_(first, first)]

    def _grown(self, start: int, conflict: Flags) -> list[int]:
        """A clique with this word: each time the one that leaves most to choose from."""
        self.budget.check()
        clique, left = [start], np.flatnonzero(conflict[start])
        while len(left):
            inner = conflict[np.ix_(left, left)]
            best = int(inner.sum(axis=1).argmax())
            clique.append(int(left[best]))
            left = left[inner[best]]
        return clique

    def _shown(self, clique: list[int], words: list[Word], pairs: Ints) -> Iterator[tuple[Word, Word]]:
        """For each two words one that continues the one in M2, and after the other leads M1 into π."""
        for i, one in enumerate(clique):
            for other in clique[:i]:
                here, there = (one, other) if self._distance(pairs, one, other) != _FAR else (other, one)
                suffix = self._suffix(int(pairs[here, 0]), int(pairs[there, 1]))
                yield (*words[here], *suffix), (*words[there], *suffix)

    def _distance(self, pairs: Ints, one: int, other: int) -> int:
        return int(self.distance[pairs[one, 0], pairs[other, 1]])

    def _suffix(self, state: int, other: int) -> Word:
        """A shortest word that the first allows from a state, and the second does not from another."""
        suffix: Word = ()
        while other != SINK:
            letter = self._nearer(state, other)
            suffix = (*suffix, letter)
            state, other = int(self.first[state, letter]), int(self.second[other, letter])
        return suffix

    def _nearer(self, state: int, other: int) -> int:
        left = int(self.distance[state, other]) - 1
        steps = enumerate(zip(self.first[state].tolist(), self.second[other].tolist(), strict=True))
        return next(
            letter
            for letter, (target, beside) in steps
            if target != SINK and left == (0 if beside == SINK else self.distance[target, beside])
        )
