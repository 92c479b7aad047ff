"""Premise 1 of rule ASYM for an abstraction that is being refined: ⟨A⟩ M1 ⟨P⟩, searched, and the search kept.

A split changes only what has to do with the split block. So the search goes back to the moment before it first met
that block, and keeps all that it had found until then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.lts.lazy import LazyGraph
from quidpro.lts.lts import ERROR
from quidpro.rules.abstraction import Abstraction

_POLL = 1024


@dataclass(frozen=True)
class AbstractPath:
    """Blocks q0 … qn and letters a1 … an between them; with ``last``, one more letter that leads into π."""

    blocks: tuple[int, ...]
    letters: tuple[int, ...]
    last: int | None = None


class Premise:
    """Pairs of a block of A and a state of M1 ∥ P_err, numbered in the order in which they were found.

    Depth first it gives the first counterexample that comes; breadth first shortest ones, ``most`` at a time.
    """

    def __init__(
        self, abstraction: Abstraction, graph: LazyGraph, budget: Budget, *, most: int = 1, depth_first: bool = True
    ) -> None:
        self.abstraction = abstraction
        self.graph = graph
        self.budget = budget
        self.most = most
        self.depth_first = depth_first
        self.explored = 0
        self.restart()

    def restart(self) -> None:
        """Forget everything."""
        self._pairs: list[tuple[int, int]] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._parents: list[int] = []
        self._letters: list[int | None] = []
        self._lengths: list[int] = []
        self._expanded: list[int] = []
        self._before: list[int] = []
        """For each expansion, how many pairs there were before it."""
        self._waiting: deque[int] = deque()

    def search(self) -> list[AbstractPath]:
        """Abstract counterexamples; none when the premise holds. Goes on from where it was left."""
        if not self._pairs:
            self._add((self.abstraction.initial, self.graph.initial), -1, None)
        found: list[AbstractPath] = []
        while self._waiting and len(found) < self.most:
            at = self._waiting.pop() if self.depth_first else self._waiting.popleft()
            if found and self._lengths[at] > len(found[0].letters):
                self._waiting.appendleft(at)
                break
            path = self._expand(at)
            if path is not None:
                found.append(path)
        return found

    def _expand(self, at: int) -> AbstractPath | None:
        self._expanded.append(at)
        self._before.append(len(self._pairs))
        self.explored += 1
        if self.explored % _POLL == 0:
            self.budget.check()
        block, state = self._pairs[at]
        loud, silent = self.graph.edges(state)
        if ERROR in silent:
            return self._path(at, None)
        for target in silent:
            self._add((block, target), at, None)
        steps = [(letter, target, self.abstraction.successors(block, letter)) for letter, target in loud]
        for letter, target, blocks in steps:
            if target == ERROR and blocks:
                return self._path(at, letter)
        for letter, target, blocks in steps:
            for other in blocks:
                self._add((other, target), at, letter)
        return None

    def _add(self, pair: tuple[int, int], parent: int, letter: int | None) -> None:
        if pair in self._numbers or pair[1] == ERROR:
            return
        number = len(self._pairs)
        self._numbers[pair] = number
        self._pairs.append(pair)
        self._parents.append(parent)
        self._letters.append(letter)
        self._lengths.append(0 if parent < 0 else self._lengths[parent] + (letter is not None))
        self._waiting.append(number)

    def _path(self, at: int, last: int | None) -> AbstractPath:
        blocks, letters = [self._pairs[at][0]], []
        while at >= 0:
            letter = self._letters[at]
            at = self._parents[at]
            if letter is not None:
                letters.append(letter)
                blocks.append(self._pairs[at][0])
        return AbstractPath(tuple(reversed(blocks)), tuple(reversed(letters)), last)

    def forget(self, blocks: set[int]) -> None:
        """These blocks were split: go back to before the first of them was met."""
        touched = next((i for i, (block, _) in enumerate(self._pairs) if block in blocks), None)
        if touched is None:
            return
        if touched == 0:
            self.restart()
            return
        back = bisect_right(self._before, touched) - 1
        keep = self._before[back]
        for pair in self._pairs[keep:]:
            del self._numbers[pair]
        del self._pairs[keep:], self._parents[keep:], self._letters[keep:], self._lengths[keep:]
        del self._expanded[back:], self._before[back:]
        done = set(self._expanded)
        self._waiting = deque(i for i in range(keep) if i not in done)
