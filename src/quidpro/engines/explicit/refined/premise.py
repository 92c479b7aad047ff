"""Premise 1 of rule ASYM for an abstraction that is being refined: ⟨A⟩ M1 ⟨P⟩, searched, and the search kept.

A split changes only what has to do with the split block. So the search goes back to the moment before it first met
that block, and keeps all that it had found until then; and what follows a pair is remembered until a split touches it,
so that going the same way again is quick.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from quidpro.core.budget import Budget
from quidpro.engines.explicit.refined.abstraction import Abstraction
from quidpro.lts.lazy import LazyGraph
from quidpro.lts.lts import ERROR

_POLL = 1024
_STATE_BITS = 32
"""A pair is one integer: the state in this many low bits, the block above them."""
_MASK = (1 << _STATE_BITS) - 1


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


class _Next(NamedTuple):
    """What follows a pair: pairs by number, and the letters to them (None for a silent step)."""

    pairs: tuple[int, ...]
    letters: tuple[int | None, ...]


class _Moves(NamedTuple):
    """What a state of M1 ∥ P_err can do, with the steps into π apart."""

    visible: dict[int, list[int]]
    """The states that each letter leads to."""
    silent: list[int]
    wrong: list[int]
    """The letters that lead into π."""
    silently_wrong: bool


class Premise:
    """Pairs of a block of A and a state of M1 ∥ P_err, numbered once and for all, and the order they were found in.

    Depth first it gives the first counterexample that comes; breadth first shortest ones, ``limit`` at a time.
    """

    def __init__(
        self, abstraction: Abstraction, graph: LazyGraph, budget: Budget, *, limit: int = 1, depth_first: bool = True
    ) -> None:
        self.abstraction = abstraction
        self.graph = graph
        self.budget = budget
        self.limit = limit
        self.depth_first = depth_first
        self.explored = 0
        self._moves: dict[int, _Moves] = {}
        self.restart()

    def restart(self) -> None:
        """Forget everything."""
        self._pairs: list[int] = []
        self._numbers: dict[int, int] = {}
        self._next: dict[int, _Next] = {}
        self._touching: dict[int, list[int]] = {}
        """For each block the pairs of which it is remembered that they are of that block or lead there."""
        self._start_over()

    def _start_over(self) -> None:
        """Forget in which order pairs were found."""
        self._index_of: list[int] = [-1] * len(self._pairs)
        """For each pair its index in the order, or -1."""
        self._order: list[int] = []
        self._parents: list[int] = []
        self._letters: list[int | None] = []
        self._first: dict[int, int] = {}
        """For each block the index of the first pair with it."""
        self._expanded: list[int] = []
        """Indices in the order."""
        self._before: list[int] = []
        """For each expansion, how many pairs had been found before it."""
        self._waiting: deque[int] = deque()
        """Indices in the order."""

    def search(self) -> list[AbstractPath]:
        """Abstract counterexamples; none when the premise holds. Goes on from where it was left."""
        if not self._order:
            self._find(self._number(self.abstraction.initial << _STATE_BITS | self.graph.initial), -1, None)
        found: list[AbstractPath] = []
        while self._waiting and len(found) < self.limit:
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
        self._before.append(len(self._order))
        self.explored += 1
        if self.explored % _POLL == 0:
            self.budget.check()
        number = self._order[at]
        following = self._next.get(number)
        if following is None:
            wrong, following = self._follow(number)
            if following is None:
                return self._path(at, wrong)
        index_of = self._index_of
        for target, letter in zip(following.pairs, following.letters, strict=True):
            if index_of[target] < 0:
                self._find(target, at, letter)
        return None

    def _find(self, number: int, parent: int, letter: int | None) -> None:
        index = self._index_of[number] = len(self._order)
        self._first.setdefault(self._pairs[number] >> _STATE_BITS, index)
        self._order.append(number)
        self._parents.append(parent)
        self._letters.append(letter)
        self._waiting.append(index)

    def _follow(self, number: int) -> tuple[int | None, _Next | None]:
        """What follows a pair, or the letter (None for a silent step) that leads from it into π."""
        pair = self._pairs[number]
        block, state = pair >> _STATE_BITS, pair & _MASK
        moves = self._moves.get(state) or self._moves_of(state)
        if moves.silently_wrong:
            return None, None
        row = self.abstraction.row(block, (*moves.wrong, *moves.visible))
        for letter in moves.wrong:
            if row.get(letter):
                return letter, None
        following, touched = self._together(block, row, moves)
        self._next[number] = following
        for other in touched:
            self._touching.setdefault(other, []).append(number)
        return None, following

    def _together(self, block: int, row: Mapping[int, Collection[int]], moves: _Moves) -> tuple[_Next, set[int]]:
        """What both can do from a block and a state with such moves, and the blocks that this depends on."""
        numbers = self._numbers
        pairs = [self._number(block << _STATE_BITS | target) for target in moves.silent]
        letters: list[int | None] = [None] * len(pairs)
        touched = {block}
        for letter in sorted(row.keys() & moves.visible.keys()):
            after = row[letter]
            touched.update(after)
            for target in moves.visible[letter]:
                for other in after:
                    pair = other << _STATE_BITS | target
                    number = numbers.get(pair)
                    pairs.append(self._number(pair) if number is None else number)
                    letters.append(letter)
        return _Next(tuple(pairs), tuple(letters)), touched

    def _moves_of(self, state: int) -> _Moves:
        edges, silent = self.graph.edges(state)
        visible: dict[int, list[int]] = {}
        for letter, target in edges:
            if target != ERROR:
                visible.setdefault(letter, []).append(target)
        wrong = [letter for letter, target in edges if target == ERROR]
        moves = _Moves(visible, [target for target in silent if target != ERROR], wrong, ERROR in silent)
        self._moves[state] = moves
        return moves

    def _number(self, pair: int) -> int:
        number = self._numbers.get(pair)
        if number is None:
            number = self._numbers[pair] = len(self._pairs)
            self._pairs.append(pair)
            self._index_of.append(-1)
        return number

    def _length(self, at: int) -> int:
        """How many letters lead to the pair at an index."""
        length = 0
        while at >= 0:
            length += self._letters[at] is not None
            at = self._parents[at]
        return length

    def _path(self, at: int, last: int | None) -> AbstractPath:
        blocks, letters = [self._block(at)], []
        while at >= 0:
            letter = self._letters[at]
            at = self._parents[at]
            if letter is not None:
                letters.append(letter)
                blocks.append(self._block(at))
        return AbstractPath(tuple(reversed(blocks)), tuple(reversed(letters)), last)

    def _block(self, at: int) -> int:
        return self._pairs[self._order[at]] >> _STATE_BITS

    def forget(self, blocks: set[int]) -> None:
        """These blocks were split: go back to before the first of them was met."""
        for block in blocks:
            for number in self._touching.pop(block, ()):
                self._next.pop(number, None)
        touched = min((self._first[block] for block in blocks if block in self._first), default=None)
        if touched == 0:
            self._start_over()
        elif touched is not None:
            self._go_back(touched)

    def _go_back(self, touched: int) -> None:
        back = bisect_right(self._before, touched) - 1
        keep = self._before[back]
        for number in self._order[keep:]:
            self._index_of[number] = -1
        del self._order[keep:], self._parents[keep:], self._letters[keep:]
        del self._expanded[back:], self._before[back:]
        self._first = {block: index for block, index in self._first.items() if index < keep}
        done = set(self._expanded)
        self._waiting = deque(index for index in range(keep) if index not in done)
