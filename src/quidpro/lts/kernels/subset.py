"""The subset construction: sets of states, sorted, in one pool, interned through a hash table.

The kernel expands one set after another and returns when a pool is full, the table crowded or its slice
done; what it wrote for a half-expanded set is then forgotten, and the sets it found meanwhile are found
again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quidpro.core.compiling import helper, kernel

DONE, SETS, USED, MOVES = 0, 1, 2, 3
READY, FULL, CROWDED = 0, 1, 2
_MASK = (1 << 40) - 1
_ERROR = -1


class Sets(NamedTuple):
    """Sets of states found so far: set ``i`` is ``pool[row[i]:row[i + 1]]``."""

    pool: NDArray[np.int32]
    row: NDArray[np.int64]
    table: NDArray[np.int32]
    counters: NDArray[np.int64]


class Moves(NamedTuple):
    """The transitions between sets found so far."""

    source: NDArray[np.int32]
    label: NDArray[np.int32]
    target: NDArray[np.int32]


@kernel
def add_initial(row, label, target, initial, sets):
    """Make the silent closure of a state the first set; the pool must have room for all states."""
    seen = np.zeros(len(row) - 1, dtype=np.uint8)
    sets.pool[0] = initial
    seen[initial] = 1
    used = _close(row, label, target, sets.pool, 0, 1, seen)
    _intern(sets, used)


@kernel
def expand_sets(row, label, target, bad, sets, moves, limit):
    """Expand up to ``limit`` sets. A set with a ``bad`` state or ERROR in it is ERROR."""
    states = len(row) - 1
    seen = np.zeros(states, dtype=np.uint8)
    codes = np.empty(64, dtype=np.int64)
    count = sets.counters
    stop = count[DONE] + limit
    while count[DONE] < min(count[SETS], stop):
        codes, length = _moves_of(row, label, target, sets, codes)
        before = count[MOVES]
        begin = 0
        while begin < length:
            if count[MOVES] == len(moves.source) or count[USED] + states > len(sets.pool):
                count[MOVES] = before
                return FULL
            if 2 * count[SETS] >= len(sets.table) or count[SETS] + 1 >= len(sets.row):
                count[MOVES] = before
                return CROWDED
            action = codes[begin] // (states + 1)
            end = begin
            while end < length and codes[end] // (states + 1) == action:
                end += 1
            successor = _successor(row, label, target, bad, sets, codes, begin, end, seen)
            moves.source[count[MOVES]] = count[DONE]
            moves.label[count[MOVES]] = action
            moves.target[count[MOVES]] = successor
            count[MOVES] += 1
            begin = end
        count[DONE] += 1
    return READY


@helper
def _moves_of(row, label, target, sets, codes):
    """The visible moves of the set in turn, as sorted codes of label and target, ERROR the least target."""
    states = len(row) - 1
    length = 0
    current = sets.counters[DONE]
    for k in range(sets.row[current], sets.row[current + 1]):
        state = sets.pool[k]
        for i in range(row[state], row[state + 1]):
            if label[i] > 0:
                if length == len(codes):
                    codes = np.concatenate((codes, codes))
                codes[length] = np.int64(label[i]) * (states + 1) + target[i] + 1
                length += 1
    codes[:length].sort()
    return codes, length


@helper
def _successor(row, label, target, bad, sets, codes, begin, end, seen):
    """The set that the moves ``codes[begin:end]`` of one label lead to."""
    states = len(row) - 1
    first = sets.counters[USED]
    used = first
    error = False
    for k in range(begin, end):
        state = codes[k] % (states + 1) - 1
        if state == _ERROR or bad[state]:
            error = True
            break
        if seen[state] == 0:
            seen[state] = 1
            sets.pool[used] = state
            used += 1
    if error:
        for i in range(first, used):
            seen[sets.pool[i]] = 0
        return _ERROR
    return _intern(sets, _close(row, label, target, sets.pool, first, used, seen))


@helper
def _close(row, label, target, pool, first, used, seen):
    """Add to ``pool[first:used]`` what silent steps reach; sort; return the end. ``seen`` is left clean."""
    head = first
    while head < used:
        state = pool[head]
        head += 1
        for i in range(row[state], row[state + 1]):
            if label[i] > 0:
                break
            successor = target[i]
            if successor >= 0 and seen[successor] == 0:
                seen[successor] = 1
                pool[used] = successor
                used += 1
    for i in range(first, used):
        seen[pool[i]] = 0
    pool[first:used].sort()
    return used


@helper
def _hash(pool, first, last):
    value = np.int64(last - first)
    for i in range(first, last):
        value = (value * 1000003 + pool[i]) & _MASK
    return (value >> 19) ^ value


@helper
def _intern(sets, used):
    """The number of the set that lies from ``count[USED]`` to ``used`` in the pool; a new one stays there."""
    pool, row, count = sets.pool, sets.row, sets.counters
    first = count[USED]
    mask = len(sets.table) - 1
    slot = _hash(pool, first, used) & mask
    while sets.table[slot] >= 0:
        known = sets.table[slot]
        if row[known + 1] - row[known] == used - first:
            i = 0
            while i < used - first and pool[row[known] + i] == pool[first + i]:
                i += 1
            if i == used - first:
                return np.int64(known)
        slot = (slot + 1) & mask
    new = count[SETS]
    sets.table[slot] = new
    row[new + 1] = used
    count[SETS] += 1
    count[USED] = used
    return new


@kernel
def enter_all(sets):
    """Enter every set into a table that was made larger."""
    mask = len(sets.table) - 1
    for i in range(sets.counters[SETS]):
        slot = _hash(sets.pool, sets.row[i], sets.row[i + 1]) & mask
        while sets.table[slot] >= 0:
            slot = (slot + 1) & mask
        sets.table[slot] = i
