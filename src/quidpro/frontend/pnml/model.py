"""The model of a PNML file: one system, whose components are the places of the net or its units.

A transition is an action of every component that it touches. The bounds that this needs are looked for when the
system is asked for, within the budget of whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.displayed import Displayed
from quidpro.core.errors import UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.model import Entry, summary
from quidpro.frontend.plain import PlainModel
from quidpro.frontend.pnml.bounds import settled_cells
from quidpro.frontend.pnml.cells import Cell
from quidpro.frontend.pnml.net import Net
from quidpro.frontend.pnml.read import read_pnml
from quidpro.logic.ltl import Assertion
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, Progress, System

_EMPTY = "nothing"
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
        inside = {place for unit in self.net.units for place in unit.places}
        alone = (place.name for number, place in enumerate(self.net.places) if number not in inside)
        return (*(unit.name for unit in self.net.units if unit.places), *alone)

    @property
    def properties(self) -> tuple[str, ...]:
        """A net has none."""
        return ()

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """A net is either right or wrong."""
        return ()

    def entries(self) -> tuple[Entry, ...]:
        """The net alone: its components may be thousands."""
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

    def progress(self) -> tuple[Progress, ...]:
        """A net has no progress tests."""
        return ()

    def _plain(self, budget: Budget) -> PlainModel:
        if self._settled is None:
            phase, budget.phase = budget.phase, f"bounding {self.name}"
            cells = settled_cells(self.net, self.source, budget)
            budget.phase = phase
            self._settled = PlainModel(self.source, net_system(self.net, cells, self.source))
        return self._settled

    def __repr__(self) -> str:
        return summary("NetModel", self)


def net_system(net: Net, cells: Sequence[Cell], source: Source | None = None) -> System:
    """The cells as components, with a transition as an action of each that it touches.

    One that touches none can always happen and changes nothing; it is an action of the first component.
    """
    alone = [t for t, transition in enumerate(net.transitions) if not transition.places]
    cells = cells or [Cell(_EMPTY, (), ("0",), 0, {}, {})]
    parts = [_component(net, cell, [] if number else alone) for number, cell in enumerate(cells)]
    return System(net.name, tuple(parts), source=source)


def _component(net: Net, cell: Cell, alone: Sequence[int]) -> Component:
    steps = {**cell.steps, **{t: {state: state for state in range(len(cell.states))} for t in alone}}
    actions = sorted(net.transitions[t].name for t in steps)
    labels = {action: label for label, action in enumerate(actions, 1)}
    rows = [(p, labels[net.transitions[t].name], q) for t, moves in steps.items() for p, q in moves.items()]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    lts = LTS.from_arrays(
        actions, len(cell.states), *columns, initial=cell.initial, name=cell.name, state_names=cell.states
    )
    return Component(cell.name, lts)
