"""A small part of a simulation that is one itself: the pairs that one choice of answers needs, from the initial one on.

Of the transitions that answer another the first is chosen, and of a pair of distributions only the pairs of states
that a weight function uses. A pair is the number ``p * states + q``: there may be millions. As with the fixed point,
kernels do it for what is large; both give the same pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.small import Effort
from quidpro.lpts.flow import matching
from quidpro.lpts.lpts import Longs
from quidpro.lpts.pools import Room
from quidpro.lpts.simulation import Simulation, attempt, common_scale

_SLICE = 2048
_KERNEL_SLICE = 1 << 16


def needed(found: Simulation, budget: Budget | None = None) -> Longs:
    """The pairs of a simulation that holds, ascending."""
    budget = budget or Budget()
    pairs = attempt(found.first, found.second, lambda effort: _plain(found, budget, effort))
    return compiled(found, budget) if pairs is None else pairs


def _plain(found: Simulation, budget: Budget, effort: Effort) -> Longs:
    choice = _Choice(found)
    start = found.first.initial * choice.width + found.second.initial
    waiting, seen = [start], {start}
    for done, pair in enumerate(waiting):
        if done % _SLICE == 0:
            budget.check()
        effort.spend(len(found.first.moves[pair // choice.width]))
        for other in choice.after(*divmod(pair, choice.width)):
            effort.spend(1)
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return np.array(sorted(waiting), dtype=np.int64)


class _Choice:
    """For transitions of the first LPTS an answer of the second."""

    def __init__(self, found: Simulation) -> None:
        self.first, self.second = found.first, found.second
        self.width = found.second.states
        self.related = set(found.outcome.codes[found.outcome.ranks == 0].tolist())
        self.scales = common_scale(found.first, found.second)[1]
        self.known_as = [found.second.labels.get(action, -1) for action in found.first.alphabet]
        self.answers: list[dict[int, list[list[tuple[int, int]]]]] = [{} for _ in range(self.width)]
        for answers, moves in zip(self.answers, found.second.moves, strict=True):
            for action, number in moves:
                answers.setdefault(action, []).append(found.second.distributions.lists[number])

    def after(self, p: int, q: int) -> Iterator[int]:
        """The pairs that the answers to all transitions of a pair use."""
        for label, number in self.first.moves[p]:
            left = self.first.distributions.lists[number]
            answers = self.answers[q][self.known_as[label]]
            yield from next(pairs for answer in answers if (pairs := self._used_pairs(left, answer)) is not None)

    def _used_pairs(self, left: list[tuple[int, int]], answer: list[tuple[int, int]]) -> list[int] | None:
        """The pairs with a weight, or None when there is no weight function."""
        related = [[j for j, (q, _) in enumerate(answer) if p * self.width + q in self.related] for p, _ in left]
        weights = [w * self.scales[0] for _, w in left], [w * self.scales[1] for _, w in answer]
        sent = matching(*weights, related)
        if any(sum(row.values()) != weight for row, weight in zip(sent, weights[0], strict=True)):
            return None
        used = ((i, j) for i, row in enumerate(sent) for j, amount in row.items() if amount)
        return [left[i][0] * self.width + answer[j][0] for i, j in used]


def compiled(found: Simulation, budget: Budget) -> Longs:
    """The pairs by a compiled kernel, in slices."""
    from quidpro.lpts.compiled import systems
    from quidpro.lpts.kernels import needed as kernel
    from quidpro.lpts.kernels.pool import enter

    codes = found.outcome.codes[found.outcome.ranks == 0]
    table = Room(len(codes)).table()
    enter(codes, len(codes), table)
    room = np.zeros(len(codes), dtype=np.bool_), np.empty(len(codes), dtype=np.int32)
    chosen = kernel.Chosen(codes, table, *room, np.zeros(2, dtype=np.int64))
    sides = systems(found.first, found.second, common_scale(found.first, found.second)[1])
    # The initial pair was met first.
    kernel.add(chosen, 0)
    while chosen.used[kernel.DONE] < chosen.used[kernel.FOUND]:
        budget.check()
        kernel.spread(*sides, chosen, _KERNEL_SLICE)
    return np.sort(codes[chosen.seen])
