"""Closure of the silent steps, and unions of rows: what saturation for weak bisimulation needs.

Both kernels fill a pool state by state and return the first state for which there was no room; the caller
then makes the pool longer and goes on from there.
"""

from __future__ import annotations

import numpy as np

from quidpro.core.compiling import helper, kernel


@kernel
def silent_closure(row, target, begin, stop, out_row, out, seen):
    """For the states from ``begin`` to ``stop``, what silent steps reach, the state itself first.

    ``seen`` is a column of -1 at the start and is handed on from call to call.
    """
    states = len(row) - 1
    for state in range(begin, stop):
        used = out_row[state]
        if used + states > len(out):
            return state
        out[used] = state
        seen[state] = state
        head = used
        used += 1
        while head < used:
            here = out[head]
            head += 1
            for i in range(row[here], row[here + 1]):
                if seen[target[i]] != state:
                    seen[target[i]] = state
                    out[used] = target[i]
                    used += 1
        out_row[state + 1] = used
    return stop


@kernel
def join_rows(row, item, base, inner_row, inner, begin, stop, out_row, out):
    """For each state the set of ``base[i] + c``: ``i`` in its row, ``c`` in the inner row of ``item[i]``."""
    table = np.full(1024, -1, dtype=np.int64)
    for state in range(begin, stop):
        first = out_row[state]
        used = first
        for i in range(row[state], row[state + 1]):
            for j in range(inner_row[item[i]], inner_row[item[i] + 1]):
                if used == len(out):
                    return state
                out[used] = base[i] + inner[j]
                if _insert(table, out[used]):
                    used += 1
                    if 2 * (used - first) > len(table):
                        table = _larger(table, out, first, used)
        for i in range(first, used):
            _clear(table, out[i])
        out_row[state + 1] = used
    return stop


@helper
def _slot(table, code):
    """Where probing for a code begins; the shifts spread codes that differ in their high part only."""
    return (code ^ (code >> 13) ^ (code >> 27)) & (len(table) - 1)


@helper
def _insert(table, code):
    """Put a code into the table; whether it was new."""
    slot = _slot(table, code)
    while table[slot] >= 0:
        if table[slot] == code:
            return False
        slot = (slot + 1) & (len(table) - 1)
    table[slot] = code
    return True


@helper
def _larger(table, out, first, used):
    """A table of four times the room that holds ``out[first:used]``."""
    larger = np.full(4 * len(table), -1, dtype=np.int64)
    for i in range(first, used):
        _insert(larger, out[i])
    return larger


@helper
def _clear(table, code):
    """Empty the run of slots in which a code lies; all codes go, so the runs of others may go with it."""
    slot = _slot(table, code)
    while table[slot] >= 0:
        table[slot] = -1
        slot = (slot + 1) & (len(table) - 1)
