"""Premise 1 of rule ASYM for an abstraction that is being refined: ⟨A⟩ M1 ⟨P⟩, searched, and the search kept.

A split changes only what has to do with the split block. So the search goes back to the moment before it first met
that block, and keeps all that it had found until then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from quidpro.core.budget import Budget
from quidpro.lts.lazy import LazyGraph
from quidpro.lts.lts import ERROR
from quidpro.rules.abstraction import Abstraction

_POLL = 1024
_STATE = 32
"""A pair is one integer: the block, and in so many bits the state."""
_MASK = (1 << _STATE) - 1


@dataclass(frozen=True)
class AbstractPath:
    """Blocks q0 … qn and letters a1 … an between them; with ``last``, one more letter that leads into π."""

    blocks: tuple[int, ...]
    letters: tuple[int, ...]
    last: int | None = None

    @property
    def word(self) -> tuple[int, ...]:
        """All letters."""
        return self.letters if self.last is None else (*self.letters, self.last)


class _Moves(NamedTuple):
    """What a state of M1 ∥ P_err can do, with the steps into π apart."""

    loud: dict[int, list[int]]
    """The states that each letter leads to."""
    silent: list[int]
    wrong: list[int]
    """The letters that lead into π."""
    silently_wrong: bool


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
        self._moves: dict[int, _Moves] = {}
        self.restart()

    def restart(self) -> None:
        """Forget everything."""
        self._pairs: list[int] = []
        self._numbers: dict[int, int] = {}
        self._first: dict[int, int] = {}
        """For each block the first pair with it."""
        self._parents: list[int] = []
        self._letters: list[int | None] = []
        self._expanded: list[int] = []
        self._before: list[int] = []
        """For each expansion, how many pairs there were before it."""
        self._waiting: deque[int] = deque()

    def search(self) -> list[AbstractPath]:
        """Abstract counterexamples; none when the premise holds. Goes on from where it was left."""
        if not self._pairs:
            self._add(self.abstraction.initial, self.graph.initial, -1, None)
        found: list[AbstractPath] = []
        while self._waiting and len(found) < self.most:
            at = self._waiting.pop() if self.depth_first else self._waiting.popleft()
            if found and self._length(at) > len(found[0].letters):
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
        pair = self._pairs[at]
        block, state = pair >> _STATE, pair & _MASK
        moves = self._moves.get(state) or self._moves_of(state)
        if moves.silently_wrong:
            return self._path(at, None)
        for target in moves.silent:
            self._add(block, target, at, None)
        row = self.abstraction.row(block, (*moves.wrong, *moves.loud))
        for letter in moves.wrong:
            if row.get(letter):
                return self._path(at, letter)
        self._step(at, row, moves.loud)
        return None

    def _step(self, at: int, row: Mapping[int, Collection[int]], loud: dict[int, list[int]]) -> None:
        """What both can do together; nearly all of it is known already."""
        numbers = self._numbers
        for letter in sorted(row.keys() & loud.keys()):
            for target in loud[letter]:
                for block in row[letter]:
                    if block << _STATE | target not in numbers:
                        self._add(block, target, at, letter)

    def _moves_of(self, state: int) -> _Moves:
        edges, silent = self.graph.edges(state)
        loud: dict[int, list[int]] = {}
        for letter, target in edges:
            if target != ERROR:
                loud.setdefault(letter, []).append(target)
        wrong = [letter for letter, target in edges if target == ERROR]
        moves = _Moves(loud, [target for target in silent if target != ERROR], wrong, ERROR in silent)
        self._moves[state] = moves
        return moves

    def _add(self, block: int, state: int, parent: int, letter: int | None) -> None:
        pair = block << _STATE | state
        if pair in self._numbers:
            return
        number = self._numbers[pair] = len(self._pairs)
        if block not in self._first:
            self._first[block] = number
        self._pairs.append(pair)
        self._parents.append(parent)
        self._letters.append(letter)
        self._waiting.append(number)

    def _length(self, at: int) -> int:
        """How many letters lead to a pair."""
        length = 0
        while at >= 0:
            length += self._letters[at] is not None
            at = self._parents[at]
        return length

    def _path(self, at: int, last: int | None) -> AbstractPath:
        blocks, letters = [self._pairs[at] >> _STATE], []
        while at >= 0:
            letter = self._letters[at]
            at = self._parents[at]
            if letter is not None:
                letters.append(letter)
                blocks.append(self._pairs[at] >> _STATE)
        return AbstractPath(tuple(reversed(blocks)), tuple(reversed(letters)), last)

    def forget(self, blocks: set[int]) -> None:
        """These blocks were split: go back to before the first of them was met."""
        touched = min((self._first[block] for block in blocks if block in self._first), default=None)
        if touched is None:
            return
        if touched == 0:
            self.restart()
            return
        back = bisect_right(self._before, touched) - 1
        keep = self._before[back]
        for pair in self._pairs[keep:]:
            del self._numbers[pair]
        del self._pairs[keep:], self._parents[keep:], self._letters[keep:]
        del self._expanded[back:], self._before[back:]
        self._first = {block: number for block, number in self._first.items() if number < keep}
        done = set(self._expanded)
        self._waiting = deque(i for i in range(keep) if i not in done)
