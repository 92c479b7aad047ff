"""Counterexamples: a path of full states back through the rings of a search.

Every state but the last comes with the inputs of the step that leaves it, as :func:`quidpro.flat.explicit.replay`
wants it.
"""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.flat.types import Value
from quidpro.solvers.bdd import Bdd

State = dict[str, Value]


def picked(machine: Machine, among: Bdd, *, inputs: bool = False) -> State:
    """Some state of a set (of states, or of pairs of state and input)."""
    literals = machine.manager.pick(among, range(machine.manager.variables))
    assert literals is not None
    kept = machine.model.variables if inputs else [v.name for v in machine.model.states]
    return machine.bits.decoded(literals, kept)


def state_set(machine: Machine, state: State) -> Bdd:
    """The set of one state, whatever its inputs."""
    return machine.bits.state({v.name: state[v.name] for v in machine.model.states})


def path_to(machine: Machine, rings: Sequence[Bdd], bad: Bdd) -> list[State]:
    """A path from an initial state to a bad state of the last ring."""
    return path_back(machine, rings[:-1], picked(machine, rings[-1] & bad))


def path_back(machine: Machine, rings: Sequence[Bdd], last: State) -> list[State]:
    """A path through the rings, one state in each, to a state that has a predecessor in the last of them."""
    path = [last]
    for ring in reversed(rings):
        before = machine.relation.preimage_with_inputs(state_set(machine, path[-1])) & ring
        path.append(picked(machine, before, inputs=True))
    return path[::-1]


def last_step(machine: Machine, state: State, among: Bdd) -> list[State]:
    """A step from a state among given steps."""
    steps = machine.relation.restricted(state_set(machine, state) & among)
    literals = machine.manager.pick(steps, range(machine.manager.variables))
    assert literals is not None
    following = [v.name for v in machine.model.states]
    return [machine.bits.decoded(literals, machine.model.variables), machine.bits.decoded_next(literals, following)]
