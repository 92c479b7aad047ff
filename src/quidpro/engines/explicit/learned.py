"""Method ``lstar``: rules ASYM and ASYM-N with assumptions learned by L* (CGP03, sections 3 and 4).

    (premise 1)  ⟨A⟩ M1 ⟨P⟩      (premise 2)  ⟨true⟩ M2 ⟨A⟩      ⊢  ⟨true⟩ M1 ∥ M2 ⟨P⟩

When M2 is a list of groups, premise 2 is the same rule again with A as the property (CGP03, section 5.3; AGAR, rule 3),
so that no product of more than one group and one assumption is ever explored. Alphabets are refined as in AGAR.

Over one alphabet there are cheap candidates, then learning (CGP03, Figure 4). Candidates are the weakest assumption
where it is at hand, else the property itself. Then a learner asks which words over the interface are safe for M1; its
conjectures are the assumptions A. Oracle 1 checks premise 1, Oracle 2 premise 2; a counterexample of Oracle 2 that is
unsafe for M1 is real, any other shows that A is too strong. The observation table can be shown in words, laid out as in
CGP03's Tables 1 and 2.

An assumption that the user gives is tried first. Where it is to be improved, it stands in for the candidates, and what
it says is what the learner asks about first. So does the last conjecture when the alphabet grows: no answer is taken
over, as a word says more then, but the words that told its states apart are the first to be asked.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from quidpro.core.events import wants_pictures
from quidpro.core.words import printable
from quidpro.engines.explicit.shared.alphabets import extended, first_alphabet, without
from quidpro.engines.explicit.shared.by_parts import by_parts
from quidpro.engines.explicit.shared.explained import Companions, access_words, leaves_of, split_by
from quidpro.engines.explicit.shared.given_rule import Fault, GivenRule, fit
from quidpro.engines.explicit.shared.large import check_guarantee
from quidpro.engines.explicit.shared.rounds import (
    TRUE,
    Answer,
    Candidate,
    Group,
    Holds,
    Log,
    Rounds,
    Violated,
    check_group,
    interface,
    real,
)
from quidpro.engines.explicit.shared.weakest import ErrorLanguage, ErrorTraces, permissive
from quidpro.engines.options import Learned
from quidpro.learning.dfa import Dfa, Word
from quidpro.learning.hints import start_from
from quidpro.learning.lstar import LStar
from quidpro.learning.protocol import Learner
from quidpro.learning.registry import learner_named
from quidpro.learning.simulator import BAD, Simulator, excess
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import PremiseView

_MAX_COST = 1_000_000
"""A look at a group costs as many states as it can have, but no more than this."""


@dataclass(frozen=True)
class Hint:
    """An assumption to learn from, over part of the interface, and words about which it is wrong."""

    assumption: LTS
    words: list[tuple[str, ...]]


@dataclass(frozen=True)
class Asym:
    """The rule for a list of groups; one run of it, with its options and its log."""

    options: Learned
    log: Log
    run: str = ""
    given: tuple[LTS, ...] = ()
    """The assumptions that the user gives, that of the first group first."""

    def chain(self, groups: Sequence[Group], goal: Group, level: int = 0) -> Rounds:
        """Does the composition of the groups keep the goals from π? The first group is M1, the others are M2."""
        if level >= len(self.given):
            return (yield from self._chain(groups, goal, level))
        given = GivenRule(self.given[level], level, self.log, self.run)
        found = yield from given.attempt(
            groups, goal, lambda kept: self.chain(groups[1:], kept, level + 1), improve=self.options.improve
        )
        if isinstance(found, Fault):
            return (yield from self._chain(groups, goal, level, Hint(given.assumption, found.words)))
        return found

    def _chain(self, groups: Sequence[Group], goal: Group, level: int, hint: Hint | None = None) -> Rounds:
        """The rule with an assumption that is found."""
        if not any(lts.has_error for lts in goal):
            return Holds((TRUE,) * (len(groups) - 1))
        if len(groups) == 1:
            return (yield from (check_guarantee if level else check_group)(groups[0], goal, self.log))
        rest = [lts for group in groups[1:] for lts in group]
        yield min(_MAX_COST, prod(lts.states for lts in groups[0]))
        full = interface(groups[0], goal, rest)
        alphabet = full
        if self.options.refine_alphabet:
            alphabet = first_alphabet(full, goal if hint is None else [*goal, hint.assumption])
        error_traces = ErrorTraces([*groups[0], *goal], full, self.log.budget, self.log.explored)
        known, added = None, tuple[str, ...]()
        while True:
            learning = LearningRound(self, error_traces, goal, groups[1:], alphabet, level, hint, known, added)
            answer = yield from learning.decide()
            if isinstance(answer, Holds):
                return answer
            whole = real([*groups[0], *rest, *goal], [(answer.word, answer.alphabet)], self.log.budget)
            if whole is not None:
                return replace(whole, states=answer.states, transitions=answer.transitions)
            keep, smaller = self.options.carry_over, alphabet
            alphabet = extended(error_traces.components, answer, smaller, full, self.log.budget, at_once=keep)
            known, added = learning.learned if keep else None, without(alphabet, smaller)


MAX_ENTRIES = 20_000
"""No one reads a larger table, and writing it out costs more than learning from it."""


def table_text(learner: LStar, alphabet: Sequence[str]) -> str:
    """S above, S·Σ below, a column for each suffix of E; of a large table only the size."""
    if len(learner.words) * len(learner.suffixes) > MAX_ENTRIES:
        return f"{len(learner.words):,} rows, {len(learner.suffixes):,} columns: too large to print\n"
    upper, lower = learner.table()
    heads = [_word(suffix, alphabet) for suffix in learner.suffixes]
    lines = ["T\t" + "\t".join(heads)]
    for name, rows in (("S", upper), ("S·Σ", lower)):
        lines.append(name)
        lines.extend("\t".join([_word(word, alphabet), *(str(e).lower() for e in entries)]) for word, entries in rows)
    return "\n".join(lines) + "\n"


def _word(word: Word, alphabet: Sequence[str]) -> str:
    return printable(",".join(alphabet[letter] for letter in word)) or "λ"


def candidate(goal: Group, alphabet: tuple[str, ...], weakest: LTS | None) -> Dfa | None:
    """A candidate over the alphabet that satisfies premise 1 by construction, if there is one.

    The weakest assumption decides, and it is *true* where M1 needs nothing of the others. The property is a candidate
    when the others have all its actions: under P, M1 keeps P.
    """
    if weakest is not None:
        return permissive(weakest, alphabet)
    others_have_all = len(goal) == 1 and set(goal[0].alphabet) <= set(alphabet)
    return permissive(goal[0], alphabet) if others_have_all else None


STRONG = "strong enough for M1"
WEAK = "still too weak for M1"

_MAX_WORDS = 64
"""A tree learner gets at most this many counterexamples of one check of premise 1 at once."""


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
        hint: Hint | None = None,
        known: LTS | None = None,
        added: tuple[str, ...] = (),
    ) -> None:
        self.rule = rule
        self.log = rule.log
        self.goal = goal
        self.rest = rest
        self.alphabet = alphabet
        self.level = level
        self.hint = hint
        learned_before = None if known is None else Hint(known, [])
        self.hints = [one for one in (hint, learned_before) if one is not None]
        """What was given, and what was learned over a smaller alphabet: there the other actions change nothing."""
        self.learned: LTS | None = None
        """The last hypothesis, once something was learned."""
        language = error_traces.over(alphabet) if rule.options.reduce else ErrorLanguage(None, error_traces.components)
        self.weakest = language.exact
        self.simulator = Simulator(language.components, alphabet, self.log.budget)
        self.log.counts(self.simulator)
        self._added, self._first = added, 0
        """By what the alphabet has grown, and the number of the first conjecture over it."""
        self._partial = alphabet != error_traces.widest
        self._companions = Companions(error_traces.components, alphabet, self.log.budget)
        self._asked: dict[int, PremiseView] = {}
        """The premises of this conjecture, as far as they were asked."""

    def decide(self) -> Rounds:
        """Holds with assumptions, or a word that is unsafe for M1 and that the others can take.

        λ is asked for first (erratum 12 of docs/papers.md).
        """
        if self.simulator.start() == BAD:
            return Violated((), self.alphabet)
        cheap = self.rule.options.candidates and self.hint is None
        dfa = candidate(self.goal, self.alphabet, self.weakest) if cheap else None
        if dfa is not None:
            number = self.log.conjecture()
            self._keep(self._assumption(dfa, number), STRONG)
            answer, forbidden = yield from self._premise2(dfa, number)
            if forbidden is None:
                return answer
        return (yield from self._learn())

    def _learn(self) -> Rounds:
        """Conjecture, Oracle 1, Oracle 2, counterexample analysis, until one of them decides."""
        learner = learner_named(self.rule.options.learner)(self.simulator)
        dfa = self._first_hypothesis(learner)
        limit = 1 if isinstance(learner, LStar) else _MAX_WORDS
        while True:
            queries_before = self.simulator.queries
            number = self.log.conjecture()
            words = self._premise1(dfa, number, learner, limit)
            for word in words:
                if dfa.accepts(word):
                    dfa = learner.refine(word)
            if not words:
                answer, forbidden = yield from self._premise2(dfa, number, learner)
                if forbidden is None:
                    self.learned = self._assumption(dfa, number)
                    return answer
                dfa = learner.refine(forbidden)
            yield self.simulator.queries - queries_before

    def _first_hypothesis(self, learner: Learner) -> Dfa:
        """Of one state or, from an assumption that was given or learned before, as near to that as it is right."""
        dfa = learner.start()
        for hint in self.hints:
            known = permissive(complete_property(hint.assumption), self.alphabet)
            words = [self._letters(word) for word in hint.words]
            dfa = start_from(learner, self.simulator, known, words)
        return dfa

    def _premise1(self, dfa: Dfa, number: int, learner: Learner, limit: int) -> list[Word]:
        """Oracle 1, ⟨A⟩ M1 ⟨P⟩: words that A allows and that are unsafe for M1."""
        assumption = self._assumption(dfa, number)
        found = excess(dfa, self.simulator, limit)
        weak = bool(found.words)
        result = "too weak" if weak else "not too weak"
        self._keep(assumption, WEAK if weak else STRONG)
        self._count(Round(number, result, assumption.states, found.states, found.transitions, premise=1), fails=weak)
        if weak:
            self._report(dfa, number, result, found.words[0], learner)
        return found.words

    def _premise2(
        self, dfa: Dfa, number: int, learner: Learner | None = None
    ) -> Generator[int, None, tuple[Answer, Word | None]]:
        """Oracle 2, ⟨true⟩ M2 ⟨A⟩: explored when M2 is one group, else the rule again.

        With it a word that A forbids for no reason, if there is one: then the answer decides nothing.
        """
        assumption = self._assumption(dfa, number)
        answer = yield from self.rule.chain(self.rest, [complete_property(assumption)], self.level + 1)
        word, safe = None, False
        if isinstance(answer, Holds):
            given = (False, *answer.given)
            answer = replace(answer, assumptions=(assumption, *answer.assumptions), given=given)
        else:
            word = self._letters(answer.word)
            safe = self._is_safe(word)
        result = "holds" if word is None else "too strong" if safe else "violated"
        done = Round(number, result, assumption.states, answer.states, answer.transitions, premise=2)
        self._count(done, fails=word is not None)
        self._report(dfa, number, result, word, learner)
        return answer, word if safe else None

    def _is_safe(self, word: Word) -> bool:
        """Counterexample analysis: whether M1 keeps P along the word, whatever it does in between."""
        start = np.array([self.simulator.start()], dtype=np.int32)
        return bool(self.simulator.walk(start, word)[0] != BAD)

    def _letters(self, word: Sequence[str]) -> Word:
        letters = {action: i for i, action in enumerate(self.alphabet)}
        return tuple(letters[action] for action in word if action in letters)

    def _actions(self, word: Word) -> tuple[str, ...]:
        return tuple(self.alphabet[letter] for letter in word)

    def _assumption(self, dfa: Dfa, number: int) -> LTS:
        return dfa.to_lts(self.alphabet, f"A{number}")

    def _placed(self, done: Round) -> Round:
        """A round with the place that it has: level, run and alphabet."""
        self._first = self._first or done.number
        added = self._added if done.number == self._first else ()
        return replace(done, level=self.level, run=self.rule.run, actions=self.alphabet, added=added)

    def _count(self, done: Round, *, fails: bool) -> None:
        if done.premise == 1:
            self._asked.clear()
        outcome = "fails" if fails else "holds"
        self._asked[done.premise] = PremiseView(done.premise, "", outcome, done.states, done.transitions)
        self.log.premise(replace(self._placed(done), alphabet=len(self.alphabet)))

    def _keep(self, assumption: LTS, label: str) -> None:
        """Remember an assumption of the whole problem (not one of a premise 2), a strong enough one above all."""
        best = self.log.best
        if self.level == 0 and (label == STRONG or best is None or best.label.startswith(WEAK)):
            of_run = f" ({self.rule.run})" if self.rule.run else ""
            self.log.best = Candidate((assumption,), label + of_run)

    def _report(self, dfa: Dfa, number: int, outcome: str, word: Word | None, learner: Learner | None) -> None:
        if not wants_pictures(self.log.events):
            return
        assumption, words = self._assumption(dfa, number), access_words(learner)
        split = None
        if words is not None and word is not None and outcome != "violated":
            split = split_by(dfa, word, words, self._is_safe, self.alphabet)
        shown = Conjecture(
            (assumption,),
            None if word is None else self._actions(word),
            table_text(learner, self.alphabet) if isinstance(learner, LStar) else "",
            split=None if split is None else split.state,
            premises=self._premises(assumption.name, learner),
            words=tuple(map(self._actions, words or ())),
            leaves=leaves_of(learner, self.alphabet),
            lessons=() if split is None else (split,),
            occurring=(self._companions.occurring(assumption),),
            partial=self._partial,
        )
        self.log.show(self._placed(Round(number, outcome, assumption.states, evidence=shown)))

    def _premises(self, name: str, learner: Learner | None) -> tuple[PremiseView, ...]:
        """Both; a candidate keeps the first by construction."""
        first = self._asked.get(1) or PremiseView(1, "", "holds" if learner is None else "not asked")
        second = self._asked.get(2) or PremiseView(2, "", "not asked")
        return replace(first, text=f"⟨{name}⟩ M1 ⟨P⟩"), replace(second, text=f"⟨true⟩ M2 ⟨{name}⟩")


def _start(options: Learned, groups: Sequence[Group], goal: Group, log: Log, run: str) -> Rounds:
    given = fit(options.given, groups, goal, log)
    return (yield from Asym(options, log, run, given).chain(groups, goal))


solve = by_parts(Learned, "learning assumptions", _start)
