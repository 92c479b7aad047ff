"""Runs to bad states, as moves of the components.

A violation may be near while the whole set is out of reach, so that a few layers are looked at first. Once the set is
there, a shortest run is found by distances if these do not take too many nodes, and else another one, which says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from quidpro.core.budget import Budget
from quidpro.engines.explicit.saturated.bad import BadStates, Kind
from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.lts.lts import LTS, TAU, TAU_NAME
from quidpro.lts.product import Move, Product
from quidpro.solvers.mdd.backward import Backward
from quidpro.solvers.mdd.forest import Forest, Node, TooManyNodes
from quidpro.solvers.mdd.layers import layers
from quidpro.solvers.mdd.paths import Search, Steps

MAX_LAYERS = 24
"""A shallow search looks at no more layers."""
MAX_SHALLOW_NODES = 30_000
"""It makes no more nodes, which takes about half a second."""
MAX_DISTANCE_NODES = 200_000
"""With more nodes of distances, a run that is not a shortest one will do."""


@dataclass(frozen=True)
class Run:
    """Moves from the initial state, and whether no run to what was looked for has fewer."""

    moves: tuple[Move, ...]
    shortest: bool


def shallow(
    encoding: Encoding,
    kind: Kind,
    budget: Budget,
    max_layers: int = MAX_LAYERS,
    max_nodes: int = MAX_SHALLOW_NODES,
) -> Run | None:
    """A shortest run to a violation that is only a few steps away, if there is one and layers of so few nodes show it.

    That there is none says nothing.
    """
    forest = Forest(encoding.sizes, budget, max_nodes)
    try:
        steps = _in_layers(encoding, forest, kind, max_layers)
    except TooManyNodes:
        return None
    return None if steps is None else _ending(encoding, Run(_moves(encoding, steps), True), kind)


def shallow_in_any(
    encodings: Iterable[Encoding],
    kind: Kind,
    budget: Budget,
    max_layers: int = MAX_LAYERS,
    max_nodes: int = MAX_SHALLOW_NODES,
) -> Run | None:
    """The same for several ways to see one system: what is good for a closure need not be good for layers."""
    runs = (shallow(encoding, kind, budget, max_layers, max_nodes) for encoding in encodings)
    return next((run for run in runs if run is not None), None)


def shortest_violation(encoding: Encoding, forest: Forest, states: Node, kind: Kind) -> Run:
    """A shortest run to a violation, of which there is one; TooManyNodes where distances take too many."""
    bad = BadStates(encoding, forest, kind).among(states)
    steps = Search(forest, states, MAX_DISTANCE_NODES).shortest(encoding.initial, bad, encoding.events)
    return _ending(encoding, Run(_moves(encoding, steps), True), kind)


def violation(
    encoding: Encoding, forest: Forest, states: Node, kind: Kind, max_nodes: int = MAX_DISTANCE_NODES
) -> Run | None:
    """A run to a violation, given all states that are reached; None if there is no violation."""
    bad = BadStates(encoding, forest, kind).among(states)
    return _ending(encoding, run_to(encoding, forest, states, bad, max_nodes), kind) if bad else None


def run_to(encoding: Encoding, forest: Forest, states: Node, goal: Node, max_nodes: int = MAX_DISTANCE_NODES) -> Run:
    """A run to one of the reached states; a shortest one, unless distances take more than so many nodes."""
    steps, is_shortest = Search(forest, states, max_nodes).path(encoding.initial, goal, encoding.events)
    return Run(_moves(encoding, steps), is_shortest)


def _in_layers(encoding: Encoding, forest: Forest, kind: Kind, max_layers: int) -> Steps | None:
    """The steps to the first bad state of the first layer that has one."""
    bad_states = BadStates(encoding, forest, kind)
    seen: list[Node] = []
    for layer in islice(layers(forest, forest.vector(encoding.initial), encoding.events), max_layers):
        bad = bad_states.among(layer)
        if bad:
            return _back_through(encoding, forest, seen, bad)
        seen.append(layer)
    return None


def _back_through(encoding: Encoding, forest: Forest, before: Sequence[Node], bad: Node) -> Steps:
    """The steps through these layers to a bad state of the next."""
    backward, here = Backward(encoding.events), forest.pick(bad)
    steps: Steps = []
    for layer in reversed(before):
        found = backward.inside(forest, layer, here)
        assert found is not None, "a state of a layer has one before it in the layer before"
        steps.append((found[0], here))
        here = found[1]
    return steps[::-1]


def _ending(encoding: Encoding, run: Run, kind: Kind) -> Run:
    """The run itself to a deadlock; to an error it has one more move."""
    if kind == "deadlock":
        return run
    product = Product(encoding.parts)
    last = run.moves[-1].target if run.moves else product.initial
    return replace(run, moves=(*run.moves, product.first(last, lambda move: move.is_error)))


def _moves(encoding: Encoding, steps: Steps) -> tuple[Move, ...]:
    """The moves of the components along steps from the initial state."""
    actions = {event: action for action, event in encoding.named_events}
    found, here = [], encoding.decode(encoding.initial)
    for event, vector in steps:
        there = encoding.decode(vector)
        moving = sorted({encoding.levels[level].component for level in event.moves})
        taken = {c: _transition(encoding.parts[c], here[c], actions[event], there[c]) for c in moving}
        found.append(Move(actions[event], taken, there))
        here = there
    return tuple(found)


def _transition(lts: LTS, state: int, action: str, target: int) -> int:
    """The number of a transition."""
    label = TAU if action == TAU_NAME else lts.labels[action]
    low, high = int(lts.row[state]), int(lts.row[state + 1])
    return next(i for i in range(low, high) if lts.label[i] == label and lts.target[i] == target)
