"""What the clean states of a block need of the group that they are to go with.

For each block the moves are stored that its states, bottom ones excepted, made use of when they joined it. Some of
those states may have become dirty since, so that the store may hold more than is needed, never less.
"""

from __future__ import annotations

import numpy as np

from quidpro.core.compiling import helper
from quidpro.lts.kernels.blocks import BLOCKS, NEEDS, NONE, SPENT, copy, look_at
from quidpro.lts.kernels.signature import mark_used, sort_unique

_SPENT_PER_STATE = 8


@helper
def adopts(graph, blocks, scratch, block, group):
    """Whether the clean states of the block can go with a group: it has the moves that they need.

    A few that are missing do no harm: the states that have them are looked at one by one. What may be spent on
    finding those is a multiple of the states looked at so far.
    """
    counters = blocks.counters
    limit = max(_SPENT_PER_STATE * np.int64(blocks.last[block] - blocks.dirty[block]) - counters[SPENT], np.int64(0))
    cost = _missing_cost(graph, blocks, scratch, block, group, limit)
    counters[SPENT] += max(cost, np.int64(0))
    if cost == NONE or cost > limit:
        return False
    width = 2 * len(blocks.block) + 1
    at, stop = scratch.start[group], scratch.start[group + 1]
    for k in range(blocks.need[block], blocks.need_end[block]):
        code = blocks.needs[k]
        while at < stop and scratch.pool[at] < code:
            at += 1
        if at == stop or scratch.pool[at] != code:
            _look_at_users(graph, blocks, block, code // width, code % width)
    return True


@helper
def _missing_cost(graph, blocks, scratch, block, group, limit):
    """How many transitions to look through for the users of what the group lacks, or more than the limit.

    -1 when it lacks moves into the block itself: those have too many users.
    """
    width = 2 * len(blocks.block) + 1
    at, stop = scratch.start[group], scratch.start[group + 1]
    cost = np.int64(0)
    for k in range(blocks.need[block], blocks.need_end[block]):
        code = blocks.needs[k]
        while at < stop and scratch.pool[at] < code:
            at += 1
        if at == stop or scratch.pool[at] != code:
            to = code % width
            if to == block:
                return np.int64(NONE)
            for i in range(blocks.first[to], blocks.last[to]):
                state = blocks.element[i]
                cost += 1 + graph.back_row[state + 1] - graph.back_row[state]
                if cost > limit:
                    return cost
    return cost


@helper
def _look_at_users(graph, blocks, block, label, to):
    """Look at the clean states of the block that have a move under ``label`` into the block ``to``."""
    for i in range(blocks.first[to], blocks.last[to]):
        state = blocks.element[i]
        for j in range(graph.back_row[state], graph.back_row[state + 1]):
            source = graph.back_source[j]
            is_clean = blocks.block[source] == block and blocks.position[source] < blocks.dirty[block]
            if is_clean and graph.back_label[j] == label:
                look_at(blocks, source)


@helper
def keep_needs(graph, blocks, scratch, block, groups, clean):
    """Store for each group the moves that its states, bottom ones excepted, make use of."""
    if blocks.counters[NEEDS] + scratch.start[groups] > len(blocks.needs):
        _compact(blocks)
    if clean != NONE:
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


@helper
def _compact(blocks):
    """Move what blocks need to the front of its pool."""
    old = blocks.needs[: blocks.counters[NEEDS]].copy()
    top = np.int64(0)
    for block in range(blocks.counters[BLOCKS]):
        begin, end = blocks.need[block], blocks.need_end[block]
        copy(old, begin, blocks.needs[top : top + end - begin])
        blocks.need[block] = top
        top += end - begin
        blocks.need_end[block] = top
    blocks.counters[NEEDS] = top
