"""The subset construction in plain Python, for small LTSs: the same sets, in the same order, as the kernel's."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from quidpro.core.errors import TooManyStates
from quidpro.core.small import Effort
from quidpro.lts.lts import ERROR, TAU
from quidpro.lts.plain_refine import Row

Members = tuple[int, ...]
"""A set of states, sorted."""


class Sets(NamedTuple):
    """Sets of states, and the transitions between them as ``(source, label, target)``."""

    sets: list[Members]
    moves: list[tuple[int, int, int]]


def subsets(rows: Sequence[Row], initial: int, bad: Collection[int], effort: Effort, max_states: int | None) -> Sets:
    """All sets that traces lead to. A set with a ``bad`` state or ERROR in it is ERROR."""
    first = _closed({initial}, rows, effort)
    numbers, sets = {first: 0}, [first]
    moves = []
    for here, members in enumerate(sets):
        for label, targets in sorted(_visible(members, rows, effort).items()):
            if not targets.isdisjoint(bad):
                moves.append((here, label, ERROR))
                continue
            successor = _closed(targets, rows, effort)
            number = numbers.setdefault(successor, len(sets))
            if number == len(sets):
                sets.append(successor)
            moves.append((here, label, number))
        if max_states is not None and len(sets) > max_states:
            raise TooManyStates(max_states)
    return Sets(sets, moves)


def _visible(members: Members, rows: Sequence[Row], effort: Effort) -> dict[int, set[int]]:
    """Where the actions of the members lead."""
    found: dict[int, set[int]] = {}
    for state in members:
        effort.spend(1 + len(rows[state]))
        for label, target in rows[state]:
            if label != TAU:
                found.setdefault(label, set()).add(target)
    return found


def _closed(states: set[int], rows: Sequence[Row], effort: Effort) -> Members:
    """The states and what silent steps reach from them, ERROR left out."""
    found = list(states)
    for state in found:
        effort.spend(1 + len(rows[state]))
        for label, target in rows[state]:
            if label == TAU and target != ERROR and target not in states:
                states.add(target)
                found.append(target)
    return tuple(sorted(found))


def leading_to(last: int, source: Sequence[int], target: Sequence[int]) -> list[int]:
    """The states from which steps, given as columns, lead to a state; that one itself comes first."""
    back: dict[int, list[int]] = {}
    for p, q in zip(source, target, strict=True):
        back.setdefault(q, []).append(p)
    found, queue = {last}, [last]
    for state in queue:
        for before in back.get(state, ()):
            if before not in found:
                found.add(before)
                queue.append(before)
    return queue
