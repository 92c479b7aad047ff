"""Parallel composition of two LPTSs: pairs of states and products of distributions, numbered as they are met.

What :mod:`quidpro.lpts.plain_compose` keeps in dictionaries is here in pools. A product is known by a code: the number
of each side's distribution, or, beyond those numbers, of the state in which that side stays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from quidpro.lpts.kernels.pool import place

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


@njit(cache=True)
def add_pair(pools, code):
    """The number of a pair of states."""
    pairs, used = pools.pairs, pools.used
    where = place(pairs.code, pairs.table, code)
    if pairs.table[where] < 0:
        pairs.table[where] = used[PAIRS]
        pairs.code[used[PAIRS]] = code
        used[PAIRS] += 1
    return pairs.table[where]


@njit(cache=True)
def expand(first, second, pools, limit):
    """Expand up to ``limit`` pairs. Says which pool is full, or READY."""
    used = pools.used
    states = len(second.row) - 1
    stop = used[DONE] + limit
    while used[DONE] < min(used[PAIRS], stop):
        code = pools.pairs.code[used[DONE]]
        p, q = code // states, code % states
        full = _lacking(first, second, pools, p, q)
        if full != READY:
            return full
        pools.pairs.row[used[DONE]] = used[MOVES]
        for move in range(second.row[q], second.row[q + 1]):
            if second.alone[second.label[move]]:
                _add(first, second, pools, second.label[move], -1, second.target[move], p, q)
        for move in range(first.row[p], first.row[p + 1]):
            label = first.label[move]
            if first.alone[label]:
                _add(first, second, pools, label, first.target[move], -1, p, q)
            else:
                for other in range(second.row[q], second.row[q + 1]):
                    if second.label[other] == label:
                        _add(first, second, pools, label, first.target[move], second.target[other], p, q)
        used[DONE] += 1
    return READY


@njit(cache=True)
def _size(side, d):
    return 1 if d < 0 else side.begin[d + 1] - side.begin[d]


@njit(cache=True)
def _lacking(first, second, pools, p, q):
    """The pool that may not suffice for a pair, or READY: as if all that it leads to were new."""
    moves, cells = 0, 0
    for move in range(second.row[q], second.row[q + 1]):
        if second.alone[second.label[move]]:
            moves += 1
            cells += _size(second, second.target[move])
    for move in range(first.row[p], first.row[p + 1]):
        label, size = first.label[move], _size(first, first.target[move])
        if first.alone[label]:
            moves += 1
            cells += size
        else:
            for other in range(second.row[q], second.row[q + 1]):
                if second.label[other] == label:
                    moves += 1
                    cells += size * _size(second, second.target[other])
    used = pools.used
    if 2 * (used[PAIRS] + cells) > len(pools.pairs.table):
        return PAIRS_FULL
    if 2 * (used[PRODUCTS] + moves) > len(pools.products.table):
        return PRODUCTS_FULL
    if used[CELLS] + cells > len(pools.cells.pair):
        return CELLS_FULL
    if used[MOVES] + moves > len(pools.moves.label):
        return MOVES_FULL
    return READY


@njit(cache=True)
def _add(first, second, pools, label, d, e, p, q):
    """A transition of the pair that is being expanded."""
    moves, used = pools.moves, pools.used
    moves.label[used[MOVES]] = label
    moves.product[used[MOVES]] = _product(first, second, pools, d, e, p, q)
    used[MOVES] += 1


@njit(cache=True)
def _product(first, second, pools, d, e, p, q):
    """The number of the product of two distributions; -1 for a side that stays."""
    products, used = pools.products, pools.used
    left = np.int64(d if d >= 0 else len(first.begin) - 1 + p)
    right = np.int64(e if e >= 0 else len(second.begin) - 1 + q)
    code = left * (len(second.begin) + len(second.row) - 2) + right
    where = place(products.code, products.table, code)
    if products.table[where] < 0:
        products.table[where] = used[PRODUCTS]
        products.code[used[PRODUCTS]], products.cell[used[PRODUCTS]] = code, used[CELLS]
        used[PRODUCTS] += 1
        _fill(first, second, pools, d, e, p, q)
    return products.table[where]


@njit(cache=True)
def _fill(first, second, pools, d, e, p, q):
    """The cells of a new product, sorted by the number of the pair (Definition 2)."""
    states = len(second.row) - 1
    for i in range(_size(first, d)):
        one = p if d < 0 else first.state[first.begin[d] + i]
        x = first.scale if d < 0 else first.weight[first.begin[d] + i]
        for j in range(_size(second, e)):
            two = q if e < 0 else second.state[second.begin[e] + j]
            y = second.scale if e < 0 else second.weight[second.begin[e] + j]
            _insert(pools, add_pair(pools, np.int64(one) * states + two), x * y)


@njit(cache=True)
def _insert(pools, pair, weight):
    """One more cell of the last product, among those that it has."""
    cells, used = pools.cells, pools.used
    begin = pools.products.cell[used[PRODUCTS] - 1]
    at = used[CELLS]
    while at > begin and cells.pair[at - 1] > pair:
        cells.pair[at], cells.weight[at] = cells.pair[at - 1], cells.weight[at - 1]
        at -= 1
    cells.pair[at], cells.weight[at] = pair, weight
    used[CELLS] += 1
