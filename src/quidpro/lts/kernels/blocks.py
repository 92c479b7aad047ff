"""A partition of the states of a graph, laid out so that a block can be split in place.

The elements of a block lie in the order ``first ..`` clean bottom states ``.. bottom ..`` other clean states
``.. dirty ..`` dirty states ``.. last``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

BLOCKS, HEAD, LENGTH, HEAP, NEEDS, SPENT = 0, 1, 2, 3, 4, 5
NONE = -1


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
    """The partition, the queue of blocks that have dirty states, and a heap of states to look at.

    ``needs[need[b]:need_end[b]]`` are codes that include the moves of all clean states of ``b`` but bottom ones.
    """

    block: NDArray[np.int32]
    element: NDArray[np.int32]
    position: NDArray[np.int32]
    first: NDArray[np.int32]
    bottom: NDArray[np.int32]
    dirty: NDArray[np.int32]
    last: NDArray[np.int32]
    queue: NDArray[np.int32]
    heap: NDArray[np.int32]
    needs: NDArray[np.int64]
    need: NDArray[np.int64]
    need_end: NDArray[np.int64]
    counters: NDArray[np.int64]


@njit(cache=True)
def start_partition(blocks, initial, number_of_blocks):
    """Lay out an initial partition with every state dirty and every block in the queue."""
    for s in range(len(initial)):
        blocks.block[s] = initial[s]
        blocks.last[initial[s]] += 1
    total = 0
    for b in range(number_of_blocks):
        blocks.first[b] = total
        total += blocks.last[b]
        blocks.last[b] = blocks.first[b]
        blocks.queue[b] = b
    for s in range(len(initial)):
        at = blocks.last[initial[s]]
        blocks.element[at] = s
        blocks.position[s] = at
        blocks.last[initial[s]] += 1
    for b in range(number_of_blocks):
        blocks.dirty[b] = blocks.first[b]
        blocks.bottom[b] = blocks.first[b]
    blocks.counters[BLOCKS] = number_of_blocks
    blocks.counters[LENGTH] = number_of_blocks


@njit(cache=True)
def mark(blocks, state):
    """Move a clean state to the dirty end of its block; whether it is the first one there."""
    block = blocks.block[state]
    at = blocks.position[state]
    if at < blocks.bottom[block]:
        blocks.bottom[block] -= 1
        _swap(blocks, at, blocks.bottom[block])
        at = blocks.bottom[block]
    blocks.dirty[block] -= 1
    _swap(blocks, at, blocks.dirty[block])
    return blocks.dirty[block] == blocks.last[block] - 1


@njit(cache=True)
def _swap(blocks, i, j):
    element = blocks.element
    p, q = element[i], element[j]
    element[i], element[j] = q, p
    blocks.position[p], blocks.position[q] = j, i


@njit(cache=True)
def is_clean_in(blocks, state, block):
    """Whether a state is a clean one of a block."""
    return blocks.block[state] == block and blocks.position[state] < blocks.dirty[block]


@njit(cache=True)
def look_at(blocks, state):
    """Have a clean state of the block that is being split looked at too."""
    mark(blocks, state)
    _push(blocks, state)


@njit(cache=True)
def _push(blocks, state):
    heap = blocks.heap
    at = blocks.counters[HEAP]
    blocks.counters[HEAP] += 1
    while at > 0 and heap[(at - 1) // 2] > state:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = state


@njit(cache=True)
def pop(blocks):
    """Take the least state from the heap."""
    heap = blocks.heap
    least = heap[0]
    blocks.counters[HEAP] -= 1
    size = blocks.counters[HEAP]
    moved = heap[size]
    at = 0
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= moved:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = moved
    return least


@njit(cache=True)
def number(blocks, scratch, block, groups):
    """The largest group keeps the block's number, the others get new ones."""
    largest = 0
    for group in range(1, groups):
        if scratch.size[group] > scratch.size[largest]:
            largest = group
    for group in range(groups):
        scratch.number[group] = block
        if group != largest:
            scratch.number[group] = blocks.counters[BLOCKS]
            blocks.counters[BLOCKS] += 1


@njit(cache=True)
def lay_out(blocks, scratch, block, groups, clean):
    """Put the groups side by side into the block's segment, each with its bottom states first, all clean."""
    first, bottom = np.int64(blocks.first[block]), np.int64(blocks.bottom[block])
    begin = np.int64(blocks.dirty[block])
    order = scratch.order[: blocks.last[block] - begin]
    order[:] = blocks.element[begin : blocks.last[block]]
    if clean != NONE:
        begin = _extend(blocks, scratch, order, clean, first, bottom, begin)
    for group in range(groups):
        if group != clean:
            end = begin + scratch.size[group]
            _bound(blocks, scratch.number[group], begin, begin + scratch.bottoms[group], end)
            scratch.bottoms[group] += begin
            scratch.size[group] = begin
            begin = end
    for state in order:
        group = scratch.group[state]
        blocks.block[state] = scratch.number[group]
        if group != clean:
            place = scratch.size if scratch.is_bottom[state] else scratch.bottoms
            _place(blocks, state, place[group])
            place[group] += 1


@njit(cache=True)
def _extend(blocks, scratch, order, clean, first, bottom, end):
    """Put the states in ``order`` that go with the clean ones behind these; returns the end of all."""
    number = scratch.number[clean]
    if number != blocks.block[blocks.element[first]]:
        for i in range(first, end):
            blocks.block[blocks.element[i]] = number
    for state in order:
        if scratch.group[state] == clean:
            _place(blocks, state, end)
            if scratch.is_bottom[state]:
                _place(blocks, blocks.element[bottom], end)
                _place(blocks, state, bottom)
                bottom += 1
            end += 1
    _bound(blocks, number, first, bottom, end)
    return end


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
def enqueue(blocks, block):
    """Put a block at the end of the queue."""
    counters = blocks.counters
    blocks.queue[(counters[HEAD] + counters[LENGTH]) % len(blocks.queue)] = block
    counters[LENGTH] += 1
