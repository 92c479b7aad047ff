"""The weakest assumption, directly: M1 ∥ P_err over the interface, trimmed, made deterministic, minimised; capped.

(Giannakopoulou, Pasareanu, Barringer 2002, CGP03's reference 14.) A word that M1 cannot take, or after which it can
no longer go wrong, is safe whatever follows. So states that cannot reach π are cut off, and what the resulting LTS
does not say is allowed: it tells exactly the words that lead into π.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
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


class ErrorLanguage(NamedTuple):
    """The words that lead some components into π: as one minimal deterministic LTS, where that is at hand, and as
    components, as small as they could be made.
    """

    exact: LTS | None
    components: list[LTS]


class ErrorTraces:
    """The words that lead some components into π, over one alphabet after the other, each a part of the ``widest``.

    The components are composed once, when they are first asked for; what is kept is modulo branching bisimilarity over
    the widest alphabet, which hiding the rest of it preserves.
    """

    def __init__(
        self, components: Sequence[LTS], widest: Sequence[str], budget: Budget, events: Listener = ignore
    ) -> None:
        self.components, self.widest = list(components), tuple(widest)
        self.budget, self.events = budget, events

    def over(self, alphabet: Sequence[str]) -> ErrorLanguage:
        """The components made smaller: one LTS, trimmed, modulo branching bisimilarity, deterministic if it can be."""
        if self._whole is None:
            return ErrorLanguage(None, self.components)
        small = self._whole
        if tuple(alphabet) != self.widest:
            small = bisimulation_quotient(hide(small, set(self.widest) - set(alphabet)), "branching", self.budget)
        try:
            exact = reduce(small, "trace", self.budget, max_states=MAX_SETS)
            return ErrorLanguage(exact, [exact])
        except TooManyStates:
            return ErrorLanguage(None, [small])

    @cached_property
    def _whole(self) -> LTS | None:
        """The product over the widest alphabet, without what cannot go wrong; None when it is too large."""
        try:
            whole = build(Product(self.components), self.budget, ignore, max_states=MAX_STATES)
        except TooManyStates:
            return None
        self.events(Explored(whole.states, 0, whole.transitions))
        private = set(whole.alphabet) - set(self.widest)
        return bisimulation_quotient(trimmed(extend(hide(whole, private), self.widest)), "branching", self.budget)


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
