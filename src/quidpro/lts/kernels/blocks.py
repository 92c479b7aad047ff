"""A partition of the states of a graph, laid out so that a block can be split in place.

The elements of a block lie in the order ``first ..`` clean bottom states ``.. bottom ..`` other clean states
``.. dirty ..`` dirty states ``.. last``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quidpro.core.compiling import helper, kernel

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


@helper
def copy(source, begin, into):
    """Fill an array with what begins there in another: assigning a slice takes seconds to compile, for its errors."""
    for i in range(len(into)):
        into[i] = source[begin + i]


@kernel
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


@helper
def mark(element, position, bottom, dirty, state, block):
    """Move a clean state to the dirty end of its block."""
    at = position[state]
    if at < bottom[block]:
        bottom[block] -= 1
        _swap(element, position, at, bottom[block])
        at = bottom[block]
    dirty[block] -= 1
    _swap(element, position, at, dirty[block])


@helper
def _swap(element, position, i, j):
    p, q = element[i], element[j]
    element[i], element[j] = q, p
    position[p], position[q] = j, i


@helper
def look_at(blocks, state):
    """Have a clean state of the block that is being split looked at too."""
    mark(blocks.element, blocks.position, blocks.bottom, blocks.dirty, state, blocks.block[state])
    _push(blocks.heap, blocks.counters, state)


@helper
def _push(heap, counters, state):
    at = counters[HEAP]
    counters[HEAP] += 1
    while at > 0 and heap[(at - 1) // 2] > state:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = state


@helper
def pop(heap, counters):
    """Take the least state from the heap."""
    least = heap[0]
    counters[HEAP] -= 1
    size = counters[HEAP]
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


@helper
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


@helper
def lay_out(blocks, scratch, block, groups, clean):
    """Put the groups side by side into the block's segment, each with its bottom states first, all clean."""
    first, bottom = np.int64(blocks.first[block]), np.int64(blocks.bottom[block])
    begin = np.int64(blocks.dirty[block])
    order = scratch.order[: blocks.last[block] - begin]
    copy(blocks.element, begin, order)
    bounds = (blocks.first, blocks.bottom, blocks.dirty, blocks.last)
    element, position, block_of = blocks.element, blocks.position, blocks.block
    next_bottom, next_other, number = scratch.size, scratch.bottoms, scratch.number
    group_of, is_bottom = scratch.group, scratch.is_bottom
    if clean != NONE:
        begin = _extend(blocks, scratch, order, clean, first, bottom, begin)
    for group in range(groups):
        if group != clean:
            end = begin + scratch.size[group]
            next_other[group] = begin + scratch.bottoms[group]
            next_bottom[group] = begin
            _bound(bounds, number[group], begin, next_other[group], end)
            begin = end
    for state in order:
        group = group_of[state]
        block_of[state] = number[group]
        if group != clean and is_bottom[state]:
            _put(element, position, state, next_bottom[group])
            next_bottom[group] += 1
        elif group != clean:
            _put(element, position, state, next_other[group])
            next_other[group] += 1


@helper
def _extend(blocks, scratch, order, clean, first, bottom, end):
    """Put the states in ``order`` that go with the clean ones behind these; returns the end of all."""
    element, position, block_of = blocks.element, blocks.position, blocks.block
    group_of, is_bottom = scratch.group, scratch.is_bottom
    number = scratch.number[clean]
    if number != block_of[element[first]]:
        for i in range(first, end):
            block_of[element[i]] = number
    for state in order:
        if group_of[state] == clean:
            _put(element, position, state, end)
            if is_bottom[state]:
                _put(element, position, element[bottom], end)
                _put(element, position, state, bottom)
                bottom += 1
            end += 1
    _bound((blocks.first, blocks.bottom, blocks.dirty, blocks.last), number, first, bottom, end)
    return end


@helper
def _put(element, position, state, at):
    element[at] = state
    position[state] = at


@helper
def _bound(bounds, block, first, bottom, last):
    bounds[0][block] = first
    bounds[1][block] = bottom
    bounds[2][block] = last
    bounds[3][block] = last


@helper
def enqueue(queue, counters, block):
    """Put a block at the end of the queue."""
    queue[(counters[HEAD] + counters[LENGTH]) % len(queue)] = block
    counters[LENGTH] += 1
