"""What a counterexample says of single processes: positions in the model text, and what each waits for.

A deadlock is explained by what each process would do next, which others do not join in, and the circle of waiting. A
process waits for another when it offers an action that the other has too and does not offer now. It may wait for
several, any of which could let it go on. What keeps it waiting is above all the one that it last did something with: a
fork waits for the philosopher who took it to put it down, not for the one who is after it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import Step, Trace


def position(system: System, step: Step, component: int) -> str | None:
    """``file:line:col`` of the action that made a component's move, when the model text says so."""
    lts = system.components[component].lts
    if system.source is None or lts.origin is None:
        return None
    offset = int(lts.origin[step.moves[component]])
    return None if offset < 0 else system.source.where(offset)


@dataclass(frozen=True)
class Offer:
    """An action that a process would do next, and the processes that have it too and do not offer it."""

    action: str
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Waiting:
    """A process at the end of a run: what it offers, its partners in its last step, and whether it is at its END."""

    component: str
    offers: tuple[Offer, ...]
    partners: frozenset[str]
    ended: bool


Wait = tuple[str, str]
"""A process, and the action that it waits to do."""


def waiting(trace: Trace, system: System) -> list[Waiting]:
    """What every process waits for in the deadlock that a run ends in. Properties keep no process waiting."""
    last = list(zip(system.components, trace.states[-1], strict=True))
    offered = {component.name: _offered(component, state) for component, state in last}
    owners = _owners(system)
    return [
        Waiting(
            component.name,
            tuple(Offer(a, tuple(c for c in owners[a] if a not in offered[c])) for a in offered[component.name]),
            _last_partners(trace, c),
            state == component.lts.end,
        )
        for c, (component, state) in enumerate(last)
        if not component.is_property
    ]


def _offered(component: Component, state: int) -> dict[str, None]:
    return dict.fromkeys(sorted(component.lts.action(label) for label, _ in component.lts.successors(state)))


def _owners(system: System) -> Mapping[str, list[str]]:
    owners: dict[str, list[str]] = {}
    for component in system.components:
        for action in component.lts.alphabet:
            owners.setdefault(action, []).append(component.name)
    return owners


def _last_partners(trace: Trace, component: int) -> frozenset[str]:
    last = next((step for step in reversed(trace.steps) if component in step.moves), None)
    return frozenset() if last is None else frozenset(trace.components[c] for c in last.moves if c != component)


def circular_wait(processes: Sequence[Waiting]) -> list[Wait]:
    """A shortest circle in which each waits for the next, if there is one; for last partners where possible."""
    edges = {one.component: [(o.action, name) for o in one.offers for name in o.missing] for one in processes}
    partners = {one.component: one.partners for one in processes}
    held = {c: [edge for edge in out if edge[1] in partners[c]] or out for c, out in edges.items()}
    return _shortest_cycle(held) or _shortest_cycle(edges)


def _shortest_cycle(edges: Mapping[str, Sequence[tuple[str, str]]]) -> list[Wait]:
    cycles = [cycle for start in edges if (cycle := _cycle_through(start, edges))]
    return min(cycles, key=len, default=[])


def _cycle_through(start: str, edges: Mapping[str, Sequence[tuple[str, str]]]) -> list[Wait]:
    """A shortest way from a process back to it, breadth first."""
    ways: dict[str, list[Wait]] = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for action, there in edges.get(here, ()):
            if there == start:
                return [*ways[here], (here, action)]
            if there not in ways:
                ways[there] = [*ways[here], (here, action)]
                queue.append(there)
    return []
