"""Searching a product for errors and deadlocks, and building it whole.

A small product is searched or built in plain Python, so that a small check never waits for the compiled kernel to load;
beyond :data:`SMALL` states, or when building :data:`small.SIZE` states and transitions, the kernel takes over, from the
start. Both find a shortest path, and both build the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, Protocol

from quidpro.core.budget import Budget
from quidpro.core.events import Explored, Listener
from quidpro.lts import small
from quidpro.lts.lts import LTS
from quidpro.lts.plain_product import Record
from quidpro.lts.product import Move, Product, Vector

Hit = Literal["error", "deadlock"]

SMALL = 400


@dataclass(frozen=True)
class Found:
    """What a search saw: how much, and a shortest path to the first hit (vectors from the initial one), if any."""

    states: int
    transitions: int
    hit: Hit | None = None
    path: tuple[Vector, ...] = ()


def search(
    product: Product, budget: Budget, events: Listener, *, errors: bool = True, deadlocks: bool = False
) -> Found:
    """A shortest path to an error or a deadlock, or the size of the whole product when there is none."""
    found = search_small(product, errors=errors, deadlocks=deadlocks)
    if found is not None:
        events(Explored(found.states, 0, found.transitions))
        return found
    from quidpro.lts.explore import Exploration

    exploration = Exploration(product)
    hit = exploration.run(budget, events, errors=errors, deadlocks=deadlocks)
    path = exploration.path() if hit else ()
    return Found(exploration.states, exploration.transitions, hit, path)


def search_small(product: Product, *, errors: bool, deadlocks: bool) -> Found | None:
    """The search in plain Python; None when there are more than SMALL states."""
    parent: dict[Vector, Vector | None] = {product.initial: None}
    queue = deque([product.initial])
    transitions = 0
    while queue:
        here = queue.popleft()
        moves = product.successors(here)
        transitions += len(moves)
        hit: Hit | None = None
        if errors and any(move.is_error for move in moves):
            hit = "error"
        elif deadlocks and not moves and not product.is_end(here):
            hit = "deadlock"
        if hit is not None:
            return Found(len(parent), transitions, hit, _path(parent, here))
        for move in moves:
            if not move.is_error and move.target not in parent:
                parent[move.target] = here
                queue.append(move.target)
        if len(parent) > SMALL:
            return None
    return Found(len(parent), transitions)


def _path(parent: dict[Vector, Vector | None], last: Vector) -> tuple[Vector, ...]:
    path = [last]
    while (before := parent[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))


def build(product: Product, budget: Budget, events: Listener, name: str = "", max_states: int | None = None) -> LTS:
    """The whole reachable product as an LTS; past ``max_states``, TooManyStates."""
    return record(product, budget, events, max_states).graph(name)


class Recorded(Protocol):
    """A product that was explored to its end."""

    def graph(self, name: str = "") -> LTS:
        """The product as an LTS."""

    def vector(self, state: int) -> Vector:
        """The local states behind a state of that LTS."""

    def path(self, state: int) -> tuple[Vector, ...]:
        """The vectors along a shortest way to a state of that LTS."""


def record(product: Product, budget: Budget, events: Listener, max_states: int | None = None) -> Recorded:
    """Explore the whole product and keep its transitions; past ``max_states``, TooManyStates."""
    try:
        plain = Record(product, small.Effort(small.SIZE), max_states)
    except small.TooLong:
        return _record_compiled(product, budget, events, max_states)
    events(Explored(plain.states, 0, plain.transitions))
    return plain


def _record_compiled(product: Product, budget: Budget, events: Listener, max_states: int | None) -> Recorded:
    from quidpro.lts.explore import Exploration

    exploration = Exploration(product, record=True)
    exploration.run(budget, events, max_states=max_states)
    return exploration


def steps(product: Product, path: tuple[Vector, ...], hit: Hit) -> list[Move]:
    """The moves along a path of vectors, and the last one into the error."""
    found = []
    for here, there in pairwise(path):
        found.append(next(m for m in product.successors(here) if m.target == there))
    if hit == "error":
        found.append(next(m for m in product.successors(path[-1]) if m.is_error))
    return found
