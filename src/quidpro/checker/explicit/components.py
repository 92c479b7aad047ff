"""The checker's own strongly connected components.

In a large graph the components of a few states are found by reachability, forward and backward, whole frontiers at a
time: often that is nearly all there is. The rest is left to Gabow's path-based search, without recursion.
"""

from __future__ import annotations

import numpy as np

from quidpro.checker.explicit.explore import Flags, Longs, ragged
from quidpro.core.budget import Budget

_POLL = 1 << 16
_FEW_NODES = 5_000
_MAX_TRIES = 8
"""This many components are looked for by reachability, as long as more than a few nodes are left."""


def strongly_connected(nodes: int, source: Longs, target: Longs, budget: Budget) -> Longs:
    """For each node the number of its component."""
    found = np.full(nodes, -1, dtype=np.int64)
    after, before = rows_of(nodes, source, target), rows_of(nodes, target, source)
    left = np.ones(nodes, dtype=bool)
    count = 0
    while count < _MAX_TRIES and (rest := np.flatnonzero(left)).size > _FEW_NODES:
        first = np.zeros(nodes, dtype=bool)
        first[rest[rest.size * (2 * count + 1) // (2 * _MAX_TRIES)]] = True
        around = joined(*before, first, joined(*after, first, left, budget), budget)
        found[around] = count
        left &= ~around
        count += 1
    number = np.cumsum(left) - 1
    kept = left[source] & left[target]
    found[left] = count + _by_paths(int(left.sum()), number[source[kept]], number[target[kept]], budget)
    return found


def rows_of(nodes: int, source: Longs, target: Longs) -> tuple[Longs, Longs]:
    """The targets of the steps out of each node, in rows."""
    order = np.argsort(source, kind="stable")
    return np.searchsorted(source[order], np.arange(nodes + 1)), target[order]


def joined(row: Longs, beside: Longs, goal: Flags, allowed: Flags, budget: Budget) -> Flags:
    """The goal and all that can be reached from it, row by row, inside what is allowed."""
    found = goal & allowed
    frontier = np.flatnonzero(found)
    while len(frontier):
        budget.check()
        _, at = ragged(row[frontier], row[frontier + 1])
        into = beside[at]
        fresh = np.sort(into[~found[into] & allowed[into]])
        frontier = fresh[np.diff(fresh, prepend=-1) > 0]
        found[frontier] = True
    return found


def _by_paths(nodes: int, source: Longs, target: Longs, budget: Budget) -> Longs:
    rows, into = (column.tolist() for column in rows_of(nodes, source, target))
    component, seen = [-1] * nodes, [-1] * nodes
    count = clock = 0
    for root in range(nodes):
        if seen[root] >= 0:
            continue
        walk, opened, path = [(root, rows[root])], [root], [root]
        seen[root] = clock = clock + 1
        while walk:
            here, at = walk.pop()
            if at < rows[here + 1]:
                walk.append((here, at + 1))
                there = into[at]
                if seen[there] < 0:
                    seen[there] = clock = clock + 1
                    if clock % _POLL == 0:
                        budget.check()
                    opened.append(there)
                    path.append(there)
                    walk.append((there, rows[there]))
                elif component[there] < 0:
                    while seen[path[-1]] > seen[there]:
                        path.pop()
            elif path[-1] == here:
                path.pop()
                while component[here] < 0:
                    component[opened.pop()] = count
                count += 1
    return np.array(component, dtype=np.int64)
