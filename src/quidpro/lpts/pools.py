"""Pools of arrays that kernels fill: made with room, and one of them twice as large when it is full."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from quidpro.core.budget import Budget
from quidpro.lpts.lpts import Ints, Longs

P = TypeVar("P", bound=tuple[Any, ...])


class Room:
    """Empty arrays of at least some size, a power of two; tables have room for twice as much."""

    def __init__(self, size: int) -> None:
        self.size = 1 << (size - 1).bit_length()

    def ints(self) -> Ints:
        """Small numbers."""
        return np.empty(self.size, dtype=np.int32)

    def longs(self) -> Longs:
        """Large numbers."""
        return np.empty(self.size, dtype=np.int64)

    def table(self) -> Ints:
        """A hash table in which nothing is."""
        return np.full(2 * self.size, -1, dtype=np.int32)


def _grow(pool: P, count: int, budget: Budget) -> P:
    """A named tuple of arrays twice as long; its table, if it has one, holds the first ``count`` codes again."""
    from quidpro.lpts.kernels.pool import enter

    budget.reserve(2 * sum(array.nbytes for array in pool))
    new = type(pool)(*(np.concatenate((array, np.empty_like(array))) for array in pool))
    table = getattr(new, "table", None)
    if table is not None:
        table[:] = -1
        enter(new.code, count, table)  # type: ignore[attr-defined]
    return new


def widen(pools: P, full: int, budget: Budget) -> P:
    """Pools of which the one that a kernel calls ``full`` is twice as large; they are numbered from 1 on."""
    name = pools._fields[full - 1]  # type: ignore[attr-defined]
    return pools._replace(**{name: _grow(pools[full - 1], pools.used[full], budget)})  # type: ignore[attr-defined,no-any-return]
