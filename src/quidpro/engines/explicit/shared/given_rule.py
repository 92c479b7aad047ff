"""Assumptions that the user gives, tried in the rules ASYM and ASYM-N.

    (premise 1)  ⟨A⟩ M1 ⟨P⟩      (premise 2)  ⟨true⟩ M2 ⟨A⟩      ⊢  ⟨true⟩ M1 ∥ M2 ⟨P⟩

Where both premises hold, that is the proof. A counterexample of either that M1 and M2 can do together is a violation.
Any other tells what is wrong with A: it is *too weak* if it allows a word along which M1 goes wrong, and *too strong*
if it forbids a word of M2 along which M1 keeps P. Both premises are looked at, so that one answer tells all of it.
When M2 is a list of groups, premise 2 is the rule again with A as the property, and with the next given assumption.

A given assumption forbids what it has no trace for, and what may lead it to ERROR. An action that it does not have is
allowed at any time; only an ERROR of a process never is, unless the assumption names it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from quidpro.core.budget import Budget, take_turns
from quidpro.core.errors import UsageError
from quidpro.core.events import wants_pictures
from quidpro.core.words import counted, format_word, one_line
from quidpro.engines.explicit.shared.groups import MARK
from quidpro.engines.explicit.shared.rounds import (
    Answer,
    Candidate,
    Group,
    Holds,
    Log,
    Rounds,
    Unproved,
    Violated,
    check_group,
    interface,
    real,
)
from quidpro.lts.determinise import silently_wrong
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property, extend, reachable, strip_error
from quidpro.lts.reduce import determinise
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Round

Actions = tuple[str, ...]

AS_GIVEN = "as given"
"""How the rounds with a given assumption are called."""
_MAX_LETTERS = 200
"""A longer list of actions is cut."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a given assumption: a word that it ought to forbid, a word that it ought to allow."""

    position: int
    """Of the assumption, from 0."""
    groups: int
    """How many there are in all."""
    weak: Actions | None = None
    strong: Actions | None = None
    run: str = ""
    """Which group is M1, where there is a choice."""

    @property
    def words(self) -> list[Actions]:
        """The words about which it is wrong."""
        return [word for word in (self.weak, self.strong) if word is not None]

    def __str__(self) -> str:
        name, group = f"A{self.position + 1}", f"M{self.position + 1}"
        wrong = f"breaks A{self.position}" if self.position else "goes wrong"
        others = " ∥ ".join(f"M{number}" for number in range(self.position + 2, self.groups + 1))
        found = []
        if self.weak is not None:
            along = f"{group} {wrong} along {format_word(self.weak)}"
            found.append(f"too weak: {along}, which {name} allows and {others} does not do")
        if self.strong is not None:
            found.append(f"too strong: {others} does {format_word(self.strong)}, which {name} forbids for no reason")
        return f"{f'with {self.run}, ' if self.run else ''}the given {name} is {'; and '.join(found)}"


def fit(given: Mapping[int, LTS] | None, groups: Sequence[Group], goal: Group, log: Log) -> tuple[LTS, ...]:
    """The given assumptions, each as a deterministic safety LTS over the interface of its group with those after it.

    Until something better is found, they are the best assumptions.
    """
    if not given:
        return ()
    count, last = len(groups) - 1, max(given)
    if not count:
        raise UsageError("--assume: there is nothing to assume, as all processes are in one group")
    if last >= count:
        split = f"{len(groups)} groups have {counted(count, 'assumption')}"
        raise UsageError(f"--assume: there is no A{last + 1} to be given; {split}")
    if len(given) <= last:
        missing = next(i for i in range(last) if i not in given)
        raise UsageError(f"--assume: A{last + 1} is given, and A{missing + 1} is not; give it too")
    found: list[LTS] = []
    for i in range(len(given)):
        rest = [lts for group in groups[i + 1 :] for lts in group]
        found.append(fitted(given[i], f"A{i + 1}", interface(groups[i], found[-1:] or goal, rest), log.budget))
    log.best = Candidate(tuple(found), "the given one")
    return tuple(found)


def fitted(lts: LTS, name: str, alphabet: Actions, budget: Budget) -> LTS:
    """A given assumption as a deterministic safety LTS; UsageError where it speaks of more than the alphabet."""
    foreign = sorted(set(lts.alphabet) - set(alphabet))
    errors = [action for action in alphabet if action.startswith(MARK)]
    if foreign:
        about = one_line(", ".join(foreign), _MAX_LETTERS)
        between = one_line(", ".join(action for action in alphabet if action not in errors), _MAX_LETTERS) or "nothing"
        raise UsageError(f"--assume: {name} speaks of {about}, not only of what is between the groups: {between}")
    if silently_wrong(lts)[lts.initial]:
        raise UsageError(f"--assume: {name} forbids everything, even to do nothing; nobody can keep that")
    safe = reachable(strip_error(determinise(extend(lts, errors), budget)))
    return replace(safe, end=-1, name=name, origin=None)


@dataclass(frozen=True)
class GivenRule:
    """One of the given assumptions, tried in the rule."""

    assumption: LTS
    position: int
    """Of the assumption, from 0; its group is the first of those that it is tried with."""
    log: Log
    run: str = ""

    def attempt(
        self, groups: Sequence[Group], goal: Group, guarantee: Callable[[Group], Rounds], *, improve: bool
    ) -> Generator[int, None, Answer | Fault]:
        """The answer with this assumption; where there is none and it is to be improved, what is wrong with it."""
        try:
            return (yield from self.judge(groups, goal, guarantee))
        except Unproved as failed:
            if not improve:
                raise
            (fault,) = failed.faults  # those after it have been improved until they decided premise 2
            assert isinstance(fault, Fault)
            self.log.faults.setdefault(self.position, str(fault))
            return fault

    def judge(self, groups: Sequence[Group], goal: Group, guarantee: Callable[[Group], Rounds]) -> Rounds:
        """Holds with this assumption, or a violation; raises Unproved when it is neither.

        ``guarantee`` decides premise 2: whether the groups after the first keep a goal.
        """
        number = self.log.conjecture()
        premise1 = yield from check_group([*groups[0], self.assumption], goal, self.log)
        weak = _counterexample(premise1, groups, goal, self.log.budget)
        self._tell(number, 1, premise1, weak, "not too weak")
        if isinstance(weak, Violated):
            return weak
        try:
            premise2 = yield from guarantee([complete_property(self.assumption)])
        except Unproved as below:
            raise Unproved([*self._faults(groups, weak, None), *below.faults]) from None
        strong = _counterexample(premise2, groups, goal, self.log.budget)
        self._tell(number, 2, premise2, strong, "holds" if weak is None else "not too strong")
        if isinstance(strong, Violated):
            return strong
        if isinstance(premise2, Holds) and weak is None:
            return _with_given(self.assumption, premise2)
        raise Unproved(self._faults(groups, weak, strong))

    def _faults(self, groups: Sequence[Group], weak: Actions | None, strong: Actions | None) -> list[Fault]:
        if weak is None and strong is None:
            return []
        return [Fault(self.position, self.position + len(groups), weak, strong, self.run)]

    def _tell(
        self, number: int, premise: int, answer: Answer, found: Violated | Actions | None, otherwise: str
    ) -> None:
        """Count what was explored for a premise, and show what it was about."""
        refuted = "too weak" if premise == 1 else "too strong"
        outcome = otherwise if found is None else "violated" if isinstance(found, Violated) else refuted
        done = Round(
            number,
            outcome,
            self.assumption.states,
            answer.states,
            answer.transitions,
            premise=premise,
            level=self.position,
            run=f"{self.run}, {AS_GIVEN}" if self.run else AS_GIVEN,
            alphabet=len(self.assumption.alphabet),
            actions=self.assumption.alphabet,
        )
        self.log.premise(done)
        if wants_pictures(self.log.events) and outcome in ("too weak", "too strong", "violated", "holds"):
            word = found.word if isinstance(found, Violated) else found
            self.log.show(
                replace(done, states=0, transitions=0, premise=0, evidence=Conjecture((self.assumption,), word))
            )


def _counterexample(answer: Answer, groups: Sequence[Group], goal: Group, budget: Budget) -> Violated | Actions | None:
    """None where a premise holds; where it does not, a violation of the goal, or the word that it fails along.

    The word is over the whole interface, so that all groups can take it together if each side can.
    """
    if isinstance(answer, Holds):
        return None
    first, rest = groups[0], [lts for group in groups[1:] for lts in group]
    shared = interface(first, goal, rest)
    word = tuple(action for action in answer.word if action in shared)
    return real([*first, *rest, *goal], [(word, shared)], budget) or word


def _with_given(assumption: LTS, below: Holds) -> Holds:
    """The proof with this assumption, and with those of premise 2."""
    return replace(
        below,
        assumptions=(assumption, *below.assumptions),
        standing=(None, *below.standing),
        given=(True, *below.given),
    )


def try_each(runs: Sequence[Rounds]) -> tuple[int, Answer]:
    """The first run that comes to an answer, and the answer; where none does, what is wrong in each of them.

    Assumptions that do not fit the groups are refused only if they fit none of the runs.
    """
    failed: list[Unproved | UsageError] = []
    for i, run in enumerate(runs):
        try:
            return i, take_turns([run])[1]
        except (Unproved, UsageError) as error:
            failed.append(error)
    faults = [fault for error in failed if isinstance(error, Unproved) for fault in error.faults]
    raise Unproved(faults) if faults else failed[0]
