"""Partition refinement for strong and for branching bisimulation in plain Python, for small LTSs.

The signature of a state is the set of its moves into blocks, those of the states that it reaches by inert steps
included (Blom and Orzan, "A distributed algorithm for strong bisimulation reduction of state spaces", 2002, and its
sequel for branching bisimulation). As in the kernel, only states whose signature may have changed are looked at, and
the largest part of a block keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quidpro.core.small import Effort

Row = list[tuple[int, int]]
"""The ``(label, target)`` pairs out of a state."""

Signature = frozenset[int]
"""Moves as codes: the label times the number of states, plus the block of the target."""


class Refined(NamedTuple):
    """The block of every state, and the moves between blocks as ``(source, label, target)``."""

    block: list[int]
    blocks: int
    moves: list[tuple[int, int, int]]


def rows_of(states: int, source: Iterable[int], label: Iterable[int], target: Iterable[int]) -> list[Row]:
    """Transitions as one row for each state."""
    rows: list[Row] = [[] for _ in range(states)]
    for p, a, q in zip(source, label, target, strict=True):
        rows[p].append((a, q))
    return rows


def refine(rows: Sequence[Iterable[tuple[int, int]]], kinds: Sequence[int], silent: int, effort: Effort) -> Refined:
    """The coarsest bisimulation within ``kinds``; steps under ``silent``, if any, may be inert.

    Silent steps between states of one kind must lead to smaller numbers.
    """
    partition = _Partition(rows, kinds, silent, effort)
    partition.refine()
    states = len(kinds)
    moves = [(b, *divmod(code, states)) for b, moves in enumerate(partition.signature) for code in moves]
    return Refined(partition.block, len(partition.signature), moves)


class _Partition:
    """Blocks of states. ``signature`` is that of all states of a block but the dirty ones."""

    def __init__(
        self, rows: Sequence[Iterable[tuple[int, int]]], kinds: Sequence[int], silent: int, effort: Effort
    ) -> None:
        self.rows = rows
        self.back = _reverse(rows)
        self.silent = silent
        self.effort = effort
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        self.block = [numbers[kind] for kind in kinds]
        self.members: list[set[int]] = [set() for _ in numbers]
        for state, block in enumerate(self.block):
            self.members[block].add(state)
        self.signature: list[Signature] = [frozenset()] * len(numbers)
        self.dirty = {block: set(states) for block, states in enumerate(self.members)}

    def refine(self) -> None:
        """Split blocks until no state is dirty."""
        while self.dirty:
            block = next(iter(self.dirty))
            self._split(block, self.dirty.pop(block))

    def _split(self, block: int, dirty: set[int]) -> None:
        """Split one block by the signatures of its dirty states; the clean ones go with those that share theirs."""
        looked = self._upstream(block, dirty)
        groups: dict[Signature, list[int]] = {}
        for state, signature in self._signatures(block, looked).items():
            groups.setdefault(signature, []).append(state)
        sizes = {signature: len(group) for signature, group in groups.items()}
        known = self.signature[block]
        if clean := len(self.members[block]) - len(looked):
            sizes[known] = sizes.get(known, 0) + clean
        largest = max(sizes, key=sizes.__getitem__)
        if clean and known != largest:
            groups.setdefault(known, []).extend(self.members[block] - looked)
        groups.pop(largest, None)
        self.signature[block] = largest
        for signature, group in groups.items():
            self._move(group, block, signature)
        for group in groups.values():
            self._disturb(group, block)

    def _upstream(self, block: int, dirty: set[int]) -> set[int]:
        """The dirty states and all that reach them by inert steps."""
        if self.silent < 0:
            return dirty
        queue = list(dirty)
        for state in queue:
            self.effort.spend(len(self.back[state]))
            for label, source in self.back[state]:
                if label == self.silent and self.block[source] == block and source not in dirty:
                    dirty.add(source)
                    queue.append(source)
        return dirty

    def _signatures(self, block: int, looked: set[int]) -> dict[int, Signature]:
        """The signatures of these states; inert steps lead to smaller numbers, so those come first."""
        found: dict[int, Signature] = {}
        states, block_of, silent, clean = len(self.block), self.block, self.silent, self.signature[block]
        for state in sorted(looked) if silent >= 0 else looked:
            codes: set[int] = set()
            steps = 1
            for label, target in self.rows[state]:
                to = block_of[target]
                if label == silent and to == block:
                    further = found.get(target, clean)
                    codes |= further
                    steps += len(further)
                else:
                    codes.add(label * states + to)
                    steps += 1
            self.effort.spend(steps)
            found[state] = frozenset(codes)
        return found

    def _move(self, group: list[int], block: int, signature: Signature) -> None:
        """Make the group a block of its own."""
        new = len(self.members)
        self.members[block].difference_update(group)
        self.members.append(set(group))
        self.signature.append(signature)
        for state in group:
            self.block[state] = new

    def _disturb(self, group: list[int], old: int) -> None:
        """Make dirty the states with steps into the group, and those of it with steps that are no longer inert."""
        for state in group:
            own_block = self.block[state]
            self.effort.spend(len(self.back[state]))
            for label, source in self.back[state]:
                if label != self.silent or self.block[source] != own_block:
                    self.dirty.setdefault(self.block[source], set()).add(source)
            if self.silent >= 0 and any(a == self.silent and self.block[q] == old for a, q in self.rows[state]):
                self.dirty.setdefault(own_block, set()).add(state)


def _reverse(rows: Sequence[Iterable[tuple[int, int]]]) -> list[Row]:
    """For each state the ``(label, source)`` pairs into it."""
    back: list[Row] = [[] for _ in rows]
    for source, row in enumerate(rows):
        for label, target in row:
            back[target].append((label, source))
    return back
