"""Partition refinement for strong and for branching bisimulation.

A state is *dirty* when the blocks of its successors have changed since it was last looked at. A block with
dirty states is split by the signatures of those alone, its clean states standing as one more group, and its
largest part keeps the block's number, so that a state changes its number at most log n times (Jacobs and
Wißmann, "Fast coalgebraic bisimilarity minimization", POPL 2023). For branching bisimulation signatures are
inductive (Blom and van de Pol, "Distributed branching bisimulation minimization by inductive signatures",
PDMC 2009): a state whose own moves are among those of a state that it reaches by an inert step belongs with
that state.

States are numbered so that a silent step which may be inert leads to a smaller number. The elements of a
block lie in the order ``first ..`` clean bottom states ``.. bottom ..`` other clean states ``.. dirty ..``
dirty states ``.. last``, a bottom state being one without inert steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

BLOCKS, HEAD, LENGTH = 0, 1, 2
_MASK = (1 << 40) - 1


class Graph(NamedTuple):
    """Transitions by source and by target; the silent label is -1 where no step may be inert."""

    row: NDArray[np.int64]
    label: NDArray[np.int32]
    target: NDArray[np.int32]
    back_row: NDArray[np.int64]
    back_label: NDArray[np.int32]
    back_source: NDArray[np.int32]
    silent: int


class Blocks(NamedTuple):
    """The partition, and the queue of blocks that have dirty states."""

    block: NDArray[np.int32]
    element: NDArray[np.int32]
    position: NDArray[np.int32]
    first: NDArray[np.int32]
    bottom: NDArray[np.int32]
    dirty: NDArray[np.int32]
    last: NDArray[np.int32]
    queue: NDArray[np.int32]
    counters: NDArray[np.int64]


class Scratch(NamedTuple):
    """Room for one split: signatures in a pool, a hash table over them, and the groups they make."""

    pool: NDArray[np.int64]
    start: NDArray[np.int64]
    table: NDArray[np.int32]
    slot: NDArray[np.int64]
    group: NDArray[np.int32]
    is_bottom: NDArray[np.uint8]
    order: NDArray[np.int32]
    size: NDArray[np.int32]
    bottoms: NDArray[np.int32]
    number: NDArray[np.int32]


@njit(cache=True)
def start_partition(blocks, initial, number_of_blocks):
    """Lay out an initial partition with every state dirty and every block in the queue."""
    states = len(initial)
    for s in range(states):
        blocks.block[s] = initial[s]
        blocks.last[initial[s]] += 1
    total = 0
    for b in range(number_of_blocks):
        blocks.first[b] = total
        total += blocks.last[b]
        blocks.last[b] = blocks.first[b]
        blocks.queue[b] = b
    for s in range(states):
        at = blocks.last[initial[s]]
        blocks.element[at] = s
        blocks.position[s] = at
        blocks.last[initial[s]] += 1
    for b in range(number_of_blocks):
        blocks.dirty[b] = blocks.first[b]
        blocks.bottom[b] = blocks.first[b]
    blocks.counters[BLOCKS] = number_of_blocks
    blocks.counters[HEAD] = 0
    blocks.counters[LENGTH] = number_of_blocks


@njit(cache=True)
def refine(graph, blocks, scratch, limit):
    """Split queued blocks until the partition is stable or about ``limit`` states were looked at.

    Returns the number of blocks still in the queue.
    """
    work = 0
    count = blocks.counters
    while count[LENGTH] > 0 and work < limit:
        block = blocks.queue[count[HEAD]]
        count[HEAD] = (count[HEAD] + 1) % len(blocks.queue)
        count[LENGTH] -= 1
        work += _split(graph, blocks, scratch, block)
    return count[LENGTH]


@njit(cache=True)
def _split(graph, blocks, scratch, block):
    """Split one block by the signatures of its dirty states; returns how many it looked at."""
    if graph.silent >= 0:
        _spread(graph, blocks, block)
    dirty = blocks.dirty[block]
    looked = blocks.last[block] - dirty
    order = scratch.order[:looked]
    order[:] = blocks.element[dirty : blocks.last[block]]
    if graph.silent >= 0:
        order.sort()
    groups = _classify(graph, blocks, scratch, block, order)
    scratch.size[0] += dirty - blocks.first[block]
    fresh = blocks.counters[BLOCKS]
    _number(blocks, scratch, block, groups)
    _lay_out(blocks, scratch, block, order, groups)
    _disturb(graph, blocks, scratch, block, groups, fresh)
    return looked


@njit(cache=True)
def _spread(graph, blocks, block):
    """Make dirty what reaches a dirty state by inert steps, for its signature includes that of the other."""
    i = blocks.last[block] - 1
    while i >= blocks.dirty[block]:
        state = blocks.element[i]
        for j in range(graph.back_row[state], graph.back_row[state + 1]):
            source = graph.back_source[j]
            if graph.back_label[j] == graph.silent and blocks.block[source] == block:
                _mark(blocks, source)
        i -= 1


@njit(cache=True)
def _mark(blocks, state):
    """Move a clean state to the dirty end of its block; the first one there puts the block into the queue."""
    block = blocks.block[state]
    at = blocks.position[state]
    if at >= blocks.dirty[block]:
        return
    if at < blocks.bottom[block]:
        blocks.bottom[block] -= 1
        _swap(blocks, at, blocks.bottom[block])
        at = blocks.bottom[block]
    blocks.dirty[block] -= 1
    _swap(blocks, at, blocks.dirty[block])
    if blocks.dirty[block] == blocks.last[block] - 1:
        count = blocks.counters
        blocks.queue[(count[HEAD] + count[LENGTH]) % len(blocks.queue)] = block
        count[LENGTH] += 1


@njit(cache=True)
def _swap(blocks, i, j):
    element = blocks.element
    p, q = element[i], element[j]
    element[i], element[j] = q, p
    blocks.position[p], blocks.position[q] = j, i


@njit(cache=True)
def _classify(graph, blocks, scratch, block, order):
    """Give each state in ``order`` a group; 0 is that of the clean states. Returns the number of groups."""
    mask = 4
    while mask < 2 * len(order) + 2:
        mask *= 2
    mask -= 1
    scratch.size[0] = 0
    scratch.bottoms[0] = 0
    scratch.start[0] = 0
    scratch.start[1] = 0
    if blocks.dirty[block] > blocks.first[block]:
        end, _ = _signature(graph, blocks, scratch, block, blocks.element[blocks.first[block]], 0)
        scratch.start[1] = end
        _intern(scratch, 0, 0, end, mask)
    groups = 1
    for state in order:
        begin = scratch.start[groups]
        end, inert = _signature(graph, blocks, scratch, block, state, begin)
        if inert >= 0 and _included(graph, blocks, scratch, inert, begin, end):
            group = inert
            scratch.is_bottom[state] = 0
        else:
            group = _intern(scratch, groups, begin, end, mask)
            scratch.is_bottom[state] = 1
            if group == groups:
                scratch.size[group] = 0
                scratch.bottoms[group] = 0
                groups += 1
                scratch.start[groups] = end
        scratch.group[state] = group
        scratch.size[group] += 1
        scratch.bottoms[group] += scratch.is_bottom[state]
    for group in range(groups):
        scratch.table[scratch.slot[group]] = -1
    return groups


@njit(cache=True)
def _signature(graph, blocks, scratch, block, state, begin):
    """Write the moves of a state, as sorted codes without doubles, into the pool from ``begin``.

    A move is coded by label and block, a step that stays in this block by the group of its target instead.
    Returns the end of the codes and the latest group among such steps, or -1: the only one that the state may
    belong to, for the signature of a group speaks of earlier groups only.
    """
    states = len(blocks.block)
    width = 2 * states + 1
    dirty = blocks.dirty[block]
    inert = -1
    end = begin
    for i in range(graph.row[state], graph.row[state + 1]):
        target = graph.target[i]
        to = np.int64(blocks.block[target])
        if to == block and graph.label[i] == graph.silent:
            group = scratch.group[target] if blocks.position[target] >= dirty else 0
            inert = max(inert, group)
            to = states + group
        scratch.pool[end] = np.int64(graph.label[i]) * width + to
        end += 1
    return _sort_unique(scratch.pool, begin, end), inert


@njit(cache=True)
def _sort_unique(pool, begin, end):
    """Sort ``pool[begin:end]``, drop doubles, return the new end."""
    if end - begin > 24:
        pool[begin:end].sort()
    else:
        for i in range(begin + 1, end):
            value = pool[i]
            j = i
            while j > begin and pool[j - 1] > value:
                pool[j] = pool[j - 1]
                j -= 1
            pool[j] = value
    if end == begin:
        return end
    top = begin + 1
    for i in range(begin + 1, end):
        if pool[i] != pool[top - 1]:
            pool[top] = pool[i]
            top += 1
    return top


@njit(cache=True)
def _included(graph, blocks, scratch, group, begin, end):
    """Whether the codes ``begin .. end``, steps into ``group`` aside, are in the signature of ``group``."""
    states = len(blocks.block)
    inert = np.int64(graph.silent) * (2 * states + 1) + states + group
    i = scratch.start[group]
    stop = scratch.start[group + 1]
    for k in range(begin, end):
        code = scratch.pool[k]
        if code == inert:
            continue
        while i < stop and scratch.pool[i] < code:
            i += 1
        if i == stop or scratch.pool[i] != code:
            return False
    return True


@njit(cache=True)
def _intern(scratch, new, begin, end, mask):
    """The group whose signature is ``pool[begin:end]``: a known one, or else the new one."""
    pool, start = scratch.pool, scratch.start
    value = np.int64(end - begin)
    for i in range(begin, end):
        value = (value * 1000003 + (pool[i] & _MASK) + (pool[i] >> 40)) & _MASK
    slot = ((value >> 19) ^ value) & mask
    while scratch.table[slot] >= 0:
        group = scratch.table[slot]
        if start[group + 1] - start[group] == end - begin:
            i = 0
            while i < end - begin and pool[start[group] + i] == pool[begin + i]:
                i += 1
            if i == end - begin:
                return group
        slot = (slot + 1) & mask
    scratch.table[slot] = new
    scratch.slot[new] = slot
    return new


@njit(cache=True)
def _number(blocks, scratch, block, groups):
    """The largest group keeps the block's number, the others get new ones."""
    largest = 0
    for group in range(1, groups):
        if scratch.size[group] > scratch.size[largest]:
            largest = group
    for group in range(groups):
        scratch.number[group] = block
        if group != largest and scratch.size[group] > 0:
            scratch.number[group] = blocks.counters[BLOCKS]
            blocks.counters[BLOCKS] += 1


@njit(cache=True)
def _lay_out(blocks, scratch, block, order, groups):
    """Put the groups side by side into the block's segment, each with its bottom states first, all clean."""
    first, bottom, end = blocks.first[block], blocks.bottom[block], blocks.dirty[block]
    clean = end
    for state in order:
        if scratch.group[state] == 0:
            _place(blocks, state, end)
            if scratch.is_bottom[state]:
                _place(blocks, blocks.element[bottom], end)
                _place(blocks, state, bottom)
                bottom += 1
            end += 1
    if scratch.size[0] > 0:
        if scratch.number[0] != block:
            for i in range(first, clean):
                blocks.block[blocks.element[i]] = scratch.number[0]
        _bound(blocks, scratch.number[0], first, bottom, end)
    for group in range(1, groups):
        begin = end
        end += scratch.size[group]
        _bound(blocks, scratch.number[group], begin, begin + scratch.bottoms[group], end)
        scratch.bottoms[group] += begin
        scratch.size[group] = begin
    for state in order:
        group = scratch.group[state]
        blocks.block[state] = scratch.number[group]
        if group > 0:
            if scratch.is_bottom[state]:
                _place(blocks, state, scratch.size[group])
                scratch.size[group] += 1
            else:
                _place(blocks, state, scratch.bottoms[group])
                scratch.bottoms[group] += 1


@njit(cache=True)
def _place(blocks, state, at):
    blocks.element[at] = state
    blocks.position[state] = at


@njit(cache=True)
def _bound(blocks, block, first, bottom, last):
    blocks.first[block] = first
    blocks.bottom[block] = bottom
    blocks.dirty[block] = last
    blocks.last[block] = last


@njit(cache=True)
def _disturb(graph, blocks, scratch, block, groups, fresh):
    """Make dirty the predecessors of every state whose block got a new number.

    A step that was inert in the old block was looked at in the split itself.
    """
    for new in range(fresh, blocks.counters[BLOCKS]):
        moved = scratch.order[: blocks.last[new] - blocks.first[new]]
        moved[:] = blocks.element[blocks.first[new] : blocks.last[new]]
        for state in moved:
            for i in range(graph.back_row[state], graph.back_row[state + 1]):
                source = graph.back_source[i]
                home = blocks.block[source]
                if graph.back_label[i] != graph.silent or (home != block and home < fresh):
                    _mark(blocks, source)
