"""The premises of rule CIRC-AG on given assumptions (ACR, chapters 4 and 5).

A counterexample of a premise is real, or becomes constraints on the assumptions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, zip_longest
from typing import NamedTuple

from quidpro.core.events import wants_pictures
from quidpro.engines.explicit.circular.analysis import Analysis
from quidpro.engines.explicit.circular.encodings import Constraint, Word
from quidpro.engines.explicit.circular.fixed import NOTHING_FIXED, Fixed
from quidpro.engines.explicit.circular.languages import (
    OUT,
    Table,
    Walk,
    all_in,
    composed,
    free,
    one_step_late,
    projected,
    traces,
)
from quidpro.engines.explicit.circular.skeleton import Uses, format_uses, use_all
from quidpro.engines.explicit.circular.synthesis import Synthesis
from quidpro.engines.explicit.shared.explained import Companions
from quidpro.engines.explicit.shared.rounds import Candidate, Group, Holds, Log, Violated, alphabet_of, real
from quidpro.engines.explicit.shared.traces import follow
from quidpro.engines.explicit.shared.weakest import permissive
from quidpro.learning.dfa import Dfa
from quidpro.learning.simulator import Simulator
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit import evidence
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import PremiseView


class Checked(NamedTuple):
    """Counterexamples of a premise, and how many states and transitions were looked at."""

    words: list[Word]
    states: int
    transitions: int


ByMembers = Callable[[Sequence[Group], Group], tuple[Holds | Violated, int, int]]
"""Whether groups satisfy a goal, by the rule, and how many states and transitions were looked at."""

_WORDS_PER_STATE = 4
"""Counterexamples of a premise that are analysed at once, for each state of the assumptions."""


def alphabets_of(groups: Sequence[Group], goal: Group) -> list[tuple[str, ...]]:
    """αg_i = αM_i ∩ (αP ∪ the other groups' actions); an action that only the property has is the first group's.

    So the side conditions of the rule are true (erratum 11).
    """
    members = [alphabet_of(group) for group in groups]
    goal_actions = alphabet_of(goal)
    members[0] |= goal_actions - set().union(*members)
    return [
        tuple(sorted(mine & (goal_actions | set().union(*(members[:i] + members[i + 1 :])))))
        for i, mine in enumerate(members)
    ]


class Game:
    """The groups as languages over the alphabets of their assumptions, and the property.

    An action that only the property has belongs to the first group, which can do it at any time. ``products`` are the
    groups as far as they have been composed already; words are played on their members, which are smaller. ``uses`` is
    the skeleton of the proof, by default that of the rule. With ``by_members`` the premise of a group of several
    components is proved by parts, and the group is not composed.
    """

    def __init__(
        self,
        groups: Sequence[Group],
        goal: Group,
        alphabets: list[tuple[str, ...]],
        log: Log,
        products: Sequence[Group] | None = None,
        uses: Uses | None = None,
        by_members: ByMembers | None = None,
    ) -> None:
        orphans = sorted(alphabet_of(goal) - alphabet_of([lts for group in groups for lts in group]))
        added = [free(orphans)] if orphans else []
        self._added = added
        self.groups = [[*groups[0], *added], *map(list, groups[1:])]
        wholes = self.groups if products is None else [[*products[0], *added], *products[1:]]
        self._by_members = by_members
        self._nested = [by_members is not None and len(group) > 1 for group in groups]
        self._inner: dict[int, tuple[LTS, ...]] = {}
        """The assumptions of the members of a group whose premise was last proved by parts."""
        self.goal = list(goal)
        self.log = log
        self.alphabets = alphabets
        self.uses = uses or use_all(len(groups))
        self.origin: dict[Constraint, tuple[int, Word]] = {}
        """For each constraint the premise, from 0, and the counterexample that it comes from."""
        budget = log.budget
        ready = [self.groups[i] if nested else composed(wholes[i], budget) for i, nested in enumerate(self._nested)]
        self.parts = [traces(group, a, budget) for group, a in zip(ready, self.alphabets, strict=True)]
        self.property = Simulator(self.goal, sorted(alphabet_of(goal)), budget)
        self.analysis = Analysis(self.parts, self.property, alphabets, self.uses)
        self._asked: list[PremiseView] = []
        """The premises of this round."""
        self._companions = [Companions(group, a, budget) for group, a in zip(self.groups, alphabets, strict=True)]
        self._pool = ThreadPoolExecutor(min(len(self.parts) + 1, os.cpu_count() or 1))

    def candidate(self) -> Holds | None:
        """The property as the assumption of one group, and nothing assumed of the others."""
        goal_actions = set(self.property.alphabet)
        for i, alphabet in enumerate(self.alphabets):
            if goal_actions <= set(alphabet) and len(self.goal) == 1:
                chosen = [Dfa.everything(len(a)) for a in self.alphabets]
                chosen[i] = permissive(self.goal[0], alphabet)
                if not any(words for _, words in self._premises(chosen, 1)):
                    return self._holds(chosen, "the property itself, tried first; smaller assumptions may exist")
        return None

    def apply(self, assumptions: list[Dfa], synthesis: Synthesis, count: int | None = None) -> Holds | Violated | None:
        """Algorithm 5.1 with at most ``count`` counterexamples, of which the paper has one, of the first premise that
        fails; by default with more of each premise the more states the assumptions have.
        """
        failed = self._premises(assumptions, count or _WORDS_PER_STATE * sum(dfa.states for dfa in assumptions))
        counterexamples = [(premise, word) for premise, words in failed for word in words]
        if not counterexamples:
            self._report(assumptions, failed, [])
            return self._holds(assumptions, self._found(synthesis.fixed), synthesis.fixed)
        new: list[Constraint] = []
        for premise, word in counterexamples[:count]:
            real, constraints = self.analysis.of(premise, word)
            if real is not None:
                self._report(assumptions, failed, new, real)
                return self._violated(real)
            added = [constraint for constraint in constraints if synthesis.add(constraint)]
            self.origin |= dict.fromkeys(added, (premise, word))
            new += added
        self._report(assumptions, failed, new)
        return None

    def _premises(self, assumptions: list[Dfa], limit: int) -> list[tuple[int, list[Word]]]:
        """The counterexamples of each premise; the last one is that of the property. No two share what they change."""
        tables = [Table(dfa, a) for dfa, a in zip(assumptions, self.alphabets, strict=True)]
        number = self.log.conjecture()
        count = len(self.parts)

        def check(i: int) -> Checked:
            return self._inductive(i, tables, limit) if i < count else self._together(tables, limit)

        found = list(self._pool.map(check, range(count + 1)))
        size = sum(dfa.states for dfa in assumptions)
        actions = tuple(sorted({action for alphabet in self.alphabets for action in alphabet}))
        self._asked = []
        for i, (words, states, transitions) in enumerate(found, 1):
            outcome = "fails" if words else "holds"
            done = Round(number, outcome, size, states, transitions, premise=i)
            self.log.premise(replace(done, alphabet=len(actions), actions=actions))
            self._asked.append(PremiseView(i, self._premise_text(i - 1), outcome, states, transitions))
        return [(i, checked.words) for i, checked in enumerate(found)]

    def _premise_text(self, i: int) -> str:
        """``M1 ⊨ g2 ▷ g1``; the last one is that of the property."""
        if i == len(self.parts):
            return f"{' ∥ '.join(f'g{j + 1}' for j in range(i))} ⊨ P"
        used = " ∥ ".join(f"g{j + 1}" for j in self.uses[i]) or "true"
        return f"M{i + 1} ⊨ {used} ▷ g{i + 1}"

    def _found(self, fixed: Fixed) -> str:
        """What there is to say of assumptions that do."""
        minimal = f"minimal in all over {_format_alphabets(self.alphabets)}"
        if not fixed.tables:
            return minimal
        given = f"{', '.join(f'g{i + 1}' for i in sorted(fixed.tables))} as given"
        return given if len(fixed.tables) == len(self.parts) else f"{given}, the others {minimal}"

    def _holds(self, assumptions: list[Dfa], note: str, fixed: Fixed = NOTHING_FIXED) -> Holds:
        named = zip(assumptions, self.alphabets, strict=True)
        found = tuple(dfa.to_lts(a, f"g{i + 1}") for i, (dfa, a) in enumerate(named))
        skeleton = format_uses(self.uses)
        text = f"assumptions: {note}" + (f"; skeleton: {skeleton}" if skeleton else "")
        inner = tuple(self._inner.get(i, ()) for i in range(len(found)))
        given = tuple(i in fixed.tables for i in range(len(found)))
        uses = self.uses if skeleton else None
        return Holds(found, note=text + _format_inner(inner), given=given, uses=uses, inner=inner)

    def _inductive(self, i: int, tables: list[Table], limit: int) -> Checked:
        """Algorithm 4.1: traces of M_i that leave g_i, whose proper prefixes the assumptions that it uses allow."""
        if self._nested[i]:
            return self._inductive_by_members(i, tables)
        walk = Walk([self.parts[i], tables[i], *(tables[j] for j in self.uses[i])], self.log.budget)
        mine = walk.has[0]
        words = walk.find(lambda after: mine & (after[0] != OUT) & (after[1] == OUT), limit)
        return Checked(words, walk.states, walk.transitions)

    def _inductive_by_members(self, i: int, tables: list[Table]) -> Checked:
        """The same by the rule, for the members of M_i beside what the assumptions allow and one step more.

        That has the traces of M_i whose proper prefixes the assumptions allow, so that M_i keeps g_i inductively
        exactly when g_i, as a property, holds of it.
        """
        assert self._by_members is not None
        first, *others = self.groups[i]
        orphans, members = (others[-1:], others[:-1]) if self._added and i == 0 else ([], others)
        around = [one_step_late(tables[j], self.alphabets[i]) for j in self.uses[i]]
        goal = complete_property(tables[i].dfa.to_lts(self.alphabets[i]))
        groups = [[first, *orphans], *([member] for member in members), *([around] if around else [])]
        answer, states, transitions = self._by_members(groups, [goal])
        if isinstance(answer, Holds):
            self._inner[i] = answer.assumptions
            return Checked([], states, transitions)
        letters = {action for j in (i, *self.uses[i]) for action in self.alphabets[j]}
        return Checked([projected(answer.word, letters)], states, transitions)

    def _together(self, tables: list[Table], limit: int) -> Checked:
        """The last premise: traces that all assumptions allow and the property does not."""
        walk = Walk([self.property, *tables], self.log.budget)
        words = walk.find(lambda after: (after[0] == OUT) & all_in(after[1:]), limit)
        return Checked(words, walk.states, walk.transitions)

    def _violated(self, word: Word) -> Violated:
        """The word over all actions of all groups; over part of the interface it may be spurious."""
        everything = [lts for group in self.groups for lts in group] + self.goal
        alphabet = sorted({action for alphabet in self.alphabets for action in alphabet})
        found = real(everything, [(word, alphabet)], self.log.budget)
        return found or Violated(word, tuple(alphabet), spurious=True)

    def extended(self, word: Word, full: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Larger alphabets: with the actions at which two groups first part, each going along the word on its own."""
        ways = [
            follow(group, projected(word, alphabet), alphabet, self.log.budget)
            for group, alphabet in zip(self.groups, self.alphabets, strict=True)
        ]
        known = {action for alphabet in self.alphabets for action in alphabet}
        added: set[str] = set()
        for i, j in combinations(range(len(ways)), 2):
            shared = set(full[i]) & set(full[j])
            pairs = zip_longest(projected(ways[i], shared), projected(ways[j], shared))
            added |= next(({a, b} for a, b in pairs if a != b), set()) - {None}
        added -= known
        if not added:
            return full
        return [
            tuple(action for action in whole if action in mine or action in added)
            for whole, mine in zip(full, self.alphabets, strict=True)
        ]

    def _report(
        self,
        assumptions: list[Dfa],
        failed: list[tuple[int, list[Word]]],
        new: list[Constraint],
        real: Word | None = None,
    ) -> None:
        premise, word = next(((i, words[0]) for i, words in failed if words), (None, None))
        outcome = "holds" if premise is None else f"premise {premise + 1} fails"
        text = "".join(" or ".join(map(str, constraint)) + "\n" for constraint in new)
        number = self.log.stats.iterations
        named = zip(assumptions, self.alphabets, strict=True)
        guess = tuple(dfa.to_lts(alphabet, f"g{i}") for i, (dfa, alphabet) in enumerate(named, 1))
        self.log.best = Candidate(guess, "a guess")
        if not wants_pictures(self.log.events):
            return
        first, *others = guess
        shown = Conjecture(
            (first,),
            word,
            text,
            together=guess,
            premises=tuple(self._asked),
            lessons=tuple(self._lesson(constraint) for constraint in new),
            occurring=tuple(c.occurring(lts) for c, lts in zip(self._companions, guess, strict=True)),
            real=real,
        )
        self.log.show(Round(number, outcome, first.states, evidence=shown))
        for lts in others:
            self.log.show(Round(number, outcome, lts.states, evidence=Conjecture((lts,), word, again=True)))

    def _lesson(self, constraint: Constraint) -> evidence.Constraint:
        premise, word = self.origin[constraint]
        demands = tuple(evidence.Demand(one.part, one.word, one.positive) for one in constraint)
        return evidence.Constraint(premise + 1, word, demands)


def _format_inner(inner: Sequence[Sequence[LTS]]) -> str:
    """The sizes of the assumptions of members, for those groups whose premises were proved by parts."""
    sizes = {i: " + ".join(str(lts.states) for lts in own) for i, own in enumerate(inner) if own}
    return "".join(f"; premise {i + 1} by parts, with {text} states" for i, text in sizes.items())


def _format_alphabets(alphabets: list[tuple[str, ...]]) -> str:
    return "; ".join(f"αg{i + 1} = {{{', '.join(alphabet)}}}" for i, alphabet in enumerate(alphabets))
