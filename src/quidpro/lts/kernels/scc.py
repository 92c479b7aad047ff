"""Strongly connected components: Tarjan's algorithm without recursion, on a CSR graph."""

import numpy as np

from quidpro.core.compiling import kernel


@kernel
def strong_components(row, target, keep):
    """The component of each state, numbered so that a component's successors have smaller numbers.

    Transitions with ``keep`` false, and those into the error state (-1), do not count.
    """
    states = len(row) - 1
    index = np.full(states, -1, np.int64)
    low = np.zeros(states, np.int64)
    component = np.full(states, -1, np.int32)
    next_edge = row[:-1].copy()
    open_states = np.empty(states, np.int64)
    call = np.empty(states, np.int64)
    opened = called = visited = components = 0
    for root in range(states):
        if index[root] >= 0:
            continue
        call[0] = root
        called = 1
        while called > 0:
            state = call[called - 1]
            if index[state] < 0:
                index[state] = low[state] = visited
                visited += 1
                open_states[opened] = state
                opened += 1
            descended = False
            while next_edge[state] < row[state + 1]:
                edge = next_edge[state]
                successor = target[edge]
                if not keep[edge] or successor < 0:
                    next_edge[state] += 1
                elif index[successor] < 0:
                    call[called] = successor
                    called += 1
                    descended = True
                    break
                else:
                    if component[successor] < 0:
                        low[state] = min(low[state], low[successor])
                    next_edge[state] += 1
            if descended:
                continue
            if low[state] == index[state]:
                while True:
                    opened -= 1
                    component[open_states[opened]] = components
                    if open_states[opened] == state:
                        break
                components += 1
            called -= 1
    return component
