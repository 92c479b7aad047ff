"""Strong simulation L1 ⪯ L2 as a greatest fixed point (pAGAR, section 2, Definition 5), over the reachable pairs only.

A pair of states needs, for each transition of its first state, one transition of its second by the same action to a
distribution that matches. Every such pair of distributions is looked at once and remembered, whichever states lead to
it. Pairs are removed in rounds: a pair that goes in round r fails against the pairs that the rounds before r left, so
that r is the least depth of a tree that tells the two states apart (see :mod:`quidpro.lpts.tree`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import inf, lcm
from typing import TypeVar

import numpy as np

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.events import Listener, ignore
from quidpro.core.small import ENDLESS, Effort
from quidpro.lpts import plain
from quidpro.lpts.lpts import LARGEST_SCALE, LPTS, Longs
from quidpro.lpts.plain import Outcome

Pair = tuple[int, int]

SMALL = 400
"""The kernels do the work for two LPTSs with at least this many transitions together, once they are loaded."""
T = TypeVar("T")


@dataclass(frozen=True)
class Simulation:
    """The outcome: the pairs that stay, and for those removed the rounds and the transitions that nothing matches."""

    first: LPTS
    second: LPTS
    outcome: Outcome

    @property
    def holds(self) -> bool:
        """Whether the second LPTS simulates the first."""
        return bool(self.outcome.ranks[0] == 0)

    @cached_property
    def related(self) -> frozenset[Pair]:
        """The pairs of the coarsest simulation among those that matter."""
        return frozenset(self._pairs(self.outcome.codes[self.outcome.ranks == 0]))

    @cached_property
    def rank(self) -> dict[Pair, int]:
        """The round in which each removed pair went."""
        removed = self.outcome.ranks > 0
        return dict(zip(self._pairs(self.outcome.codes[removed]), self.outcome.ranks[removed].tolist(), strict=True))

    def rank_of(self, p: int, q: int) -> float:
        """The round in which one pair went; infinite for one that stays."""
        rank = int(self.outcome.ranks[self._number(p, q)])
        return rank if rank else inf

    def failures_of(self, p: int, q: int) -> list[tuple[int, int]]:
        """The transitions of ``p`` that ``q`` does not match, each after the round since which it does not, sorted.

        The first of them is of the round in which the pair went. Where the marks of the two differ there are none.
        """
        outcome, number = self.outcome, self._number(p, q)
        # Of the same type as the array, which would be converted as a whole otherwise.
        begin, end = np.searchsorted(outcome.failed, np.array([number, number + 1], dtype=outcome.failed.dtype))
        return list(zip(outcome.since[begin:end].tolist(), outcome.transition[begin:end].tolist(), strict=True))

    def _number(self, p: int, q: int) -> int:
        codes, order = self._sorted
        code = p * self.second.states + q
        index = int(np.searchsorted(codes, code))
        if index == len(codes) or codes[index] != code:
            raise KeyError((p, q))
        return int(order[index])

    @cached_property
    def _sorted(self) -> tuple[Longs, Longs]:
        order = np.argsort(self.outcome.codes)
        return self.outcome.codes[order], order

    def _pairs(self, codes: Longs) -> list[Pair]:
        states = self.second.states
        return list(zip((codes // states).tolist(), (codes % states).tolist(), strict=True))


def simulation(
    first: LPTS, second: LPTS, budget: Budget | None = None, events: Listener = ignore, *, hasty: bool = False
) -> Simulation:
    """The coarsest simulation among the pairs that matter for the initial one; actions are compared by name.

    A ``hasty`` one may stop as soon as it knows that there is none: then pairs too far away to matter count as related.
    """
    budget = budget or Budget()
    factors = common_scale(first, second)[1]
    found = attempt(
        first, second, lambda effort: plain.fixpoint(first, second, factors, budget, events, effort, hasty=hasty)
    )
    if found is not None:
        return Simulation(first, second, found)
    from quidpro.lpts import compiled

    return Simulation(first, second, compiled.fixpoint(first, second, factors, budget, events, hasty=hasty))


def attempt(first: LPTS, second: LPTS, work: Callable[[Effort], T]) -> T | None:
    """Work on two LPTSs done in plain Python, or None where kernels should do it; they cannot beyond 64 bits."""
    if common_scale(first, second)[0] >= LARGEST_SCALE:
        return work(ENDLESS)
    return small.attempt(first.transitions + second.transitions, work, loaded=SMALL)


def common_scale(first: LPTS, second: LPTS) -> tuple[int, tuple[int, int]]:
    """A scale for the weights of both, and the factors that bring them to it."""
    left, right = first.distributions.scale, second.distributions.scale
    scale = lcm(left, right)
    return scale, (scale // left, scale // right)
