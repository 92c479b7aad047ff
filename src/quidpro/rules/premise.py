"""Premise 1 of rule ASYM for an abstraction that is being refined: ⟨A⟩ M1 ⟨P⟩, searched breadth first, and kept.

A split changes only what has to do with the split block. So the search goes back to the first pair that reached this
block and keeps all that it found before.
"""

from __future__ import annotations

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
    """Pairs of a block of A and a state of M1 ∥ P_err, in the order in which they were found.

    ``depth_first`` gives the first counterexample that comes, ``most`` as many of the shortest as there are.
    """

    def __init__(
        self, abstraction: Abstraction, graph: LazyGraph, budget: Budget, *, most: int = 1, depth_first: bool = False
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
        self._depths: list[int] = []
        self._firsts: list[int] = []
        """For each expanded pair, how many pairs there were before."""

    def search(self) -> list[AbstractPath]:
        """Abstract counterexamples; none when the premise holds. Goes on from where it was left."""
        if not self._pairs:
            self._add((self.abstraction.initial, self.graph.initial), -1, None)
        return self._deep() if self.depth_first else self._broad()

    def _broad(self) -> list[AbstractPath]:
        """Breadth first: shortest ones, at most ``most``, all of the same length."""
        found: list[AbstractPath] = []
        length = 0
        while len(self._firsts) < len(self._pairs) and len(found) < self.most:
            at = len(self._firsts)
            if found and self._depths[at] > length:
                break
            self._poll(at)
            self._firsts.append(len(self._pairs))
            path = self._expand(at)
            if path is not None:
                length = self._depths[at]
                found.append(path)
        return found

    def _deep(self) -> list[AbstractPath]:
        """Depth first, always from the start."""
        todo = [0]
        while todo:
            at = todo.pop()
            self._poll(at)
            before = len(self._pairs)
            path = self._expand(at)
            if path is not None:
                return [path]
            todo.extend(range(before, len(self._pairs)))
        return []

    def _poll(self, at: int) -> None:
        self.explored += 1
        if at % _POLL == 0:
            self.budget.check()

    def _expand(self, at: int) -> AbstractPath | None:
        block, state = self._pairs[at]
        loud, silent = self.graph.edges(state)
        for target in silent:
            if target == ERROR:
                return self._path(at, None)
            self._add((block, target), at, None)
        for letter, target in loud:
            blocks = self.abstraction.successors(block, letter)
            if target == ERROR and blocks:
                return self._path(at, letter)
            for other in blocks:
                self._add((other, target), at, letter)
        return None

    def _add(self, pair: tuple[int, int], parent: int, letter: int | None) -> None:
        if pair not in self._numbers:
            self._numbers[pair] = len(self._pairs)
            self._pairs.append(pair)
            self._parents.append(parent)
            self._letters.append(letter)
            self._depths.append(self._depths[parent] + 1 if parent >= 0 else 0)

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
        """These blocks were split: go back to before the first of them was reached."""
        touched = next((i for i, (block, _) in enumerate(self._pairs) if block in blocks), None)
        if self.depth_first or touched == 0:
            self.restart()
        elif touched is not None:
            back = self._parents[touched]
            keep = self._firsts[back]
            for pair in self._pairs[keep:]:
                del self._numbers[pair]
            for column in (self._pairs, self._parents, self._letters, self._depths):
                del column[keep:]  # type: ignore[attr-defined]
            del self._firsts[back:]
