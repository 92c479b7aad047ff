"""The fixed point of strong simulation by compiled kernels: pools that grow, slices, rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Listener
from quidpro.lpts.lpts import LPTS, Ints, Longs
from quidpro.lpts.plain import Outcome

if TYPE_CHECKING:
    from quidpro.lpts.kernels.fixpoint import Pools, System

_SLICE = 1 << 16
_FIRST = 1 << 12


def fixpoint(first: LPTS, second: LPTS, factors: tuple[int, int], budget: Budget, events: Listener) -> Outcome:
    """The greatest fixed point, as by :func:`quidpro.lpts.plain.fixpoint`."""
    from quidpro.lpts.kernels import fixpoint as kernel

    kinds: dict[frozenset[str], int] = {}
    systems = _system(first, second, factors[0], kinds), _system(second, second, factors[1], kinds)
    pools = _explored(*systems, first.initial * second.states + second.initial, budget, events)
    _remove(*systems, pools, budget)
    count = pools.used[kernel.PAIRS]
    needs = pools.needs
    failed = np.flatnonzero(needs.round[: pools.used[kernel.NEEDS]])
    failed = failed[np.lexsort((needs.transition[failed], needs.round[failed], needs.pair[failed]))]
    return Outcome(
        pools.pairs.code[:count],
        pools.pairs.rank[:count],
        needs.pair[failed],
        needs.round[failed],
        needs.transition[failed],
    )


def _system(lpts: LPTS, second: LPTS, factor: int, kinds: dict[frozenset[str], int]) -> System:
    """The arrays of an LPTS; ``kinds`` numbers the sets of marks that states have."""
    from quidpro.lpts.kernels.fixpoint import System

    number = np.array([second.labels.get(action, -1) for action in lpts.alphabet], dtype=np.int32)
    kept = lpts.distributions
    return System(
        lpts.row,
        number[lpts.label] if len(lpts.label) else lpts.label,
        lpts.target,
        kept.row,
        kept.state,
        kept.weight * factor,
        _marks(lpts, kinds),
    )


def _marks(lpts: LPTS, kinds: dict[frozenset[str], int]) -> Ints:
    if not any(lpts.marks.values()):
        return np.full(lpts.states, kinds.setdefault(frozenset(), len(kinds)), dtype=np.int32)
    sets = (kinds.setdefault(lpts.marks_of(state), len(kinds)) for state in range(lpts.states))
    return np.fromiter(sets, dtype=np.int32, count=lpts.states)


def _explored(first: System, second: System, start: int, budget: Budget, events: Listener) -> Pools:
    """The pairs that matter, with the pools as large as they had to be."""
    from quidpro.lpts.kernels import fixpoint as kernel

    pools = _first_pools(max(_FIRST, 4 * (len(first.label) + len(second.label))))
    kernel.add_pair(pools, start)
    used = pools.used
    while used[kernel.DONE] < used[kernel.PAIRS]:
        budget.check()
        full = kernel.expand(first, second, pools, _SLICE)
        if full != kernel.READY:
            pools = _grown(pools, full, budget)
        events(Explored(int(used[kernel.PAIRS]), int(used[kernel.PAIRS] - used[kernel.DONE])))
    return pools


def _first_pools(size: int) -> Pools:
    """Empty pools of at least this size; the tables, with a power of two places, have room for twice as much."""
    from quidpro.lpts.kernels.fixpoint import Cells, Couples, Links, Needs, Pairs, Pools

    size = 1 << (size - 1).bit_length()

    def ints() -> Ints:
        return np.empty(size, dtype=np.int32)

    def longs() -> Longs:
        return np.empty(size, dtype=np.int64)

    def table() -> Ints:
        return np.full(2 * size, -1, dtype=np.int32)

    return Pools(
        Pairs(longs(), ints(), ints(), table()),
        Couples(longs(), longs(), ints(), ints(), table()),
        Cells(ints(), ints(), ints()),
        Needs(ints(), ints(), ints(), ints()),
        Links(ints(), ints()),
        np.zeros(6, dtype=np.int64),
    )


def _grown(pools: Pools, full: int, budget: Budget) -> Pools:
    """The pools with the one that is full twice as large."""
    from quidpro.lpts.kernels import fixpoint as kernel

    name = {
        kernel.PAIRS_FULL: "pairs",
        kernel.COUPLES_FULL: "couples",
        kernel.CELLS_FULL: "cells",
        kernel.NEEDS_FULL: "needs",
        kernel.LINKS_FULL: "links",
    }[full]
    old = getattr(pools, name)
    budget.reserve(2 * sum(array.nbytes for array in old))
    new = type(old)(*(np.concatenate((array, np.empty_like(array))) for array in old))
    if full in (kernel.PAIRS_FULL, kernel.COUPLES_FULL):
        new.table[:] = -1
        kernel.enter(new.code, pools.used[full], new.table)
    return pools._replace(**{name: new})


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
