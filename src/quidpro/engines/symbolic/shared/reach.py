"""Forward reachability, breadth first: rings of states by their distance from the initial ones.

The search stops at the first ring with a bad state. The next image is taken of the new states, or of all states found
so far when that diagram is the smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quidpro.core.events import Image, Listener, ignore
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.solvers.bdd import Bdd


@dataclass
class Reached:
    """What a search has found so far: the rings, their union, and whether there is nothing more."""

    states: Bdd
    rings: list[Bdd] = field(default_factory=list)
    complete: bool = False

    @property
    def diameter(self) -> int:
        """The number of rings: the images it takes until nothing is new."""
        return len(self.rings)


class Search:
    """A search that goes on ring by ring, as far as somebody asks."""

    def __init__(self, relation: Relation, initial: Bdd, events: Listener = ignore) -> None:
        self.relation = relation
        self.events = events
        rings = [initial] if initial.satisfiable() else []
        self.found = Reached(initial, rings, complete=not rings)

    def rings(self) -> Iterator[Bdd]:
        """Every ring: those found before, then new ones."""
        distance = 0
        while distance < len(self.found.rings) or self.advance():
            yield self.found.rings[distance]
            distance += 1

    def first(self, bad: Bdd) -> int | None:
        """The distance of the nearest bad state; None when none can be reached."""
        for distance, ring in enumerate(self.rings()):
            if (ring & bad).satisfiable():
                return distance
        return None

    def all(self) -> Reached:
        """Everything that can be reached."""
        while self.advance():
            pass
        return self.found

    def advance(self, allowed: Bdd | None = None) -> bool:
        """Find the next ring, by steps from ``allowed`` states and inputs only; whether there is one."""
        found, manager = self.found, self.relation.manager
        if found.complete:
            return False
        frontier = found.rings[-1]
        source = frontier if frontier.node_count() <= found.states.node_count() else found.states
        new = self.relation.image(source if allowed is None else source & allowed) & ~found.states
        found.complete = not new.satisfiable()
        if found.complete:
            return False
        found.rings.append(new)
        found.states = found.states | new
        self.events(Image(len(found.rings) - 1, found.states.node_count(), manager.table.approx_num_inner_nodes()))
        return True
