"""Breadth-first order of the states of an LTS."""

from __future__ import annotations

import numpy as np

from quidpro.core.compiling import kernel


@kernel
def breadth_first(row, target, initial):
    """The states reachable from ``initial``, in the order in which a breadth-first search meets them."""
    states = len(row) - 1
    seen = np.zeros(states, dtype=np.uint8)
    queue = np.empty(states, dtype=np.int32)
    queue[0] = initial
    seen[initial] = 1
    found = 1
    head = 0
    while head < found:
        state = queue[head]
        head += 1
        for i in range(row[state], row[state + 1]):
            successor = target[i]
            if successor >= 0 and seen[successor] == 0:
                seen[successor] = 1
                queue[found] = successor
                found += 1
    return queue[:found].copy()
