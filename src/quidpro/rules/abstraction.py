"""Existential abstraction of a concrete LTS by a partition of its states (AGAR, section 4.1, equation 2).

There is a step from one block to another when some concrete state of the first has a weak step to one of the second.
How many such steps there are is kept, so that splitting a block costs only the steps of its smaller half: the rows of
no other block are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quidpro.lts.lts import LTS
from quidpro.rules.concrete import Concrete


class Abstraction:
    """A partition, and the abstract transitions with the number of concrete ones behind each."""

    def __init__(self, concrete: Concrete, block_of: list[int] | None = None, *, incremental: bool = True) -> None:
        self.concrete = concrete
        self.incremental = incremental
        self.block_of = [0] * concrete.states if block_of is None else block_of
        self.members: list[set[int]] = [set() for _ in range(max(self.block_of) + 1)]
        for state, block in enumerate(self.block_of):
            self.members[block].add(state)
        self._build()

    def _build(self) -> None:
        """Every row from the concrete steps."""
        self._rows: list[dict[int, dict[int, int]]] = [{} for _ in self.members]
        for state, block in enumerate(self.block_of):
            for letter, target in self.concrete.after[state]:
                self._count(block, letter, self.block_of[target], 1)

    def _count(self, block: int, letter: int, target: int, change: int) -> None:
        row = self._rows[block].setdefault(letter, {})
        row[target] = row.get(target, 0) + change
        if not row[target]:
            del row[target]
            if not row:
                del self._rows[block][letter]

    @property
    def initial(self) -> int:
        """The block of the initial state."""
        return self.block_of[self.concrete.initial]

    @property
    def blocks(self) -> int:
        """How many abstract states there are."""
        return len(self.members)

    def successors(self, block: int, letter: int) -> Iterable[int]:
        """The blocks that a letter leads to."""
        return self._rows[block].get(letter, ())

    def split(self, block: int, part: set[int]) -> None:
        """Algorithm 1, lines 8 to 10: the part leaves its block, or the rest does if that is smaller."""
        assert 0 < len(part) < len(self.members[block]), "a split makes the partition strictly finer"
        rest = self.members[block] - part
        smaller, larger = (part, rest) if len(part) <= len(rest) else (rest, part)
        new = len(self.members)
        self.members[block] = larger
        self.members.append(smaller)
        if self.incremental:
            self._move(smaller, block, new)
        else:
            for state in smaller:
                self.block_of[state] = new
            self._build()

    def _move(self, states: set[int], old: int, new: int) -> None:
        """Adjust the counts for states that change from one block to another."""
        self._rows.append({})
        for state in states:
            for letter, target in self.concrete.after[state]:
                self._count(old, letter, self.block_of[target], -1)
                self._count(new, letter, self.block_of[target], 1)
        for state in states:
            self.block_of[state] = new
        for state in states:
            for letter, source in self.concrete.before[state]:
                self._count(self.block_of[source], letter, old, -1)
                self._count(self.block_of[source], letter, new, 1)

    def lts(self, name: str = "A") -> LTS:
        """The abstraction as an LTS whose states are the blocks."""
        columns = zip(*self._steps(), strict=True) if any(self._rows) else ((), (), ())
        return LTS.from_arrays(self.concrete.alphabet, self.blocks, *columns, initial=self.initial, name=name)

    def _steps(self) -> Iterator[tuple[int, int, int]]:
        """Blocks and the label between them."""
        for block, row in enumerate(self._rows):
            for letter, targets in row.items():
                for target in targets:
                    yield block, letter + 1, target
