"""The model of a PNML file: one system, whose components are the places of the net or its units.

A transition is an action of every component that it touches. The bounds that this needs are looked for when the
system is asked for, within the budget of whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.displayed import Displayed
from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.model import Entry, names_of, summary
from quidpro.frontend.plain import PlainModel
from quidpro.frontend.pnml.bounds import settled_cells
from quidpro.frontend.pnml.cells import Cell
from quidpro.frontend.pnml.net import Net
from quidpro.frontend.pnml.read import read_pnml
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System

_EMPTY = "net"
"""The one component of a net without places."""


class NetModel(Displayed, world="explicit"):
    """The :class:`~quidpro.frontend.model.Model` of a place/transition net."""

    world: Literal["explicit"] = "explicit"

    def __init__(self, source: Source) -> None:
        self.source = source
        self.net = read_pnml(source)
        self._settled: PlainModel | None = None

    @property
    def name(self) -> str:
        """What the net is called."""
        return self.net.name

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the units, and of the places outside of them."""
        return names_of(self.entries(), "process")

    @property
    def properties(self) -> tuple[str, ...]:
        """A net has none."""
        return ()

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """A net is either right or wrong."""
        return ()

    def entries(self) -> tuple[Entry, ...]:
        """The net: its components may be thousands, and are told with it."""
        return (Entry(self.name, "composite"),)

    def default_system(self) -> str:
        """The net."""
        return self.name

    def system(self, name: str, budget: Budget) -> System:
        """The net, or one of its components as a system of its own."""
        return self._plain(budget).system(name, budget)

    def lts(self, name: str, budget: Budget) -> LTS:
        """A component, or the reachability graph of the net."""
        return self._plain(budget).lts(name, budget)

    def property(self, name: str, budget: Budget) -> Component:
        """A net has no properties."""
        raise UsageError(f"there is no property {name!r}: a net has none")

    def assertion(self, name: str) -> Assertion | None:
        """A net has no formulas."""
        return None

    def _plain(self, budget: Budget) -> PlainModel:
        if self._settled is None:
            system = net_system(self.net, settled_cells(self.net, self.source, budget), self.source)
            self._settled = PlainModel(self.source, system)
        return self._settled

    def __repr__(self) -> str:
        return summary("NetModel", self)


def net_system(net: Net, cells: Sequence[Cell], source: Source | None = None) -> System:
    """The cells as components, with a transition as an action of each that it touches.

    One that touches none can always happen and changes nothing; it is an action of the first component.
    """
    alone = [t for t, transition in enumerate(net.transitions) if not transition.places]
    names = _unique_names(net, cells)
    parts = [_component(net, cell, name, [] if n else alone) for n, (cell, name) in enumerate(zip(cells, names))]
    if not cells:
        empty = Cell(_EMPTY, (), ("0",), 0, {}, {})
        parts = [_component(net, empty, next(_fresh(_EMPTY, {net.name})), alone)]
    return System(net.name, tuple(parts), source=source)


def _component(net: Net, cell: Cell, name: str, alone: Sequence[int]) -> Component:
    steps = {**cell.steps, **{t: {state: state for state in range(len(cell.states))} for t in alone}}
    actions = sorted(net.transitions[t].name for t in steps)
    labels = {action: label for label, action in enumerate(actions, 1)}
    rows = [(p, labels[net.transitions[t].name], q) for t, moves in steps.items() for p, q in moves.items()]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    lts = LTS.from_arrays(
        actions, len(cell.states), *columns, initial=cell.initial, name=name, state_names=cell.states
    )
    return Component(name, lts)


def _unique_names(net: Net, cells: Sequence[Cell]) -> Iterator[str]:
    taken = {net.name}
    for cell in cells:
        name = next(_fresh(cell.name, taken))
        taken.add(name)
        yield name


def _fresh(name: str, taken: set[str]) -> Iterator[str]:
    tries = (name, *()) if name not in taken else (f"{name}_{number}" for number in count(2))
    return (tried for tried in tries if tried not in taken)
