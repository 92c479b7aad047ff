"""Bounds on the weakest assumption from a part of the subset construction.

The simulator numbers the sets of states that words lead M1 ∥ P_err to, and knows where each letter leads those that
were expanded. A word that stays among them is safe exactly when it does not come to the set that contains π. What is
safe beyond them is not known; there another bound, which reads the word from its start, has the say. If that is a lower
bound so is the result, and likewise for an upper one. Sets are expanded in the order in which they are found, breadth
first; when all are, both are the weakest assumption.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quidpro.core.budget import Budget
from quidpro.engines.explicit.shared.weakest import permissive, trimmed
from quidpro.learning.dfa import SINK, Dfa
from quidpro.learning.simulator import BAD, Simulator
from quidpro.lts.lts import LTS, Ints, Longs
from quidpro.lts.partition import bisimulation_quotient

_FIRST_LOOK = 64
"""The first bounds come when this many sets are expanded, the next ones when there are twice as many."""
_BEYOND = 0
"""Stands for all sets that are not expanded."""


class ExpandedSets:
    """The sets that were expanded: those with the numbers 1, 2, … up to the number of rows."""

    def __init__(self, simulator: Simulator, rows: Ints) -> None:
        self._simulator = simulator
        self._rows: list[Ints] = list(rows)
        simulator.adopt(rows)

    @property
    def rows(self) -> Ints:
        """The set that each letter leads to, a row for each set."""
        return np.array(self._rows, dtype=np.int32).reshape(len(self._rows), self._simulator.letters)

    @property
    def are_all(self) -> bool:
        """Whether no set is left to expand."""
        return len(self._rows) == self._simulator.sets

    def expand(self) -> Iterator[None]:
        """Expand one set after the other; stop now and then, and at the end, for a look at the bounds.

        The first look is at sets that were expanded before, if there are any.
        """
        due = max(_FIRST_LOOK, 2 * len(self._rows))
        if self._rows:
            yield
        while not self.are_all:
            self._rows.append(self._simulator.extensions(len(self._rows) + 1))
            if len(self._rows) == due:
                due = 2 * due
                yield
        yield

    def bound(self, beyond: Dfa, budget: Budget) -> Dfa:
        """The automaton of the sets that were expanded, and of another bound beyond them."""
        start, width = self._simulator.start(), beyond.states + 1
        sets, others = self._inside(), np.vstack([np.full(beyond.letters, SINK), beyond.next]) + 1
        first = (start if start <= len(self._rows) else _BEYOND) * width + min(beyond.states, 1)
        if start == BAD or first == 0:
            return Dfa.nothing(beyond.letters)

        def after(pairs: Longs) -> Longs:
            inside, outside = sets[pairs // width], others[pairs % width]
            lost = (inside == SINK) | ((inside == _BEYOND) & (outside == 0))
            return np.where(lost, SINK, inside * width + outside)

        levels, rows = [np.array([first], dtype=np.int64)], []
        seen = levels[0]
        while len(levels[-1]):
            budget.check()
            rows.append(after(levels[-1]))
            levels.append(np.setdiff1d(rows[-1][rows[-1] != SINK], seen))
            seen = np.union1d(seen, levels[-1])
        return _numbered(np.concatenate(levels), np.concatenate(rows))

    def _inside(self) -> Longs:
        """Where letters lead within the sets that were expanded; the first row is that of all others, which stay."""
        rows = self.rows.astype(np.int64)
        inside = np.where(rows == BAD, SINK, np.where(rows > len(rows), _BEYOND, rows))
        return np.vstack([np.full(rows.shape[1], _BEYOND), inside])


def _numbered(names: Longs, rows: Longs) -> Dfa:
    """The automaton whose states have these names, in this order, and whose rows hold names or the sink."""
    order = np.argsort(names)
    numbers = order[np.searchsorted(names[order], rows)]  # the sink is found anywhere, and put back
    return Dfa(np.where(rows == SINK, SINK, numbers).astype(np.int32))


def in_normal_form(dfa: Dfa, alphabet: tuple[str, ...], budget: Budget) -> Dfa:
    """The one minimal automaton, numbered in one way, that accepts the same: equal languages have equal tables."""
    if not dfa.states:
        return dfa
    source, letter = np.indices(dfa.next.shape).reshape(2, -1)
    errors = LTS.from_arrays(alphabet, dfa.states, source, letter + 1, dfa.next.reshape(-1))
    return permissive(bisimulation_quotient(trimmed(errors), "strong", budget), alphabet)
