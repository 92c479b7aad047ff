"""Parallel composition of two LPTSs: pairs of states and products of distributions, numbered as they are met.

What :mod:`quidpro.lpts.plain_compose` keeps in dictionaries is here in pools. A product is known by a code: the number
of each side's distribution, or, beyond those numbers, of the state in which that side stays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quidpro.core.compiling import inlined, kernel
from quidpro.lpts.kernels.pool import numbered

DONE, PAIRS, PRODUCTS, CELLS, MOVES = 0, 1, 2, 3, 4
READY, PAIRS_FULL, PRODUCTS_FULL, CELLS_FULL, MOVES_FULL = 0, 1, 2, 3, 4


class Side(NamedTuple):
    """An LPTS as arrays; labels are those of the composition, and ``scale`` is the weight of a state in which it stays.

    ``alone[label]`` says that the other side does not know the action.
    """

    row: NDArray[np.int64]
    label: NDArray[np.int32]
    target: NDArray[np.int32]
    begin: NDArray[np.int64]
    state: NDArray[np.int32]
    weight: NDArray[np.int64]
    scale: np.int64
    alone: NDArray[np.bool_]
    size: NDArray[np.int64]
    """The cells of the transitions of all states before: ``size[p + 1] - size[p]`` are those of state ``p``."""


class Pairs(NamedTuple):
    """Pairs of states, as codes ``p * states + q``, and the first of their transitions."""

    code: NDArray[np.int64]
    row: NDArray[np.int64]
    table: NDArray[np.int32]


class Products(NamedTuple):
    """Products of distributions, as codes, and the first of their cells."""

    code: NDArray[np.int64]
    cell: NDArray[np.int64]
    table: NDArray[np.int32]


class Cells(NamedTuple):
    """The pairs of states in the support of a product, with their weights."""

    pair: NDArray[np.int32]
    weight: NDArray[np.int64]


class Moves(NamedTuple):
    """Transitions: label and product."""

    label: NDArray[np.int32]
    product: NDArray[np.int32]


class Pools(NamedTuple):
    """All of it, and how much of it is in use."""

    pairs: Pairs
    products: Products
    cells: Cells
    moves: Moves
    used: NDArray[np.int64]


@kernel
def add_pair(pools, code):
    """The number of a pair of states."""
    return numbered(pools.pairs.code, pools.pairs.table, pools.used, PAIRS, code)


@kernel
def expand(first, second, pools, limit):
    """Expand up to ``limit`` pairs. Says which pool is full, or READY.

    A side that stays has no distribution, -1; in the codes of products its state stands beyond the distributions.
    """
    row, label, target, begin, state, weight, scale, alone, size = first
    row2, label2, target2, begin2, state2, weight2, scale2, alone2, size2 = second
    (pairs, moves_of, table), (products, cell, products_table), (pair_of, weight_of), (moved, reached), used = pools
    states, width = len(row2) - 1, np.int64(len(begin2) + len(row2) - 2)
    stop = used[DONE] + limit
    while used[DONE] < min(used[PAIRS], stop):
        p, q = pairs[used[DONE]] // states, pairs[used[DONE]] % states
        moves = (row[p + 1] - row[p] + 1) * (row2[q + 1] - row2[q] + 1)
        cells = (size[p + 1] - size[p] + 1) * (size2[q + 1] - size2[q] + 1)
        if 2 * (used[PAIRS] + cells) > len(table):
            return PAIRS_FULL
        if 2 * (used[PRODUCTS] + moves) > len(products_table):
            return PRODUCTS_FULL
        if used[CELLS] + cells > len(pair_of):
            return CELLS_FULL
        if used[MOVES] + moves > len(moved):
            return MOVES_FULL
        moves_of[used[DONE]] = used[MOVES]
        used[DONE] += 1
        for move in range(row[p] - 1, row[p + 1]):
            # Before its first transition the first side stays.
            stays = move < row[p]
            action = -1 if stays else label[move]
            goes_alone = not stays and alone[action]
            for other in range(-1, 0) if goes_alone else range(row2[q], row2[q + 1]):
                if not goes_alone and not (alone2[label2[other]] if stays else label2[other] == action):
                    continue
                d = -1 if stays else target[move]
                e = -1 if goes_alone else target2[other]
                left = len(begin) - 1 + p if stays else d
                right = len(begin2) - 1 + q if goes_alone else e
                count = used[PRODUCTS]
                product = numbered(products, products_table, used, PRODUCTS, left * width + right)
                moved[used[MOVES]], reached[used[MOVES]] = label2[other] if stays else action, product
                used[MOVES] += 1
                if product < count:
                    continue
                cell[product] = used[CELLS]
                for i in range(begin[d], begin[d + 1]) if d >= 0 else range(1):
                    for j in range(begin2[e], begin2[e + 1]) if e >= 0 else range(1):
                        one, x = (state[i], weight[i]) if d >= 0 else (p, scale)
                        two, y = (state2[j], weight2[j]) if e >= 0 else (q, scale2)
                        pair = numbered(pairs, table, used, PAIRS, np.int64(one) * states + two)
                        _insert(pair_of, weight_of, cell[product], used[CELLS], pair, x * y)
                        used[CELLS] += 1
    return READY


@inlined
def _insert(pair_of, weight_of, begin, at, pair, weight):
    """One more cell of a product (Definition 2), among those from ``begin`` on, which are sorted by their pairs."""
    while at > begin and pair_of[at - 1] > pair:
        pair_of[at], weight_of[at] = pair_of[at - 1], weight_of[at - 1]
        at -= 1
    pair_of[at], weight_of[at] = pair, weight
