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
