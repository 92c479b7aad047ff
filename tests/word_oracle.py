"""Membership by a plain function of words, for teachers that know no better."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from quidpro.learning.dfa import Word
from quidpro.learning.protocol import Flags
from quidpro.lts.lts import Ints


class WordOracle:
    """Turns ``member(word) -> bool`` into a :class:`~quidpro.learning.protocol.Membership`; answers are cached."""

    def __init__(self, letters: int, member: Callable[[Word], bool]) -> None:
        self.letters = letters
        self.queries = 0
        self._member = member
        self._answers: dict[Word, bool] = {}
        self._words: list[Word] = [()]
        self._numbers: dict[Word, int] = {}

    def start(self) -> int:
        """The handle of λ."""
        return self._handle(())

    def extensions(self, handle: int) -> Ints:
        """The handles of the one-letter extensions."""
        if handle == 0:
            return np.zeros(self.letters, dtype=np.int32)
        word = self._words[handle]
        return np.array([self._handle((*word, a)) for a in range(self.letters)], dtype=np.int32)

    def accepts(self, handles: Ints, suffix: Word) -> Flags:
        """Ask for each prefix · suffix."""
        self.queries += len(handles)
        return np.array([h != 0 and self._ask((*self._words[h], *suffix)) for h in handles.tolist()], dtype=bool)

    def _handle(self, word: Word) -> int:
        if not self._ask(word):
            return 0
        if word not in self._numbers:
            self._numbers[word] = len(self._words)
            self._words.append(word)
        return self._numbers[word]

    def _ask(self, word: Word) -> bool:
        if word not in self._answers:
            self._answers[word] = self._member(word)
        return self._answers[word]
