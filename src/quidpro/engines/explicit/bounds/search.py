"""Closing in on the weakest assumption (CGP03, section 5.3) from below and from above.

First by parts of M1 that grow, each made deterministic as a whole: that ends with the weakest assumption where it is
not too large, and on the way it gives small bounds that already say a lot. Where a part grows past its limits, the
subset construction of M1 goes on set by set, for as long as it may.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates, UsageError
from quidpro.core.events import Listener, begin, wants_pictures
from quidpro.engines.explicit.bounds.parts import Part, growing_parts
from quidpro.engines.explicit.bounds.sets import ExpandedSets, in_normal_form
from quidpro.learning.dfa import Dfa
from quidpro.learning.simulator import Simulator
from quidpro.lts.lts import LTS, Ints
from quidpro.verdict.explicit.evidence import Conjecture
from quidpro.verdict.rounds import Bounds

LOWER = "lower bound"
UPPER = "upper bound"
EXACT = "exact"


class Question(NamedTuple):
    """M1, the goals that it must keep from π, and the interface that the assumption is over."""

    first: Sequence[LTS]
    goal: Sequence[LTS]
    alphabet: tuple[str, ...]


@dataclass
class Known:
    """What is known of the weakest assumption, and how far the work on it is.

    Every word of ``lower`` is in it, and every word of it is in ``upper``.
    """

    lower: Dfa
    upper: Dfa
    parts: int = 0
    """How many of the parts that grow have been looked at."""
    rows: Ints = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int32))
    """The part of the subset construction that is done."""

    @classmethod
    def nothing(cls, letters: int) -> Known:
        """Before the work begins."""
        return cls(Dfa.nothing(letters), Dfa.everything(letters), rows=np.zeros((0, letters), dtype=np.int32))

    @property
    def exact(self) -> bool:
        """Whether the two bounds have met."""
        return np.array_equal(self.lower.next, self.upper.next)


def close_in(question: Question, known: Known, budget: Budget, events: Listener) -> None:
    """Improve what is known until it is exact; whatever ends the work early, what is known stays true."""
    begin("closing in on the weakest assumption", budget, events)
    search = _Search(question, known, budget, events)
    if not any(lts.has_error for lts in question.goal):
        search.improve(Dfa.everything(len(question.alphabet)), known.upper)
        return
    components = search.by_parts()
    if not known.exact:
        search.by_sets(components)


class _Search:
    """The work on one question."""

    def __init__(self, question: Question, known: Known, budget: Budget, events: Listener) -> None:
        self.question, self.known = question, known
        self.budget, self.events = budget, events
        self.rounds = 0

    def by_parts(self) -> Sequence[LTS]:
        """Look at the parts that grow, as far as they are not too large; what to explore where they are."""
        first, goal, alphabet = self.question
        components = [*goal, *first]
        with suppress(TooManyStates):
            for number, part in enumerate(growing_parts(first, goal, alphabet, self.budget), 1):
                components = [part.lts, *part.left_out]
                if number > self.known.parts:
                    self._look_at(part)
                    self.known.parts = number
                if self.known.exact:
                    break
        return components

    def _look_at(self, part: Part) -> None:
        """Take the bounds of a part; where one is too large, the last one stays. The whole of M1 has only one."""
        lower, upper = self.known.lower, self.known.upper
        with suppress(TooManyStates):
            lower = part.lower(self.budget)
            upper = upper if part.left_out else lower
        if part.left_out:
            with suppress(TooManyStates):
                upper = part.upper(self.budget)
        self.improve(lower, upper)

    def by_sets(self, components: Sequence[LTS]) -> None:
        """Expand sets of states until all are expanded; the bounds so far hold beyond them."""
        sets = self._expanded(components)
        try:
            for _ in sets.expand():
                self.improve(*(self._better(sets, bound) for bound in (self.known.lower, self.known.upper)))
                if self.known.exact:
                    break
        finally:
            self.known.rows = sets.rows

    def _better(self, sets: ExpandedSets, bound: Dfa) -> Dfa:
        """The bound, made exact on the sets that are expanded."""
        return in_normal_form(sets.bound(bound, self.budget), self.question.alphabet, self.budget)

    def _expanded(self, components: Sequence[LTS]) -> ExpandedSets:
        """The sets that are expanded already."""
        try:
            return ExpandedSets(Simulator(components, self.question.alphabet, self.budget), self.known.rows)
        except ValueError as error:
            raise UsageError(f"what was saved does not fit the model ({error}): begin anew") from error

    def improve(self, lower: Dfa, upper: Dfa) -> None:
        """Take new bounds, and tell of those that are better than the old ones."""
        old = self.known.lower, self.known.upper
        self.known.lower, self.known.upper = lower, upper
        if self.known.exact:
            self._tell(EXACT, upper)
            return
        for which, before, now in zip((LOWER, UPPER), old, (lower, upper), strict=True):
            if not np.array_equal(before.next, now.next):
                self._tell(which, now)

    def _tell(self, which: str, dfa: Dfa) -> None:
        self.rounds += 1
        alphabet = self.question.alphabet
        shown = Conjecture((dfa.to_lts(alphabet, "A"),)) if dfa.states and wants_pictures(self.events) else None
        self.events(
            Bounds(
                number=self.rounds,
                outcome=which,
                assumption_states=dfa.states,
                alphabet=len(alphabet),
                evidence=shown,
                lower_states=self.known.lower.states,
                upper_states=self.known.upper.states,
            )
        )
