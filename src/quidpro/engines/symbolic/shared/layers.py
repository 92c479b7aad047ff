"""Layers of a model: the variables of a property, then those that they depend on directly, and so on.

Only the clauses about a layer are kept, and all else may do what it likes. What is left can do all that the model can,
so that what is not reached in it is not reached at all: a proof about a layer is one about the model. What a layer does
wrong says nothing until it is the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.flat.clauses import Clause
from quidpro.solvers.bdd import Bdd

_GROWTH = 2
"""A layer is left out where the one after it is at most so many times as large as the last one that was not."""


def layers(clauses: Sequence[Clause], seeds: Iterable[str]) -> Iterator[frozenset[str]]:
    """Variables, then those with what they depend on directly, and so on; the last layer is the cone of influence."""
    wider = frozenset(seeds)
    while True:
        yield wider
        found, wider = wider, wider.union(*(clause.names for clause in clauses_about(clauses, wider)))
        if wider == found:
            return


def worthwhile(
    clauses: Sequence[Clause],
    seeds: Iterable[str],
    everything: frozenset[str],
    bits: Callable[[frozenset[str]], int],
    share: float = 0.9,
) -> Iterator[frozenset[str]]:
    """The layers that have less than a share of all bits, and each clearly more than the one before it."""
    last = 0
    for layer, wider in pairwise((*layers(clauses, seeds), everything)):
        size = bits(layer)
        if size >= share * bits(everything):
            return
        if size > last and bits(wider) > _GROWTH * last:
            yield layer
            last = size


def clauses_about(clauses: Iterable[Clause], about: Collection[str]) -> list[Clause]:
    """The clauses that say how these variables go on: a constraint is about all that it names."""
    return [c for c in clauses if any(name in about for name in ((c.decides.name,) if c.decides else c.names))]


def initial(machine: Machine, clauses: Sequence[Clause], kept: Collection[str]) -> Bdd:
    """The initial values of some variables, as clauses have them."""
    bits, states = machine.bits, _states(machine, kept)
    parts = [part for c in clauses if c.kind != "trans" for part in machine.parts(c)]
    parts += [bits.domain(v) for v in (*states, *_others(clauses, states))]
    free = machine.manager.cube(bits.all_levels(_others(clauses, states)))
    return machine.manager.exists(machine.manager.conjunction(parts), free)


def steps(
    machine: Machine,
    clauses: Sequence[Clause],
    kept: Collection[str],
    more: Sequence[Bdd] = (),
    more_bits: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
) -> Relation:
    """The steps of some variables, as clauses have them; all others have any value, now and next.

    ``more`` is to be conjoined, and speaks of bits of its own, now and next.
    """
    bits, model, states = machine.bits, machine.model, _states(machine, kept)
    others = _others(clauses, states)
    parts = [*machine.steps_of(clauses), *more]
    parts += [*(bits.domain(v, following=True) for v in states), *(bits.domain(v) for v in others)]
    free = bits.all_levels(others)
    free += bits.all_levels((v for v in others if model.variables[v].kind != "input"), following=True)
    current = bits.all_levels(states) + more_bits[0]
    following = bits.all_levels(states, following=True) + more_bits[1]
    return Relation(machine.manager, parts, current, following, free, machine.cluster_nodes)


def _states(machine: Machine, kept: Collection[str]) -> list[str]:
    return [v for v in sorted(kept) if machine.model.variables[v].kind != "input"]


def _others(clauses: Iterable[Clause], states: Collection[str]) -> list[str]:
    return sorted({name for clause in clauses for name in clause.names} - set(states))
