"""Which states of a system share a level, and in which order: a few ways, and a race of them.

What decides is how far events reach. Components that act together stand close to each other; a hub is split, and its
blocks stand beside the components that they are about, with what is about nobody at the bottom. Upside down, the same
order may take many times the nodes: saturation closes what is below before it looks above, so that events are to begin
far down. Nobody knows before which way is the best, so they race in turns, each with a limit on the nodes that it
makes and, when none is done, with a higher one; nodes and not seconds, so that the outcome is always the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Found, Listener, Nodes, begin, ignore
from quidpro.engines.explicit.saturated.encoding import Encoding, Level, one_level_each
from quidpro.engines.explicit.saturated.hubs import Owners, hub_sets
from quidpro.engines.explicit.saturated.order import Hypergraph, force
from quidpro.lts.system import System
from quidpro.solvers.mdd.forest import Forest, Node, TooManyNodes
from quidpro.solvers.mdd.saturation import Event, Saturation

_CANDIDATES = 5
_FIRST_NODES = 2_000
_FIRST_NODES_PER_LEVEL = 10
_GROWTH = 4
_LARGE = 1_000
"""From so many values on, a level is on top."""
_NEARLY = 0.02
"""Depths that differ by less are about the same."""


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
    for encoding, limit in _turns(encodings(system, budget), max_nodes):
        try:
            found = saturated(encoding, budget, events, limit)
        except TooManyNodes:
            continue
        found.forest.max_nodes = max_nodes
        return found
    raise TooManyNodes(max_nodes or 0)


def _turns(candidates: Sequence[Encoding], most: int | None) -> Iterator[tuple[Encoding, int]]:
    """Who may try, and with how many nodes: all in turn, the most promising one always a round ahead."""
    levels = max(len(encoding.levels) for encoding in candidates)
    limits = [0] * len(candidates)
    for turn in count():
        for place, encoding in enumerate(candidates):
            limit = (_FIRST_NODES + _FIRST_NODES_PER_LEVEL * levels) * _GROWTH ** (turn + (place == 0))
            limit = limit if most is None else min(limit, most)
            if limit > limits[place]:
                limits[place] = limit
                yield encoding, limit
        if all(limit == most for limit in limits):
            return


def saturated(encoding: Encoding, budget: Budget, events: Listener, max_nodes: int) -> Reached:
    """All states, seen in these levels; TooManyNodes past that many. When a limit ends it, it tells how far it came."""
    forest = Forest(encoding.sizes, budget, max_nodes, lambda made: events(Nodes(made)))
    saturation = Saturation(forest, encoding.events)
    try:
        states = saturation.closure(forest.vector(encoding.initial))
    except (BudgetExceeded, TooManyNodes):
        events(Nodes(forest.made))
        events(Found(saturation.found))
        raise
    return Reached(encoding, forest, states)


def encodings(system: System, budget: Budget | None = None) -> list[Encoding]:
    """Ways to see a system as levels, the most promising first."""
    declared = one_level_each(system, budget=budget)
    split = [_split(declared, owners) for owners in hub_sets(declared)[:2]]
    found: list[Encoding] = []
    for encoding in (*split[:1], *_plain(declared), *split[1:], declared):
        if all(encoding.levels != other.levels for other in found):
            found.append(encoding)
    return found[:_CANDIDATES]


def _plain(declared: Encoding) -> list[Encoding]:
    """A level for each component, in both directions."""
    order = force(Hypergraph(len(declared.parts), declared.members.values()))
    levels = [declared.levels[number] for number in order]
    return _by_direction(*(declared.rearranged(_large_first(way)) for way in (levels, levels[::-1])))


def _split(declared: Encoding, owners: Owners) -> Encoding:
    """Hubs in blocks beside their owners, in the better direction."""
    talk = ([number for number in members if number not in owners] for members in declared.members.values())
    order = force(Hypergraph(len(declared.parts), talk))
    levels = [declared.levels[number] for number in order if number not in owners]
    ways = (_beside(_large_first(way), owners) for way in (levels, levels[::-1]))
    return _by_direction(*map(declared.rearranged, ways))[0]


def _large_first(levels: Iterable[Level]) -> list[Level]:
    """Levels of many values on top: there they are worked off value by value, further down row by row."""
    return sorted(levels, key=lambda level: -level.size if level.size >= _LARGE else 0)


def _beside(levels: Iterable[Level], owners: Owners) -> Iterator[Level]:
    """The levels, each with the blocks of hubs that are about it; then those that are about nobody."""
    blocks: dict[int | None, list[Level]] = {}
    for hub, states in owners.items():
        for owner, block in _blocks(states).items():
            blocks.setdefault(owner, []).append(Level(hub, block, is_block=True))
    for level in levels:
        yield level
        yield from blocks.get(level.component, ())
    yield from blocks.get(None, ())


def _by_direction(*ways: Encoding) -> list[Encoding]:
    """The better one first.

    Events are to begin far down; where that is about the same, those are that can happen first.
    """
    depths = {id(way): _depth(way, way.events) for way in ways}
    least, most = min(depths.values()), max(depths.values())
    if most - least > _NEARLY * most:
        return sorted(ways, key=lambda way: depths[id(way)])
    return sorted(ways, key=lambda way: _depth(way, _possible_first(way)))


def _depth(encoding: Encoding, events: Iterable[Event]) -> int:
    """How many levels there are from the tops of events down."""
    height = len(encoding.levels)
    return sum(height - event.top for event in events)


def _possible_first(encoding: Encoding) -> Iterator[Event]:
    """The events that can happen in the initial state."""
    initial = encoding.initial
    return (e for e in encoding.events if all(initial[level] in moves for level, moves in e.moves.items()))


def _blocks(owners: Sequence[int | None]) -> dict[int | None, tuple[int, ...]]:
    found: dict[int | None, list[int]] = {}
    for state, owner in enumerate(owners):
        found.setdefault(owner, []).append(state)
    return {owner: tuple(states) for owner, states in found.items()}
