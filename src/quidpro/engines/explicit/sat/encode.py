"""A system of LTSs as a machine of bits.

Each component chooses, by inputs of its own, one of its actions or none; an action happens where all that have it have
chosen it and can do it. So several actions may happen in one step of the machine. No two of them have a component in
common, and one after the other, in any order, they lead to the same state: the machine reaches what the system reaches,
in fewer steps (step semantics; in bounded model checking Heljanko 2001). Steps into ERROR are left out; a state that
has one is bad, if that is the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.core.budget import Budget
from quidpro.engines.explicit.sat.codes import Code, differs, is_number
from quidpro.engines.explicit.sat.neighbours import Fact
from quidpro.engines.explicit.saturated.bad import Kind, going_on, into_error
from quidpro.engines.explicit.saturated.encoding import one_level_each
from quidpro.lts.lts import ERROR, TAU_NAME
from quidpro.lts.system import System
from quidpro.solvers.aig import Aig, evaluate, value
from quidpro.solvers.circuit import Circuit, Run, leaves

_POLL_ACTIONS = 256


@dataclass(frozen=True)
class Joint:
    """An action and the components that take part in it, a silent step of one of them included."""

    action: str
    members: tuple[int, ...]


@dataclass(frozen=True)
class Happened:
    """An action that happened in a step, and the states that its components went into."""

    joint: Joint
    targets: Mapping[int, int]


def has_choice(system: System) -> bool:
    """Whether there are two ways to see the system in bits."""
    return any(differs(component.lts.states) for component in system.components)


class Machine:
    """A system without priority in bits, and the question about it; ``facts`` are true of all of its states."""

    def __init__(self, system: System, kind: Kind, one_hot: bool, budget: Budget, facts: Sequence[Fact] = ()) -> None:
        self.budget = budget
        self._encoding = one_level_each(system, budget=budget)
        self._graph = Aig()
        self.codes = [Code(self._graph, lts.states, one_hot) for lts in self._encoding.parts]
        self._inputs: list[int] = []
        self._joints = [*self._silent(), *(Joint(a, members) for a, members in self._encoding.members.items())]
        self._happens = self._happening()
        self.circuit = self._circuit(kind, facts)

    def _silent(self) -> Iterator[Joint]:
        for number, steps in enumerate(self._encoding.steps):
            if TAU_NAME in steps:
                yield Joint(TAU_NAME, (number,))

    def _choice(self, size: int) -> list[int]:
        """Inputs for a number that is less than the size."""
        found = [self._graph.input() for _ in range((size - 1).bit_length())]
        self._inputs += found
        return found

    def _happening(self) -> list[int]:
        """For each action the function that says whether it happens; a component that chooses 0 does nothing."""
        own: list[dict[Joint, int]] = [{} for _ in self.codes]
        for joint in self._joints:
            for number in joint.members:
                own[number][joint] = len(own[number]) + 1
        chosen = [self._choice(len(numbers) + 1) for numbers in own]
        found = []
        for turn, joint in enumerate(self._joints):
            if not turn % _POLL_ACTIONS:
                self.budget.check()
            wanted = (is_number(self._graph, chosen[i], own[i][joint]) for i in joint.members)
            able = (self.codes[i].is_among(self._targets(i, joint.action)) for i in joint.members)
            found.append(self._graph.all_of([*wanted, *able]))
        return found

    def _targets(self, number: int, action: str) -> dict[int, list[int]]:
        """The steps of a component by an action, ERROR left out."""
        steps = self._encoding.steps[number].get(action, {})
        inside = {state: [t for t in targets if t != ERROR] for state, targets in steps.items()}
        return {state: targets for state, targets in inside.items() if targets}

    def _circuit(self, kind: Kind, known: Sequence[Fact]) -> Circuit:
        graph = self._graph
        following: list[int] = []
        joints_of: list[list[int]] = [[] for _ in self.codes]
        for i, joint in enumerate(self._joints):
            for number in joint.members:
                joints_of[number].append(i)
        for number, joints in enumerate(joints_of):
            following += self._following(number, joints)
        initial = [lts.initial for lts in self._encoding.parts]
        facts = [fact for code in self.codes for fact in code.facts]
        facts += (graph.any_of(self.codes[i].is_among(states) for i, states in fact) for fact in known)
        patterns = [(code, code.patterns[state]) for code, state in zip(self.codes, initial, strict=True)]
        return Circuit(
            graph,
            latches=[bit for code in self.codes for bit in code.bits],
            next=following,
            reset=[pattern >> i & 1 for code, pattern in patterns for i in range(len(code.bits))],
            inputs=self._inputs,
            bad=self._bad(kind),
            facts=graph.all_of(facts),
        )

    def _following(self, number: int, joints: Sequence[int]) -> list[int]:
        """The bits of a component after a step; where several states can follow, inputs decide."""
        self.budget.check()
        graph, code = self._graph, self.codes[number]
        steps = {i: self._targets(number, self._joints[i].action) for i in joints}
        most = max((len(targets) for by_state in steps.values() for targets in by_state.values()), default=1)
        decided = self._choice(most)
        into: dict[int, list[int]] = {}
        for i, by_state in steps.items():
            for state, targets in by_state.items():
                here = graph.conj(self._happens[i], code.is_in(state))
                for target, condition in zip(targets, self._decisions(decided, len(targets)), strict=True):
                    into.setdefault(target, []).append(graph.conj(here, condition))
        moves = graph.any_of(self._happens[i] for i in joints)
        return code.following({state: graph.any_of(ways) for state, ways in into.items()}, moves)

    def _decisions(self, bits: Sequence[int], count: int) -> list[int]:
        """A condition for each of some possibilities, exactly one of which is true."""
        first = [is_number(self._graph, bits, number) for number in range(count - 1)]
        return [*first, self._graph.any_of(first) ^ 1]

    def _bad(self, kind: Kind) -> int:
        cubes = (into_error if kind == "safety" else going_on)(self._encoding)
        met = [self._graph.all_of(self.codes[i].is_among(s) for i, s in cube.items()) for cube in cubes]
        found = self._graph.any_of(met)
        return found if kind == "safety" else found ^ 1

    def literal(self, number: int) -> tuple[int, set[int]]:
        """A literal of a latch, from 1: the component, and those of its states that satisfy it."""
        component, bit = self._owners[abs(number) - 1]
        return component, self.codes[component].having(bit, number > 0)

    @cached_property
    def _owners(self) -> list[tuple[int, int]]:
        """For each latch its component, and which of the bits of that it is."""
        return [(i, bit) for i, code in enumerate(self.codes) for bit in range(len(code.bits))]

    def happened(self, run: Run) -> Iterator[Happened]:
        """The actions of a run, one after the other."""
        cone = self._graph.cone(self._happens)
        for at, after in enumerate(run.states[1:]):
            values = evaluate(self._graph, cone, leaves(self.circuit, run.states[at], run.inputs[at]))
            states = self._states(after)
            for joint, happens in zip(self._joints, self._happens, strict=True):
                if value(values, happens):
                    yield Happened(joint, {i: states[i] for i in joint.members})

    def _states(self, true: frozenset[int]) -> list[int]:
        """The states of the components, from the latches that are true."""
        found, first = [], 0
        for code in self.codes:
            pattern = sum(1 << i for i in range(len(code.bits)) if first + i in true)
            found.append(code.state(pattern))
            first += len(code.bits)
        return found
