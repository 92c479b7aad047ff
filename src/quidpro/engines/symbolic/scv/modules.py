"""Symbolic modules in decision diagrams, from the parts of a cut."""

from __future__ import annotations

from collections.abc import Iterable

from quidpro.engines.symbolic.scv.algorithm import Pair
from quidpro.engines.symbolic.scv.cut import Cut, Part
from quidpro.engines.symbolic.scv.module import Module
from quidpro.engines.symbolic.shared.bits import Bits
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.flat.model import Spec
from quidpro.solvers.bdd import Bdd


def pair(cut: Cut, spec: Spec, machine: Machine) -> Pair:
    """M1, M2 and ¬φ."""
    assert spec.invariant is not None
    with machine.manager.limits():
        wrong = ~machine.predicate(spec.invariant, spec.place)
        return Pair(module("M1", cut.first, cut, machine), module("M2", cut.second, cut, machine), wrong)


def module(name: str, part: Part, cut: Cut, machine: Machine) -> Module:
    """One part: its clauses, the domains of what it sees, and which bits are whose."""
    bits, manager = machine.bits, machine.manager
    visible = [v for v in cut.model.variables.values() if v.name in part.variables or v.name in part.inputs]
    kept = [v.name for v in visible if v.kind != "input"]
    read = [v.name for v in visible if v.kind == "input"]
    init = [f for c in part.clauses if c.kind != "trans" for f in machine.parts(c)]
    steps = [f for c in part.clauses if c.kind == "trans" for f in machine.parts(c)]
    steps += [f for c in part.clauses if c.kind == "invar" for f in machine.parts(c, following=True)]
    relation = Relation(
        manager,
        [*steps, *(bits.domain(v, following=True) for v in kept), *(bits.domain(v) for v in read)],
        _levels(bits, kept),
        _levels(bits, kept, following=True),
        _levels(bits, read),
        machine.cluster_nodes,
    )
    return Module(
        manager,
        name,
        manager.conjunction([*init, *(bits.domain(v) for v in kept)]),
        relation,
        letters=_levels(bits, cut.shared),
        private=_levels(bits, (v.name for v in visible if v.name in part.private)),
        inputs=_levels(bits, (v.name for v in visible if v.name in part.inputs)),
        alphabet=alphabet(cut, bits),
    )


def alphabet(cut: Cut, bits: Bits) -> Bdd:
    """The letters: every communication variable has one of its values."""
    return bits.manager.conjunction(bits.domain(v) for v in cut.shared)


def _levels(bits: Bits, names: Iterable[str], *, following: bool = False) -> tuple[int, ...]:
    return tuple(level for name in names for level in bits.levels(name, following=following))
