"""Weak bisimilarity: strong bisimilarity of the saturated transition relation (Kanellakis and Smolka 1990).

Saturation can square the number of transitions, so it is done on the quotient modulo branching
bisimilarity, which is finer than weak bisimilarity and cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.small import Effort
from quidpro.lts import plain_refine
from quidpro.lts.lts import TAU, Ints, Longs
from quidpro.lts.partition import NO_LABEL, Moves, Quotient, refine
from quidpro.lts.plain_refine import Row

_SLICE = 1 << 12
_ROOM_PER_ROW = 4
"""There is room for this many members of a row at first, on average."""


def weak_quotient(branching: Quotient, kinds: Ints, budget: Budget) -> Quotient:
    """Merge the blocks of a branching quotient further; silent steps within a block are dropped."""
    moves = branching.moves
    block_kinds = np.zeros(moves.states, dtype=np.int32)
    block_kinds[branching.block] = kinds
    found = _refine_saturated(moves, block_kinds, budget)
    source, target = found.block[moves.source], found.block[moves.target]
    kept = (moves.label != TAU) | (source != target)
    between = Moves(found.moves.states, source[kept], moves.label[kept], target[kept])
    return Quotient(found.block[branching.block], between)


def _refine_saturated(moves: Moves, kinds: Ints, budget: Budget) -> Quotient:
    def plain(effort: Effort) -> plain_refine.Refined:
        weak = _plain(moves.rows(), effort)
        return plain_refine.refine(weak, kinds.tolist(), NO_LABEL, effort)

    budget.check()
    found = small.attempt(moves.size, plain)
    return refine(saturate(moves, budget), kinds, NO_LABEL, budget) if found is None else Quotient.of(found)


def saturate(moves: Moves, budget: Budget) -> Moves:
    """All weak moves: silent steps, an action, silent steps; or silent steps alone, none included."""
    states = moves.states
    itself = np.arange(states, dtype=np.int32)
    closure_row, closure = _closure(moves, budget)
    after = _group(
        np.concatenate([moves.source[moves.label != TAU], itself]),
        np.concatenate([moves.label[moves.label != TAU], np.zeros(states, dtype=np.int32)]),
        np.concatenate([moves.target[moves.label != TAU], itself]),
        states,
    )
    row, item, label = after
    after_row, after_code = _join(row, item, label.astype(np.int64) * states, closure_row, closure, budget)
    silent = np.zeros(len(closure), dtype=np.int64)
    full_row, full_code = _join(closure_row, closure, silent, after_row, after_code, budget)
    source = np.repeat(itself, np.diff(full_row))
    full_label, full_target = np.divmod(full_code, states)
    return Moves(states, source, full_label.astype(np.int32), full_target.astype(np.int32))


def _group(source: Ints, label: Ints, target: Ints, states: int) -> tuple[Longs, Ints, Ints]:
    """Rows by source: where each begins, the targets, the labels."""
    from quidpro.lts.kernels.graph import group_by

    row, order = group_by(source, states)
    return row, target[order], label[order]


def _closure(moves: Moves, budget: Budget) -> tuple[Longs, Ints]:
    """What silent steps reach from each state, as rows."""
    from quidpro.lts.kernels.saturate import silent_closure

    silent = moves.label == TAU
    row, target, _ = _group(moves.source[silent], moves.label[silent], moves.target[silent], moves.states)
    seen = np.full(moves.states, -1, dtype=np.int32)
    pool = np.empty(_ROOM_PER_ROW * moves.states, dtype=np.int32)

    def fill(begin: int, stop: int, out_row: Longs, out: Ints) -> int:
        return int(silent_closure(row, target, begin, stop, out_row, out, seen))

    return _fill(fill, pool, moves.states, budget)


def _join(
    row: Longs, item: Ints, base: Longs, inner_row: Longs, inner: npt.NDArray[Any], budget: Budget
) -> tuple[Longs, Longs]:
    """For each row the set of codes that its items' inner rows give."""
    from quidpro.lts.kernels.saturate import join_rows

    pool = np.empty(_ROOM_PER_ROW * len(item), dtype=np.int64)

    def fill(begin: int, stop: int, out_row: Longs, out: Longs) -> int:
        return int(join_rows(row, item, base, inner_row, inner, begin, stop, out_row, out))

    return _fill(fill, pool, len(row) - 1, budget)


def _fill(
    fill: Callable[[int, int, Longs, npt.NDArray[Any]], int],
    pool: npt.NDArray[Any],
    states: int,
    budget: Budget,
) -> tuple[Longs, npt.NDArray[Any]]:
    """Call a kernel slice by slice until all states are done, with a longer pool where it ran out of room."""
    row = np.zeros(states + 1, dtype=np.int64)
    done = 0
    while done < states:
        stop = min(done + _SLICE, states)
        reached = fill(done, stop, row, pool)
        if reached < stop:
            budget.reserve(2 * pool.nbytes)
            pool = np.concatenate([pool, np.empty_like(pool)])
        budget.check()
        done = reached
    return row, pool[: row[-1]].copy()


WeakMoves = set[tuple[int, int]]
"""The ``(label, target)`` pairs of a state's weak moves."""


def _plain(rows: Sequence[Row], effort: Effort) -> list[WeakMoves]:
    """The same in plain Python, for small LTSs."""
    silent = [[target for label, target in row if label == TAU] for row in rows]
    closures = [_reached(state, silent, effort) for state in range(len(rows))]
    after = [_after(state, row, closures, effort) for state, row in enumerate(rows)]
    return [_union([after[state] for state in closure], effort) for closure in closures]


def _reached(state: int, silent: list[list[int]], effort: Effort) -> list[int]:
    """What silent steps reach from a state, itself included."""
    found, queue = {state}, [state]
    for here in queue:
        effort.spend(1 + len(silent[here]))
        for target in silent[here]:
            if target not in found:
                found.add(target)
                queue.append(target)
    return queue


def _after(state: int, row: Row, closures: list[list[int]], effort: Effort) -> WeakMoves:
    """The moves of a state itself, none included, each followed by silent steps."""
    moves = {(TAU, target) for target in closures[state]}
    for label, target in row:
        if label != TAU:
            effort.spend(len(closures[target]))
            moves.update((label, last) for last in closures[target])
    return moves


def _union(parts: list[WeakMoves], effort: Effort) -> WeakMoves:
    if len(parts) == 1:
        return parts[0]
    effort.spend(sum(map(len, parts)))
    return set().union(*parts)
