"""The fixed point of strong simulation in plain Python: for what is small, and for weights beyond 64 bits.

Pairs of states, the pairs of distributions that they need, and what has been removed, in dictionaries. The compiled
version (:mod:`quidpro.lpts.compiled`) gives the same arrays, element by element.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Listener
from quidpro.core.small import ENDLESS, Effort
from quidpro.lpts.flow import witness
from quidpro.lpts.lpts import LPTS, Ints, Longs

Pair = tuple[int, int]

_SLICE = 4096


@dataclass(frozen=True)
class Outcome:
    """The pairs that matter and how the others were removed.

    ``codes`` are the pairs as ``p * second.states + q`` in the order in which they were met, the initial one first;
    ``ranks`` the rounds in which they went, 0 for those that stay. The other arrays are the failures, sorted: the
    number of a pair, a round, and a transition of the first LPTS that nothing matches from that round on.
    """

    codes: Longs
    ranks: Ints
    failed: Ints
    since: Ints
    transition: Ints


def fixpoint(
    first: LPTS, second: LPTS, factors: tuple[int, int], budget: Budget, events: Listener, effort: Effort = ENDLESS
) -> Outcome:
    """The greatest fixed point; the factors bring the weights of both to one scale."""
    work = _Fixpoint(first, second, factors, effort)
    work.explore(budget, events)
    work.remove(budget)
    failures = np.array(sorted(work.failures), dtype=np.int32).reshape(-1, 3)
    return Outcome(
        np.array([p * second.states + q for p, q in work.waiting], dtype=np.int64),
        np.array([work.rank.get(pair, 0) for pair in work.waiting], dtype=np.int32),
        failures[:, 0],
        failures[:, 1],
        failures[:, 2],
    )


@dataclass
class _Need:
    """One transition of the first state of a pair, and how many transitions of the second still match it."""

    pair: Pair
    transition: int
    matches: int


class _Fixpoint:
    """Pairs of states, the pairs of distributions that they need, and what has been removed."""

    def __init__(self, first: LPTS, second: LPTS, factors: tuple[int, int], effort: Effort) -> None:
        self.first, self.second = first, second
        self.effort = effort
        self.factors = factors
        self.label = {i: second.labels.get(action, -1) for i, action in enumerate(first.alphabet)}
        self.answers = [_by_label(moves) for moves in second.moves]
        start = first.initial, second.initial
        self.numbers = {start: 0}
        self.waiting = [start]
        self.needs_of: dict[Pair, list[_Need]] = {}
        """The needs that a pair of distributions can meet."""
        self.inside: dict[Pair, list[Pair]] = {}
        """The pairs of distributions whose supports hold a pair of states."""
        self.rank: dict[Pair, int] = {}
        self.failures: list[tuple[int, int, int]] = []
        self.begin = first.row.tolist()

    def explore(self, budget: Budget, events: Listener) -> None:
        """Find the pairs that matter; those that fail at once are of rank 1."""
        for done, pair in enumerate(self.waiting):
            if done % _SLICE == 0:
                budget.check()
                events(Explored(len(self.waiting), len(self.waiting) - done))
            if self.first.marks_of(pair[0]) != self.second.marks_of(pair[1]):
                self.rank[pair] = 1
            else:
                self._expand(pair)

    def _expand(self, pair: Pair) -> None:
        """What a pair needs; where a transition has no answer at all the others do not matter."""
        begin, answers = self.begin[pair[0]], self.answers[pair[1]]
        moves = [(d, answers.get(self.label[label], ())) for label, d in self.first.moves[pair[0]]]
        failing = [begin + i for i, (_, found) in enumerate(moves) if not found]
        if failing:
            self.rank[pair] = 1
            self.failures += [(self.numbers[pair], 1, transition) for transition in failing]
            return
        for transition, (distribution, found) in enumerate(moves, begin):
            need = _Need(pair, transition, len(found))
            self.effort.spend(1 + len(found))
            for answer in found:
                self._distributions((distribution, answer)).append(need)

    def _distributions(self, pair: Pair) -> list[_Need]:
        """The needs that hang on a pair of distributions; when it is met first, its pairs of states are noted."""
        needs = self.needs_of.get(pair)
        if needs is None:
            needs = self.needs_of[pair] = []
            left, right = self.first.distributions.lists[pair[0]], self.second.distributions.lists[pair[1]]
            self.effort.spend(len(left) * len(right))
            for p, _ in left:
                for q, _ in right:
                    self.inside.setdefault((p, q), []).append(pair)
                    if (p, q) not in self.numbers:
                        self.numbers[p, q] = len(self.waiting)
                        self.waiting.append((p, q))
        return needs

    def remove(self, budget: Budget) -> None:
        """Rounds: what was removed may break pairs of distributions, and those the pairs of states that need them."""
        removed, number = list(self.rank), 1
        while removed:
            budget.check()
            number += 1
            broken = [pair for pair in self._touched(removed) if not self._matches(pair)]
            removed = self._starved(broken, number)

    def _touched(self, removed: Iterable[Pair]) -> list[Pair]:
        return list(dict.fromkeys(pair for states in removed for pair in self.inside.get(states, ())))

    def _matches(self, pair: Pair) -> bool:
        """μ1 ⊑_R μ2 for the pairs that are left; one that no longer does is forgotten."""
        if pair not in self.needs_of:
            return True
        self.effort.spend(1)
        left, right = self.first.distributions.lists[pair[0]], self.second.distributions.lists[pair[1]]
        related = [[j for j, (q, _) in enumerate(right) if (p, q) not in self.rank] for p, _ in left]
        if all(len(row) == len(right) for row in related):
            return True
        if not all(related):
            return False
        weights = [w * self.factors[0] for _, w in left], [w * self.factors[1] for _, w in right]
        return witness(*weights, related) is None

    def _starved(self, broken: Iterable[Pair], number: int) -> list[Pair]:
        """The pairs of states with a need that nothing meets any more."""
        removed = []
        for pair in broken:
            for need in self.needs_of.pop(pair):
                need.matches -= 1
                if need.matches == 0:
                    self.failures.append((self.numbers[need.pair], number, need.transition))
                    if need.pair not in self.rank:
                        self.rank[need.pair] = number
                        removed.append(need.pair)
        return removed


def _by_label(moves: list[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for label, distribution in moves:
        found.setdefault(label, []).append(distribution)
    return found
