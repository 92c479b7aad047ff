"""The fixed point of strong simulation in plain Python: for what is small, and for weights beyond 64 bits.

Pairs of states and pairs of distributions are numbered as they are met; what is known of them is in lists. The compiled
version (:mod:`quidpro.lpts.compiled`) gives the same arrays, element by element, in haste too: it must make no
difference which of the two was at hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.collector import collector_off
from quidpro.core.events import Explored, Listener
from quidpro.core.small import ENDLESS, Effort
from quidpro.lpts.bisimulation import by_marks
from quidpro.lpts.flow import witness
from quidpro.lpts.lpts import LPTS, Ints, Longs

Weights = tuple[int, ...]

FIRST_REMOVAL = 500
"""In haste, removing begins when more pairs than this have been explored, and again when they are twice as many."""

_SLICE = 4096
_NONE: list[int] = []


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


@collector_off()
def fixpoint(
    first: LPTS,
    second: LPTS,
    factors: tuple[int, int],
    budget: Budget,
    events: Listener,
    effort: Effort = ENDLESS,
    *,
    hasty: bool = False,
) -> Outcome:
    """The greatest fixed point; the factors bring the weights of both to one scale.

    A hasty one explores by distance from the initial pair, and now and then removes pairs as if those beyond were
    related. A pair that goes in round r needs only pairs less than r steps away to do so: when the initial pair goes,
    and all pairs so near were explored, then nothing that comes later changes the round or the tree.
    """
    pairs = _Pairs(first, second, factors, effort)
    distance, tried = 0, FIRST_REMOVAL
    while True:
        pairs.explore(budget, events, until=len(pairs.codes) if hasty else None)
        distance += 1
        finished = pairs.done == len(pairs.codes)
        if finished or pairs.done > tried:
            tried = 2 * pairs.done
            removal = _Removal(pairs, final=finished)
            removal.run(budget)
            if finished or 0 < removal.ranks[0] <= distance:
                return removal.outcome()


class _Pairs:
    """Pairs of states, what they need, and the pairs of distributions, here *couples*, that can meet it.

    All are numbered, and what is known of them is in lists of numbers.
    """

    def __init__(self, first: LPTS, second: LPTS, factors: tuple[int, int], effort: Effort) -> None:
        self.effort = effort
        self.supports = first.distributions.lists, second.distributions.lists
        self.factors = factors
        self.states, self.width = second.states, len(second.distributions)
        kinds: dict[frozenset[str], int] = {}
        self.marks = by_marks(first, kinds).tolist(), by_marks(second, kinds).tolist()
        self.label = [second.labels.get(action, -1) for action in first.alphabet]
        self.moves, self.answers = first.moves, second.answers
        self.begin = first.row.tolist()
        start = first.initial * second.states + second.initial
        self.codes = [start]
        self.numbers = {start: 0}
        self.done = 0
        self.inside: list[list[int]] = [[]]
        """The couples whose supports hold each pair of states."""
        self.lost: list[int] = []
        """The pairs that fail at once."""
        self.failures: list[tuple[int, int, int]] = []
        """Why they do."""
        self.need_pair: list[int] = []
        self.need_transition: list[int] = []
        """Of the first state of the pair."""
        self.matches: list[int] = []
        """How many transitions of the second state match each need."""
        self.couples: list[int] = []
        self.couple_numbers: dict[int, int] = {}
        self.cells: list[list[int]] = []
        """The pairs of states that a couple holds, row by row; none where a distribution is Dirac."""
        self.needs_of: list[list[int]] = []
        """The needs that a couple can meet."""
        self.known_matches: dict[tuple[Weights, Weights, tuple[bool, ...]], bool] = {}

    def explore(self, budget: Budget, events: Listener, *, until: int | None) -> None:
        """Find the pairs that matter, or those that the first ``until`` lead to."""
        while self.done < (len(self.codes) if until is None else until):
            if self.done % _SLICE == 0:
                budget.check()
                events(Explored(len(self.codes), len(self.codes) - self.done))
            end = self.done - self.done % _SLICE + _SLICE
            for pair in range(self.done, min(end, len(self.codes) if until is None else until)):
                self._expand(pair)
                self.done += 1

    def _expand(self, pair: int) -> None:
        """What a pair needs; where a transition has no answer at all the others do not matter."""
        p, q = divmod(self.codes[pair], self.states)
        if self.marks[0][p] != self.marks[1][q]:
            self.lost.append(pair)
            return
        label, answers, moves = self.label, self.answers[q], self.moves[p]
        found = [answers.get(label[action], _NONE) for action, _ in moves]
        if _NONE in found:
            self.lost.append(pair)
            self.failures += [(pair, 1, self.begin[p] + i) for i, answer in enumerate(found) if not answer]
            return
        known, needs_of, width, need = self.couple_numbers, self.needs_of, self.width, len(self.matches)
        for (_, distribution), matching in zip(moves, found, strict=True):
            for answer in matching:
                couple = known.get(distribution * width + answer)
                if couple is None:
                    self._add_couple(distribution, answer, need)
                else:
                    needs_of[couple].append(need)
            need += 1
        counts = [len(matching) for matching in found]
        self.effort.spend(len(moves) + sum(counts))
        self.matches += counts
        self.need_pair += [pair] * len(moves)
        self.need_transition += range(self.begin[p], self.begin[p + 1])

    def _add_couple(self, distribution: int, answer: int, need: int) -> None:
        """A new couple that can meet a need; its pairs of states are noted."""
        couple, code = len(self.couples), distribution * self.width + answer
        left, right = self.supports[0][distribution], self.supports[1][answer]
        cells = [self._inside(p * self.states + q, couple) for p, _ in left for q, _ in right]
        self.effort.spend(len(cells))
        self.couple_numbers[code] = couple
        self.couples.append(code)
        self.cells.append(_NONE if len(left) == 1 or len(right) == 1 else cells)
        self.needs_of.append([need])

    def _inside(self, code: int, couple: int) -> int:
        """The number of a pair of states that a couple holds."""
        count = len(self.codes)
        number = self.numbers.setdefault(code, count)
        if number == count:
            self.codes.append(code)
            self.inside.append([couple])
        else:
            self.inside[number].append(couple)
        return number


class _Removal:
    """What goes, round by round, of the pairs that were found so far."""

    def __init__(self, pairs: _Pairs, *, final: bool) -> None:
        self.pairs, self.final = pairs, final
        self.ranks = [0] * len(pairs.codes)
        self.matches = pairs.matches.copy()
        self.failures = pairs.failures.copy()
        self.broken = [False] * len(pairs.couples)

    def run(self, budget: Budget) -> None:
        """What was removed may break couples, and those the pairs of states that need them.

        Polls are counted in a race of turns, so what is only tried in haste polls as rarely as it can.
        """
        removed, number, work = self.pairs.lost, 1, 0
        for pair in removed:
            self.ranks[pair] = 1
        while removed:
            work += len(removed)
            if self.final or work >= _SLICE:
                budget.check()
                work = 0
            number += 1
            removed = self._starved([couple for couple in self._touched(removed) if self._breaks(couple)], number)

    def _touched(self, removed: Iterable[int]) -> set[int]:
        """The couples that hold a removed pair of states and still count."""
        inside, broken = self.pairs.inside, self.broken
        touched = {couple for pair in removed for couple in inside[pair] if not broken[couple]}
        self.pairs.effort.spend(len(touched))
        return touched

    def _breaks(self, couple: int) -> bool:
        """Not μ1 ⊑_R μ2 for the pairs that are left; one is gone, and where a distribution is Dirac that is enough.

        Many couples have the same weights, so what was found is remembered.
        """
        pairs, ranks = self.pairs, self.ranks
        cells = pairs.cells[couple]
        if not cells:
            return True
        distribution, answer = divmod(pairs.couples[couple], pairs.width)
        left, right = pairs.supports[0][distribution], pairs.supports[1][answer]
        alive = tuple([not ranks[pair] for pair in cells])
        key = tuple([w for _, w in left]), tuple([w for _, w in right]), alive
        found = pairs.known_matches.get(key)
        if found is None:
            found = pairs.known_matches[key] = _is_matched(*key, pairs.factors)
        return not found

    def _starved(self, broken: Iterable[int], number: int) -> list[int]:
        """The pairs of states with a need that nothing meets any more."""
        pairs, matches, removed = self.pairs, self.matches, []
        for couple in broken:
            self.broken[couple] = True
            for need in pairs.needs_of[couple]:
                matches[need] -= 1
                if not matches[need]:
                    pair = pairs.need_pair[need]
                    self.failures.append((pair, number, pairs.need_transition[need]))
                    if not self.ranks[pair]:
                        self.ranks[pair] = number
                        removed.append(pair)
        return removed

    def outcome(self) -> Outcome:
        """All of it, in arrays."""
        failures = np.array(sorted(self.failures), dtype=np.int32).reshape(-1, 3)
        return Outcome(
            np.array(self.pairs.codes, dtype=np.int64),
            np.array(self.ranks, dtype=np.int32),
            failures[:, 0],
            failures[:, 1],
            failures[:, 2],
        )


def _is_matched(left: Weights, right: Weights, alive: tuple[bool, ...], factors: tuple[int, int]) -> bool:
    """Whether the weights can be matched by the pairs that are left, which are given row by row."""
    width = len(right)
    related = [[j for j in range(width) if alive[i * width + j]] for i in range(len(left))]
    scaled = [w * factors[0] for w in left], [w * factors[1] for w in right]
    return all(related) and witness(*scaled, related) is None
