"""What a round has to show beyond its assumption: which of its transitions occur, and what a counterexample taught.

Nothing here changes what a rule does; it is asked only where someone looks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.learning.dfa import SINK, Dfa, Word, breakpoint_of
from quidpro.learning.kv import KearnsVazirani
from quidpro.learning.lstar import LStar
from quidpro.learning.protocol import Learner
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import LTS, TAU
from quidpro.verdict.explicit.evidence import StateSplit, TreeLeaf

_MAX_STATES = 60
"""Larger assumptions are not drawn."""
_MAX_PAIRS = 20_000
_POLLS = 5_000
"""As much work as this is spent on what occurs, for all rounds of a run together."""


class Companions:
    """Components that an assumption is tried with, over its alphabet."""

    def __init__(self, components: Sequence[LTS], alphabet: Sequence[str], budget: Budget) -> None:
        self._components, self._alphabet, self._budget = list(components), tuple(alphabet), budget
        self._limits = Budget(parent=budget, phase=budget.phase, polls=_POLLS)
        self._simulator: Simulator | None = None

    def occurring(self, assumption: LTS) -> frozenset[int] | None:
        """The transitions that occur in some run of both; None where that takes too long to find out."""
        if assumption.states > _MAX_STATES or assumption.alphabet != self._alphabet:
            return None
        try:
            self._simulator = self._simulator or Simulator(self._components, self._alphabet, self._limits)
            return _occurring(assumption, self._simulator)
        except BudgetExceeded:
            self._budget.check()
            return None


def _occurring(assumption: LTS, simulator: Simulator) -> frozenset[int] | None:
    row, label, target = assumption.row.tolist(), assumption.label.tolist(), assumption.target.tolist()
    found: set[int] = set()
    start = assumption.initial, simulator.start()
    seen, waiting = {start}, [start]
    while waiting:
        state, handle = waiting.pop()
        if handle == BAD:
            continue
        after = simulator.extensions(handle).tolist()
        for i in range(row[state], row[state + 1]):
            reached = handle if label[i] == TAU else after[label[i] - 1]
            if not simulator.goes_on(reached):
                continue
            found.add(i)
            if (pair := (target[i], reached)) not in seen:
                seen.add(pair)
                waiting.append(pair)
        if len(seen) > _MAX_PAIRS:
            return None
    return frozenset(found)


def access_words(learner: Learner | None) -> list[Word] | None:
    """The words by which a learner knows the states of its hypothesis; None where it does not tell."""
    if isinstance(learner, LStar):
        return learner.access
    return learner.words if isinstance(learner, KearnsVazirani) else None


def split_by(
    hypothesis: Dfa,
    counterexample: Word,
    words: Sequence[Word],
    member: Callable[[Word], bool],
    alphabet: Sequence[str],
) -> StateSplit | None:
    """The state that a counterexample splits, as the learner will find it; None where its words do not show one."""

    def agrees(state: int, suffix: Word) -> bool:
        return state != SINK and member((*words[state], *suffix))

    at = breakpoint_of(hypothesis, counterexample, agrees) if counterexample else 0
    before, state = hypothesis.run(counterexample[:at]), hypothesis.run(counterexample[: at + 1])
    if not counterexample or SINK in (before, state):
        return None
    suffix = counterexample[at + 1 :]
    left, right = (*words[before], counterexample[at]), words[state]
    answers = member((*left, *suffix)), member((*right, *suffix))
    if answers[0] == answers[1]:
        return None
    safe, unsafe = (left, right) if answers[0] else (right, left)
    return StateSplit(state, *(tuple(alphabet[letter] for letter in word) for word in (safe, unsafe, suffix)))


def leaves_of(learner: Learner | None, alphabet: Sequence[str]) -> tuple[TreeLeaf, ...]:
    """The leaves of a learner with a tree."""
    if not isinstance(learner, KearnsVazirani) or len(learner.words) > _MAX_STATES:
        return ()

    def named(word: Word) -> tuple[str, ...]:
        return tuple(alphabet[letter] for letter in word)

    return tuple(
        TreeLeaf(named(word), tuple((named(suffix), accepted) for suffix, accepted in path))
        for word, path in zip(learner.words, learner.paths(), strict=True)
    )
