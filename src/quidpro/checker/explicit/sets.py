"""Sets of states as decision diagrams, for the checker: the few operations that it needs, in plain recursion.

A set is a number: 0 is empty, 1 is what is below the last level; of any other the row says by value what follows. Equal
sets have equal numbers. It shares no code with the engines' diagrams.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from quidpro.core.budget import Budget
from quidpro.verdict.explicit.evidence import StateSet

Row = dict[int, int]
Pairs = Mapping[int, Sequence[int]]
"""By a value those that may come before it."""

NONE, LEAF = 0, 1
_FRAMES_PER_LEVEL = 4
_POLL = 1024


@dataclass(frozen=True, eq=False)
class Back:
    """A step read backward, at each of its levels on its own; at other levels nothing changes."""

    before: Mapping[int, Pairs]
    top: int
    bottom: int

    @classmethod
    def of(cls, moves: Mapping[int, Iterable[tuple[int, int]]]) -> Back:
        """From pairs of a value and one that follows it, by level."""
        found: dict[int, dict[int, list[int]]] = {level: {} for level in moves}
        for level, pairs in moves.items():
            for value, after in pairs:
                found[level].setdefault(after, []).append(value)
        return cls(found, min(found), max(found))


class Sets:
    """All sets over levels with so many values each."""

    def __init__(self, sizes: Sequence[int], budget: Budget) -> None:
        self.sizes, self.budget = tuple(sizes), budget
        self.rows: list[Row] = [{}, {}]
        self._level = [len(self.sizes)] * 2
        self._known: dict[tuple[int, frozenset[tuple[int, int]]], int] = {}
        self._joined: dict[tuple[int, int], int] = {}
        self._met: dict[tuple[int, int], int] = {}
        self._less: dict[tuple[int, int], int] = {}

    @contextmanager
    def deep(self) -> Iterator[None]:
        """Room to recurse through all levels."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(before + _FRAMES_PER_LEVEL * len(self.sizes))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)

    def make(self, level: int, row: Row) -> int:
        """The set with this row at a level; empty ones that follow do not count."""
        row = {value: after for value, after in row.items() if after}
        if not row:
            return NONE
        key = (level, frozenset(row.items()))
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
            self._level.append(level)
            if not len(self.rows) % _POLL:
                self.budget.check()
        return self._known[key]

    def read(self, states: StateSet) -> int:
        """A set of a certificate, with any values at the levels below its own."""
        below = [self._anything(len(states.nodes))]
        for level, rows in reversed([*enumerate(states.nodes)]):
            below = [self.make(level, {v: below[after] for v, after in row}) for row in rows]
        return below[0] if below else NONE

    def _anything(self, first: int) -> int:
        found = LEAF
        for level in reversed(range(first, len(self.sizes))):
            found = self.make(level, dict.fromkeys(range(self.sizes[level]), found))
        return found

    def box(self, allowed: Mapping[int, Collection[int]]) -> int:
        """All with one of the values that are allowed at each of these levels."""
        found = LEAF
        for level in reversed(range(len(self.sizes))):
            found = self.make(level, dict.fromkeys(allowed.get(level, range(self.sizes[level])), found))
        return found

    def join(self, one: int, other: int) -> int:
        """What is in one of two sets."""
        if not one or not other or one == other:
            return one or other
        key = (min(one, other), max(one, other))
        if key not in self._joined:
            left, right = self.rows[one], self.rows[other]
            row = {value: self.join(left.get(value, NONE), right.get(value, NONE)) for value in left | right}
            self._joined[key] = self.make(self._level[one], row)
        return self._joined[key]

    def meet(self, one: int, other: int) -> int:
        """What is in both."""
        if not one or not other or one == other:
            return one and other
        key = (min(one, other), max(one, other))
        if key not in self._met:
            left, right = self.rows[one], self.rows[other]
            row = {value: self.meet(left[value], right[value]) for value in left if value in right}
            self._met[key] = self.make(self._level[one], row)
        return self._met[key]

    def less(self, one: int, other: int) -> int:
        """What is in the first only."""
        if not one or not other or one == other:
            return NONE if one == other else one
        key = (one, other)
        if key not in self._less:
            left, right = self.rows[one], self.rows[other]
            row = {value: self.less(after, right.get(value, NONE)) for value, after in left.items()}
            self._less[key] = self.make(self._level[one], row)
        return self._less[key]


class Ancestors:
    """What can reach a set by steps inside of another one: that one is called the world.

    A set is closed from its last level up. At a level every step that begins there is taken back once more as long as
    something comes of it, and what comes is closed below that level first; each level keeps what it has done.
    """

    def __init__(self, sets: Sets, steps: Iterable[Back]) -> None:
        self.sets = sets
        self._steps: list[list[Back]] = [[] for _ in sets.sizes]
        for step in steps:
            self._steps[step.top].append(step)
        self._closed: dict[tuple[int, int], int] = {}
        self._before: dict[tuple[Back, int, int], int] = {}

    def of(self, goal: int, world: int) -> int:
        """The states of the world that can reach a goal in it, the goal itself included."""
        with self.sets.deep():
            return self._close(0, self.sets.meet(goal, world), world)

    def _close(self, level: int, node: int, world: int) -> int:
        if node in (NONE, LEAF):
            return node
        if (node, world) not in self._closed:
            inside = self.sets.rows[world]
            row = {v: self._close(level + 1, after, inside[v]) for v, after in self.sets.rows[node].items()}
            new = True
            while new:
                new = False
                for step in self._steps[level]:
                    new |= self._take_back(step, level, row, inside)
            self._closed[node, world] = self.sets.make(level, row)
        return self._closed[node, world]

    def _take_back(self, step: Back, level: int, row: Row, inside: Row) -> bool:
        """Add to a row what a step that begins at its level may have come from; whether there was anything new."""
        new = False
        for value, sources in step.before[level].items():
            for source in sources:
                if value in row and source in inside:
                    found = self.before(step, level + 1, row[value], inside[source])
                    known = row.get(source, NONE)
                    joined = self.sets.join(known, self._close(level + 1, found, inside[source]))
                    if joined != known:
                        row[source], new = joined, True
        return new

    def before(self, step: Back, level: int, node: int, world: int) -> int:
        """What in the world, from a level down, one step leads from into a set."""
        if not node or not world or level > step.bottom:
            return self.sets.meet(node, world)
        key = (step, node, world)
        if key not in self._before:
            row: Row = {}
            inside, pairs = self.sets.rows[world], step.before.get(level)
            for value, after in self.sets.rows[node].items():
                for source in (value,) if pairs is None else pairs.get(value, ()):
                    if source in inside:
                        found = self.before(step, level + 1, after, inside[source])
                        row[source] = self.sets.join(row.get(source, NONE), found)
            self._before[key] = self.sets.make(level, row)
        return self._before[key]
