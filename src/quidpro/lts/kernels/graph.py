"""Sorting of transitions by source or target, and strong components of the silent steps."""

from __future__ import annotations

import numpy as np

from quidpro.core.compiling import kernel


@kernel
def group_by(key, keys):
    """A stable counting sort: where the items of each key begin, and the items in that order."""
    row = np.zeros(keys + 1, dtype=np.int64)
    for k in key:
        row[k + 1] += 1
    for k in range(keys):
        row[k + 1] += row[k]
    fill = row[:-1].copy()
    order = np.empty(len(key), dtype=np.int64)
    for i in range(len(key)):
        order[fill[key[i]]] = i
        fill[key[i]] += 1
    return row, order


@kernel
def silent_components(row, label, target, silent, apart):
    """Strong components of the ``silent`` steps (Tarjan): each state's component, and their number.

    A silent step between components leads to a smaller number. Steps from and to states ``apart`` do not
    count.
    """
    states = len(row) - 1
    component = np.full(states, -1, dtype=np.int32)
    index = np.zeros(states, dtype=np.int32)
    low = np.zeros(states, dtype=np.int32)
    at = np.empty(states, dtype=np.int64)
    path = np.empty(states, dtype=np.int32)
    stack = np.empty(states, dtype=np.int32)
    visited = 0
    components = 0
    stacked = 0
    for root in range(states):
        if index[root] > 0:
            continue
        depth = 1
        path[0] = root
        while depth > 0:
            state = path[depth - 1]
            if index[state] == 0:
                visited += 1
                index[state] = visited
                low[state] = visited
                at[state] = row[state]
                stack[stacked] = state
                stacked += 1
            descended = False
            while at[state] < row[state + 1]:
                i = at[state]
                at[state] += 1
                successor = target[i]
                if label[i] != silent or apart[state] or apart[successor]:
                    continue
                if index[successor] == 0:
                    path[depth] = successor
                    depth += 1
                    descended = True
                    break
                if component[successor] < 0:
                    low[state] = min(low[state], index[successor])
            if descended:
                continue
            depth -= 1
            if depth > 0:
                parent = path[depth - 1]
                low[parent] = min(low[parent], low[state])
            if low[state] == index[state]:
                while True:
                    stacked -= 1
                    member = stack[stacked]
                    component[member] = components
                    if member == state:
                        break
                components += 1
    return component, components
