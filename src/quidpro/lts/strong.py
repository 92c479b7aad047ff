"""Strongly connected components: of an LTS, of its silent steps, and of any small graph in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU, Ints


def strong_components(lts: LTS, budget: Budget) -> Ints:
    """The component of each state; a component's successors have smaller numbers. π belongs to none."""
    budget.check()
    if small.is_small(lts.states + lts.transitions):
        inner = lts.target != ERROR
        return _plain(lts.states, lts.source[inner], lts.target[inner])[0]
    from quidpro.lts.kernels import scc

    every = np.ones(lts.transitions, dtype=np.bool_)
    row, _, target = lts.rows
    return cast("Ints", scc.strong_components(row, target, every))


def silent_components(states: int, source: Ints, label: Ints, target: Ints, apart: Ints) -> tuple[Ints, int]:
    """The component of each state modulo silent steps, and their number; silent steps lead to smaller numbers.

    Steps from and to states ``apart`` do not count. Every target must be a state.
    """
    if small.is_small(states + len(source)):
        kept = (label == TAU) & (apart[source] == 0) & (apart[target] == 0)
        return _plain(states, source[kept], target[kept])
    from quidpro.lts.kernels import graph

    row, order = graph.group_by(source, states)
    component, count = graph.silent_components(row, label[order], target[order], TAU, apart)
    return component, int(count)


def _plain(states: int, source: Ints, target: Ints) -> tuple[Ints, int]:
    rows: list[list[int]] = [[] for _ in range(states)]
    for p, q in zip(source.tolist(), target.tolist(), strict=True):
        rows[p].append(q)
    component, count = components(rows)
    return np.array(component, dtype=np.int32), count


def components(rows: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """The component of each state, and their number; a component's successors have smaller numbers."""
    search = _Search(rows)
    for root in range(len(rows)):
        if search.low[root] < 0:
            search.visit(root)
    return search.component, search.count


class _Search:
    """Tarjan's bookkeeping; ``low`` is -1 for a state that was not visited."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.rows = rows
        self.low = [-1] * len(rows)
        self.component = [-1] * len(rows)
        self.count = 0
        self.visited = 0
        self.open: list[int] = []

    def visit(self, root: int) -> None:
        """Walk everything reachable from a state, depth first."""
        path = [(root, self._enter(root), iter(self.rows[root]))]
        while path:
            state, index, rest = path[-1]
            for successor in rest:
                if self.low[successor] < 0:
                    path.append((successor, self._enter(successor), iter(self.rows[successor])))
                    break
                if self.component[successor] < 0:
                    self.low[state] = min(self.low[state], self.low[successor])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    self.low[parent] = min(self.low[parent], self.low[state])
                if self.low[state] == index:
                    self._close(state)

    def _enter(self, state: int) -> int:
        index = self.low[state] = self.visited
        self.visited += 1
        self.open.append(state)
        return index

    def _close(self, state: int) -> None:
        """The states opened since this one, and itself, are a component."""
        while True:
            member = self.open.pop()
            self.component[member] = self.count
            if member == state:
                break
        self.count += 1
