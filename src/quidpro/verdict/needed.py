"""A small part of a simulation that is one itself: the pairs that one choice of answers needs, from the initial one on.

Of the transitions that answer another the first is chosen, and of a pair of distributions only the pairs of states
that a weight function uses. A pair is the number ``p * states + q``: there may be millions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lpts.flow import matching
from quidpro.lpts.lpts import Longs
from quidpro.lpts.simulation import Simulation, common_scale

_SLICE = 2048
_LARGEST_TABLE = 1 << 28


def needed(found: Simulation, budget: Budget) -> Iterator[tuple[int, int]]:
    """The pairs of a simulation that holds, by the states of the first LPTS."""
    choice = _Choice(found)
    start = found.first.initial * choice.width + found.second.initial
    waiting, seen = [start], {start}
    for done, pair in enumerate(waiting):
        if done % _SLICE == 0:
            budget.check()
        for other in choice.after(*divmod(pair, choice.width)):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    del seen
    waiting.sort()
    return (divmod(pair, choice.width) for pair in waiting)


class _Choice:
    """For transitions of the first LPTS an answer of the second; the arrays of the first as flat lists."""

    def __init__(self, found: Simulation) -> None:
        first, second = found.first, found.second
        self.width = second.states
        self.related = _members(found.outcome.codes[found.outcome.ranks == 0], first.states * second.states)
        self.scales = common_scale(first, second)[1]
        self.row, self.label, self.target = first.row.tolist(), first.label.tolist(), first.target.tolist()
        self.begin = first.distributions.row.tolist()
        self.state, self.weight = first.distributions.state.tolist(), first.distributions.weight
        self.known_as = [second.labels.get(action, -1) for action in first.alphabet]
        self.answers: list[dict[int, list[list[tuple[int, int]]]]] = [{} for _ in range(self.width)]
        for answers, moves in zip(self.answers, second.moves, strict=True):
            for action, number in moves:
                answers.setdefault(action, []).append(second.distributions.lists[number])

    def after(self, p: int, q: int) -> Iterator[int]:
        """The pairs that the answers to all transitions of a pair use."""
        for transition in range(self.row[p], self.row[p + 1]):
            number = self.target[transition]
            left = self.state[self.begin[number] : self.begin[number + 1]]
            answers = self.answers[q][self.known_as[self.label[transition]]]
            yield from next(pairs for answer in answers if (pairs := self._weighed(number, left, answer)) is not None)

    def _weighed(self, number: int, left: list[int], answer: list[tuple[int, int]]) -> list[int] | None:
        """The pairs with a weight, or None when there is no weight function."""
        if len(left) == 1 or len(answer) == 1:
            pairs = [p * self.width + q for p in left for q, _ in answer]
            return pairs if all(map(self.related, pairs)) else None
        places = [[j for j, (q, _) in enumerate(answer) if self.related(p * self.width + q)] for p in left]
        if not all(places):
            return None
        own = self.weight[self.begin[number] : self.begin[number + 1]].tolist()
        weights = [w * self.scales[0] for w in own], [w * self.scales[1] for _, w in answer]
        sent = matching(*weights, places)
        if any(sum(row.values()) != weight for row, weight in zip(sent, weights[0], strict=True)):
            return None
        used = ((i, j) for i, row in enumerate(sent) for j, amount in row.items() if amount)
        return [left[i] * self.width + answer[j][0] for i, j in used]


def _members(codes: Longs, size: int) -> Callable[[int], object]:
    """Whether a number below a size is one of the codes, as fast as memory allows."""
    if size > _LARGEST_TABLE:
        return set(codes.tolist()).__contains__
    found = np.zeros(size, dtype=bool)
    found[codes] = True
    return found.tobytes().__getitem__
