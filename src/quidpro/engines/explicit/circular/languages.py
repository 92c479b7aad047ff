"""Components, assumptions and properties as deterministic automata.

Each automaton has states numbered from 1 and the state 0, "not in the language", which is never left. A group of
components is composed, reduced and made deterministic once; one that is too large for that is played on demand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Explored, Listener, ignore
from quidpro.learning.dfa import SINK, Dfa
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.ops import expose, extend
from quidpro.lts.partition import bisimulation_quotient
from quidpro.lts.product import Product
from quidpro.lts.reduce import reduce
from quidpro.lts.search import build

OUT = BAD
MOST_STATES = 500_000
"""Groups with more states are not composed."""
MOST_SETS = 20_000
"""So many sets the subset construction may meet, or as many as there are states."""


class Automaton(Protocol):
    """A deterministic automaton over its own alphabet."""

    alphabet: tuple[str, ...]

    def start(self) -> int:
        """The initial state; 0 when the language is empty."""

    def rows(self, handles: Ints) -> Ints:
        """The successors of some states by each letter."""


class Traces(Simulator):
    """The traces of components over an alphabet: a word that they cannot take is not in the language."""

    def _number(self, states: frozenset[int] | None) -> int:
        return super()._number(states or None)


class Table:
    """A :class:`Dfa` as an automaton."""

    def __init__(self, dfa: Dfa, alphabet: tuple[str, ...]) -> None:
        self.alphabet = alphabet
        self.dfa = dfa
        self._next = np.concatenate([np.zeros((1, len(alphabet)), dtype=np.int32), dfa.next + 1]).astype(np.int32)

    @property
    def size(self) -> int:
        """How many states there are, 0 among them."""
        return len(self._next)

    def start(self) -> int:
        """State 1, when there is one."""
        return 1 if self.dfa.states else OUT

    def rows(self, handles: Ints) -> Ints:
        """A look-up."""
        found: Ints = self._next[handles]
        return found


def composed(group: Sequence[LTS], budget: Budget, events: Listener = ignore) -> list[LTS]:
    """The group as one component; as it is when that is too large."""
    if len(group) == 1:
        return list(group)
    try:
        whole = build(Product(group), budget, ignore, max_states=MOST_STATES)
    except TooManyStates:
        return list(group)
    events(Explored(whole.states, 0, whole.transitions))
    return [whole]


def traces(group: Sequence[LTS], alphabet: tuple[str, ...], budget: Budget) -> Automaton:
    """The traces of a group, which has no π, over a sorted alphabet: as a minimal table if that is not too large."""
    if len(group) > 1:
        return Traces(group, alphabet, budget)
    seen = extend(expose(replace(group[0], end=-1), alphabet), alphabet)
    small = bisimulation_quotient(seen, "branching", budget)
    try:
        exact = reduce(small, "trace", budget, max_states=max(MOST_SETS, small.states))
    except TooManyStates:
        return Traces([small], alphabet, budget)
    table = np.full((exact.states, len(alphabet)), SINK, dtype=np.int32)
    table[exact.source, exact.label - 1] = exact.target
    return Table(Dfa(table), alphabet)


def projected(word: Sequence[str], alphabet: Collection[str]) -> tuple[str, ...]:
    """The letters of a word that are in an alphabet."""
    known = set(alphabet)
    return tuple(action for action in word if action in known)


def accepts(automaton: Automaton, word: Sequence[str]) -> bool:
    """Whether a word, restricted to the automaton's alphabet, is in its language."""
    where = {action: i for i, action in enumerate(automaton.alphabet)}
    state = automaton.start()
    for action in projected(word, automaton.alphabet):
        if state == OUT:
            break
        state = int(automaton.rows(np.array([state], dtype=np.int32))[0, where[action]])
    return state != OUT


def free(actions: Sequence[str]) -> LTS:
    """A component that can do these actions at any time."""
    return LTS.of([(0, action, 0) for action in actions], initial=0, name="free")
