"""Comparing an automaton with a simulated language, breadth first over pairs of their states, a level at a time.

:func:`excess` is Oracle 1 of CGP03: words of the assumption that lead M1 ∥ P_err into π. :func:`lack` is the other
direction: words that the assumption forbids for no reason. Both give shortest words first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from quidpro.learning.dfa import SINK, Dfa, Word
from quidpro.learning.protocol import Flags
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import Ints, Longs


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


def excess(dfa: Dfa, simulator: Simulator, most: int = 1) -> Compared:
    """Words in the automaton's language that the simulator rejects; at most ``most``, all of the same length."""
    return _compare(dfa, simulator, most, lambda state, handle: (state != SINK) & (handle == BAD))


def lack(dfa: Dfa, simulator: Simulator, most: int = 1) -> Compared:
    """Words that the simulator accepts and the automaton does not."""
    return _compare(dfa, simulator, most, lambda state, handle: (state == SINK) & (handle != BAD))


def _compare(dfa: Dfa, simulator: Simulator, most: int, differ: Callable[[Ints, Ints], Flags]) -> Compared:
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
            found.words = [(*_word(levels, int(i)), int(a)) for i, a in wrong[:most]]
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
