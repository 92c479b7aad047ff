"""Breadth-first exploration of an n-way product, in slices.

A global state is packed into words of 63 bits; a local transition is a *delta* to be added to one of them, so
that a successor costs one addition for each component that moves. Each action is *led* by one component: its
transitions are walked, the partners' are looked up by (state, label). Successors are collected in a buffer and then
inserted into the hash table in one tight loop, which lets the processor overlap the cache misses.

With one word the table holds the keys themselves; with more it holds state numbers. The kernel stops where Python has
to act (grow an array, poll a budget, report a hit) and goes on from the same counters.
"""

from collections import namedtuple

import numpy as np

from quidpro.core.compiling import helper, kernel

EMPTY = -1
FAULT = np.iinfo(np.int64).min
"""The delta of a transition into the error state."""

HEAD, TAIL, PENDING, TRANSITIONS, HIT, TOUCHED, COUNTERS = range(7)
DONE, SLICE, GROW_STATES, GROW_TRANSITIONS, GROW_BUFFER, FOUND_ERROR, FOUND_DEADLOCK = range(7)

Tables = namedtuple(
    "Tables",
    [
        "word",  # of each component: which word of the key holds it,
        "shift",  # at which bit,
        "mask",  # how wide
        "end",  # its END state, or -1
        "lead_base",  # its first row in lead_row
        "lead_row",  # of each local state: its led transitions
        "lead_action",
        "lead_delta",
        "follow_row",  # of each action: its partners other than the leader
        "follow_component",
        "follow_base",  # where the partner's (state, label) index starts,
        "follow_stride",  # labels per state there; 0 when it has to be searched
        "follow_label",
        "index",  # dense (state, label) -> first transition, for all components
        "row",  # CSR rows of the searched components
        "label",
        "delta",  # of every transition of every component
        "rank",  # of each action under a priority: 0 waits, 1 goes first, 2 has no part in it
    ],
)
Tables.__doc__ = "The components as the kernel sees them."


@helper
def _mix(h):
    h *= -7046029254386353131
    return (h >> 32) & 0xFFFFFFFF


@helper
def _slot(keys, base, width, size):
    h = keys[base]
    for w in range(1, len(width)):
        h = (h ^ (h >> 29)) * 0x1B873593CC9E2D51 + keys[base + w]
    return (_mix(h ^ (h >> 31)) * size) >> 32


@helper
def _same(a, i, b, j, width):
    for w in range(len(width)):
        if a[i + w] != b[j + w]:
            return False
    return True


@helper
def _locate(tables, f, state, label):
    """The range of a searched partner's transitions on a label: a binary search in its sorted row."""
    base = tables.follow_base[f]
    low, high = tables.row[base + state], tables.row[base + state + 1]
    stop = high
    while low < high:
        middle = (low + high) // 2
        if tables.label[middle] < label:
            low = middle + 1
        else:
            high = middle
    high = low
    while high < stop and tables.label[high] == label:
        high += 1
    return low, high


@helper
def _partners(tables, action, local, low, high):
    """Fill the partners' transition ranges; 0: some partner refuses, 1: one successor, 2: several."""
    answer = 1
    first = tables.follow_row[action]
    for f in range(first, tables.follow_row[action + 1]):
        state = local[tables.follow_component[f]]
        stride = tables.follow_stride[f]
        if stride > 0:
            at = tables.follow_base[f] + state * stride + tables.follow_label[f]
            lo = tables.index[at]
            hi = tables.index[at + 1]
        else:
            lo, hi = _locate(tables, f, state, tables.follow_label[f])
        if lo == hi:
            return 0
        if hi - lo > 1:
            answer = 2
        low[f - first] = lo
        high[f - first] = hi
    return answer


@helper
def _join(tables, action, current, buffer, at):
    """Add the partners' deltas to the candidate at ``at``; an error in one of them makes it an error."""
    first = tables.follow_row[action]
    for f in range(first, tables.follow_row[action + 1]):
        delta = tables.delta[current[f - first]]
        if delta == FAULT or buffer[at] == EMPTY:
            buffer[at] = EMPTY
        else:
            buffer[at + tables.word[tables.follow_component[f]]] += delta


@helper
def _advance(current, low, high, count):
    """The next combination of the partners' transitions; False after the last."""
    for i in range(count):
        current[i] += 1
        if current[i] < high[i]:
            return True
        current[i] = low[i]
    return False


@helper
def _expand(tables, width, order, state, scratch, buffer, buffer_label, pending):
    """Append the successors of a state to the buffer; the new number of candidates, or -1 when they do not fit."""
    local, low, high, current = scratch[0], scratch[1], scratch[2], scratch[3]
    components = len(tables.word)
    key = state * len(width)
    for c in range(components):
        local[c] = (order[key + tables.word[c]] >> tables.shift[c]) & tables.mask[c]
    capacity = len(buffer_label)
    for c in range(components):
        row = tables.lead_base[c] + local[c]
        for i in range(tables.lead_row[row], tables.lead_row[row + 1]):
            action = tables.lead_action[i]
            answer = _partners(tables, action, local, low, high)
            if answer == 0:
                continue
            count = tables.follow_row[action + 1] - tables.follow_row[action]
            for f in range(count):
                current[f] = low[f]
            more = True
            while more:
                if pending == capacity:
                    return -1
                at = pending * len(width)
                for w in range(len(width)):
                    buffer[at + w] = order[key + w]
                if tables.lead_delta[i] == FAULT:
                    buffer[at] = EMPTY
                else:
                    buffer[at + tables.word[c]] += tables.lead_delta[i]
                _join(tables, action, current, buffer, at)
                buffer_label[pending] = action
                pending += 1
                more = answer == 2 and _advance(current, low, high, count)
    return pending


@helper
def _keep_first(tables, width, buffer, buffer_label, mark, pending):
    """Drop the candidates of a state that wait for another one of the same state."""
    some = False
    for i in range(mark, pending):
        if tables.rank[buffer_label[i]] == 1:
            some = True
    if not some:
        return pending
    kept = mark
    for i in range(mark, pending):
        if tables.rank[buffer_label[i]] > 0:
            for w in range(len(width)):
                buffer[kept * len(width) + w] = buffer[i * len(width) + w]
            buffer_label[kept] = buffer_label[i]
            kept += 1
    return kept


@helper
def _has_error(width, buffer, mark, pending):
    for i in range(mark, pending):
        if buffer[i * len(width)] == EMPTY:
            return True
    return False


@helper
def terminated(tables, width, order, state):
    """Whether every component that has an END is in it."""
    for c in range(len(tables.word)):
        if tables.end[c] >= 0:
            local = (order[state * len(width) + tables.word[c]] >> tables.shift[c]) & tables.mask[c]
            if local != tables.end[c]:
                return False
    return True


@helper
def _slots(width, table, buffer, pending, slots):
    """Where each candidate hashes to. Touching the table here, without a branch, brings its lines into the cache."""
    seen = 0
    for i in range(pending):
        slot = _slot(buffer, i * len(width), width, len(table))
        slots[i] = slot
        seen ^= table[slot]
    return seen


@helper
def _insert(width, order, table, numbers, key, at, slot, tail):
    """The number of the state whose key stands in ``key[at:]``; it is new when that equals ``tail``."""
    size = len(table)
    while table[slot] != EMPTY:
        if len(width) == 1:
            if table[slot] == key[at]:
                return numbers[slot] if len(numbers) else 0
        elif _same(order, table[slot] * len(width), key, at, width):
            return table[slot]
        slot += 1
        if slot == size:
            slot = 0
    if len(width) == 1:
        table[slot] = key[at]
        if len(numbers):
            numbers[slot] = tail
    else:
        table[slot] = tail
    return tail


@kernel
def rehash(width, order, tail, table, numbers):
    """Fill an empty table with the first ``tail`` states."""
    for state in range(tail):
        slot = _slot(order, state * len(width), width, len(table))
        _insert(width, order, table, numbers, order, state * len(width), slot, state)


@helper
def _flush(width, order, parent, table, numbers, buffer, source, slots, pending, tail, into):
    """Insert the buffered candidates in order; the number of states then. ``into`` gets each one's number if wanted."""
    for i in range(pending):
        at = i * len(width)
        number = EMPTY
        if buffer[at] != EMPTY:
            number = _insert(width, order, table, numbers, buffer, at, slots[i], tail)
            if number == tail:
                for w in range(len(width)):
                    order[tail * len(width) + w] = buffer[at + w]
                parent[tail] = source[i]
                tail += 1
        if len(into):
            into[i] = number
    return tail


@helper
def _record(row, label, buffer_label, buffer_source, pending):
    """Note the candidates' labels and count them for their sources."""
    for i in range(pending):
        label[i] = buffer_label[i]
        row[buffer_source[i] + 1] += 1


@kernel
def explore(
    tables, width, order, parent, table, numbers, buffer, buffer_label, buffer_source, buffer_slot, row, label,
    target, scratch, counters, expansions, find_errors, find_deadlocks, may_end, use_priority,
):  # fmt: skip
    """Expand at most ``expansions`` states, breadth first; returns why it stopped.

    ``width`` is a tuple with one entry per word of a key: its length is a constant to the compiler. When ``row`` is not
    empty the transitions are recorded in ``row``, ``label`` and ``target``; then ``numbers`` (one word) maps slots
    to state numbers.
    """
    build = len(row) > 0
    head, tail, pending = counters[HEAD], counters[TAIL], counters[PENDING]
    transitions = counters[TRANSITIONS]
    stop = head + expansions
    status = SLICE
    while True:
        if pending > 0:
            if tail + pending > len(parent):
                status = GROW_STATES
                break
            if build and transitions + pending > len(label):
                status = GROW_TRANSITIONS
                break
            counters[TOUCHED] = _slots(width, table, buffer, pending, buffer_slot)
            tail = _flush(width, order, parent, table, numbers, buffer, buffer_source, buffer_slot, pending, tail,
                          target[transitions:])  # fmt: skip
            if build:
                _record(row, label[transitions:], buffer_label, buffer_source, pending)
            transitions += pending
            pending = 0
        if head == tail:
            status = DONE
            break
        if head >= stop:
            break
        while head < tail and head < stop:
            mark = pending
            pending = _expand(tables, width, order, head, scratch, buffer, buffer_label, mark)
            if pending < 0:
                pending = mark
                if mark == 0:
                    status = GROW_BUFFER
                break
            if use_priority:
                pending = _keep_first(tables, width, buffer, buffer_label, mark, pending)
            for i in range(mark, pending):
                buffer_source[i] = head
            if find_deadlocks and pending == mark and not (may_end and terminated(tables, width, order, head)):
                status = FOUND_DEADLOCK
                break
            if find_errors and _has_error(width, buffer, mark, pending):
                status = FOUND_ERROR
                break
            head += 1
            if pending * 2 > len(buffer_label):
                break
        if status != SLICE:
            counters[HIT] = head
            break
    counters[HEAD], counters[TAIL], counters[PENDING], counters[TRANSITIONS] = (
        head,
        tail,
        pending,
        transitions,
    )
    return status
