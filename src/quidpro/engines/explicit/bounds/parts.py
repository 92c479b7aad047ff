"""Bounds on the weakest assumption from parts of M1: the goal with some of the components, and more and more of them.

The components that are left out stand aside in one of two ways. *Free*, they let everything happen. Then at least as
many words lead into π as do with the whole of M1, and the words that do not are a lower bound. *Frozen*, they never
move, so that nothing happens in which they take part. Then at most as many words lead into π, and those that do not are
an upper bound. With each component that joins, the lower bound can only grow and the upper bound only shrink; when
none is left out they are the weakest assumption.

The part is kept small as it grows: actions that nobody outside can see are hidden, states from which π cannot be
reached are cut off, and what remains is taken modulo branching bisimilarity. All of that preserves the words that lead
into π, alone and in any composition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.engines.explicit.shared.rounds import alphabet_of
from quidpro.engines.explicit.shared.weakest import MAX_STATES, permissive, trimmed
from quidpro.learning.dfa import Dfa
from quidpro.lts.lts import LTS
from quidpro.lts.ops import expose, extend, hide
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build

MAX_SETS = 100_000
"""A part that has more sets of states than this is not made deterministic."""


@dataclass(frozen=True)
class Part:
    """The goal and some components as one LTS, and the components that are left out."""

    lts: LTS
    left_out: tuple[LTS, ...]
    alphabet: tuple[str, ...]
    """The interface of M1, over which assumptions are."""

    def lower(self, budget: Budget) -> Dfa:
        """What is safe although those that are left out are free to do anything; raises TooManyStates."""
        return _safe_words(self.lts, self.alphabet, budget)

    def upper(self, budget: Budget) -> Dfa:
        """What is safe when those that are left out never move; raises TooManyStates."""
        return _safe_words(self._with_others_frozen(), self.alphabet, budget)

    def _with_others_frozen(self) -> LTS:
        frozen = alphabet_of(self.left_out)
        moves = np.array([True, *(action not in frozen for action in self.lts.alphabet)])[self.lts.label]
        columns = self.lts.source[moves], self.lts.label[moves], self.lts.target[moves]
        kept = LTS.from_arrays(self.lts.alphabet, self.lts.states, *columns, initial=self.lts.initial)
        return trimmed(extend(kept, frozen))


def growing_parts(
    first: Sequence[LTS], goal: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget
) -> Iterator[Part]:
    """The goal alone, then with one component more at a time; raises TooManyStates when a part is too large."""
    left_out = list(first)
    part = _composed(goal, left_out, alphabet, budget)
    yield part
    while left_out:
        joining = left_out.pop(_closest(part, left_out))
        part = _composed([part.lts, joining], left_out, alphabet, budget)
        yield part


def _closest(part: Part, left_out: Sequence[LTS]) -> int:
    """Which component shares most actions with the part that the environment does not see; of several, the smallest.

    Those are what a component that is free does most harm with.
    """
    inner = set(part.lts.alphabet) - set(part.alphabet)
    return min(range(len(left_out)), key=lambda i: (-len(inner & set(left_out[i].alphabet)), left_out[i].states))


def _composed(members: Sequence[LTS], left_out: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget) -> Part:
    """The members as a part: composed, hidden, trimmed and reduced."""
    whole = build(Product(members), budget, ignore, max_states=MAX_STATES)
    seen = {*alphabet, *alphabet_of(left_out)}
    inner = trimmed(hide(whole, set(whole.alphabet) - seen))
    return Part(bisimulation_quotient(inner, "branching", budget), tuple(left_out), alphabet)


def _safe_words(lts: LTS, alphabet: tuple[str, ...], budget: Budget) -> Dfa:
    """The words over the alphabet that do not lead an LTS into π."""
    return permissive(reduce(expose(lts, alphabet), "trace", budget, max_states=MAX_SETS), alphabet)
