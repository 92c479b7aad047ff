"""A net taken apart into cells, each of which becomes a component: a place with its number of tokens, or a unit.

A step that would bring a cell beyond what it can hold is not among its steps; where it would happen is kept, so that
it can be shown never to happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quidpro.frontend.pnml.net import Net, Transition, Unit

NONE_MARKED = "none"
Steps = dict[int, int]
"""The state after a step, by the one before."""


@dataclass(frozen=True, eq=False)
class Cell:
    """Some places and the states in which they can be; ``offset`` is where they are in the text."""

    name: str
    places: tuple[int, ...]
    states: tuple[str, ...]
    initial: int
    steps: Mapping[int, Steps]
    """For each transition that touches it."""
    beyond: Mapping[int, tuple[int, ...]]
    """For a transition the states in which it takes what it needs and puts more than there is room for."""
    is_unit: bool = False
    offset: int = 0


def place_cell(net: Net, number: int, bound: int) -> Cell:
    """A place with at most ``bound`` tokens; one whose number never changes has one state."""
    place = net.places[number]
    touching = net.touching[number]
    fixed = not any(number in net.transitions[t].change for t in touching)
    least, most = (place.initial, place.initial) if fixed else (0, bound)
    steps, beyond = {}, {}
    for t in touching:
        takes = net.transitions[t].takes.get(number, 0)
        change = net.transitions[t].change.get(number, 0)
        enabled = range(max(takes, least), most + 1)
        steps[t] = {tokens - least: tokens - least + change for tokens in enabled if tokens + change <= most}
        if over := tuple(tokens - least for tokens in enabled if tokens + change > most):
            beyond[t] = over
    states = tuple(map(str, range(least, most + 1)))
    return Cell(place.name, (number,), states, place.initial - least, steps, beyond, offset=place.offset)


def unit_cell(net: Net, unit: Unit) -> Cell:
    """A unit: none of its places is marked, or one of them, once."""
    own = {place: state for state, place in enumerate(unit.places, 1)}
    marked = [state for place, state in own.items() if net.places[place].initial]
    steps, beyond = {}, {}
    for t in sorted({t for place in own for t in net.touching[place]}):
        steps[t] = dict(_unit_steps(net.transitions[t], own))
        if over := tuple(state for state, after in steps[t].items() if after < 0):
            beyond[t] = over
            steps[t] = {state: after for state, after in steps[t].items() if after >= 0}
    states = (NONE_MARKED, *(net.places[place].name for place in unit.places))
    initial = marked[0] if marked else 0
    return Cell(unit.name, unit.places, states, initial, steps, beyond, is_unit=True, offset=unit.offset)


def _unit_steps(transition: Transition, own: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """The steps of a unit; -1 is a state with more than one token."""
    takes = {own[place]: number for place, number in transition.takes.items() if place in own}
    puts = {own[place]: number for place, number in transition.puts.items() if place in own}
    for state in (0, *own.values()):
        left = dict.fromkeys([state] if state else [], 1)
        if all(left.get(taken, 0) >= number for taken, number in takes.items()):
            after = {place: left.get(place, 0) - takes.get(place, 0) + puts.get(place, 0) for place in {*left, *puts}}
            held = [place for place, number in after.items() for _ in range(min(number, 2))]
            yield state, -1 if len(held) > 1 else held[0] if held else 0


def guessed_bounds(net: Net, proved: Mapping[int, int]) -> dict[int, int]:
    """For each place outside of the units the bound that is proved, otherwise what it has at first."""
    inside = {place for unit in net.units for place in unit.places}
    alone = (number for number in range(len(net.places)) if number not in inside)
    return {number: proved.get(number, max(1, net.places[number].initial)) for number in alone}


def all_cells(net: Net, bounds: Mapping[int, int]) -> list[Cell]:
    """The units that have places, then the places outside of them."""
    units = [unit_cell(net, unit) for unit in net.units if unit.places]
    return [*units, *(place_cell(net, place, bound) for place, bound in bounds.items())]


def neighbours(cells: Sequence[Cell], transitions: int) -> list[list[int]]:
    """For each transition the cells that it touches."""
    found: list[list[int]] = [[] for _ in range(transitions)]
    for number, cell in enumerate(cells):
        for transition in cell.steps:
            found[transition].append(number)
    return found
