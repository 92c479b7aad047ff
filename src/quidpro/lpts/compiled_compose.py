"""Parallel composition by compiled kernels: pools that grow, slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from quidpro.core.arrays import for_kernel
from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Listener
from quidpro.lpts.lpts import LPTS, Distributions, Ints, Longs
from quidpro.lpts.plain_compose import Product
from quidpro.lpts.pools import Room, widen

if TYPE_CHECKING:
    from quidpro.lpts.kernels.compose import Pools, Side

_SLICE = 1 << 16
_MIN_POOL = 1 << 10


def product(first: LPTS, second: LPTS, alphabet: Sequence[str], budget: Budget, events: Listener) -> Product:
    """The reachable part of the product, as by :func:`quidpro.lpts.plain_compose.product`."""
    sides = _side(first, second, alphabet), _side(second, first, alphabet)
    pools = _explore(*sides, first.initial * second.states + second.initial, budget, events)
    return _result(pools, first, second)


def _side(lpts: LPTS, other: LPTS, alphabet: Sequence[str]) -> Side:
    from quidpro.lpts.kernels.compose import Side

    number = {action: i for i, action in enumerate(alphabet)}
    label = np.array([number[action] for action in lpts.alphabet], dtype=np.int32)
    kept = lpts.distributions
    return Side(
        for_kernel(lpts.row),
        for_kernel(label[lpts.label] if len(lpts.label) else lpts.label),
        for_kernel(lpts.target),
        for_kernel(kept.row),
        for_kernel(kept.state),
        for_kernel(kept.weight),
        np.int64(kept.scale),
        np.array([action not in other.labels for action in alphabet], dtype=np.bool_),
        for_kernel(lpts.sizes),
    )


def _explore(first: Side, second: Side, start: int, budget: Budget, events: Listener) -> Pools:
    """All pairs, with the pools as large as they had to be."""
    from quidpro.lpts.kernels import compose as kernel

    pools = _first_pools(max(_MIN_POOL, 4 * (len(first.label) + len(second.label))))
    kernel.add_pair(pools, start)
    used = pools.used
    while used[kernel.DONE] < used[kernel.PAIRS]:
        budget.check()
        full = kernel.expand(first, second, pools, _SLICE)
        if full != kernel.READY:
            pools = widen(pools, full, budget)
        waiting = used[kernel.PAIRS] - used[kernel.DONE]
        events(Explored(int(used[kernel.PAIRS]), int(waiting), int(used[kernel.MOVES])))
    return pools


def _first_pools(size: int) -> Pools:
    """Empty pools of at least this size."""
    from quidpro.lpts.kernels.compose import Cells, Moves, Pairs, Pools, Products

    room = Room(size)
    ints, longs, table = room.ints, room.longs, room.table
    return Pools(
        Pairs(longs(), longs(), table()),
        Products(longs(), longs(), table()),
        Cells(ints(), longs()),
        Moves(ints(), ints()),
        np.zeros(5, dtype=np.int64),
    )


def _result(pools: Pools, first: LPTS, second: LPTS) -> Product:
    from quidpro.lpts.kernels import compose as kernel

    pairs, products, cells, moves = (pools.used[i] for i in range(kernel.PAIRS, kernel.MOVES + 1))
    code = pools.pairs.code[:pairs]
    counts = np.diff(pools.pairs.row[:pairs], append=moves)
    kept = Distributions.on_scale(
        np.append(pools.products.cell[:products], cells),
        pools.cells.pair[:cells].copy(),
        pools.cells.weight[:cells],
        first.distributions.scale * second.distributions.scale,
    )
    return Product(
        ((code // second.states).astype(np.int32), (code % second.states).astype(np.int32)),
        _contributions(pools.products.code[:products], first, second),
        (np.repeat(np.arange(pairs), counts), pools.moves.label[:moves], pools.moves.product[:moves]),
        kept,
    )


def _contributions(code: Longs, first: LPTS, second: LPTS) -> tuple[Ints, Ints]:
    """The distributions of both sides from the codes of products."""
    left, right = len(first.distributions), len(second.distributions)
    one, two = np.divmod(code, right + second.states)
    return np.where(one < left, one, -1).astype(np.int32), np.where(two < right, two, -1).astype(np.int32)
