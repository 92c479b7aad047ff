"""Partition refinement for strong and for branching bisimulation.

A state is *dirty* when the blocks of its successors have changed since it was last looked at. A block with
dirty states is split by the signatures of those alone, its clean states standing as one more group, and its
largest part keeps the block's number, so that a state changes its number at most log n times (Jacobs and
Wißmann, "Fast coalgebraic bisimilarity minimization", POPL 2023).

For branching bisimulation signatures are inductive (Blom and van de Pol, "Distributed branching bisimulation
minimization by inductive signatures", PDMC 2009): a state whose own moves are among those of a state that it
reaches by an inert step belongs with that state. So states are numbered such that a silent step which may be
inert leads to a smaller number, and looked at in that order. A clean state is looked at when an inert step of
it leads to a state that leaves the clean ones. Where all *bottom* states, those without inert steps, are dirty, the
clean states go with the first group that has all the moves that clean states are known to need; without that, a
long silent chain would be walked again for each state that leaves it.

The elements of a block lie in the order ``first ..`` clean bottom states ``.. bottom ..`` other clean states
``.. dirty ..`` dirty states ``.. last``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from quidpro.lts.kernels.signature import forget, included, intern, mark_used, sort_unique

BLOCKS, HEAD, LENGTH, HEAP, NEEDS = 0, 1, 2, 3, 4
_NONE = -1


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
def refine(graph, blocks, scratch, limit):
    """Split queued blocks until the partition is stable or about ``limit`` states were looked at.

    Returns the number of blocks still in the queue.
    """
    work = 0
    counters = blocks.counters
    while counters[LENGTH] > 0 and work < limit:
        block = np.int64(blocks.queue[counters[HEAD]])
        counters[HEAD] = (counters[HEAD] + 1) % len(blocks.queue)
        counters[LENGTH] -= 1
        work += _split(graph, blocks, scratch, block)
    return counters[LENGTH]


@njit(cache=True)
def _split(graph, blocks, scratch, block):
    """Split one block by the signatures of its dirty states; returns how many it looked at."""
    groups, clean = _classify(graph, blocks, scratch, block)
    forget(scratch, groups)
    looked = np.int64(blocks.last[block] - blocks.dirty[block])
    if clean != _NONE:
        scratch.size[clean] += blocks.dirty[block] - blocks.first[block]
    fresh = blocks.counters[BLOCKS]
    _number(blocks, scratch, block, groups)
    if graph.silent >= 0:
        _keep_needs(graph, blocks, scratch, block, groups, clean)
    _lay_out(blocks, scratch, block, groups, clean)
    _disturb(graph, blocks, scratch, block, fresh)
    return looked


@njit(cache=True)
def _mark(blocks, state):
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
def _classify(graph, blocks, scratch, block):
    """Give each dirty state, and each clean one that its inert steps concern, a group.

    Returns the number of groups and the group of the clean states that were not looked at.
    """
    first, bottom = blocks.first[block], blocks.bottom[block]
    given = np.int64(blocks.last[block] - blocks.dirty[block])
    order = scratch.order[:given]
    order[:] = blocks.element[blocks.dirty[block] : blocks.last[block]]
    mask = _mask(blocks.last[block] - first if graph.silent >= 0 else given)
    groups, clean = np.int64(0), np.int64(_NONE)
    if graph.silent >= 0:
        order.sort()
    if bottom > first:
        end, _ = _signature(graph, blocks, scratch, block, blocks.element[first], clean, np.int64(0))
        clean = intern(scratch, groups, np.int64(0), end, mask)
        groups += 1
    taken = 0
    while taken < given or blocks.counters[HEAP] > 0:
        if blocks.counters[HEAP] == 0 or (taken < given and order[taken] < blocks.heap[0]):
            state = order[taken]
            taken += 1
        else:
            state = _pop(blocks)
        begin = scratch.start[groups]
        end, inert = _signature(graph, blocks, scratch, block, state, clean, begin)
        group = _join(graph, blocks, scratch, inert, begin, end)
        scratch.is_bottom[state] = group == _NONE
        if group == _NONE:
            group = intern(scratch, groups, begin, end, mask)
            if group == groups:
                groups += 1
                if clean == _NONE and _has_needs(blocks, scratch, block, group):
                    clean = group
        scratch.group[state] = group
        scratch.size[group] += 1
        scratch.bottoms[group] += scratch.is_bottom[state]
        if group != clean and graph.silent >= 0:
            _concern(graph, blocks, block, state)
    return groups, clean


@njit(cache=True)
def _mask(states):
    """One less than a power of two that is more than twice the number of states."""
    size = np.int64(4)
    while size < 2 * states + 2:
        size *= 2
    return size - 1


@njit(cache=True)
def _signature(graph, blocks, scratch, block, state, clean, begin):
    """Write the moves of a state, as sorted codes without doubles, into the pool from ``begin``.

    Returns the end of the codes and the latest group among the steps that may be inert, or -1: the only one
    that the state may belong to, for the signature of a group speaks of earlier groups only.
    """
    states = len(blocks.block)
    dirty = blocks.dirty[block]
    inert = np.int64(_NONE)
    end = begin
    for i in range(graph.row[state], graph.row[state + 1]):
        target = graph.target[i]
        to = np.int64(blocks.block[target])
        if to == block and graph.label[i] == graph.silent:
            group = np.int64(scratch.group[target]) if blocks.position[target] >= dirty else clean
            inert = max(inert, group)
            to = states + group
        scratch.pool[end] = np.int64(graph.label[i]) * (2 * states + 1) + to
        end += 1
    return sort_unique(scratch.pool, begin, end), inert


@njit(cache=True)
def _join(graph, blocks, scratch, inert, begin, end):
    """The group ``inert`` if it has all the moves ``begin .. end``, steps into itself aside; or -1."""
    if inert == _NONE:
        return inert
    states = len(blocks.block)
    step = np.int64(graph.silent) * (2 * states + 1) + states + inert
    start, stop = scratch.start[inert], scratch.start[inert + 1]
    if not included(scratch.pool, begin, end, step, scratch.pool, start, stop):
        return np.int64(_NONE)
    mark_used(scratch.pool, begin, end, scratch.pool, scratch.used, start, stop)
    return inert


@njit(cache=True)
def _concern(graph, blocks, block, state):
    """Look at the clean states from which an inert step leads to this one."""
    for i in range(graph.back_row[state], graph.back_row[state + 1]):
        source = graph.back_source[i]
        if graph.back_label[i] == graph.silent and blocks.block[source] == block:
            if blocks.position[source] < blocks.dirty[block]:
                _mark(blocks, source)
                _push(blocks, source)


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
def _pop(blocks):
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
def _has_needs(blocks, scratch, block, group):
    """Whether a group has all the moves that the clean states of the block need."""
    start, stop = scratch.start[group], scratch.start[group + 1]
    return included(blocks.needs, blocks.need[block], blocks.need_end[block], _NONE, scratch.pool, start, stop)


@njit(cache=True)
def _keep_needs(graph, blocks, scratch, block, groups, clean):
    """Store for each group the moves that its states, bottom ones excepted, make use of."""
    if blocks.counters[NEEDS] + scratch.start[groups] > len(blocks.needs):
        _compact_needs(blocks)
    if clean != _NONE:
        start, stop = scratch.start[clean], scratch.start[clean + 1]
        need, need_end = blocks.need[block], blocks.need_end[block]
        mark_used(blocks.needs, need, need_end, scratch.pool, scratch.used, start, stop)
    states = len(blocks.block)
    base = np.int64(graph.silent) * (2 * states + 1)
    for group in range(groups):
        begin = blocks.counters[NEEDS]
        end = begin
        for i in range(scratch.start[group], scratch.start[group + 1]):
            if scratch.used[i]:
                code = scratch.pool[i]
                if base + states <= code <= base + 2 * states:
                    code = base + scratch.number[code - base - states]
                blocks.needs[end] = code
                end += 1
        end = sort_unique(blocks.needs, begin, end)
        blocks.need[scratch.number[group]] = begin
        blocks.need_end[scratch.number[group]] = end
        blocks.counters[NEEDS] = end


@njit(cache=True)
def _compact_needs(blocks):
    """Move what blocks need to the front of its pool."""
    old = blocks.needs[: blocks.counters[NEEDS]].copy()
    top = np.int64(0)
    for block in range(blocks.counters[BLOCKS]):
        begin, end = blocks.need[block], blocks.need_end[block]
        blocks.needs[top : top + end - begin] = old[begin:end]
        blocks.need[block] = top
        top += end - begin
        blocks.need_end[block] = top
    blocks.counters[NEEDS] = top


@njit(cache=True)
def _number(blocks, scratch, block, groups):
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
def _lay_out(blocks, scratch, block, groups, clean):
    """Put the groups side by side into the block's segment, each with its bottom states first, all clean."""
    first, bottom = np.int64(blocks.first[block]), np.int64(blocks.bottom[block])
    begin = np.int64(blocks.dirty[block])
    order = scratch.order[: blocks.last[block] - begin]
    order[:] = blocks.element[begin : blocks.last[block]]
    if clean != _NONE:
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
def _disturb(graph, blocks, scratch, block, fresh):
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
                    if blocks.position[source] < blocks.dirty[home] and _mark(blocks, source):
                        _enqueue(blocks, home)


@njit(cache=True)
def _enqueue(blocks, block):
    counters = blocks.counters
    blocks.queue[(counters[HEAD] + counters[LENGTH]) % len(blocks.queue)] = block
    counters[LENGTH] += 1
