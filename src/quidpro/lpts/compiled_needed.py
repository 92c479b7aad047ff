"""The pairs of a simulation that one choice of answers needs, by a compiled kernel, in slices."""

from __future__ import annotations

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lpts.compiled import systems
from quidpro.lpts.lpts import Longs
from quidpro.lpts.pools import Room
from quidpro.lpts.simulation import Simulation, common_scale

_SLICE = 1 << 16


def needed(found: Simulation, budget: Budget) -> Longs:
    """The pairs, as by :func:`quidpro.lpts.needed.needed` in plain Python."""
    from quidpro.lpts.kernels import needed as kernel
    from quidpro.lpts.kernels.pool import enter

    codes = found.outcome.codes[found.outcome.ranks == 0]
    table = Room(len(codes)).table()
    enter(codes, len(codes), table)
    room = np.zeros(len(codes), dtype=np.bool_), np.empty(len(codes), dtype=np.int32)
    chosen = kernel.Chosen(codes, table, *room, np.zeros(2, dtype=np.int64))
    sides = systems(found.first, found.second, common_scale(found.first, found.second)[1])
    # The initial pair was met first.
    kernel.add(chosen, 0)
    while chosen.used[kernel.DONE] < chosen.used[kernel.FOUND]:
        budget.check()
        kernel.spread(*sides, chosen, _SLICE)
    return np.sort(codes[chosen.seen])
