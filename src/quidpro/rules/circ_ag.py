"""Automated circular reasoning: rule CIRC-AG for n components, its premises and its constraints (ACR, chapters 3 to 5).

    M_i ⊨ (g_1 ∥ … without g_i … ∥ g_n) ▷ g_i   for each i        g_1 ∥ … ∥ g_n ⊨ P        ⊢   M_1 ∥ … ∥ M_n ⊨ P

``M ⊨ A ▷ g`` is inductive: a trace of M whose every proper prefix A allows stays in g. For two components this is the
rule of the thesis, and its proof carries over: a shortest trace of the whole that leaves some g_i has prefixes that
all of them allow. Assumptions are synthesised together, smallest first; a counterexample of a premise is real or adds
constraints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.learning.dfa import Dfa
from quidpro.learning.protocol import Flags
from quidpro.learning.simulator import Simulator
from quidpro.lts.lts import LTS, Ints
from quidpro.rules.languages import OUT, Table, Traces, Walk, accepts, all_in, free, projected
from quidpro.rules.rounds import Candidate, Conjecture, Holds, Journal, Rounds, Violated, alphabet_of
from quidpro.rules.synthesis import Constraint, Member, Synthesis
from quidpro.rules.witness import play
from quidpro.verdict.types import Round

Group = Sequence[LTS]
Word = tuple[str, ...]


@dataclass(frozen=True)
class Circular:
    """One run of the rule on groups of components."""

    journal: Journal

    def decide(self, groups: Sequence[Group], goal: Group) -> Rounds:
        """Algorithm 4.2."""
        game = Game(groups, goal, self.journal)
        synthesis = Synthesis(game.alphabets, self.journal.budget)
        while True:
            assumptions = synthesis.smallest()
            found = game.apply(assumptions, synthesis)
            if found is not None:
                return found
            yield sum(dfa.states for dfa in assumptions)


class Game:
    """The components as languages over the alphabets of their assumptions, and the property.

    αg_i = αM_i ∩ (αP ∪ the other components' actions). An action that only the property has belongs to the first
    component, which can do it at any time.
    """

    def __init__(self, groups: Sequence[Group], goal: Group, journal: Journal) -> None:
        orphans = sorted(alphabet_of(goal) - alphabet_of([lts for group in groups for lts in group]))
        self.groups = [list(group) for group in groups]
        if orphans:
            self.groups[0].append(free(orphans))
        self.goal = list(goal)
        self.journal = journal
        spoken = alphabet_of(goal)
        self.alphabets = [self._alphabet(i, spoken) for i in range(len(self.groups))]
        budget = journal.budget
        self.parts = [Traces(group, a, budget) for group, a in zip(self.groups, self.alphabets, strict=True)]
        self.property = Simulator(self.goal, sorted(spoken), budget)

    def _alphabet(self, i: int, spoken: set[str]) -> tuple[str, ...]:
        others = [lts for j, group in enumerate(self.groups) for lts in group if j != i]
        return tuple(sorted(alphabet_of(self.groups[i]) & (alphabet_of(others) | spoken)))

    def apply(self, assumptions: list[Dfa], synthesis: Synthesis) -> Holds | Violated | None:
        """Algorithm 5.1, with as many counterexamples of each premise as there are states in the assumptions."""
        tables = [Table(dfa, a) for dfa, a in zip(assumptions, self.alphabets, strict=True)]
        most = sum(dfa.states for dfa in assumptions)
        number = self.journal.conjecture()
        failed: list[tuple[int, list[Word]]] = []
        for i in range(len(self.parts)):
            failed.append((i, self._inductive(i, tables, most, number)))
        failed.append((len(self.parts), self._together(tables, most, number)))
        self._tell(assumptions, number, failed)
        if not any(words for _, words in failed):
            named = zip(assumptions, self.alphabets, strict=True)
            return Holds(tuple(dfa.to_lts(a, f"g{i + 1}") for i, (dfa, a) in enumerate(named)))
        for premise, words in failed:
            for word in words:
                real, constraints = self._analyse(premise, word)
                if real is not None:
                    return self._violated(real)
                for constraint in constraints:
                    synthesis.add(constraint)
        return None

    def _inductive(self, i: int, tables: list[Table], most: int, number: int) -> list[Word]:
        """Algorithm 4.1: traces of M_i that leave g_i, whose proper prefixes the other assumptions allow."""
        others = [table for j, table in enumerate(tables) if j != i]
        walk = Walk([self.parts[i], tables[i], *others], self.journal.budget)
        mine = walk.has[0]

        def wrong(after: list[Ints]) -> Flags:
            leaving: Flags = mine & (after[0] != OUT) & (after[1] == OUT)
            return leaving

        words = walk.find(wrong, most)
        self._count(number, i + 1, tables, walk, words)
        return words

    def _together(self, tables: list[Table], most: int, number: int) -> list[Word]:
        """The last premise: traces that all assumptions allow and the property does not."""
        walk = Walk([self.property, *tables], self.journal.budget)

        def wrong(after: list[Ints]) -> Flags:
            violating: Flags = (after[0] == OUT) & all_in(after[1:])
            return violating

        words = walk.find(wrong, most)
        self._count(number, len(tables) + 1, tables, walk, words)
        return words

    def _analyse(self, premise: int, word: Word) -> tuple[Word | None, list[Constraint]]:
        """A word that violates the property for real, or the constraints that rule the counterexample out."""
        if premise == len(self.parts):
            return self._analyse_together(word)
        return self._analyse_inductive(premise, word)

    def _analyse_together(self, word: Word) -> tuple[Word | None, list[Constraint]]:
        """Algorithm 5.1, lines 10 to 15; with two components a word that one of them takes is not for the other's
        assumption (Lemma 3.4).
        """
        able = [accepts(part, word) for part in self.parts]
        if all(able):
            return word, []
        if len(able) == 2 and any(able):
            return None, [(self._without(word, 1 - able.index(True)),)]
        return None, [tuple(self._without(word, j) for j in range(len(able)))]

    def _analyse_inductive(self, i: int, word: Word) -> tuple[Word | None, list[Constraint]]:
        """Algorithm 5.2 for σa = ``word``, a counterexample of premise i; its cases by line number."""
        before = word[:-1]
        others = [j for j in range(len(self.parts)) if j != i]
        safe, safe_before = accepts(self.property, word), accepts(self.property, before)
        if all(accepts(self.parts[j], word) for j in others):
            if not safe:
                return word, []  # line 5
            return None, [(self._with(word, j),) for j in (i, *others)]  # line 8
        if all(accepts(self.parts[j], before) for j in others):
            if not safe_before:
                return before, []  # line 11
            added: list[Constraint] = [(self._with(word, i),)]  # line 15
            if not safe and len(others) == 1:
                added.append((self._without(word, others[0]),))
            return None, added
        if len(others) == 1 and not safe_before:
            return None, [(self._without(before, others[0]),)]  # line 21
        either = (*(self._without(before, j) for j in others), self._with(word, i))  # line 18
        if len(others) == 1 and not safe:
            return None, [(self._without(word, others[0]),), either]  # line 25
        return None, [either]

    def _with(self, word: Word, part: int) -> Member:
        return Member(projected(word, self.alphabets[part]), part, True)

    def _without(self, word: Word, part: int) -> Member:
        return Member(projected(word, self.alphabets[part]), part, False)

    def _violated(self, word: Word) -> Violated:
        """The word over all actions of all components."""
        everything = [lts for group in self.groups for lts in group] + self.goal
        alphabet = sorted({action for alphabet in self.alphabets for action in alphabet})
        moves = play(everything, word, alphabet, self.journal.budget)
        assert moves is not None, "all components can take the word, and the property forbids it"
        actions = tuple(move.action for move in moves if move.action != "tau")
        return Violated(actions, tuple(sorted(alphabet_of(everything))))

    def _count(self, number: int, premise: int, tables: list[Table], walk: Walk, words: list[Word]) -> None:
        size = sum(table.dfa.states for table in tables)
        self.journal.premise(Round(number, premise, size, walk.states, 0, "fails" if words else "holds"))

    def _tell(self, assumptions: list[Dfa], number: int, failed: list[tuple[int, list[Word]]]) -> None:
        premise, word = next(((i, words[0]) for i, words in failed if words), (None, None))
        outcome = "holds" if premise is None else f"premise {premise + 1} fails"
        for i, dfa in enumerate(assumptions):
            lts = dfa.to_lts(self.alphabets[i], f"g{i + 1}")
            self.journal.events(Conjecture(number, lts, outcome, word, level=i))
        size = sum(dfa.states for dfa in assumptions)
        first = assumptions[0].to_lts(self.alphabets[0], "g1")
        self.journal.best = Candidate(
            first, f"a guess; no assumptions with fewer than {size} states in all satisfy what is known"
        )
