"""Signatures of states: sets of moves, as sorted codes in a pool, and the groups of states that share one.

A code stands for a label and a block, or, for a step that may be inert, for the silent label and a group of the block
that is being split.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quidpro.core.compiling import helper

_MASK = (1 << 40) - 1
_MAX_INSERTION = 24


class Scratch(NamedTuple):
    """Room for one split: signatures in a pool, a hash table over them, and the groups they make."""

    pool: NDArray[np.int64]
    used: NDArray[np.uint8]
    start: NDArray[np.int64]
    table: NDArray[np.int32]
    slot: NDArray[np.int64]
    group: NDArray[np.int32]
    is_bottom: NDArray[np.uint8]
    order: NDArray[np.int32]
    size: NDArray[np.int64]
    bottoms: NDArray[np.int64]
    number: NDArray[np.int32]


@helper
def sort_unique(pool, begin, end):
    """Sort ``pool[begin:end]``, drop doubles, return the new end."""
    if end - begin > _MAX_INSERTION:
        pool[begin:end].sort()
    else:
        for i in range(begin + 1, end):
            value = pool[i]
            j = i
            while j > begin and pool[j - 1] > value:
                pool[j] = pool[j - 1]
                j -= 1
            pool[j] = value
    top = min(begin + 1, end)
    for i in range(begin + 1, end):
        if pool[i] != pool[top - 1]:
            pool[top] = pool[i]
            top += 1
    return top


@helper
def included(codes, begin, end, except_code, pool, start, stop):
    """Whether ``codes[begin:end]``, one code excepted, are among ``pool[start:stop]``; both are sorted."""
    for k in range(begin, end):
        code = codes[k]
        if code == except_code:
            continue
        while start < stop and pool[start] < code:
            start += 1
        if start == stop or pool[start] != code:
            return False
    return True


@helper
def mark_used(codes, begin, end, pool, used, start, stop):
    """Mark those of ``pool[start:stop]`` that are among ``codes[begin:end]``; both are sorted."""
    for k in range(begin, end):
        while start < stop and pool[start] < codes[k]:
            start += 1
        if start < stop and pool[start] == codes[k]:
            used[start] = 1


@helper
def intern(pool, start, used, table, slots, size, bottoms, new, begin, end, mask):
    """The group whose signature is ``pool[begin:end]``: a known one, or else the new one, then empty."""
    value = end - begin
    for i in range(begin, end):
        value = (value * 1000003 + (pool[i] & _MASK) + (pool[i] >> 40)) & _MASK
    slot = ((value >> 19) ^ value) & mask
    while table[slot] >= 0:
        group = np.int64(table[slot])
        if start[group + 1] - start[group] == end - begin:
            i = 0
            while i < end - begin and pool[start[group] + i] == pool[begin + i]:
                i += 1
            if i == end - begin:
                return group
        slot = (slot + 1) & mask
    table[slot] = new
    slots[new] = slot
    start[new + 1] = end
    used[begin:end] = 0
    size[new] = 0
    bottoms[new] = 0
    return new


@helper
def forget(scratch, groups):
    """Empty the table."""
    for group in range(groups):
        scratch.table[scratch.slot[group]] = -1
