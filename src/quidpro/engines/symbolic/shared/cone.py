"""Invariants for certificates, about as few variables as will do.

A search finds the reachable states of all variables. For a proof it is enough to say what holds of the variables that
the property (and the assumption) reads, and of some that these depend on: often a few nodes instead of a large
diagram, and as much less work for whoever checks it. What is reached is projected to these variables, then to those
that they depend on directly, and so on up to the cone of influence; the first projection that steps keep is taken,
where all other variables may do what they like. Nearly always there is one; not where a constraint on variables outside
the cone is what keeps states from being reached. Where even that is large, the states from which nothing bad can be
reached are looked for, backwards: they are the weakest invariant there is, and often a simpler one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from quidpro.core.errors import BudgetExceeded
from quidpro.engines.symbolic.shared.layers import clauses_about, layers, steps
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.flat.clauses import Clause
from quidpro.solvers.bdd import Bdd

if TYPE_CHECKING:
    from quidpro.engines.symbolic.scv.dfa import Encoded, SymbolicDFA

LARGE_NODES = 1000
"""An invariant with at most this many nodes is simple enough."""


def read_letters(dfa: SymbolicDFA, shared: Iterable[str], machine: Machine) -> tuple[SymbolicDFA, list[str]]:
    """The communication variables that some edge depends on, and the DFA over these alone."""
    labels = {id(label): label for targets in dfa.edges for label in targets.values()}
    read = []
    for name in shared:
        without = _without(name, labels, machine)
        domain = machine.bits.domain(name)
        if any(without[key] & domain != label for key, label in labels.items()):
            read.append(name)
        else:
            labels = without
    edges = tuple({target: labels[id(label)] for target, label in targets.items()} for targets in dfa.edges)
    return replace(dfa, edges=edges), read


def _without(name: str, labels: dict[int, Bdd], machine: Machine) -> dict[int, Bdd]:
    manager = machine.manager
    cube = manager.cube(machine.bits.levels(name))
    return {key: manager.exists(label, cube) for key, label in labels.items()}


@dataclass(frozen=True, eq=False)
class Premise:
    """What a proof shows: ``bad`` states, which speak of the ``seeds``, are not among those that are ``reached``.

    ``visible`` are the variables that ``reached`` speaks of, beside those of an assumption.
    """

    clauses: Sequence[Clause]
    visible: Collection[str]
    seeds: frozenset[str]
    reached: Bdd
    bad: Bdd
    encoded: Encoded | None = None


def invariant(machine: Machine, premise: Premise) -> Bdd:
    """A set that has all that is reached and nothing bad, and that steps keep, as simple as it can be had cheaply."""
    manager = machine.manager
    large = False
    for kept in layers(premise.clauses, premise.seeds):
        others = machine.bits.all_levels(name for name in premise.visible if name not in kept)
        found = manager.exists(premise.reached, manager.cube(others))
        if not large and found.node_count() > LARGE_NODES:
            large = True
            weakest = _weakest(machine, premise)
            if weakest is not None:
                return weakest
        if others and manager.implies(_steps(machine, kept, premise).image(found), found):
            return found
    return premise.reached


def _weakest(machine: Machine, premise: Premise) -> Bdd | None:
    """The states from which no bad one can be reached; None when they take more nodes than what is reached does.

    Also when some of them are reached, since constraints outside the cone are left out; or when time runs out, since
    the proof stands without.
    """
    *_, whole = layers(premise.clauses, premise.seeds)
    backwards, back = _steps(machine, whole, premise), premise.bad
    max_nodes = premise.reached.node_count()
    try:
        while back.node_count() < max_nodes:
            wider = back | backwards.preimage(back)
            if wider == back:
                return None if (back & premise.reached).satisfiable() else ~back
            back = wider
    except BudgetExceeded:
        pass
    return None


def _steps(machine: Machine, kept: Collection[str], premise: Premise) -> Relation:
    """The steps of some variables, together with those of an assumption."""
    clauses, encoded = clauses_about(premise.clauses, kept), premise.encoded
    if encoded is None:
        return steps(machine, clauses, kept)
    return steps(machine, clauses, kept, (encoded.relation,), (encoded.bits.current, encoded.bits.following))
