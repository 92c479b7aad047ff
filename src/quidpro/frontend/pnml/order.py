"""In which order the cells of a net stand: those that a transition joins near to each other.

FORCE (Aloul, Markov, Sakallah, "FORCE: a fast and easy-to-implement variable-ordering heuristic", GLSVLSI 2003): every
cell moves to the middle of the transitions that touch it, again and again. It starts from the order of the file and
from a walk through the net, and the order with the shortest spans is taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from quidpro.core.budget import Budget

_MOST_ROUNDS = 60
_PATIENCE = 6
Edges = Sequence[Sequence[int]]
"""The cells that each transition touches."""


def good_order(cells: int, edges: Edges, budget: Budget) -> list[int]:
    """The cells in an order with short spans; the first of the best, so that it is the same every time."""
    starts = (list(range(cells)), _walk(cells, edges))
    candidates = [order for start in starts for order in (start, _force(start, edges, budget))]
    return min(candidates, key=lambda order: _spans(order, edges))


def _spans(order: Sequence[int], edges: Edges) -> tuple[int, int]:
    """How far transitions reach, in all; and, as the study of orders has it, how far their tops are from the bottom."""
    place = _positions(order)
    reach = tops = 0
    for edge in edges:
        if edge:
            where = [place[cell] for cell in edge]
            reach += max(where) - min(where)
            tops += len(order) - min(where)
    return reach, tops


def _positions(order: Sequence[int]) -> list[int]:
    found = [0] * len(order)
    for position, cell in enumerate(order):
        found[cell] = position
    return found


def _force(order: list[int], edges: Edges, budget: Budget) -> list[int]:
    best, least, waited = order, _spans(order, edges), 0
    for _ in range(_MOST_ROUNDS):
        budget.check()
        order = _pulled(order, edges)
        spans = _spans(order, edges)
        waited += 1
        if spans < least:
            best, least, waited = order, spans, 0
        elif waited > _PATIENCE:
            break
    return best


def _pulled(order: Sequence[int], edges: Edges) -> list[int]:
    place = _positions(order)
    pull, often = [0.0] * len(order), [0] * len(order)
    for edge in edges:
        if edge:
            middle = sum(place[cell] for cell in edge) / len(edge)
            for cell in edge:
                pull[cell] += middle
                often[cell] += 1
    wanted = [pull[cell] / often[cell] if often[cell] else float(place[cell]) for cell in range(len(order))]
    return sorted(order, key=lambda cell: (wanted[cell], place[cell]))


def _walk(cells: int, edges: Edges) -> list[int]:
    """All cells, each after one that a transition joins it with, breadth first."""
    of_cell: list[list[int]] = [[] for _ in range(cells)]
    for number, edge in enumerate(edges):
        for cell in edge:
            of_cell[cell].append(number)
    seen, used, order = [False] * cells, [False] * len(edges), []
    for start in sorted(range(cells), key=lambda cell: len(of_cell[cell])):
        queue = deque([] if seen[start] else [start])
        seen[start] = True
        while queue:
            cell = queue.popleft()
            order.append(cell)
            for number in of_cell[cell]:
                if not used[number]:
                    used[number] = True
                    new = [other for other in edges[number] if not seen[other]]
                    queue.extend(new)
                    for other in new:
                        seen[other] = True
    return order
