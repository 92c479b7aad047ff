"""The order in which assignments can be carried out, and the circles that leave none.

At one moment (an initial state, or the end of a step) a variable depends on those that its right-hand side reads at
that same moment. NuSMV refuses models where such dependencies run in a circle.
"""

from __future__ import annotations

from typing import Literal

from quidpro.flat.model import FlatModel
from quidpro.flat.walk import variables

Moment = Literal["init", "next"]


class CircularError(Exception):
    """Variables that depend on each other at one moment, in the order of the circle."""

    def __init__(self, moment: Moment, circle: list[str]) -> None:
        super().__init__(" -> ".join(circle))
        self.moment = moment
        self.circle = circle


def dependencies(model: FlatModel, moment: Moment) -> dict[str, list[str]]:
    """What each assigned variable reads at the moment at which it gets its value."""
    found: dict[str, list[str]] = {}
    for name, assigned in model.assignments.items():
        if assigned.current is not None:
            found[name] = [v.name for v in variables(assigned.current.rhs)]
        elif moment == "init" and assigned.init is not None:
            found[name] = [v.name for v in variables(assigned.init.rhs)]
        elif moment == "next" and assigned.next is not None:
            found[name] = [v.name for v in variables(assigned.next.rhs) if v.next]
    return found


def assignment_order(model: FlatModel, moment: Moment) -> list[str]:
    """The variables of a state so that each comes after those that it needs; raises CircularError."""
    needs = dependencies(model, moment)
    done: dict[str, None] = {}
    for variable in model.states:
        _visit(variable.name, needs, done, moment)
    return [name for name in done if model.variables[name].kind != "input"]


def _visit(start: str, needs: dict[str, list[str]], done: dict[str, None], moment: Moment) -> None:
    if start in done:
        return
    path: dict[str, int] = {start: 0}
    stack = [start]
    while stack:
        name = stack[-1]
        wanted = needs.get(name, [])
        while path[name] < len(wanted) and wanted[path[name]] in done:
            path[name] += 1
        if path[name] == len(wanted):
            done[name] = None
            del path[stack.pop()]
            continue
        needed = wanted[path[name]]
        if needed in path:
            raise CircularError(moment, [*stack[stack.index(needed) :], needed])
        path[needed] = 0
        stack.append(needed)
