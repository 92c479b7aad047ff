"""A transition relation in parts, images and preimages that never build the whole of it, and forward reachability.

The relation is the conjunction of its parts (one for each assignment or TRANS conjunct, or for each bit). Parts are
put in an order that lets variables go early, neighbours are merged while the result stays small, and every variable
is quantified with the last cluster that speaks of it (Burch, Clarke and Long 1991; the order is the one of Ranjan et
al., IWLS 1995). Images and preimages quantify different variables, so that each direction has its own schedule.

Sets of states are over the current variables; a relation may also speak of inputs, which images forget and which
preimages forget or keep.

A search goes breadth first, in rings of states by their distance from the initial ones, and stops at the first ring
with a bad state. The next image is taken of the new states, or of all states found so far when that diagram is the
smaller one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from quidpro.core.events import Image, Listener, ignore
from quidpro.solvers.bdd import Bdd, Manager

MAX_CLUSTER_NODES = 5000
"""Neighbouring parts are merged while their conjunction has at most this many nodes."""


@dataclass(frozen=True)
class Part:
    """A conjunct of the relation and the variables it depends on, as a set of bits."""

    function: Bdd
    support: int


@dataclass(frozen=True)
class Step:
    """Conjoin a cluster and quantify what no later cluster speaks of."""

    cluster: Bdd
    quantified: Bdd


@dataclass(frozen=True)
class Schedule:
    """Quantify what no cluster speaks of, then take the steps."""

    first: Bdd
    steps: tuple[Step, ...]


def mask(variables: Iterable[int]) -> int:
    """A set of variables as the bits of a number."""
    result = 0
    for variable in variables:
        result |= 1 << variable
    return result


def members(bits: int) -> list[int]:
    """The variables in a set of bits."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def arrange(parts: Sequence[Part], quantifiable: int) -> list[Part]:
    """The parts in an order that lets quantifiable variables go early and brings others in late."""
    left = dict(enumerate(parts))
    users = _users(parts)
    once = mask(v for v, using in users.items() if len(using) == 1) & quantifiable
    pending, absent = quantifiable, mask(users) & ~quantifiable
    order: list[Part] = []
    while left:
        chosen = max(left, key=lambda i: (_benefit(left[i].support, once, pending, absent), -i))
        part = left.pop(chosen)
        order.append(part)
        pending &= ~(part.support & once)
        absent &= ~part.support
        for variable in members(part.support & quantifiable):
            users[variable].discard(chosen)
            once = once | 1 << variable if len(users[variable]) == 1 else once & ~(1 << variable)
    return order


def _users(parts: Sequence[Part]) -> dict[int, set[int]]:
    users: dict[int, set[int]] = {}
    for index, part in enumerate(parts):
        for variable in members(part.support):
            users.setdefault(variable, set()).add(index)
    return users


def _benefit(support: int, once: int, pending: int, absent: int) -> float:
    """How good it is to take a part next: what it lets go, what it brings in, how deep its variables are."""
    here = support & pending
    quantified, going = here.bit_count(), (support & once).bit_count()
    coming = (support & absent).bit_count()
    freed = going / quantified if quantified else 0.0
    share = quantified / max(1, pending.bit_count())
    depth = here.bit_length() / max(1, pending.bit_length())
    fresh = 1 - coming / max(1, absent.bit_count())
    return 2 * freed + share + depth + 2 * fresh


def merge_parts(manager: Manager, parts: Sequence[Part], max_nodes: int = MAX_CLUSTER_NODES) -> list[Part]:
    """Neighbours merged while their conjunction stays small."""
    clusters: list[Part] = []
    for part in parts:
        if clusters:
            merged = clusters[-1].function & part.function
            if merged.node_count() <= max_nodes:
                clusters[-1] = Part(merged, clusters[-1].support | part.support)
                continue
        clusters.append(part)
        manager.poll()
    return clusters


def make_schedule(manager: Manager, clusters: Sequence[Part], quantifiable: int) -> Schedule:
    """When to quantify: each variable with the last cluster that speaks of it."""
    steps: list[Step] = []
    left = quantifiable
    for cluster in reversed(clusters):
        steps.append(Step(cluster.function, manager.cube(members(cluster.support & left))))
        left &= ~cluster.support
    return Schedule(manager.cube(members(left)), tuple(reversed(steps)))


class Relation:
    """The conjunction of parts over current variables, next variables and inputs; some may be parts of another."""

    def __init__(
        self,
        manager: Manager,
        parts: Iterable[Bdd | Part],
        current: Sequence[int],
        following: Sequence[int],
        inputs: Sequence[int] = (),
        cluster_nodes: int = MAX_CLUSTER_NODES,
    ) -> None:
        self.manager = manager
        self.current, self.following, self.inputs = tuple(current), tuple(following), tuple(inputs)
        known = (one if isinstance(one, Part) else Part(one, mask(manager.support(one))) for one in parts)
        self.parts = [part for part in known if part.function != manager.true]
        self.cluster_nodes = cluster_nodes
        self._to_current = manager.renaming(following, current)
        self._to_following = manager.renaming(current, following)

    @cached_property
    def clusters(self) -> list[Part]:
        """The parts, merged along the order that suits images."""
        return self._clusters(mask(self.current) | mask(self.inputs))

    @cached_property
    def _forward(self) -> Schedule:
        return make_schedule(self.manager, self.clusters, mask(self.current) | mask(self.inputs))

    @cached_property
    def _backward(self) -> Schedule:
        going = mask(self.following) | mask(self.inputs)
        return make_schedule(self.manager, self._clusters(going), going)

    @cached_property
    def _backward_with_inputs(self) -> Schedule:
        going = mask(self.following)
        return make_schedule(self.manager, self._clusters(going), going)

    def _clusters(self, going: int) -> list[Part]:
        return merge_parts(self.manager, arrange(self.parts, going), self.cluster_nodes)

    def in_use(self) -> list[Bdd]:
        """The parts, and the clusters of the directions that were asked for."""
        schedules = (vars(self).get(name) for name in ("_forward", "_backward", "_backward_with_inputs"))
        clusters = (step.cluster for schedule in schedules if schedule is not None for step in schedule.steps)
        return [*(part.function for part in self.parts), *clusters]

    @cached_property
    def input_cube(self) -> Bdd:
        """The inputs, to be quantified."""
        return self.manager.cube(self.inputs)

    def primed(self, states: Bdd) -> Bdd:
        """The same set over the next variables."""
        return states.substitute(self._to_following)

    def unprimed(self, states: Bdd) -> Bdd:
        """The same set over the current variables."""
        return states.substitute(self._to_current)

    def image(self, states: Bdd) -> Bdd:
        """The successors of states (or of pairs of state and input)."""
        return self.unprimed(self._run(self._forward, states))

    def preimage(self, states: Bdd) -> Bdd:
        """The states with a successor among these, whatever the input."""
        return self._run(self._backward, self.primed(states))

    def preimage_with_inputs(self, states: Bdd) -> Bdd:
        """The pairs of state and input with a successor among these states."""
        return self._run(self._backward_with_inputs, self.primed(states))

    def sources(self, steps: Bdd) -> Bdd:
        """The states with a step among these, a set of triples of state, input and state that follows."""
        return self._run(self._backward, steps)

    def restrict(self, steps: Bdd) -> Bdd:
        """The steps of the relation among these; meant for few, say those of one state."""
        return self.manager.conjunction([steps, *(cluster.function for cluster in self.clusters)])

    def _run(self, schedule: Schedule, states: Bdd) -> Bdd:
        manager = self.manager
        result = manager.exists(states, schedule.first)
        for step in schedule.steps:
            result = manager.and_exists(result, step.cluster, step.quantified)
            manager.poll()
        return result


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
    """A search that goes on ring by ring, as far as it is asked to."""

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
