"""L* with an observation table (Angluin 1987), as CGP03 uses it (Figure 5), suffixes by Rivest and Schapire.

The table holds a row for every word of S ∪ S·Σ and a column for every suffix in E. Each row's entries are kept as one
number, so that closing the table and constructing the DFA are look-ups. One suffix may not use up a counterexample
(erratum 13 of docs/papers.md): it is tried again until the hypothesis is right about it.
"""

from __future__ import annotations

import numpy as np

from quidpro.learning.dfa import SINK, Dfa, Word, breakpoint_of
from quidpro.learning.protocol import Membership
from quidpro.lts.lts import Ints


class LStar:
    """The observation table (S, E, T) and the loop of Figure 5."""

    def __init__(self, oracle: Membership) -> None:
        self.oracle = oracle
        self.short: list[int] = []
        """S, as numbers of rows."""
        self.suffixes: list[Word] = [()]
        """E."""
        self.words: list[Word] = []
        """The word of each row of S ∪ S·Σ."""
        self._handles = np.zeros(0, dtype=np.int32)
        self._table = np.zeros((0, 1), dtype=bool)
        self._entries: list[int] = []
        """Each row as a number, a bit for each column."""
        self._extension: dict[int, int] = {}
        self.hypothesis = Dfa.nothing(oracle.letters)
        """The DFA of the closed table."""

    def start(self) -> Dfa:
        """Lines 1 to 5: S = E = {λ}, close, construct."""
        self._add_rows([()], np.array([self.oracle.start()], dtype=np.int32))
        self._promote(0)
        return self._close()

    def refine(self, counterexample: Word) -> Dfa:
        """Line 8 and again lines 2 to 5, until it is no longer a counterexample."""
        truth = self.oracle.accepts(self._handles[:1], counterexample)[0]
        while self.hypothesis.accepts(counterexample) != truth:
            i = breakpoint_of(self.hypothesis, counterexample, self._agrees)
            self._add_column(counterexample[i + 1 :])
            self._close()
        return self.hypothesis

    def table(self) -> tuple[list[tuple[Word, list[bool]]], list[tuple[Word, list[bool]]]]:
        """The rows of S and of S·Σ, each a word and its entries in the order of E."""
        upper = [(self.words[row], self._table[row].tolist()) for row in self.short]
        ordered = [self._extension[row] + a for row in self.short for a in range(self.oracle.letters)]
        return upper, [(self.words[row], self._table[row].tolist()) for row in ordered]

    @property
    def access(self) -> list[Word]:
        """The word of each state of the hypothesis."""
        return [self.words[row] for row in self._access]

    def _agrees(self, state: int, suffix: Word) -> bool:
        if state == SINK:
            return False
        return bool(self.oracle.accepts(self._handles[[self._access[state]]], suffix)[0])

    def _add_rows(self, words: list[Word], handles: Ints) -> None:
        """New rows, their entries filled by queries, their classes found among those there are."""
        entries = np.column_stack([self.oracle.accepts(handles, suffix) for suffix in self.suffixes])
        self.words.extend(words)
        self._handles = np.concatenate([self._handles, handles])
        self._table = np.concatenate([self._table, entries])
        self._entries.extend(_numbers(entries))

    def _add_column(self, suffix: Word) -> None:
        self.suffixes.append(suffix)
        self._table = np.column_stack([self._table, self.oracle.accepts(self._handles, suffix)])
        self._entries = _numbers(self._table)

    def _promote(self, row: int) -> None:
        """Line 3: a row of S·Σ becomes one of S; its extensions become rows."""
        self.short.append(row)
        self._extension[row] = len(self.words)
        word = self.words[row]
        handles = self.oracle.extensions(int(self._handles[row]))
        self._add_rows([(*word, a) for a in range(self.oracle.letters)], handles)

    def _close(self) -> Dfa:
        """Lines 3 to 5: add rows to S until every row has an equal there; then the candidate DFA."""
        known = {self._entries[row] for row in self.short}
        for row in self.short:  # grows as it goes
            first = self._extension[row]
            for new in range(first, first + self.oracle.letters):
                if self._entries[new] not in known:
                    known.add(self._entries[new])
                    self._promote(new)
        self.hypothesis = self._candidate()
        return self.hypothesis

    def _candidate(self) -> Dfa:
        """Line 5: the rows of S are the states; those that reject λ are the sink."""
        accepted = [row for row in self.short if self._table[row, 0]]
        self._access = accepted
        state_of = {self._entries[row]: state for state, row in enumerate(accepted)}
        table = np.full((len(accepted), self.oracle.letters), SINK, dtype=np.int32)
        for state, row in enumerate(accepted):
            first = self._extension[row]
            extensions = self._entries[first : first + self.oracle.letters]
            table[state] = [state_of.get(entries, SINK) for entries in extensions]
        return Dfa(table)


def _numbers(table: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> list[int]:
    """Rows of bits as numbers."""
    packed = np.packbits(table, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
