"""A system beside the fluents of a formula, for the checker: which steps there are, and where a run can stay.

Fluents are followed by components of two states that watch the system. A run that stops, or of which nothing is seen
from some moment on, repeats its last position.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.checker.explicit.claims import Graph
from quidpro.checker.explicit.components import strongly_connected
from quidpro.checker.explicit.explore import Flags, Joint, Longs
from quidpro.checker.explicit.word import fluent_values
from quidpro.core.budget import Budget
from quidpro.logic.ltl import Fluent
from quidpro.lts.lts import LTS
from quidpro.lts.system import System

SILENT = -1
"""The letter of a silent step."""
Vector = tuple[int, ...]


@dataclass(frozen=True)
class Watched:
    """The reachable states of the system beside its fluents, and the steps between them.

    A node of its own stands for each state in which the run may stay without anything that is seen; the one step of
    such a node, to itself, repeats the position.
    """

    start: int
    source: Longs
    target: Longs
    letter: Longs
    """For each step the number of its letter, or :data:`SILENT`."""
    letters: tuple[frozenset[Fluent], ...]
    """The fluents that hold after a step."""
    transition: Longs
    """For each step the number of the system's transition, -1 where the position is repeated."""
    where: Longs
    """The component of the system that a node is in; a number of its own for a node in which nothing happens."""
    needed: Longs
    """For each of these components how many transitions a fair run must take; -1: it cannot stay there."""

    @property
    def nodes(self) -> int:
        """How many there are."""
        return len(self.where)

    @classmethod
    def of(
        cls,
        system: System,
        followed: Sequence[Fluent],
        seen: Collection[str],
        fair: bool,
        budget: Budget,
        actions: Sequence[str] = (),
        state: Vector | None = None,
    ) -> Watched:
        """Everything reachable from the initial state, or from the one that these actions led to; ``seen`` are those
        that lead to a position.
        """
        watchers = [_watcher(fluent, seen) for fluent in followed]
        joint = Joint([*(c.lts for c in system.components), *watchers], system.priority)
        held = [int(_held(fluent, actions)) for fluent in followed]
        first = [c.lts.initial for c in system.components] if state is None else list(state)
        graph = Graph.of(joint, budget, joint.pack([*first, *held]))
        system_state, held_after = _system_states(joint, graph, len(followed))
        shown = np.array([action in seen for action in graph.actions])
        return _watched(graph, shown, system_state, held_after, followed, fair, budget)


def _watcher(fluent: Fluent, seen: Collection[str]) -> LTS:
    """A fluent as a component: 1 is true. It hinders nothing."""
    on, off = fluent.initiating & set(seen), (fluent.terminating - fluent.initiating) & set(seen)
    steps = [(value, action, 1) for action in sorted(on) for value in (0, 1)]
    steps += [(value, action, 0) for action in sorted(off) for value in (0, 1)]
    label = {action: i + 1 for i, action in enumerate(sorted(on | off))}
    rows = [(p, label[action], q) for p, action, q in steps]
    return LTS.from_arrays(sorted(on | off), 2, *(zip(*rows, strict=True) if rows else ((), (), ())))


def _held(fluent: Fluent, actions: Sequence[str]) -> bool:
    return fluent_values(fluent, actions)[-1] if actions else fluent.initially


def _system_states(joint: Joint, graph: Graph, watchers: int) -> tuple[Longs, Longs]:
    """For each state the number of the system's own state, and the values of the fluents in bits."""
    if not watchers:
        return np.arange(len(graph.keys)), np.zeros(len(graph.keys), dtype=np.int64)
    numbers: dict[Vector, int] = {}
    system_state, held = [], []
    for key in graph.keys.tolist():
        vector = joint.unpack(key)
        system_state.append(numbers.setdefault(vector[:-watchers], len(numbers)))
        held.append(sum(bit << i for i, bit in enumerate(vector[-watchers:])))
    return np.array(system_state, dtype=np.int64), np.array(held, dtype=np.int64)


def _watched(
    graph: Graph, shown: Flags, system_state: Longs, held: Longs, followed: Sequence[Fluent], fair: bool, budget: Budget
) -> Watched:
    states = int(system_state.max()) + 1
    steps, transition = _distinct([system_state[graph.source], graph.action, system_state[graph.target]])
    below = strongly_connected(states, steps[0], steps[2], budget)
    still = _still(below, states, steps, shown[steps[1]], fair, budget)[system_state]
    needed = _needed(below, steps) if fair else np.zeros(int(below.max()) + 1, dtype=np.int64)

    resting = np.flatnonzero(still)
    extra = len(system_state) + np.arange(len(resting))
    position = np.concatenate([shown[graph.action], np.zeros(len(resting), bool), np.ones(len(resting), bool)])
    target = np.concatenate([graph.target, extra, extra])
    (codes,), letter = _distinct([np.concatenate([held, held[resting]])[target]])
    return Watched(
        start=graph.start,
        source=np.concatenate([graph.source, resting, extra]),
        target=target,
        letter=np.where(position, letter, SILENT),
        letters=tuple(_held_in(int(code), followed) for code in codes),
        transition=np.concatenate([transition, np.full(2 * len(resting), -1)]),
        where=np.concatenate([below[system_state], len(needed) + np.arange(len(resting))]),
        needed=np.concatenate([needed, np.zeros(len(resting), dtype=np.int64)]),
    )


def _distinct(columns: list[Longs]) -> tuple[Longs, Longs]:
    """The distinct rows of some columns of small numbers, as columns, and for each row its number."""
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    keys = np.zeros(len(columns[0]), dtype=np.int64)
    for column, size in zip(columns, sizes, strict=True):
        keys = keys * size + column
    order = np.argsort(keys, kind="stable")
    new = np.diff(keys[order], prepend=-1) > 0
    number = np.zeros(len(keys), dtype=np.int64)
    number[order] = np.cumsum(new) - 1
    kept = keys[order][new]
    found = []
    for size in reversed(sizes):
        kept, column = np.divmod(kept, size)
        found.append(column)
    return np.stack(found[::-1]), number


def _held_in(code: int, followed: Sequence[Fluent]) -> frozenset[Fluent]:
    return frozenset(fluent for i, fluent in enumerate(followed) if code >> i & 1)


def _closed(below: Longs, steps: Longs) -> Flags:
    """The components that no step leaves."""
    closed = np.ones(int(below.max()) + 1, dtype=bool)
    closed[below[steps[0]][below[steps[0]] != below[steps[2]]]] = False
    return closed


def _needed(below: Longs, steps: Longs) -> Longs:
    """How many transitions each terminal set has; -1 for the other components."""
    count = np.bincount(below[steps[0]], minlength=int(below.max()) + 1)
    return np.where(_closed(below, steps), count, -1)


def _still(below: Longs, states: int, steps: Longs, shown: Flags, fair: bool, budget: Budget) -> Flags:
    """The states of the system in which the run may stay without anything that is seen."""
    silent = ~shown
    if fair:
        quiet = _closed(below, steps)
        quiet[below[steps[0][shown]]] = False
        return np.asarray(quiet[below])
    still = np.ones(states, dtype=bool)
    still[steps[0]] = False
    source, target = steps[0][silent], steps[2][silent]
    rounds = strongly_connected(states, source, target, budget)
    cyclic = rounds[source][rounds[source] == rounds[target]]
    return np.asarray(still | np.isin(rounds, cyclic))
