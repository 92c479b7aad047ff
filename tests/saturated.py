"""Proofs by saturation made in the plainest way, and what a set of a certificate says, straight from the definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quidpro.engines.explicit.saturated.encoding import Encoding
from quidpro.engines.explicit.saturated.proof import state_set
from quidpro.lts import System
from quidpro.solvers.mdd.forest import Forest, Node
from quidpro.solvers.mdd.saturation import Saturation
from quidpro.verdict.explicit.evidence import Certificate, StateSet
from tests.naive_product import NaiveProduct, State
from tests.unit.certify_samples import certificate


def claimed(system: System, kind: str) -> System:
    """The system that a question of this kind is asked of."""
    return system if kind == "safety" else system.unwatched()


def is_so(system: System, kind: str) -> bool:
    """Whether there is no error, or no deadlock."""
    product = NaiveProduct(claimed(system, kind))
    return (product.error_depth() if kind == "safety" else product.deadlock_depth()) is None


def reached(encoding: Encoding) -> tuple[Forest, Node]:
    """All that the system of an encoding reaches."""
    forest = Forest(encoding.sizes)
    return forest, Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))


def proof(encoding: Encoding, kind: str = "safety", found: tuple[Forest, Node] | None = None) -> Certificate:
    """The certificate with this set, or with what is reached, whether or not it shows anything."""
    forest, node = found or reached(encoding)
    states = state_set(encoding, forest.diagram(node))
    return replace(certificate(encoding.system, "saturation", kind), states=states)


def shows(states: StateSet, product: NaiveProduct, kind: str) -> bool:
    """Whether the states of a well-formed set have the initial one, are closed, and none goes wrong or is stuck."""
    known = set(_states(states, product.system))
    steps = {state: product.successors(state) for state in known}
    if tuple(lts.initial for lts in product.parts) not in known:
        return False
    if any(target is not None and target not in known for edges in steps.values() for _, target in edges):
        return False
    if kind == "safety":
        return not any(target is None for edges in steps.values() for _, target in edges)
    return all(edges or product.is_end(state) for state, edges in steps.items())


def _states(states: StateSet, system: System) -> Iterator[State]:
    """The states that the set stands for; where a component is in no block or in two, it stands for none."""
    levels = [(name, own, sum(name == other for other, _ in states.levels) > 1) for name, own in states.levels]
    for vector in _vectors(states, 0, 0):
        at: dict[str, list[int]] = {component.name: [] for component in system.components}
        for (name, own, is_block), value in zip(levels, vector, strict=True):
            at[name] += [] if is_block and value == 0 else [own[value - is_block]]
        if all(len(found) == 1 for found in at.values()):
            yield tuple(found[0] for found in at.values())


def _vectors(states: StateSet, level: int, node: int) -> Iterator[tuple[int, ...]]:
    if level == len(states.levels):
        yield ()
        return
    for value, child in states.nodes[level][node]:
        yield from ((value, *rest) for rest in _vectors(states, level + 1, child))
