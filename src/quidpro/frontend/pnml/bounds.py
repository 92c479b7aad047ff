"""How many tokens places can have, and whether units are what the file says: proved, or checked on all markings.

Most bounds come from invariants. Where some do not, the net is explored as a decision diagram with a guess, and the
guess is right exactly when no reachable marking has a step beyond it; otherwise it is doubled where it was passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import format_word
from quidpro.frontend.pnml import invariants
from quidpro.frontend.pnml.cells import Cell, all_cells, guessed_bounds, neighbours
from quidpro.frontend.pnml.explore import chosen_order, reachable
from quidpro.frontend.pnml.growth import Growth, find_growth
from quidpro.frontend.pnml.net import Net
from quidpro.solvers.mdd.forest import Forest, Node, TooManyNodes

MAX_STATES = 1_000_000
"""Of one cell."""
MAX_GUESS = 4_096
MAX_NODES = 500_000
"""While the net is explored to check a guess."""


def settled_cells(net: Net, source: Source, budget: Budget) -> list[Cell]:
    """The cells of a net, in a good order, each with room for all that can happen; InputError where there is none."""
    proved = invariants.bounds(net, budget)
    sure = invariants.proved_units(net)
    doubtful = {unit.name for number, unit in enumerate(net.units) if number not in sure}
    bounds = guessed_bounds(net, proved)
    order: list[int] | None = None
    while True:
        _reject_large(net, source, bounds)
        cells = all_cells(net, bounds)
        order = order or chosen_order(net, cells, budget)
        cells = [cells[number] for number in order]
        suspects = [c for c in cells if (c.name in doubtful if c.is_unit else c.places[0] not in proved)]
        passed = _passed(net, source, cells, [cell for cell in suspects if cell.beyond], budget)
        if not passed:
            return cells
        _reject_growth(net, source, passed, bounds, budget)
        for cell in passed:
            bounds[cell.places[0]] *= 2


def _passed(net: Net, source: Source, cells: Sequence[Cell], suspects: Sequence[Cell], budget: Budget) -> list[Cell]:
    """The cells that a reachable step would bring beyond what they can hold."""
    if not suspects:
        return []
    forest = Forest([len(cell.states) for cell in cells], budget, MAX_NODES)
    touched = neighbours(cells, len(net.transitions))
    try:
        root = reachable(forest, cells, touched)
    except TooManyNodes as error:
        where = suspects[0]
        message = f"no bound was found for the place {where.name}: {error} were needed to look for one"
        hint = "declare units in the file (NUPN), or give the place a counterpart for the room that is left"
        raise InputError([Diagnostic(message, source, where.offset, hint=hint)]) from error
    walk, wanted = _Walk(forest, root), set(map(id, suspects))
    numbers = [number for number, cell in enumerate(cells) if id(cell) in wanted]
    return [cells[n] for n in numbers if any(walk.meets(cube) for cube in _beyond(cells, n, touched))]


def _beyond(
    cells: Sequence[Cell], number: int, touched: Sequence[Sequence[int]]
) -> Iterator[dict[int, frozenset[int]]]:
    """The states in which a transition would bring a cell beyond what it holds, as sets by cell."""
    for transition, states in cells[number].beyond.items():
        cube = {other: _enabled(cells[other], transition) for other in touched[transition]}
        yield cube | {number: frozenset(states)}


def _enabled(cell: Cell, transition: int) -> frozenset[int]:
    return frozenset(cell.steps[transition]) | frozenset(cell.beyond.get(transition, ()))


class _Walk:
    """Questions to a set, answered level by level: nothing is made for them, and there is no recursion."""

    def __init__(self, forest: Forest, root: Node) -> None:
        self._rows = forest.rows
        self._levels = [{root}]
        for _ in range(forest.height):
            self._levels.append({child for node in self._levels[-1] for child in forest.rows[node].values()})

    def meets(self, cube: Mapping[int, frozenset[int]]) -> bool:
        """Whether a vector of the set has a value of the cube at each of its levels."""
        here = self._levels[min(cube)]
        for level in range(min(cube), max(cube) + 1):
            wanted = cube.get(level)
            rows = (self._rows[node].items() for node in here)
            here = {child for row in rows for value, child in row if wanted is None or value in wanted}
        return bool(here)


def _reject_large(net: Net, source: Source, bounds: Mapping[int, int]) -> None:
    large = [place for place, bound in bounds.items() if bound >= MAX_STATES and _changes(net, place)]
    if large:
        complaints = [
            Diagnostic(
                f"the place {net.places[place].name} can have {bounds[place]:,} tokens as far as is known",
                source,
                net.places[place].offset,
                hint=f"up to {MAX_STATES - 1:,} can be told apart",
            )
            for place in large[:10]
        ]
        raise InputError(complaints)


def _changes(net: Net, place: int) -> bool:
    return any(place in net.transitions[t].change for t in net.touching[place])


def _reject_growth(net: Net, source: Source, passed: Sequence[Cell], bounds: Mapping[int, int], budget: Budget) -> None:
    """Refuse a net whose declaration is wrong, one that is unbounded, and one of which that is not found out."""
    wrong = [cell for cell in passed if cell.is_unit]
    if wrong:
        message = f"the net is declared safe, but more than one token can be in the unit {wrong[0].name}"
        raise InputError([Diagnostic(message, source, wrong[0].offset, 5, 'write safe="false" in the structure')])
    growth = find_growth(net, budget)
    if growth is not None:
        raise InputError([_unbounded(net, source, growth)])
    high = [cell for cell in passed if bounds[cell.places[0]] >= max(MAX_GUESS, net.places[cell.places[0]].initial)]
    if high:
        known = bounds[high[0].places[0]]
        message = f"the place {high[0].name} grows beyond {known:,} tokens: the net is unbounded, as far as is known"
        raise InputError([Diagnostic(message, source, high[0].offset, 6, "only bounded nets are systems")])


def _unbounded(net: Net, source: Source, growth: Growth) -> Diagnostic:
    place = net.places[growth.place]
    again = format_word([net.transitions[t].name for t in growth.again])
    first = format_word([net.transitions[t].name for t in growth.first])
    after = f"after {first}, " if growth.first else ""
    hint = f"{after}{again} can be repeated for ever, and leaves more tokens there each time"
    return Diagnostic(f"the net is unbounded: the place {place.name} grows", source, place.offset, 6, hint)
