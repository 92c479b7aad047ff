"""The subset construction on an LTS, silent steps closed over.

A trace that may lead to ERROR leads to ERROR: that state is absorbing, and so are those that reach it
silently. Small LTSs are done in plain Python, others by the kernel: the same sets, in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Explored, Listener, ignore
from quidpro.core.small import Effort
from quidpro.lts.lts import ERROR, LTS, TAU, Ints, Longs
from quidpro.lts.plain_refine import Row, rows_of

if TYPE_CHECKING:
    from quidpro.lts.kernels.subset import Moves, Sets


T = TypeVar("T", bound=np.generic)

_SLICE = 1 << 12
_FIRST_SETS = 1024
"""There is room for this many sets at first."""


class Subsets(NamedTuple):
    """A deterministic LTS and the set of old states that each of its states stands for, as rows."""

    lts: LTS
    row: Longs
    members: Ints

    def number_of(self, state: int) -> int:
        """The state that stands for exactly one old state, or -1."""
        single = np.flatnonzero((np.diff(self.row) == 1) & (self.members[self.row[:-1]] == state))
        return int(single[0]) if len(single) else -1


def subsets(
    lts: LTS, budget: Budget | None = None, events: Listener = ignore, max_states: int | None = None
) -> Subsets:
    """The deterministic LTS of sets; silent steps from the initial state to ERROR are left to the caller."""
    budget = budget or Budget()
    bad = silently_wrong(lts)
    budget.check()
    found = small.attempt(lts.states + lts.transitions, lambda effort: _plain(lts, bad, effort, max_states))
    if found is None:
        return _compiled(lts, bad, budget, events, max_states)
    events(Explored(found.lts.states, 0, found.lts.transitions))
    return found


def _plain(lts: LTS, bad: npt.NDArray[np.bool_], effort: Effort, max_states: int | None) -> Subsets:
    rows = rows_of(lts.states, lts.source.tolist(), lts.label.tolist(), lts.target.tolist())
    wrong = {ERROR, *np.flatnonzero(bad).tolist()}
    sets, moves = _plain_sets(rows, lts.initial, wrong, effort, max_states)
    columns = np.array(moves, dtype=np.int32).reshape(-1, 3).T
    deterministic = LTS.from_arrays(lts.alphabet, len(sets), *columns, name=lts.name)
    row = np.cumsum([0, *map(len, sets)], dtype=np.int64)
    return Subsets(deterministic, row, np.array([state for members in sets for state in members], dtype=np.int32))


def _compiled(
    lts: LTS, bad: npt.NDArray[np.bool_], budget: Budget, events: Listener, max_states: int | None
) -> Subsets:
    from quidpro.lts.kernels import subset as kernel

    sets, moves = _room(lts.states)
    kernel.add_initial(*lts.rows, lts.initial, sets)
    while sets.counters[kernel.DONE] < sets.counters[kernel.SETS]:
        outcome = kernel.expand_sets(*lts.rows, bad, sets, moves, _SLICE)
        done, found = int(sets.counters[kernel.DONE]), int(sets.counters[kernel.SETS])
        if max_states is not None and found > max_states:
            raise TooManyStates(max_states)
        events(Explored(found, found - done, int(sets.counters[kernel.MOVES])))
        budget.check()
        if outcome == kernel.FULL:
            sets, moves = _longer(sets, moves, budget)
        elif outcome == kernel.CROWDED:
            sets = _wider(sets, budget)
    return _result(lts, sets, moves)


def silently_wrong(lts: LTS) -> npt.NDArray[np.bool_]:
    """Which states reach ERROR by silent steps alone."""
    return leading_to_error(lts, lts.label == TAU)


def leading_to_error(lts: LTS, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which states reach ERROR by the chosen transitions."""
    wrong = np.zeros(lts.states + 1, dtype=bool)
    target = np.where(lts.target[chosen] == ERROR, np.int32(lts.states), lts.target[chosen])
    wrong[_leading_to(lts.states, lts.source[chosen], target)] = True
    return wrong[:-1]


def _leading_to(last: int, source: Ints, target: Ints) -> Ints:
    """The states from which these steps lead to the last state."""
    if small.is_small(last + len(source)):
        return np.array(_leading_to_plain(last, source.tolist(), target.tolist()), dtype=np.int32)
    from quidpro.lts.kernels.graph import group_by
    from quidpro.lts.kernels.reach import breadth_first

    row, order = group_by(target, last + 1)
    found: Ints = breadth_first(row, source[order], last)
    return found


def _room(states: int) -> tuple[Sets, Moves]:
    """Empty pools for the sets and the transitions between them."""
    from quidpro.lts.kernels import subset as kernel

    sets = kernel.Sets(
        pool=np.empty(max(_FIRST_SETS, 2 * states), dtype=np.int32),
        row=np.zeros(_FIRST_SETS + 1, dtype=np.int64),
        table=np.full(2 * _FIRST_SETS, -1, dtype=np.int32),
        counters=np.zeros(4, dtype=np.int64),
    )
    return sets, kernel.Moves(*(np.empty(4 * _FIRST_SETS, dtype=np.int32) for _ in range(3)))


def _longer(sets: Sets, moves: Moves, budget: Budget) -> tuple[Sets, Moves]:
    """Twice the room for members and transitions."""
    budget.reserve(2 * sets.pool.nbytes + 6 * moves.source.nbytes)
    source, label, target = (_double(column) for column in moves)
    return sets._replace(pool=_double(sets.pool)), type(moves)(source, label, target)


def _wider(sets: Sets, budget: Budget) -> Sets:
    """Twice the room for sets, and their table built anew."""
    from quidpro.lts.kernels.subset import enter_all

    budget.reserve(2 * (sets.row.nbytes + sets.table.nbytes))
    wider = sets._replace(row=_double(sets.row), table=np.full(2 * len(sets.table), -1, dtype=np.int32))
    enter_all(wider)
    return wider


def _double(column: npt.NDArray[T]) -> npt.NDArray[T]:
    return np.concatenate([column, np.empty_like(column)])


def _result(lts: LTS, sets: Sets, moves: Moves) -> Subsets:
    from quidpro.lts.kernels import subset as kernel

    found, count = int(sets.counters[kernel.SETS]), int(sets.counters[kernel.MOVES])
    source, label, target = (column[:count] for column in moves)
    deterministic = LTS.from_arrays(lts.alphabet, found, source, label, target, name=lts.name)
    return Subsets(deterministic, sets.row[: found + 1], sets.pool[: sets.row[found]])


Members = tuple[int, ...]
"""A set of states, sorted."""


def _plain_sets(
    rows: Sequence[Row], initial: int, bad: Collection[int], effort: Effort, max_states: int | None
) -> tuple[list[Members], list[tuple[int, int, int]]]:
    """All sets that traces lead to, and their transitions. A set with a ``bad`` state or ERROR in it is ERROR."""
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
    return sets, moves


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


def _leading_to_plain(last: int, source: Sequence[int], target: Sequence[int]) -> list[int]:
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
