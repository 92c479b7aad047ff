"""The markings of a net as a decision diagram, and the order of cells in which that stays small.

Which way round an order stands decides as much as the order itself (a Kanban system: 290 nodes or 3,003), and cannot be
seen in the spans. So both ways are tried on the same net with a few tokens, for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.frontend.pnml import invariants
from quidpro.frontend.pnml.cells import Cell, all_cells, guessed_bounds, neighbours
from quidpro.frontend.pnml.net import Net
from quidpro.frontend.pnml.order import good_order
from quidpro.solvers.mdd.forest import Forest, Node, TooManyNodes
from quidpro.solvers.mdd.saturation import Event, Saturation

_FEW_TOKENS = 3
_MOST_NODES = 4_096
"""Of one try."""


def reachable(forest: Forest, cells: Sequence[Cell], touched: Sequence[Sequence[int]]) -> Node:
    """The states that cells can reach together, each as a level; steps beyond what a cell holds are left out."""
    moves = ({n: _moves(cells[n], t) for n in own} for t, own in enumerate(touched) if own)
    events = [Event(by_level) for by_level in moves if all(by_level.values())]
    return Saturation(forest, events).closure(forest.vector([cell.initial for cell in cells]))


def _moves(cell: Cell, transition: int) -> dict[int, tuple[int, ...]]:
    return {before: (after,) for before, after in cell.steps[transition].items()}


def chosen_order(net: Net, cells: Sequence[Cell], budget: Budget) -> list[int]:
    """The cells by their numbers in a good order, the better way round."""
    order = good_order(len(cells), neighbours(cells, len(net.transitions)), budget)
    small = _with_few_tokens(net)
    tried = all_cells(small, guessed_bounds(small, invariants.bounds(small, budget)))
    return min(order, order[::-1], key=lambda numbers: _nodes_made(small, [tried[n] for n in numbers], budget))


def _with_few_tokens(net: Net) -> Net:
    """The net with its numbers of tokens scaled down; it need not do the same."""
    most = max(net.initial, default=0)
    if most <= _FEW_TOKENS:
        return net
    scaled = (replace(place, initial=-(-place.initial * _FEW_TOKENS // most)) for place in net.places)
    return replace(net, places=tuple(scaled))


def _nodes_made(net: Net, cells: Sequence[Cell], budget: Budget) -> int:
    forest = Forest([len(cell.states) for cell in cells], budget, _MOST_NODES)
    try:
        reachable(forest, cells, neighbours(cells, len(net.transitions)))
    except TooManyNodes as error:
        return error.limit
    return forest.made
