"""Searching a product for errors and deadlocks, and building it whole.

A small product is searched or built in plain Python, so that a small check never waits for the compiled kernel; beyond
:func:`small.limit` states and transitions the kernel takes over, from the start. Both find the same path, a shortest
one, and both build the same. Searches are many and short, so that once the kernel is there it is asked sooner.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Literal, Protocol

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Explored, Listener
from quidpro.lts.lts import LTS, Ints
from quidpro.lts.plain_product import Moves, Record
from quidpro.lts.product import Move, Product, Vector

Hit = Literal["error", "deadlock"]

MAX_QUICK = 2_000
"""Plain Python searches this many states and transitions when the kernel is loaded, or when a search must be quick."""
_STEPS_PER_STATE = 4


@dataclass(frozen=True)
class Found:
    """What a search saw: how much, and a shortest path to the first hit (vectors from the initial one), if any."""

    states: int
    transitions: int
    hit: Hit | None = None
    path: tuple[Vector, ...] = ()


def search(
    product: Product,
    budget: Budget,
    events: Listener,
    *,
    errors: bool = True,
    deadlocks: bool = False,
    max_states: int | None = None,
) -> Found:
    """A shortest path to an error or a deadlock, or the size of the whole product when there is none.

    Raises TooManyStates past ``max_states``, if those are more than plain Python looks at; and where they are so few
    that it does not pay to load the kernel for them.
    """
    effort = min(small.limit(), MAX_QUICK) if small.kernels_pay() else _plain_effort(max_states)
    found = search_small(product, effort, errors=errors, deadlocks=deadlocks)
    if found is not None:
        events(Explored(found.states, 0, found.transitions))
        return found
    if max_states is not None and max_states < small.KERNEL_SIZE and not small.kernels_pay():
        raise TooManyStates(max_states)
    from quidpro.lts.explore import Exploration

    exploration = Exploration(product)
    hit = exploration.run(budget, events, errors=errors, deadlocks=deadlocks, max_states=max_states)
    path = exploration.path() if hit else ()
    return Found(exploration.states, exploration.transitions, hit, path)


def _plain_effort(max_states: int | None) -> int:
    """How many states and transitions plain Python looks at, where no more than some states are asked for."""
    return small.limit() if max_states is None else min(small.limit(), _STEPS_PER_STATE * max_states)


def search_small(product: Product, effort: int = MAX_QUICK, *, errors: bool, deadlocks: bool) -> Found | None:
    """The search in plain Python; None when it meets more states and transitions than that."""
    try:
        with small.spending(effort) as left:
            return _search_plain(product, left, errors=errors, deadlocks=deadlocks)
    except small.TooLong:
        return None


def _search_plain(product: Product, effort: small.Effort, *, errors: bool, deadlocks: bool) -> Found:
    parent: dict[Vector, Vector | None] = {product.initial: None}
    queue = deque([product.initial])
    moves = Moves(product, effort)
    transitions = 0
    while queue:
        here = queue.popleft()
        effort.spend(1)
        targets = [target for _, target in moves.of(here)]
        transitions += len(targets)
        hit: Hit | None = None
        if errors and None in targets:
            hit = "error"
        elif deadlocks and not targets and not product.is_end(here):
            hit = "deadlock"
        if hit is not None:
            return Found(len(parent), transitions, hit, _path(parent, here))
        for target in targets:
            if target is not None and target not in parent:
                parent[target] = here
                queue.append(target)
    return Found(len(parent), transitions)


def _path(parent: dict[Vector, Vector | None], last: Vector) -> tuple[Vector, ...]:
    path = [last]
    while (before := parent[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))


def build(product: Product, budget: Budget, events: Listener, name: str = "", max_states: int | None = None) -> LTS:
    """The whole reachable product as an LTS; raises TooManyStates past ``max_states``."""
    return record(product, budget, events, max_states).graph(name)


class Recorded(Protocol):
    """A product that was explored to its end."""

    def graph(self, name: str = "") -> LTS:
        """The product as an LTS."""

    def vector(self, state: int) -> Vector:
        """The local states behind a state of that LTS."""

    def vectors(self) -> Ints:
        """The local states behind all states, a row for each."""

    def path(self, state: int) -> tuple[Vector, ...]:
        """The vectors along a shortest way to a state of that LTS."""


def record(product: Product, budget: Budget, events: Listener, max_states: int | None = None) -> Recorded:
    """Explore the whole product and keep its transitions; raises TooManyStates past ``max_states``."""
    try:
        with small.spending(small.limit()) as effort:
            plain = Record(product, effort, max_states)
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
    found = [product.first(here, partial(_leads_to, there)) for here, there in pairwise(path)]
    if hit == "error":
        found.append(product.first(path[-1], lambda move: move.is_error))
    return found


def _leads_to(there: Vector, move: Move) -> bool:
    return move.target == there
