"""The fixed point of strong simulation by compiled kernels: pools that grow, slices, rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from quidpro.core.arrays import for_kernel
from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Listener
from quidpro.lpts import plain
from quidpro.lpts.bisimulation import by_marks
from quidpro.lpts.lpts import LPTS, Ints
from quidpro.lpts.plain import Outcome
from quidpro.lpts.pools import Room, widen

if TYPE_CHECKING:
    from quidpro.lpts.kernels.fixpoint import Pools, System

_SLICE = 1 << 16
_MIN_POOL = 1 << 12
_MAX_TABLE = 1 << 24


def fixpoint(
    first: LPTS, second: LPTS, factors: tuple[int, int], budget: Budget, events: Listener, *, hasty: bool = False
) -> Outcome:
    """The greatest fixed point, as by :func:`quidpro.lpts.plain.fixpoint`, in haste too."""
    from quidpro.lpts.kernels import fixpoint as kernel

    sides = systems(first, second, factors)
    pools = _first_pools(max(_MIN_POOL, 4 * (len(first.label) + len(second.label))))
    kernel.add_pair(pools, first.initial * second.states + second.initial)
    if hasty:
        pools = _hasty(*sides, pools, budget, events)
    else:
        pools = _explore(*sides, pools, None, budget, events)
        _remove(*sides, pools, budget)
    count = pools.used[kernel.PAIRS]
    needs = pools.needs
    failed = np.flatnonzero(needs.round[: pools.used[kernel.NEEDS]])
    # Pair by pair, and within a pair by transition, they are in order already.
    rounds = needs.round[failed].astype(np.int64)
    failed = failed[np.argsort(needs.pair[failed] * (rounds.max(initial=0) + 1) + rounds, kind="stable")]
    return Outcome(
        pools.pairs.code[:count].copy(),
        pools.pairs.rank[:count].copy(),
        needs.pair[failed],
        needs.round[failed],
        needs.transition[failed],
    )


def systems(first: LPTS, second: LPTS, factors: tuple[int, int]) -> tuple[System, System]:
    """The arrays of both, with the labels of the second and weights on one scale."""
    kinds: dict[frozenset[str], int] = {}
    return _system(first, second, factors[0], kinds), _system(second, second, factors[1], kinds)


def _system(lpts: LPTS, second: LPTS, factor: int, kinds: dict[frozenset[str], int]) -> System:
    """The arrays of an LPTS; ``kinds`` numbers the sets of marks that states have."""
    from quidpro.lpts.kernels.fixpoint import System

    number = np.array([second.labels.get(action, -1) for action in lpts.alphabet], dtype=np.int32)
    kept = lpts.distributions
    return System(
        for_kernel(lpts.row),
        for_kernel(number[lpts.label] if len(lpts.label) else lpts.label),
        for_kernel(lpts.target),
        for_kernel(kept.row),
        for_kernel(kept.state),
        kept.weight * factor,
        by_marks(lpts, kinds),
        _found(lpts) if lpts is second else np.empty((0, 0), dtype=np.int32),
        for_kernel(lpts.sizes),
    )


def _found(lpts: LPTS) -> Ints:
    """Where the transitions by each label are, if a table of that is not too large."""
    if lpts.states * len(lpts.alphabet) > _MAX_TABLE:
        return np.empty((0, 0), dtype=np.int32)
    counts = np.zeros((lpts.states, len(lpts.alphabet) + 1), dtype=np.int32)
    np.add.at(counts, (lpts.source, lpts.label + 1), 1)
    counts[:, 0] = lpts.row[:-1]
    return np.cumsum(counts, axis=1, dtype=np.int32)


def _hasty(first: System, second: System, pools: Pools, budget: Budget, events: Listener) -> Pools:
    """Explore by distance from the initial pair, and now and then remove pairs as if those beyond were related."""
    from quidpro.lpts.kernels import fixpoint as kernel

    used, distance, tried = pools.used, 0, plain.FIRST_REMOVAL
    while True:
        pools = _explore(first, second, pools, int(used[kernel.PAIRS]), budget, events)
        distance += 1
        finished = used[kernel.DONE] == used[kernel.PAIRS]
        if finished or used[kernel.DONE] > tried:
            tried = 2 * int(used[kernel.DONE])
            answers = pools.needs.matches[: used[kernel.NEEDS]].copy()
            _remove(first, second, pools, budget)
            if finished or 0 < pools.pairs.rank[0] <= distance:
                return pools
            kernel.restart(pools, answers)


def _explore(first: System, second: System, pools: Pools, until: int | None, budget: Budget, events: Listener) -> Pools:
    """The pairs that matter, or those that the first ``until`` lead to, with the pools as large as they had to be."""
    from quidpro.lpts.kernels import fixpoint as kernel

    used = pools.used
    while used[kernel.DONE] < (used[kernel.PAIRS] if until is None else until):
        budget.check()
        full = kernel.expand(first, second, pools, _SLICE if until is None else min(_SLICE, until - used[kernel.DONE]))
        if full != kernel.READY:
            pools = widen(pools, full, budget)
        events(Explored(int(used[kernel.PAIRS]), int(used[kernel.PAIRS] - used[kernel.DONE])))
    return pools


def _first_pools(size: int) -> Pools:
    """Empty pools of at least this size."""
    from quidpro.lpts.kernels.fixpoint import Cells, Couples, Links, Needs, Pairs, Pools

    room = Room(size)
    ints, longs, table = room.ints, room.longs, room.table
    return Pools(
        Pairs(longs(), ints(), ints(), table()),
        Couples(longs(), longs(), ints(), ints(), table()),
        Cells(ints(), ints(), ints()),
        Needs(ints(), ints(), ints(), ints()),
        Links(ints(), ints()),
        np.zeros(6, dtype=np.int64),
    )


def _remove(first: System, second: System, pools: Pools, budget: Budget) -> None:
    """Rounds, as in the plain version."""
    from quidpro.lpts.kernels import fixpoint as kernel

    couples = np.empty(pools.used[kernel.COUPLES], dtype=np.int32)
    broken = np.empty_like(couples)
    buffer = np.empty(pools.used[kernel.PAIRS], dtype=np.int32)
    removed = np.flatnonzero(pools.pairs.rank[: pools.used[kernel.PAIRS]]).astype(np.int32)
    number = 1
    while len(removed):
        number += 1
        candidates = couples[: kernel.touched(pools, removed, number, couples)]
        count = 0
        for begin in range(0, len(candidates), _SLICE):
            budget.check()
            piece = candidates[begin : begin + _SLICE]
            count += kernel.unmatched(first, second, pools, piece, broken[count:])
        removed = buffer[: kernel.starved(pools, broken[:count], number, buffer)].copy()
