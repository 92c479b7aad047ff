"""Where in the model text a step comes from, and the local path of one component through a trace."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.lts.system import System
from quidpro.verdict.types import Step, Trace


@dataclass(frozen=True)
class LocalMove:
    """One move of one component: which step of the whole run it is, and from where to where it goes."""

    step: int
    action: str
    before: str
    after: str
    source: str | None


def local_path(trace: Trace, system: System, component: int) -> list[LocalMove]:
    """The component's own moves along a trace; steps count from 1."""
    lts = system.components[component].lts
    return [
        LocalMove(
            step=i + 1,
            action=step.action,
            before=lts.state_name(trace.states[i][component]),
            after=lts.state_name(trace.states[i + 1][component]),
            source=position(system, step, component),
        )
        for i, step in enumerate(trace.steps)
        if component in step.moves
    ]


def position(system: System, step: Step, component: int) -> str | None:
    """``file:line:col`` of the action that made a component's move, when the model text says so."""
    lts = system.components[component].lts
    if system.source is None or lts.origin is None:
        return None
    offset = int(lts.origin[step.moves[component]])
    return None if offset < 0 else system.source.where(offset)


def step_position(system: System, step: Step) -> str | None:
    """The position of a whole step: the first known among its components, processes before properties."""
    movers = sorted(step.moves, key=lambda c: (system.components[c].is_property, c))
    return next((where for c in movers if (where := position(system, step, c)) is not None), None)
