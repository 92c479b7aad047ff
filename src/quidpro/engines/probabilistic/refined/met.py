"""Where the whole is hardly larger than its parts: assumptions that keep what the whole meets, and forget the rest.

Clients on their own do in any order what a server lets them do one after the other, so that the whole may have fewer
states than the clients alone. If the specification tells most of these apart, so must the assumptions, and a refinement
from one block on finds that out tree by tree: for four clients that may fail, 534 of the 625 states of the first
assumption after 190 rounds. There it is less work to begin at the other end, with the components themselves as
assumptions. What the whole meets of each is kept, state by state, and all that it never meets is one block for each set
of marks. With such assumptions the first component meets what it meets in the whole and nothing else: the first round
decides, and the assumptions are as small as those that a refinement ends with.

This is beyond the paper. It composes the whole, and so it is done only where that is small by all measures at hand: it
gives up where the whole is much larger than its parts or than the specification, and is otherwise allowed as many
states as the work that it may do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, prod

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Event, Explored, Listener, ignore
from quidpro.engines.probabilistic.refined.asym import Refinement
from quidpro.engines.probabilistic.refined.level import Level
from quidpro.engines.probabilistic.shared.goal import Conformance
from quidpro.lpts.bisimulation import by_marks
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.ops import Composition, composed

WORK_PER_STATE = 20
"""What it takes to compose a state of the whole and to check it, in states and transitions."""
MAX_PAIRS = 1 << 18
MAX_PAIRS_PER_STATE = 50
"""Two LPTSs are not composed for this if they have more pairs of states than one and the other, for each state that the
whole may have, allow.
"""
MAX_TIMES_PARTS = 2
"""The whole may have this many times the states of the first component, or of the others where they do as they like."""
MAX_TIMES_SPEC = 40
"""It may have this many times the states of the specification: one that tells less apart leaves much to forget."""


class _TooLargeError(Exception):
    """A composition has more states than it may have."""


class Meeting(Refinement):
    """The rule for components in one order, with assumptions that keep what the whole meets, unless it gives up."""

    most: float | None = None
    """States that the whole may have, whatever the work; None is for as many as seem useful."""
    gave_up = False
    """Whether the whole is too large for this."""

    def run(self, budget: Budget | None = None, events: Listener = ignore, *, work: float = inf) -> bool | None:
        """As in every refinement; None also when it gave up."""
        budget = budget or Budget()
        useful, affordable = self._useful() if self.most is None else self.most, work / WORK_PER_STATE
        try:
            if not self.levels:
                self.levels = self._met_levels(min(useful, affordable), budget)
        except _TooLargeError:
            self.gave_up = useful <= affordable
            return None
        return super().run(budget, events, work=work)

    def _met_levels(self, most: float, budget: Budget) -> list[Level]:
        """The assumptions keep what the whole meets; raises an exception where something is too large."""
        *inner, last = zip(self.others, self.views[1:], _met(self._states_of_whole(most, budget)), strict=True)
        kept = [_last_kept(*last)]
        for component, views, met in reversed(inner):
            whole = self._composed(component, kept[0].level.assumption, most, budget)
            kept.insert(0, _kept(component, whole, views, met, kept[0]))
        return [one.level for one in kept]

    def _states_of_whole(self, most: float, budget: Budget) -> Longs:
        """The states of the components other than the first, in a row for each state of the whole.

        What some of them do without the others may be far more than the whole, so that they are composed from the other
        end where it is too much from this one.
        """
        parts = [self.first, *self.others]
        try:
            return self._joint_states(parts, most, budget)[:, 1:]
        except _TooLargeError:
            return self._joint_states(parts[::-1], most, budget)[:, -2::-1]

    def _joint_states(self, parts: Sequence[LPTS], most: float, budget: Budget) -> Longs:
        """The states of the parts in a row for each state of their composition."""
        whole, rows = parts[0], np.arange(parts[0].states)[:, None]
        for part in parts[1:]:
            product = self._composed(whole, part, most, budget)
            whole, rows = product.lpts, np.column_stack((rows[product.sides[0]], product.sides[1]))
        return rows

    def _composed(self, first: LPTS, second: LPTS, most: float, budget: Budget) -> Composition:
        """The composition, if it has no more states than this."""
        found = _composed(first, second, most, budget)
        self.largest = max(self.largest, found.lpts.states)
        return found

    def _useful(self) -> float:
        """How many states the whole may have."""
        assert isinstance(self.goal, Conformance)
        parts, spec = max(self.first.states, prod(one.states for one in self.others)), self.goal.specification.states
        return min(MAX_TIMES_PARTS * parts, MAX_TIMES_SPEC * spec)


def _composed(first: LPTS, second: LPTS, most: float, budget: Budget) -> Composition:
    """The composition, if it has no more states than this."""

    def look(event: Event) -> None:
        if isinstance(event, Explored) and event.states > most:
            raise _TooLargeError

    if first.states * second.states > max(MAX_PAIRS, MAX_PAIRS_PER_STATE * most):
        raise _TooLargeError
    found = composed(first, second, budget, look, likely=most)
    look(Explored(found.lpts.states, 0))
    return found


def _met(rows: Longs) -> list[Longs]:
    """What is met of the components behind the first, of those behind the second, and so on.

    Of the last component the states; of the others codes, ascending: a state of the component, and which of those that
    are met of the components behind it.
    """
    found: list[Longs] = []
    which = np.zeros(len(rows), dtype=np.int64)
    for column in reversed(rows.T):
        count = len(found[0]) if found else 1
        met, which = np.unique(column * count + which, return_inverse=True)
        found.insert(0, met)
    return found


@dataclass(frozen=True)
class _Kept:
    """A level, and for each block of it which of those that are met it keeps, -1 for one of what is forgotten."""

    level: Level
    which: Longs
    count: int
    """How many are met."""


def _last_kept(component: LPTS, views: Ints | None, met: Longs) -> _Kept:
    block, which = _partition(component, np.arange(component.states), met)
    return _Kept(Level.of(component, None, block, views), which, len(met))


def _kept(component: LPTS, whole: Composition, views: Ints | None, met: Longs, behind: _Kept) -> _Kept:
    """The level of a component in front of others, with the assumption about these."""
    other = behind.which[whole.sides[1]]
    codes = np.where(other < 0, -1, whole.sides[0].astype(np.int64) * behind.count + other)
    block, which = _partition(whole.lpts, codes, met)
    return _Kept(Level.of(component, whole, block, views), which, len(met))


def _partition(lpts: LPTS, codes: Longs, met: Longs) -> tuple[Ints, Longs]:
    """A block for each state whose code is met, and one for all others with the same marks; and which each keeps."""
    index = np.minimum(np.searchsorted(met, codes), len(met) - 1)
    wanted = np.where(met[index] == codes, index, -1 - by_marks(lpts).astype(np.int64))
    found, block = np.unique(wanted, return_inverse=True)
    return block.astype(np.int32), np.maximum(found, -1)
