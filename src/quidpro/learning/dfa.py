"""Prefix-closed deterministic automata: every state accepts, and what is missing is the one rejecting sink.

Where one is wrong about a word is found by binary search (Rivest and Schapire 1993, the suffix of CGP03's Figure 5,
line 8).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.lts.lts import LTS, Ints

Word = tuple[int, ...]
"""Letters as numbers from 0."""

SINK = -1


@dataclass(frozen=True, eq=False)
class Dfa:
    """States 0, 1, …; ``next[state, letter]`` is a state or :data:`SINK`. Without states the language is empty."""

    next: Ints

    @classmethod
    def everything(cls, letters: int) -> Dfa:
        """The automaton of all words."""
        return cls(np.zeros((1, letters), dtype=np.int32))

    @classmethod
    def nothing(cls, letters: int) -> Dfa:
        """The automaton of no word at all, not even λ."""
        return cls(np.zeros((0, letters), dtype=np.int32))

    @property
    def states(self) -> int:
        """Number of accepting states."""
        return len(self.next)

    @property
    def letters(self) -> int:
        """Size of the alphabet."""
        return int(self.next.shape[1])

    def run(self, word: Word, state: int = 0) -> int:
        """The state after a word, or the sink."""
        if not self.states:
            return SINK
        for letter in word:
            state = int(self.next[state, letter])
            if state == SINK:
                break
        return state

    def accepts(self, word: Word) -> bool:
        """Whether the word is in the language."""
        return self.run(word) != SINK

    def to_lts(self, alphabet: Sequence[str], name: str = "") -> LTS:
        """The safety LTS of CGP03, section 2: the sink and the transitions into it are removed."""
        state, letter = np.nonzero(self.next != SINK)
        return LTS.from_arrays(alphabet, max(self.states, 1), state, letter + 1, self.next[state, letter], name=name)


def breakpoint_of(hypothesis: Dfa, counterexample: Word, agrees: Callable[[int, Word], bool]) -> int:
    """The position ``i`` at which the hypothesis goes wrong about a counterexample ``w``.

    ``agrees(q, v)`` tells whether the access word of state ``q``, followed by ``v``, is in the language (false for the
    sink). With ``α(i)`` the answer for the state after ``w[:i]`` and the rest ``w[i:]``, the ends differ, ``α(0) ≠
    α(|w|)``, so somewhere ``α(i) ≠ α(i + 1)``: there the suffix ``w[i + 1:]`` tells the state that ``w[i]`` leads to
    from the word that stands for it.
    """

    def alpha(i: int) -> bool:
        return agrees(hypothesis.run(counterexample[:i]), counterexample[i:])

    low, high = 0, len(counterexample)
    first = alpha(low)
    while high - low > 1:
        middle = (low + high) // 2
        if alpha(middle) == first:
            low = middle
        else:
            high = middle
    return low
