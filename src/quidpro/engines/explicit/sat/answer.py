"""What was found about a machine of bits, in the words of the system: clauses over local states, or moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quidpro.engines.explicit.sat.encode import Happened, Machine
from quidpro.engines.explicit.sat.neighbours import Fact
from quidpro.engines.explicit.sat.parts import Parts
from quidpro.engines.explicit.saturated.bad import Kind
from quidpro.engines.explicit.shared.traces import product_of
from quidpro.lts.product import Move, Product
from quidpro.solvers.circuit import Clauses, Reduced, Run, Simulator
from quidpro.verdict.explicit.evidence import Clause


def clauses_of(
    found: Clauses, facts: Sequence[Fact], reduced: Reduced, machine: Machine, parts: Parts
) -> tuple[Clause, ...]:
    """The invariant over the states of the original components, which are in those that they can reach alone."""
    known = (_named({i: set(states) for i, states in fact}, parts) for fact in facts)
    learned = (_clause(one, machine, parts) for one in reduced.proof(found).clauses)
    every = [*_reachable(parts), *known, *learned]
    return tuple(dict.fromkeys(clause for clause in every if clause is not None))


def _reachable(parts: Parts) -> Iterator[Clause]:
    for component, classes in zip(parts.original.components, parts.classes, strict=True):
        if -1 in classes:
            yield ((component.name, tuple(state for state, number in enumerate(classes) if number >= 0)),)


def _clause(literals: Sequence[int], machine: Machine, parts: Parts) -> Clause | None:
    """The states of each component that satisfy one of the literals; None where all do."""
    states: dict[int, set[int]] = {}
    for literal in literals:
        component, having = machine.literal(literal)
        states.setdefault(component, set()).update(having)
    if any(len(some) == parts.system.components[number].lts.states for number, some in states.items()):
        return None
    return _named(states, parts)


def _named(states: Mapping[int, set[int]], parts: Parts) -> Clause:
    components = parts.original.components
    return tuple((components[i].name, parts.states(i, some)) for i, some in sorted(states.items()))


def moves_of(found: Run, reduced: Reduced, machine: Machine, parts: Parts, kind: Kind) -> tuple[Move, ...]:
    """The run of the system, without what has nothing to do with how it ends."""
    inputs = [frozenset(reduced.inputs[i] for i in some) for some in found.inputs]
    first = frozenset(i for i, value in enumerate(machine.circuit.reset) if value)
    happened = list(machine.happened(Simulator(machine.circuit).run(first, inputs)))
    if kind == "deadlock":
        return _played(happened, parts)
    last = _last_move(happened, Product([component.lts for component in parts.system.components]))
    moves = _played(_needed(happened, last), parts)
    product = Product([component.lts for component in parts.original.components])
    here = moves[-1].target if moves else product.initial
    return (*moves, product.first(here, lambda move: move.is_error and _is_same(move, last)))


def _is_same(move: Move, other: Move) -> bool:
    return move.action == other.action and move.moves.keys() == other.moves.keys()


def _last_move(happened: Sequence[Happened], product: Product) -> Move:
    """A step into ERROR after all that has happened."""
    here = list(product.initial)
    for one in happened:
        for component, state in one.targets.items():
            here[component] = state
    return product.first(tuple(here), lambda move: move.is_error)


def _needed(happened: Sequence[Happened], last: Move) -> list[Happened]:
    """What brings the components of the last move, and those that they meet on the way, to where they are."""
    concerned, kept = set(last.moves), []
    for one in reversed(happened):
        if concerned.intersection(one.joint.members):
            concerned.update(one.joint.members)
            kept.append(one)
    return kept[::-1]


def _played(happened: Sequence[Happened], parts: Parts) -> tuple[Move, ...]:
    """The moves of the original components."""
    found, here = [], list(product_of(parts.original).initial)
    for one in happened:
        taken = {}
        for component, target in one.targets.items():
            taken[component], here[component] = parts.transition(component, here[component], one.joint.action, target)
        found.append(Move(one.joint.action, taken, tuple(here)))
    return tuple(found)
