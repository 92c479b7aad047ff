"""What a counterexample of a premise says of all assumptions that do (ACR, Algorithms 5.1 and 5.2, for n components).

Its Lemmas 3.3 and 3.4 are about two components; here they are for every subset S of n.

Lemma. Let g_1 … g_n satisfy the premises, and let σ be a word that all M_i with i in S can do. If g_j has σ for every j
outside of S, then g_1 … g_n all have σ, and σ keeps P.

Proof. Else there is a shortest prefix τ of σ that some g_i excludes. Languages are closed under prefixes, so i is in S
and M_i can do τ. All proper prefixes of τ are in all assumptions. By premise i, τ is in g_i. So all of them have σ, and
by the last premise it keeps P.

The more components can do a word, the less has to be asked of the assumptions of the others: S is all that can do it.

- If σ breaks P, one of those outside of S excludes it (lines 10 to 15 of Algorithm 5.1, 21 and 25 of 5.2).
- If M_i can do σa, then one of those outside of S excludes σ, or g_i has σa (lines 15 and 18 of Algorithm 5.2).
- If all can do σ, all assumptions have it (line 8).

With a skeleton the first and the last stay as they are, because its premises say more. For the second it is enough to
look at those that premise i uses, and at those that the premises of these use as far as they can do σ: with U for all
of them, the proof is the same for the assumptions in U. Errata are those of docs/papers.md; that of the lines is 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.engines.explicit.circular.languages import Automaton, accepts, projected
from quidpro.engines.explicit.circular.skeleton import Uses
from quidpro.learning.smallest.encodings import Constraint, Member, Word

Lesson = tuple[Word | None, list[Constraint]]
"""A word that all components can do and the property forbids, or the constraints that rule a counterexample out."""


@dataclass(frozen=True)
class Analysis:
    """The groups as languages over the alphabets of their assumptions, the property, and the skeleton of the proof."""

    parts: Sequence[Automaton]
    property: Automaton
    alphabets: Sequence[tuple[str, ...]]
    uses: Uses

    def of(self, premise: int, word: Word) -> Lesson:
        """What follows from a counterexample of a premise; the last one is that of the property."""
        return self.together(word) if premise == len(self.parts) else self.inductive(premise, word)

    def together(self, word: Word) -> Lesson:
        """Of a word that the property forbids."""
        unable = self._unable(word)
        return (None, [self._excluded(word, unable)]) if unable else (word, [])

    def inductive(self, i: int, word: Word) -> Lesson:
        """Of a word σa that M_i can do.

        If premise i fails along it, the assumptions of the round break one of the constraints: those that it uses have
        σ, and g_i does not have σa.
        """
        before = word[:-1]
        unable, unable_before = self._unable(word), self._unable(before)
        if not accepts(self.property, before):
            if not unable_before:
                return before, []  # line 11
            excluded = self._excluded(before, unable_before)  # line 21
            return None, [excluded, *([] if unable_before <= set(self.uses[i]) else [self._line_18(i, word)])]
        safe = accepts(self.property, word)
        if not unable:
            return (None, self._had(word, i)) if safe else (word, [])  # lines 8 and 5
        return None, [*self._kept(i, word, unable_before), *([] if safe else [self._excluded(word, unable)])]

    def _unable(self, word: Word) -> set[int]:
        """The components that cannot do a word."""
        return {j for j, part in enumerate(self.parts) if not accepts(part, word)}

    def _excluded(self, word: Word, among: set[int]) -> Constraint:
        return tuple(self._without(word, j) for j in sorted(among))

    def _had(self, word: Word, first: int) -> list[Constraint]:
        others = [j for j in range(len(self.parts)) if j != first]
        return [(self._with(word, j),) for j in (first, *others)]

    def _kept(self, i: int, word: Word, unable_before: set[int]) -> list[Constraint]:
        """Lines 15 and 18; with a skeleton line 18 too where the other may be satisfied by this round's assumptions."""
        among = self._used(i, unable_before) & unable_before
        kept = (*self._excluded(word[:-1], among), self._with(word, i))
        return [kept] if among <= set(self.uses[i]) else [kept, self._line_18(i, word)]

    def _used(self, i: int, unable: set[int]) -> set[int]:
        """What premise i uses, and what the premises of these use unless their components are unable."""
        found: set[int] = set()
        todo = list(self.uses[i])
        while todo:
            j = todo.pop()
            if j not in found:
                found.add(j)
                todo += [] if j in unable else self.uses[j]
        return found

    def _line_18(self, i: int, word: Word) -> Constraint:
        """What premise i says of σa by itself."""
        return (*self._excluded(word[:-1], set(self.uses[i])), self._with(word, i))

    def _with(self, word: Word, part: int) -> Member:
        return Member(projected(word, self.alphabets[part]), part, True)

    def _without(self, word: Word, part: int) -> Member:
        return Member(projected(word, self.alphabets[part]), part, False)
