"""Partition refinement for strong and for branching bisimulation.

A state is *dirty* when the blocks of its successors have changed since it was last looked at. A block with
dirty states is split by the signatures of those alone, its clean states standing as one more group, and its
largest part keeps the block's number, so that a state changes its number at most log n times (Jacobs and
Wißmann, "Fast coalgebraic bisimilarity minimization", POPL 2023).

For branching bisimulation signatures are inductive (Blom and van de Pol, "Distributed branching bisimulation
minimization by inductive signatures", PDMC 2009): a state whose own moves are among those of a state that it
reaches by an inert step belongs with that state. So states are numbered such that a silent step which may be
inert leads to a smaller number, and looked at in that order. A clean state is looked at when an inert step of
it leads to a state that leaves the clean ones. Where all *bottom* states, those without inert steps, are dirty,
the clean states go with the first group that has all the moves that they are known to need; without that, a
long silent chain would be walked again for each state that leaves it.
"""

from __future__ import annotations

import numpy as np

from quidpro.core.compiling import helper, kernel
from quidpro.lts.kernels.blocks import (
    BLOCKS,
    HEAD,
    HEAP,
    LENGTH,
    NONE,
    SPENT,
    copy,
    enqueue,
    lay_out,
    look_at,
    mark,
    number,
    pop,
)
from quidpro.lts.kernels.needs import adopts, keep_needs
from quidpro.lts.kernels.signature import forget, included, intern, mark_used, sort_unique


@kernel
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


@helper
def _split(graph, blocks, scratch, block):
    """Split one block by the signatures of its dirty states; returns how many it looked at."""
    groups, clean = _classify(graph, blocks, scratch, block)
    forget(scratch, groups)
    looked = np.int64(blocks.last[block] - blocks.dirty[block])
    if clean != NONE:
        scratch.size[clean] += blocks.dirty[block] - blocks.first[block]
    fresh = blocks.counters[BLOCKS]
    number(blocks, scratch, block, groups)
    if graph.silent >= 0:
        keep_needs(graph, blocks, scratch, block, groups, clean)
    lay_out(blocks, scratch, block, groups, clean)
    _disturb(graph, blocks, scratch, block, fresh)
    return looked


@helper
def _classify(graph, blocks, scratch, block):
    """Give each dirty state, and each clean one that its inert steps concern, a group.

    Returns the number of groups and the group of the clean states that were not looked at.
    """
    first = blocks.first[block]
    count = np.int64(blocks.last[block] - blocks.dirty[block])
    order = scratch.order[:count]
    copy(blocks.element, np.int64(blocks.dirty[block]), order)
    mask = _mask(blocks.last[block] - first if graph.silent >= 0 else count)
    # What runs once a state gets plain arrays: a tuple of arrays costs reference counts at every access.
    row, label, target, silent = graph.row, graph.label, graph.target, graph.silent
    block_of, position, dirty = blocks.block, blocks.position, blocks.dirty
    pool, used, start = scratch.pool, scratch.used, scratch.start
    table, slot, group_of, bottom_at = scratch.table, scratch.slot, scratch.group, scratch.is_bottom
    size, bottoms, counters, heap = scratch.size, scratch.bottoms, blocks.counters, blocks.heap
    back_row, back_label, back_source = graph.back_row, graph.back_label, graph.back_source
    groups, clean = np.int64(0), np.int64(NONE)
    if silent >= 0:
        order.sort()
    if blocks.bottom[block] > first:
        end, _ = _signature(
            row, label, target, silent, block_of, position, dirty[block], group_of, pool, block,
            blocks.element[first], clean, np.int64(0),
        )  # fmt: skip
        clean = intern(pool, start, used, table, slot, size, bottoms, groups, np.int64(0), end, mask)
        groups += 1
    counters[SPENT] = 0
    done = 0
    while done < count or counters[HEAP] > 0:
        if counters[HEAP] == 0 or (done < count and order[done] < heap[0]):
            state = order[done]
            done += 1
        else:
            state = pop(heap, counters)
        begin = start[groups]
        end, inert = _signature(
            row, label, target, silent, block_of, position, dirty[block], group_of, pool, block, state, clean, begin
        )
        group = _join(silent, len(block_of), pool, start, used, inert, begin, end)
        bottom_at[state] = group == NONE
        if group == NONE:
            group = intern(pool, start, used, table, slot, size, bottoms, groups, begin, end, mask)
            if group == groups:
                groups += 1
                if clean == NONE and adopts(graph, blocks, scratch, block, group):
                    clean = group
        group_of[state] = group
        size[group] += 1
        bottoms[group] += bottom_at[state]
        if group != clean and silent >= 0:
            for i in range(back_row[state], back_row[state + 1]):
                source = back_source[i]
                if back_label[i] == silent and block_of[source] == block and position[source] < dirty[block]:
                    look_at(blocks, source)
    return groups, clean


@helper
def _mask(states):
    """One less than a power of two that is more than twice the number of states."""
    size = np.int64(4)
    while size < 2 * states + 2:
        size *= 2
    return size - 1


@helper
def _join(silent, states, pool, start, used, inert, begin, end):
    """The group ``inert`` if it has all the moves ``begin .. end``, steps into itself aside; or -1."""
    if inert == NONE:
        return inert
    step = np.int64(silent) * (2 * states + 1) + states + inert
    if not included(pool, begin, end, step, pool, start[inert], start[inert + 1]):
        return np.int64(NONE)
    mark_used(pool, begin, end, pool, used, start[inert], start[inert + 1])
    return inert


@helper
def _signature(
    row, label, target, silent, block_of, position, dirty, group_of, pool, block, state, clean, begin
):  # fmt: skip
    """Write the moves of a state, as sorted codes without doubles, into the pool from ``begin``.

    Returns the end of the codes and the latest group among the steps that may be inert, or -1: the only one
    that the state may belong to, for the signature of a group speaks of earlier groups only.
    """
    states = len(block_of)
    inert = np.int64(NONE)
    end = begin
    for i in range(row[state], row[state + 1]):
        to = np.int64(block_of[target[i]])
        if to == block and label[i] == silent:
            group = np.int64(group_of[target[i]]) if position[target[i]] >= dirty else clean
            inert = max(inert, group)
            to = states + group
        pool[end] = np.int64(label[i]) * (2 * states + 1) + to
        end += 1
    return sort_unique(pool, begin, end), inert


@helper
def _disturb(graph, blocks, scratch, block, fresh):
    """Make dirty the predecessors of every state whose block got a new number.

    A step that was inert in the old block was looked at in the split itself.
    """
    block_of, position, dirty = blocks.block, blocks.position, blocks.dirty
    back_row, back_label, back_source = graph.back_row, graph.back_label, graph.back_source
    element, bottom, last = blocks.element, blocks.bottom, blocks.last
    for new in range(fresh, blocks.counters[BLOCKS]):
        moved = scratch.order[: last[new] - blocks.first[new]]
        copy(element, np.int64(blocks.first[new]), moved)
        for state in moved:
            for i in range(back_row[state], back_row[state + 1]):
                source = back_source[i]
                own_block = block_of[source]
                was_inert = back_label[i] == graph.silent and (own_block == block or own_block >= fresh)
                if not was_inert and position[source] < dirty[own_block]:
                    mark(element, position, bottom, dirty, source, own_block)
                    if dirty[own_block] == last[own_block] - 1:
                        enqueue(blocks.queue, blocks.counters, own_block)
