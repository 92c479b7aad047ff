"""Distributions over blocks of a partition, of which equal ones become one, in arrays."""

from __future__ import annotations

import numpy as np

from quidpro.lpts.lpts import Distributions, Ints, Longs


def lifted(kept: Distributions, block: Ints) -> Distributions:
    """Each distribution over blocks: μ_l(c) is the sum of μ over the block c."""
    if len(kept.state) == 0:
        return kept
    owner = np.repeat(np.arange(len(kept)), np.diff(kept.row))
    blocks = block[kept.state]
    order = np.lexsort((blocks, owner))
    owner, blocks = owner[order], blocks[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (owner[1:] != owner[:-1]) | (blocks[1:] != blocks[:-1])
    begin = np.flatnonzero(first)
    row = np.zeros(len(kept) + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner[begin], minlength=len(kept)), out=row[1:])
    return Distributions(row, blocks[begin], np.add.reduceat(kept.weight[order], begin), kept.scale)


def distinct(kept: Distributions) -> tuple[Distributions, Longs]:
    """The distributions without doubles, and for each old one its new number.

    Those of one length are compared as rows of a table.
    """
    number = np.empty(len(kept), dtype=np.int64)
    lengths = np.diff(kept.row)
    rows, states, weights, count = [np.zeros(1, dtype=np.int64)], [], [], 0
    for length in np.unique(lengths).tolist():
        these = np.flatnonzero(lengths == length)
        cells = kept.row[these][:, None] + np.arange(length)
        first, place = _grouped(np.hstack((kept.state[cells], kept.weight[cells])))
        number[these] = count + place
        states.append(kept.state[cells][first].ravel())
        weights.append(kept.weight[cells][first].ravel())
        rows.append(rows[-1][-1] + length * np.arange(1, len(first) + 1))
        count += len(first)
    if not count:
        return kept, number
    merged = Distributions.on_scale(np.concatenate(rows), np.concatenate(states), np.concatenate(weights), kept.scale)
    return merged, number


def _grouped(table: Longs) -> tuple[Longs, Longs]:
    """The first row of each kind, and for each row the number of its kind, in order of first occurrence."""
    if table.dtype == object:
        known: dict[tuple[int, ...], int] = {}
        place = np.array([known.setdefault(tuple(row), len(known)) for row in table.tolist()], dtype=np.int64)
        return np.unique(place, return_index=True)[1], place
    order = np.lexsort(table.T)
    ordered = table[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    kind = np.empty(len(order), dtype=np.int64)
    kind[order] = np.cumsum(new) - 1
    first = order[new]
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.sort(first), rank[kind]
