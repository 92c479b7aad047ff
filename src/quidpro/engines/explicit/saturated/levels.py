"""Which states of a system share a level, and in which order: a few ways, and a race of them.

What decides is how far events reach. Components that act together stand close to each other; a hub is split, and its
blocks stand beside the components that they are about, with what is about nobody at the bottom. Upside down, the same
order may take many times the nodes: saturation closes what is below before it looks above, so that events are to begin
far down. Nobody knows before which way is the best, so they race, each with the same limit on the nodes that it makes
and, when none is done, with a higher one; nodes and not seconds, so that the outcome is always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from quidpro.core.budget import Budget
from quidpro.core.events import Listener, Status, begin, ignore
from quidpro.engines.explicit.saturated.encoding import Encoding, Level, one_level_each
from quidpro.engines.explicit.saturated.hubs import Owners, hub_sets
from quidpro.engines.explicit.saturated.order import Hypergraph, force
from quidpro.lts.system import System
from quidpro.solvers.mdd.forest import Forest, Node, TooManyNodes
from quidpro.solvers.mdd.saturation import Saturation

_CANDIDATES = 4
_FIRST_NODES = 2_000
_FIRST_NODES_PER_LEVEL = 10
_GROWTH = 4


@dataclass(frozen=True)
class Reached:
    """The reachable states of a system, ERROR left out, and the levels that they are seen in."""

    encoding: Encoding
    forest: Forest
    states: Node


def reach(system: System, budget: Budget, events: Listener = ignore, max_nodes: int | None = None) -> Reached:
    """All that a system without priority can reach, by the first way to see it that is done.

    :class:`TooManyNodes` is raised when each of them takes more than ``max_nodes``.
    """
    begin("saturating", budget, events)
    candidates = encodings(system)
    for limit in _limits(max(len(encoding.levels) for encoding in candidates), max_nodes):
        for encoding in candidates:
            try:
                found = _saturated(encoding, budget, events, limit)
            except TooManyNodes:
                continue
            found.forest.max_nodes = max_nodes
            return found
    raise TooManyNodes(max_nodes or 0)


def _limits(levels: int, most: int | None) -> Iterator[int]:
    """The numbers of nodes that each may make, round by round."""
    for turn in count():
        limit = (_FIRST_NODES + _FIRST_NODES_PER_LEVEL * levels) * _GROWTH**turn
        if most is not None and limit >= most:
            yield most
            return
        yield limit


def _saturated(encoding: Encoding, budget: Budget, events: Listener, max_nodes: int) -> Reached:
    forest = Forest(encoding.sizes, budget, max_nodes, lambda made: events(Status(f"{made:,} nodes")))
    states = Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))
    return Reached(encoding, forest, states)


def encodings(system: System) -> list[Encoding]:
    """Ways to see a system as levels, the most promising first."""
    order = force(Hypergraph(len(system.components), _members(system)))
    plain = _by_direction(lambda way: one_level_each(system, way), order)
    split = [way for owners in hub_sets(system) for way in _split(system, owners)[:1]]
    found: list[Encoding] = []
    for encoding in (*split[:1], *plain, *split[1:], one_level_each(system)):
        if all(encoding.levels != other.levels for other in found):
            found.append(encoding)
    return found[:_CANDIDATES]


def _members(system: System, without: Collection[int] = ()) -> list[list[int]]:
    """For each action those that have it."""
    found: dict[str, list[int]] = {}
    for number, component in enumerate(system.components):
        if number not in without:
            for action in component.lts.alphabet:
                found.setdefault(action, []).append(number)
    return list(found.values())


def _by_direction(encoded: Callable[[Sequence[int]], Encoding], order: Sequence[int]) -> list[Encoding]:
    """An order and its reverse, the better one first."""
    return sorted((encoded(order), encoded(order[::-1])), key=_depth)


def _depth(encoding: Encoding) -> tuple[int, int]:
    """How many levels there are from the tops of the events down, of all and of those that can happen at first."""
    height, initial = len(encoding.levels), encoding.initial
    first = (e.top for e in encoding.events if all(initial[level] in moves for level, moves in e.moves.items()))
    return sum(height - event.top for event in encoding.events), sum(height - top for top in first)


def _split(system: System, owners: Owners) -> list[Encoding]:
    """Hubs in blocks beside their owners, in both directions, the better one first."""
    order = force(Hypergraph(len(system.components), _members(system, owners)))
    return _by_direction(
        lambda way: Encoding(system, tuple(_beside_owners(system, owners, way))),
        [number for number in order if number not in owners],
    )


def _beside_owners(system: System, owners: Owners, order: Sequence[int]) -> Iterator[Level]:
    blocks: dict[int | None, list[Level]] = {}
    for hub, states in owners.items():
        for owner, block in _blocks(states).items():
            blocks.setdefault(owner, []).append(Level(hub, block, is_block=True))
    for level in one_level_each(system, order).levels:
        yield level
        yield from blocks.get(level.component, ())
    yield from blocks.get(None, ())


def _blocks(owners: Sequence[int | None]) -> dict[int | None, tuple[int, ...]]:
    found: dict[int | None, list[int]] = {}
    for state, owner in enumerate(owners):
        found.setdefault(owner, []).append(state)
    return {owner: tuple(states) for owner, states in found.items()}
