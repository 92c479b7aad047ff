"""The weakest assumption, directly: M1 ∥ P_err over the interface, trimmed, made deterministic, minimised; capped.

(Giannakopoulou, Pasareanu, Barringer 2002, CGP03's reference 14.) A word that M1 cannot take, or after which it can
no longer go wrong, is safe whatever follows. So states that cannot reach π are cut off, and what the resulting LTS
does not say is allowed: it tells exactly the words that lead into π.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Explored, Listener, ignore
from quidpro.learning.dfa import SINK, Dfa
from quidpro.lts.determinise import leading_to_error
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import extend, hide, reachable
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build

MAX_STATES = 500_000
"""Components with more states than this in all are not composed."""
MAX_SETS = 20_000
"""The subset construction gives up beyond this many sets."""
_WORTHWHILE = 4
"""A product is composed anew if it can be smaller by this factor."""


class ErrorLanguage(NamedTuple):
    """The words that lead some components into π: as one minimal deterministic LTS, where that is at hand, and as
    components, as small as they could be made.
    """

    exact: LTS | None
    components: list[LTS]


class ErrorTraces:
    """The words that lead some components into π, over one alphabet after the other, each a part of the ``widest``.

    What is kept is modulo branching bisimilarity, which composing and hiding preserve. Where components have much that
    no other one knows, and that is hidden, they are made smaller first and then composed; otherwise they are composed
    once, over the widest alphabet.
    """

    def __init__(
        self, components: Sequence[LTS], widest: Sequence[str], budget: Budget, events: Listener = ignore
    ) -> None:
        self.components, self.widest = list(components), tuple(widest)
        self.budget, self.events = budget, events

    def over(self, alphabet: Sequence[str]) -> ErrorLanguage:
        """The components made smaller: one LTS, trimmed, modulo branching bisimilarity, deterministic if it can be."""
        small = self._hidden(set(self.widest) - set(alphabet)) if tuple(alphabet) != self.widest else self._whole
        if small is None:
            return ErrorLanguage(None, self.components)
        try:
            exact = reduce(small, "trace", self.budget, max_states=MAX_SETS)
            return ErrorLanguage(exact, [exact])
        except TooManyStates:
            return ErrorLanguage(None, [small])

    def _hidden(self, actions: set[str]) -> LTS | None:
        """The product with more actions hidden: from smaller components, where those that only one has make a
        difference, else from the product over the widest alphabet.
        """
        smaller = [self._without(lts, actions) for lts in self.components]
        if prod(lts.states for lts in smaller) < prod(lts.states for lts in self.components) // _WORTHWHILE:
            return self._composed(smaller, set(self.widest) - actions)
        whole = self._whole
        return None if whole is None else bisimulation_quotient(hide(whole, actions), "branching", self.budget)

    def _without(self, lts: LTS, actions: set[str]) -> LTS:
        """A component without those of the actions that no other one has."""
        own = {action for action in actions & set(lts.alphabet) if self._occurs[action] == 1}
        return bisimulation_quotient(hide(lts, own), "branching", self.budget) if own else lts

    @cached_property
    def _occurs(self) -> Counter[str]:
        """How many components have each action."""
        return Counter(action for lts in self.components for action in lts.alphabet)

    @cached_property
    def _whole(self) -> LTS | None:
        """The product over the widest alphabet, without what cannot go wrong; None when it is too large."""
        return self._composed(self.components, set(self.widest))

    def _composed(self, components: Sequence[LTS], alphabet: set[str]) -> LTS | None:
        try:
            whole = build(Product(components), self.budget, ignore, max_states=MAX_STATES)
        except TooManyStates:
            return None
        self.events(Explored(whole.states, 0, whole.transitions))
        private = set(whole.alphabet) - alphabet
        return bisimulation_quotient(trimmed(extend(hide(whole, private), alphabet)), "branching", self.budget)


def trimmed(lts: LTS) -> LTS:
    """Without the transitions into states from which π cannot be reached."""
    doomed = np.append(leading_to_error(lts, np.ones(lts.transitions, dtype=bool)), True)  # the last entry is π's
    kept = doomed[lts.target]
    columns = lts.source[kept], lts.label[kept], lts.target[kept]
    return LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial, name=lts.name)


def permissive(lts: LTS, alphabet: Sequence[str]) -> Dfa:
    """The automaton of everything but the words that lead a deterministic LTS into π.

    Actions it does not have change nothing; where it has no transition everything is allowed from then on.
    """
    lts = reachable(lts)  # so that the initial state is the first, as it is in a Dfa
    if any(label == TAU and target == ERROR for label, target in lts.successors(lts.initial)):
        return Dfa.nothing(len(alphabet))
    if not lts.has_error:
        return Dfa.everything(len(alphabet))
    anything = lts.states
    table = np.full((lts.states + 1, len(alphabet)), anything, dtype=np.int32)
    for letter, action in enumerate(alphabet):
        if action in lts.labels:
            chosen = lts.label == lts.labels[action]
            table[lts.source[chosen], letter] = np.where(lts.target[chosen] == ERROR, SINK, lts.target[chosen])
        else:
            table[:, letter] = np.arange(lts.states + 1)
    return Dfa(table if (table[:-1] == anything).any() else table[:-1])
