"""Existential abstraction of a concrete LTS by a partition of its states (AGAR, section 4.1, equation 2).

There is a step from one block to another when some concrete state of the first has a weak step to one of the second.
The steps of a block are found when they are first asked for: by a search from all its states, or, once such searches
have cost as much as listing all weak steps does, by listing those of its states and counting. Where they are counted,
splitting a block costs only the steps of its smaller half: the rows of no other block are looked at. Where they were
searched for, what has to do with the split block is forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import numpy as np

from quidpro.engines.explicit.refined.concrete import Concrete, WeakSteps
from quidpro.lts.lts import LTS, Ints

Row = dict[int, dict[int, int]]
"""From a letter to blocks, with the number of concrete steps behind each abstract one."""


class Abstraction:
    """A partition, and the abstract transitions as far as they were asked for."""

    def __init__(self, concrete: Concrete, block_of: Ints | None = None, *, incremental: bool = True) -> None:
        self.concrete = concrete
        self.incremental = incremental
        self.block_of: Ints = np.zeros(concrete.states, dtype=np.int32) if block_of is None else block_of
        self.sizes: list[int] = np.bincount(self.block_of).tolist()
        self.weak = WeakSteps(concrete)
        self._numbers: list[int] | None = None
        """The partition as a list, once steps are counted."""
        self._counted: dict[int, Row] = {}
        self._found: dict[int, dict[int, tuple[int, ...]]] = {}
        """What searches found: for a block and a letter the blocks that follow."""
        self._into: dict[int, set[tuple[int, int]]] = {}
        """For a block, the blocks and letters that searches found to lead there."""

    @property
    def initial(self) -> int:
        """The block of the initial state."""
        return int(self.block_of[self.concrete.initial])

    @property
    def blocks(self) -> int:
        """How many abstract states there are."""
        return len(self.sizes)

    def members(self, block: int) -> Ints:
        """The concrete states of a block."""
        return np.flatnonzero(self.block_of == block).astype(np.int32)

    def row(self, block: int, letters: Iterable[int]) -> Mapping[int, Collection[int]]:
        """The blocks that letters lead to, at least for these letters; a letter that is not there leads nowhere."""
        row = self._counted.get(block)
        if row is not None:
            return row
        found = self._found.setdefault(block, {})
        for letter in letters:
            if letter not in found:
                if self.weak.listing_pays or not self.incremental:
                    return self._count_row(block)
                found[letter] = self._search(block, letter)
        return found

    def reach(self, states: Ints, letter: int) -> Ints:
        """Reachable_C of a set of states, from their weak steps where those are listed."""
        if not self.weak.listing_pays:
            return self.concrete.reach(states, letter)
        after = self.weak.after
        reached = {target for state in states.tolist() for a, target in after(state) if a == letter}
        return np.array(sorted(reached), dtype=np.int32)

    def _search(self, block: int, letter: int) -> tuple[int, ...]:
        reached = self.concrete.reach(self.members(block), letter)
        targets = tuple(np.unique(self.block_of[reached]).tolist())
        for target in targets:
            self._into.setdefault(target, set()).add((block, letter))
        return targets

    def _count_row(self, block: int) -> Row:
        """The steps of a block, counted."""
        if self._numbers is None:
            self._numbers = self.block_of.tolist()
        row: Row = {}
        for state in self.members(block).tolist():
            for letter, target in self.weak.after(state):
                _count(row, letter, self._numbers[target], 1)
        self._counted[block] = row
        return row

    def split(self, block: int, part: Ints) -> None:
        """Algorithm 1, lines 8 to 10: the part leaves its block, or the rest does if that is smaller.

        For line 8 see erratum 5 of docs/papers.md.
        """
        size = self.sizes[block]
        assert 0 < len(part) < size, "a split makes the partition strictly finer"
        smaller = part if 2 * len(part) <= size else np.setdiff1d(self.members(block), part, assume_unique=True)
        new = self.blocks
        self.sizes[block] -= len(smaller)
        self.sizes.append(len(smaller))
        self.block_of[smaller] = new
        self._forget(block)
        if not self.incremental:
            self._numbers = None
            self._counted.clear()
        elif self._numbers is not None:
            self._move(self._numbers, smaller.tolist(), block, new)

    def _forget(self, block: int) -> None:
        """What searches found out of a block, or into it."""
        for source, letter in self._into.pop(block, ()):
            self._found.get(source, {}).pop(letter, None)
        self._found.pop(block, None)

    def _move(self, numbers: list[int], states: list[int], old: int, new: int) -> None:
        """Adjust the counts for states that change from one block to another."""
        if old in self._counted:
            self._counted[new] = {}
            for state in states:
                for letter, target in self.weak.after(state):
                    _count(self._counted[old], letter, numbers[target], -1)
                    _count(self._counted[new], letter, numbers[target], 1)
        for state in states:
            numbers[state] = new
        for state in states:
            for letter, source in self.weak.before(state):
                row = self._counted.get(numbers[source])
                if row is not None:
                    _count(row, letter, old, -1)
                    _count(row, letter, new, 1)

    def lts(self, name: str = "A") -> LTS:
        """The abstraction as an LTS whose states are the blocks."""
        steps = list(self._steps())
        columns = zip(*steps, strict=True) if steps else ((), (), ())
        return LTS.from_arrays(self.concrete.alphabet, self.blocks, *columns, initial=self.initial, name=name)

    def _steps(self) -> Iterator[tuple[int, int, int]]:
        """Blocks and the label between them."""
        letters = range(len(self.concrete.alphabet))
        for block in range(self.blocks):
            for letter, targets in self.row(block, letters).items():
                for target in targets:
                    yield block, letter + 1, target


def _count(row: Row, letter: int, target: int, change: int) -> None:
    counts = row.setdefault(letter, {})
    counts[target] = counts.get(target, 0) + change
    if not counts[target]:
        del counts[target]
        if not counts:
            del row[letter]
