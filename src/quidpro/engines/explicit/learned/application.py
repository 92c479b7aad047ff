"""One application of rule ASYM with assumptions over one alphabet: cheap candidates, then learning (CGP03, Figure 4).

Candidates are the weakest assumption where it is at hand, else the property itself. Then a learner asks which words
over the interface are safe for M1; its conjectures are the assumptions A. Oracle 1 checks premise 1, Oracle 2
premise 2; a counterexample of Oracle 2 that is unsafe for M1 is real, any other shows that A is too strong. The
observation table can be shown in words, laid out as in CGP03's Tables 1 and 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from quidpro.core.events import wants_pictures
from quidpro.core.words import printable
from quidpro.engines.explicit.learned.lstar import Asym, Group
from quidpro.engines.explicit.shared.rounds import Candidate, Holds, Rounds, Violated
from quidpro.engines.explicit.shared.weakest import ErrorLanguage, ErrorTraces, permissive
from quidpro.learning.dfa import Dfa, Word
from quidpro.learning.inclusion import excess
from quidpro.learning.lstar import LStar
from quidpro.learning.protocol import Learner
from quidpro.learning.registry import learner_named
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round

MOST_ENTRIES = 20_000
"""A larger table nobody reads, and writing it out costs more than learning from it."""


def table_text(learner: LStar, alphabet: Sequence[str]) -> str:
    """S above, S·Σ below, a column for each suffix of E; of a large table only the size."""
    if len(learner.words) * len(learner.suffixes) > MOST_ENTRIES:
        return f"{len(learner.words):,} rows, {len(learner.suffixes):,} columns: too large to print\n"
    upper, lower = learner.table()
    heads = [_word(suffix, alphabet) for suffix in learner.suffixes]
    lines = ["T\t" + "\t".join(heads)]
    for name, rows in (("S", upper), ("S·Σ", lower)):
        lines.append(name)
        lines.extend(f"{_word(word, alphabet)}\t" + "\t".join(_entry(e) for e in entries) for word, entries in rows)
    return "\n".join(lines) + "\n"


def _word(word: Word, alphabet: Sequence[str]) -> str:
    return printable(",".join(alphabet[letter] for letter in word)) or "λ"


def _entry(value: bool) -> str:
    return "true" if value else "false"


def candidates(goal: Sequence[LTS], alphabet: tuple[str, ...], weakest: LTS | None) -> Iterator[Dfa]:
    """Candidates over the alphabet that satisfy premise 1 as they are made.

    The weakest assumption decides, and it is *true* where M1 needs nothing of the others. The property is a candidate
    when the others have all its actions: under P, M1 keeps P.
    """
    if weakest is not None:
        yield permissive(weakest, alphabet)
    elif len(goal) == 1 and set(goal[0].alphabet) <= set(alphabet):
        yield permissive(goal[0], alphabet)


STRONG = "strong enough for M1"
WEAK = "still too weak for M1"

_MANY = 64
"""Counterexamples of one check of premise 1 that a tree learner is given at once."""


class LearningRound:
    """M1 and the goal on one side, the other groups on the other."""

    def __init__(
        self,
        rule: Asym,
        error_traces: ErrorTraces,
        goal: Group,
        rest: Sequence[Group],
        alphabet: tuple[str, ...],
        level: int,
    ) -> None:
        self.rule = rule
        self.log = rule.log
        self.goal = goal
        self.rest = rest
        self.alphabet = alphabet
        self.level = level
        made = error_traces.over(alphabet) if rule.options.reduce else ErrorLanguage(None, error_traces.components)
        self.weakest = made.exact
        self.simulator = Simulator(made.components, alphabet, self.log.budget)
        self.log.counts(self.simulator)

    def decide(self) -> Rounds:
        """Holds with assumptions, or a word that is unsafe for M1 and that the others can take.

        λ is asked for first (erratum 12 of docs/papers.md).
        """
        if self.simulator.start() == BAD:
            return Violated((), self.alphabet)
        if self.rule.options.candidates:
            for dfa in candidates(self.goal, self.alphabet, self.weakest):
                answer = yield from self._try(dfa)
                if answer is not None:
                    return answer
        return (yield from self._learn())

    def _try(self, dfa: Dfa) -> Rounds:
        """Premise 2 with a candidate, which satisfies premise 1 by construction; None when it decides nothing."""
        number = self.log.conjecture()
        self._keep(self._assumption(dfa, number), STRONG)
        answer = yield from self._premise2(dfa, number)
        decided = isinstance(answer, Holds) or not self._is_safe(self._projected(answer))
        return answer if decided else None  # type: ignore[return-value]

    def _learn(self) -> Rounds:
        """Conjecture, Oracle 1, Oracle 2, counterexample analysis, until one of them decides."""
        learner = learner_named(self.rule.options.learner)(self.simulator)
        dfa = learner.start()
        most = 1 if isinstance(learner, LStar) else _MANY
        while True:
            asked = self.simulator.queries
            number = self.log.conjecture()
            words = self._premise1(dfa, number, learner, most)
            for word in words:
                if dfa.accepts(word):
                    dfa = learner.refine(word)
            if not words:
                answer = yield from self._premise2(dfa, number, learner)
                if isinstance(answer, Holds) or not self._is_safe(self._projected(answer)):
                    return answer
                dfa = learner.refine(self._projected(answer))
            yield self.simulator.queries - asked

    def _premise1(self, dfa: Dfa, number: int, learner: Learner, most: int) -> list[Word]:
        """Oracle 1, ⟨A⟩ M1 ⟨P⟩: words that A allows and that are unsafe for M1."""
        assumption = self._assumption(dfa, number)
        found = excess(dfa, self.simulator, most)
        weak = bool(found.words)
        result = "too weak" if weak else "not too weak"
        self._keep(assumption, WEAK if weak else STRONG)
        self._count(Round(number, result, assumption.states, found.states, found.transitions, premise=1))
        if weak:
            self._tell(assumption, number, result, self._spelled(found.words[0]), learner)
        return found.words

    def _premise2(self, dfa: Dfa, number: int, learner: Learner | None = None) -> Rounds:
        """Oracle 2, ⟨true⟩ M2 ⟨A⟩: explored when M2 is one group, else the rule again."""
        assumption = self._assumption(dfa, number)
        answer = yield from self.rule.chain(self.rest, [complete_property(assumption)], self.level + 1)
        if isinstance(answer, Holds):
            result, word = "holds", None
            answer = Holds((assumption, *answer.assumptions), answer.states, answer.transitions)
        else:
            word = self._projected(answer)
            result = "too strong" if self._is_safe(word) else "violated"
        self._count(Round(number, result, assumption.states, answer.states, answer.transitions, premise=2))
        self._tell(assumption, number, result, None if word is None else self._spelled(word), learner)
        return answer

    def _is_safe(self, word: Word) -> bool:
        """Counterexample analysis: whether M1 keeps P along the word, whatever it does in between."""
        start = np.array([self.simulator.start()], dtype=np.int32)
        return bool(self.simulator.walk(start, word)[0] != BAD)

    def _projected(self, answer: Violated | Holds) -> Word:
        assert isinstance(answer, Violated)
        letters = {action: i for i, action in enumerate(self.alphabet)}
        return tuple(letters[action] for action in answer.word if action in letters)

    def _spelled(self, word: Word) -> tuple[str, ...]:
        return tuple(self.alphabet[letter] for letter in word)

    def _assumption(self, dfa: Dfa, number: int) -> LTS:
        return dfa.to_lts(self.alphabet, f"A{number}")

    def _count(self, done: Round) -> None:
        self.log.premise(replace(done, level=self.level, run=self.rule.run))

    def _keep(self, assumption: LTS, label: str) -> None:
        """Remember an assumption of the whole problem (not one of a premise 2), a strong enough one above all."""
        best = self.log.best
        if self.level == 0 and (label == STRONG or best is None or best.label.startswith(WEAK)):
            self.log.best = Candidate(assumption, f"{label}{self._of_run()}")

    def _tell(
        self, assumption: LTS, number: int, outcome: str, word: tuple[str, ...] | None, learner: Learner | None
    ) -> None:
        if not wants_pictures(self.log.events):
            return
        table = table_text(learner, self.alphabet) if isinstance(learner, LStar) else ""
        shown = Conjecture((assumption,), word, table)
        told = Round(number, outcome, assumption.states, level=self.level, run=self.rule.run, evidence=shown)
        self.log.show(told)

    def _of_run(self) -> str:
        return f" ({self.rule.run})" if self.rule.run else ""
