"""Where the whole is hardly larger than its parts: assumptions that keep what the whole meets, and forget the rest.

Clients on their own do in any order what a server lets them do one after the other, so that the whole may have fewer
states than the clients alone. If the specification tells most of these apart, so must the assumptions, and a refinement
from one block on finds that out tree by tree: for four clients that may fail, 534 of the 625 states of the first
assumption after 190 rounds. There it is less work to begin at the other end, with the components themselves as
assumptions. What the whole meets of each is kept, state by state, and all that it never meets is one block for each set
of marks. With such assumptions the first component meets what it meets in the whole and nothing else: the first round
decides, and the assumptions are as small as those that a refinement ends with.

This is beyond the paper. It composes the whole, and so it is done only where that is small by all measures at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Event, Explored, Listener, ignore
from quidpro.engines.probabilistic.refined.asym import Refinement
from quidpro.engines.probabilistic.refined.level import Level
from quidpro.engines.probabilistic.shared.goal import Conformance
from quidpro.lpts.bisimulation import by_marks
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.ops import Composition, composed

MAX_STATES = 5_000
"""The other components may have this many states together; the whole too."""
MAX_PAIRS = 1 << 18
"""Two LPTSs are not composed for this if they have more pairs of states."""
MAX_TIMES_PARTS = 2
"""The whole may have this many times the states of the first component or of the others together."""
MAX_TIMES_SPEC = 10
"""It may have this many times the states of the specification: one that tells less apart leaves much to forget."""


class _TooLargeError(Exception):
    """A composition has more states than it may have."""


class Meeting(Refinement):
    """The rule for components in one order, with assumptions that keep what the whole meets, unless it gives up."""

    most: float | None = None
    """States that the whole may have; None is for as many as seem useful."""
    gave_up = False
    """Whether the whole is too large for this."""

    def run(self, budget: Budget | None = None, events: Listener = ignore, *, work: float = inf) -> bool | None:
        """As in every refinement; None when it gave up."""
        budget = budget or Budget()
        try:
            if not self.levels:
                self.levels = self._met_levels(budget)
        except _TooLargeError:
            self.gave_up = True
            return None
        return super().run(budget, events, work=work)

    def _met_levels(self, budget: Budget) -> list[Level]:
        """The assumptions keep what the whole meets; raises an exception where something is too large."""
        wholes = _behind(self.others, budget)
        behind = wholes[0].lpts if wholes else self.others[0]
        most = self._useful(behind) if self.most is None else self.most
        top = _composed(self.first, behind, most, budget)
        self.largest = max(one.lpts.states for one in (top, *wholes))
        met = _met(top, wholes)
        kept = [_last_kept(self.others[-1], self.views[-1], met[-1])]
        inner = list(zip(self.others, self.views[1:], wholes, met, strict=False))
        for component, views, whole, states in reversed(inner):
            kept.insert(0, _kept(component, views, whole, states, kept[0], budget))
        return [one.level for one in kept]

    def _useful(self, behind: LPTS) -> float:
        """How many states the whole may have."""
        assert isinstance(self.goal, Conformance)
        parts, spec = max(self.first.states, behind.states), self.goal.specification.states
        return min(MAX_STATES, MAX_TIMES_PARTS * parts, MAX_TIMES_SPEC * spec)


def _composed(first: LPTS, second: LPTS, most: float, budget: Budget) -> Composition:
    """The composition, if it has no more states than this."""

    def look(event: Event) -> None:
        if isinstance(event, Explored) and event.states > most:
            raise _TooLargeError

    if first.states * second.states > MAX_PAIRS:
        raise _TooLargeError
    found = composed(first, second, budget, look, likely=most)
    look(Explored(found.lpts.states, 0))
    return found


def _behind(others: Sequence[LPTS], budget: Budget) -> list[Composition]:
    """Each component but the first and the last with all that stand behind it."""
    found: list[Composition] = []
    for component in reversed(others[:-1]):
        found.insert(0, _composed(component, found[0].lpts if found else others[-1], MAX_STATES, budget))
    return found


def _met(top: Composition, wholes: Sequence[Composition]) -> list[Longs]:
    """What the whole meets of the components behind the first, of those behind the second, and so on."""
    found = [np.unique(top.sides[1])]
    for whole in wholes:
        found.append(np.unique(whole.sides[1][found[-1]]))
    return [states.astype(np.int64) for states in found]


@dataclass(frozen=True)
class _Kept:
    """A level, and for each block of it the state that it keeps, -1 for one of what is forgotten."""

    level: Level
    state: Longs


def _last_kept(component: LPTS, views: Ints | None, met: Longs) -> _Kept:
    block, state = _partition(component, np.arange(component.states), met)
    return _Kept(Level.of(component, None, block, views), state)


def _kept(component: LPTS, views: Ints | None, before: Composition, met: Longs, behind: _Kept, budget: Budget) -> _Kept:
    """The level of a component; ``before`` is it with the components behind as they are, of which ``met`` is met."""
    whole = composed(component, behind.level.assumption, budget)
    width = int(before.sides[1].max()) + 1
    codes = before.sides[0][met].astype(np.int64) * width + before.sides[1][met]
    order = np.argsort(codes)
    own, other = whole.sides[0].astype(np.int64), behind.state[whole.sides[1]]
    wanted = np.where(other < 0, -1, own * width + other)
    index = np.minimum(np.searchsorted(codes[order], wanted), len(met) - 1)
    state = np.where(codes[order][index] == wanted, met[order][index], -1)
    block, kept = _partition(whole.lpts, state, met)
    return _Kept(Level.of(component, whole, block, views), kept)


def _partition(lpts: LPTS, state: Longs, met: Longs) -> tuple[Ints, Longs]:
    """A block for each state that is met, and one for all others with the same marks; and which states these are."""
    kinds = by_marks(lpts)
    kept = np.isin(state, met)
    codes = np.where(kept, state, -1 - kinds.astype(np.int64))
    found, block = np.unique(codes, return_inverse=True)
    return block.astype(np.int32), np.maximum(found, -1)
