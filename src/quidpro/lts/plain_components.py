"""Strongly connected components in plain Python, for small graphs: Tarjan's algorithm without recursion."""

from __future__ import annotations

from collections.abc import Sequence


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
