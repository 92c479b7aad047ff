"""The premises of rule CIRC-AG on given assumptions (ACR, chapters 4 and 5).

A counterexample of a premise is real, or becomes constraints on the assumptions.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from itertools import combinations, takewhile, zip_longest

from quidpro.core.events import wants_pictures
from quidpro.engines.explicit.circular.analysis import Analysis
from quidpro.engines.explicit.circular.fixed import NOTHING_FIXED, Fixed
from quidpro.engines.explicit.circular.languages import Table, accepts, composed, free, projected, traces
from quidpro.engines.explicit.circular.premises import ByMembers, Members, Premises
from quidpro.engines.explicit.circular.skeleton import Uses, format_uses, use_all
from quidpro.engines.explicit.circular.symmetry import Alike, alike
from quidpro.engines.explicit.circular.synthesis import Synthesis
from quidpro.engines.explicit.shared.explained import Companions
from quidpro.engines.explicit.shared.rounds import Candidate, Group, Holds, Log, Violated, alphabet_of, real
from quidpro.engines.explicit.shared.traces import follow
from quidpro.engines.explicit.shared.weakest import permissive
from quidpro.learning.dfa import Dfa
from quidpro.learning.simulator import Simulator
from quidpro.learning.smallest.encodings import Constraint, Word
from quidpro.lts.lts import LTS
from quidpro.verdict.explicit import evidence
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import PremiseView

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
        self.groups = [[*groups[0], *added], *map(list, groups[1:])]
        wholes = self.groups if products is None else [[*products[0], *added], *products[1:]]
        self.goal = list(goal)
        self.log = log
        self.alphabets = alphabets
        self.uses = uses or use_all(len(groups))
        self.origin: dict[Constraint, tuple[int, Word]] = {}
        """For each constraint the premise, from 0, and the counterexample that it comes from."""
        budget = log.budget
        members = {} if by_members is None else _members(groups, added, by_members)
        ready = [self.groups[i] if i in members else composed(whole, budget) for i, whole in enumerate(wholes)]
        self.parts = [traces(group, a, budget) for group, a in zip(ready, self.alphabets, strict=True)]
        self.property = Simulator(self.goal, sorted(alphabet_of(goal)), budget)
        self.analysis = Analysis(self.parts, self.property, alphabets, self.uses)
        self.premises = Premises(self.parts, self.property, alphabets, self.uses, members, budget)
        self._asked: list[PremiseView] = []
        """The premises of this round."""
        self._companions = [Companions(group, a, budget) for group, a in zip(self.groups, alphabets, strict=True)]

    def candidate(self) -> Holds | None:
        """The property as the assumption of one group, and nothing assumed of the others."""
        goal_actions = set(self.property.alphabet)
        for i, alphabet in enumerate(self.alphabets):
            if goal_actions <= set(alphabet) and len(self.goal) == 1:
                chosen = [Dfa.everything(len(a)) for a in self.alphabets]
                chosen[i] = permissive(self.goal[0], alphabet)
                if self.holds_for(chosen):
                    first = "the property itself, tried first; smaller assumptions may exist"
                    return self.proved(chosen, self.minimal() if chosen[i].states == 1 else first)
        return None

    def holds_for(self, assumptions: list[Dfa]) -> bool:
        """Whether all premises hold; a round by itself."""
        failed = self._failed(assumptions, 1, self.premises.cheapest_first())
        self._report(assumptions, failed, [])
        return not failed

    def symmetry(self) -> list[Alike]:
        """The groups that can be interchanged."""
        return alike(self.parts, self.property, self.uses, self.log.budget)

    def apply(self, assumptions: list[Dfa], synthesis: Synthesis, count: int | None = None) -> Holds | Violated | None:
        """Algorithm 5.1 with at most ``count`` counterexamples, of which the paper has one, of the first premise that
        fails; by default with more the more states the assumptions have, of several premises.
        """
        limit = count or max(1, _WORDS_PER_STATE // synthesis.copies) * sum(dfa.states for dfa in assumptions)
        failed = self._failed(assumptions, limit, self._batches(count, synthesis.fixed), count)
        counterexamples = [(premise, word) for premise, words in failed for word in words]
        if not counterexamples:
            self._report(assumptions, failed, [])
            return self.proved(assumptions, self._found(synthesis.fixed), synthesis.fixed)
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

    def learn_from(self, earlier: Game, synthesis: Synthesis) -> None:
        """What was learned over smaller alphabets, of words over these that are the same over those.

        The analysis is right of every word that the property forbids, and of every word that M_i can do.
        """
        for premise, word in dict.fromkeys(earlier.origin.values()):
            again = self._lengthened(premise, word, earlier.alphabets)
            real, constraints = (None, []) if again is None else self.analysis.of(premise, again)
            if again is not None and real is None:
                added = [constraint for constraint in constraints if synthesis.add(constraint)]
                self.origin |= dict.fromkeys(added, (premise, again))

    def _lengthened(self, premise: int, word: Word, alphabets: Sequence[tuple[str, ...]]) -> Word | None:
        """A counterexample over smaller alphabets with what M_i also does along it; None if that does not fit."""
        if premise == len(self.parts):
            return word
        mine = alphabets[premise]
        run = follow(self.groups[premise], projected(word, mine), mine, self.log.budget)
        longer = _woven(word, projected(run, self.alphabets[premise]), set(mine))
        return longer if accepts(self.parts[premise], longer) else None

    def _batches(self, count: int | None, fixed: Fixed) -> list[list[int]]:
        """In which order premises are checked: one by one as in the paper, all at once, or the cheapest first."""
        if count is not None:
            return [[i] for i in self.premises.numbers()]
        return [self.premises.numbers()] if fixed.tables else self.premises.cheapest_first()

    def _failed(
        self, assumptions: list[Dfa], limit: int, batches: list[list[int]], enough: int | None = None
    ) -> list[tuple[int, list[Word]]]:
        """The counterexamples of premises: of those up to the first batch with ``enough`` of them, by default any."""
        tables = [Table(dfa, a) for dfa, a in zip(assumptions, self.alphabets, strict=True)]
        number, size = self.log.conjecture(), sum(dfa.states for dfa in assumptions)
        actions = tuple(sorted({action for alphabet in self.alphabets for action in alphabet}))
        failed: list[tuple[int, list[Word]]] = []
        self._asked = []
        for found in self.premises.check(tables, limit, batches):
            for i, (words, states, transitions) in found:
                outcome = "fails" if words else "holds"
                done = Round(number, outcome, size, states, transitions, premise=i + 1)
                self.log.premise(replace(done, alphabet=len(actions), actions=actions))
                self._asked.append(PremiseView(i + 1, self.premises.text(i), outcome, states, transitions))
                failed += [(i, words)] if words else []
            if sum(len(words) for _, words in failed) >= (enough or 1):
                break
        return failed

    def minimal(self) -> str:
        """What there is to say of smallest assumptions."""
        return f"minimal in all over {_format_alphabets(self.alphabets)}"

    def _found(self, fixed: Fixed) -> str:
        """What there is to say of assumptions that do."""
        minimal = self.minimal()
        if not fixed.tables:
            return minimal
        given = f"{', '.join(f'g{i + 1}' for i in sorted(fixed.tables))} as given"
        return given if len(fixed.tables) == len(self.parts) else f"{given}, the others {minimal}"

    def proved(self, assumptions: list[Dfa], note: str, fixed: Fixed = NOTHING_FIXED) -> Holds:
        """The answer with assumptions for which all premises hold."""
        named = zip(assumptions, self.alphabets, strict=True)
        found = tuple(dfa.to_lts(a, f"g{i + 1}") for i, (dfa, a) in enumerate(named))
        skeleton = format_uses(self.uses)
        text = f"assumptions: {note}" + (f"; skeleton: {skeleton}" if skeleton else "")
        inner = tuple(self.premises.inner.get(i, ()) for i in range(len(found)))
        given = tuple(i in fixed.tables for i in range(len(found)))
        uses = self.uses if skeleton else None
        return Holds(found, note=text + _format_inner(inner), given=given, uses=uses, inner=inner)

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
        premise, word = (failed[0][0], failed[0][1][0]) if failed else (None, None)
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


def _woven(word: Word, run: Word, mine: Set[str]) -> Word:
    """A word with the further letters of a run, which come before the next letter that both have."""
    rest, found = iter(run), list[str]()
    for letter in word:
        found += [*takewhile(lambda step: step not in mine, rest)] if letter in mine else []
        found.append(letter)
    return tuple(found)


def _members(groups: Sequence[Group], added: list[LTS], prove: ByMembers) -> dict[int, Members]:
    """The groups of several components, each with a group for each of these; what is added is the first one's."""
    found = {i: [[lts] for lts in group] for i, group in enumerate(groups) if len(group) > 1}
    if 0 in found:
        found[0][0] += added
    return {i: Members(members, prove) for i, members in found.items()}


def _format_inner(inner: Sequence[Sequence[LTS]]) -> str:
    """The sizes of the assumptions of members, for those groups whose premises were proved by parts."""
    sizes = {i: " + ".join(str(lts.states) for lts in own) for i, own in enumerate(inner) if own}
    return "".join(f"; premise {i + 1} by parts, with {text} states" for i, text in sizes.items())


def _format_alphabets(alphabets: list[tuple[str, ...]]) -> str:
    return "; ".join(f"αg{i + 1} = {{{', '.join(alphabet)}}}" for i, alphabet in enumerate(alphabets))
