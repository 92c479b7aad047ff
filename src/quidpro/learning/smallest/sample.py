"""Words that an assumption must allow and words that it must not, and a smallest automaton that does so, by SAT.

The encoding is the one-hot one. Its states are numbered breadth first, unless there are anchors: words
that no automaton in question leads to the same state. Then the state of the i-th anchor is called i (Heule and Verwer
2010 break symmetries so, when they look for the smallest automaton that agrees with a sample). λ is the first anchor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quidpro.core.budget import Budget
from quidpro.core.clock import now
from quidpro.learning.dfa import Dfa, Word
from quidpro.learning.smallest.apart import Apart
from quidpro.learning.smallest.encodings import Member, OneHot, in_turns

Actions = tuple[str, ...]


class Anchored(OneHot):
    """One-hot, with words whose states are known to differ."""

    def __init__(self, alphabet: Actions, room: int, anchors: Sequence[Actions]) -> None:
        self._anchored = bool(anchors)
        super().__init__([alphabet], room)
        for state, word in enumerate(anchors):
            self.solver.add_clause([self._at(0, self._node(0, word), state)])

    def _number_states(self, part: int, letters: int) -> None:
        if not self._anchored:
            super()._number_states(part, letters)


class Sample:
    """Words over an alphabet, each to be allowed or not; grows. No automaton of fewer than ``size`` states agrees."""

    def __init__(self, alphabet: Actions, anchors: Sequence[Word] = (), size: int = 1) -> None:
        self.alphabet = alphabet
        self.size = max(size, len(anchors))
        self.words: dict[Word, bool] = {}
        self.seconds = 0.0
        """How long the SAT solver took."""
        self._anchors = [self.actions(word) for word in anchors]
        self._encoding = Anchored(alphabet, self.size, self._anchors)

    @classmethod
    def begun(cls, alphabet: Actions, apart: Apart) -> Sample:
        """A sample that begins with words that are apart, and with what shows it."""
        sample = cls(alphabet, apart.anchors if len(apart.anchors) > 1 else (), len(apart.most))
        sample.extend(apart.forbidden, apart.allowed)
        return sample

    def actions(self, word: Word) -> Actions:
        """A word by the names of its letters."""
        return tuple(self.alphabet[letter] for letter in word)

    def add(self, word: Word, allowed: bool) -> None:
        """One more word."""
        if word not in self.words:
            self.words[word] = allowed
            self._encode(word)

    def extend(self, forbidden: Iterable[Word], allowed: Iterable[Word]) -> None:
        """More words of either kind."""
        for words, is_allowed in ((forbidden, False), (allowed, True)):
            for word in words:
                self.add(word, is_allowed)

    def shown(self, allowed: bool) -> tuple[Actions, ...]:
        """The words that must be allowed, or those that must not."""
        return tuple(self.actions(word) for word, is_allowed in self.words.items() if is_allowed is allowed)

    def smallest(self, budget: Budget) -> Dfa:
        """An automaton that agrees with the sample, of as few states as that takes."""
        started = now()
        try:
            while (found := in_turns([self._encoding], self.size, budget)) is None:
                self._grow()
        finally:
            self.seconds += now() - started
        return found[0]

    def _grow(self) -> None:
        """One state more."""
        self.size += 1
        self._encoding = Anchored(self.alphabet, self.size, self._anchors)
        for word in self.words:
            self._encode(word)

    def _encode(self, word: Word) -> None:
        self._encoding.add((Member(self.actions(word), 0, self.words[word]),))
