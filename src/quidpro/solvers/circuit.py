"""A machine of bits: what bounded model checking, induction and PDR are given.

A state is a value of every latch, a step also reads a value of every input; the values after it are functions of both.
A run begins in an initial state, all of its steps satisfy the constraint, and it is a violation where it ends in a
state that, with some inputs, is bad. Whatever can happen in more than one way is decided by inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from quidpro.solvers.aig import FALSE, TRUE, Aig, evaluate, value


@dataclass
class Circuit:
    """All fields but the graph are literals of it, those of ``latches`` and ``inputs`` of its inputs.

    ``reset`` has the value of a latch at first, None where it is any; ``start`` is what else initial states satisfy,
    ``facts`` what all states are known to satisfy: neither reads inputs.
    """

    graph: Aig
    latches: list[int]
    next: list[int]
    reset: list[int | None]
    inputs: list[int]
    bad: int
    constraint: int = TRUE
    start: int = TRUE
    facts: int = TRUE

    @property
    def roots(self) -> list[int]:
        """All functions that the machine consists of."""
        return [*self.next, self.bad, self.constraint, self.start, self.facts]


@dataclass(frozen=True)
class Clauses:
    """A proof: together with the facts these hold initially, are kept by steps, and exclude all that is bad.

    A literal is the number of a latch, from 1, negative where the latch is to be false.
    """

    clauses: tuple[tuple[int, ...], ...]


NOTHING = Clauses(((),))
"""The proof where no state is initial: what cannot be satisfied."""


@dataclass(frozen=True)
class Run:
    """A violation: the latches that are true in each state, and the inputs that are in each step and at the end."""

    states: tuple[frozenset[int], ...]
    inputs: tuple[frozenset[int], ...]

    @property
    def length(self) -> int:
        """How many steps it takes."""
        return len(self.states) - 1


@dataclass
class Reduced:
    """A machine that is smaller, and which latches and inputs of the other one are left, by their index there."""

    circuit: Circuit
    latches: list[int]
    inputs: list[int]
    facts: list[tuple[int, ...]] = field(default_factory=list)
    """Clauses over latches of the other one that were used to make it smaller; each is part of a proof."""
    equal: dict[int, int] = field(default_factory=dict)
    """For latches that are not left, where another one says what they are: twice its index, plus one for its opposite;
    -2 is false, -1 is true."""

    def then(self, smaller: Reduced) -> Reduced:
        """What is left after one more reduction, in terms of the first machine."""
        facts = [tuple(_renumber(x, self.latches) for x in clause) for clause in smaller.facts]
        equal = {
            self.latches[i]: literal if literal < 0 else 2 * self.latches[literal >> 1] + (literal & 1)
            for i, literal in smaller.equal.items()
        }
        return Reduced(
            smaller.circuit,
            [self.latches[i] for i in smaller.latches],
            [self.inputs[i] for i in smaller.inputs],
            [*self.facts, *facts],
            {**self.equal, **equal},
        )

    def proof(self, found: Clauses) -> Clauses:
        """A proof about the smaller machine as one about the other."""
        named = (tuple(_renumber(x, self.latches) for x in clause) for clause in found.clauses)
        return Clauses((*self.facts, *named))


def _renumber(literal: int, latches: Sequence[int]) -> int:
    number = latches[abs(literal) - 1] + 1
    return number if literal > 0 else -number


def influence(circuit: Circuit, latches: Iterable[int] = ()) -> list[int]:
    """The latches that what is bad, the constraint, these and so on depend on, by index: the cone of influence."""
    at = {lit >> 1: i for i, lit in enumerate(circuit.latches)}
    seen: set[int] = set()
    waiting = [circuit.bad, circuit.constraint, circuit.start, circuit.facts, *(circuit.latches[i] for i in latches)]
    while waiting:
        fresh = {at[n] for n in circuit.graph.cone(waiting) if n in at} - seen
        seen |= fresh
        waiting = [circuit.next[i] for i in fresh]
    return sorted(seen)


def reduce(circuit: Circuit) -> Reduced:
    """The machine without what can have no influence, its graph without nodes that nothing needs."""
    kept = influence(circuit)
    return rebuild(circuit, kept, {})


def rebuild(circuit: Circuit, kept: Sequence[int], instead: dict[int, int]) -> Reduced:
    """The machine with these latches only; ``instead`` gives for some of the others a literal of the graph."""
    graph = circuit.graph
    roots = [*(circuit.next[i] for i in kept), circuit.bad, circuit.constraint, circuit.start, circuit.facts]
    used = set(graph.cone([*roots, *instead.values()]))
    inputs = [i for i, lit in enumerate(circuit.inputs) if lit >> 1 in used]
    target = Aig()
    leaves = {circuit.latches[i] >> 1: target.input() for i in kept}
    leaves |= {circuit.inputs[i] >> 1: target.input() for i in inputs}
    for node, literal in instead.items():
        leaves[node] = leaves.get(literal >> 1, FALSE) ^ (literal & 1)
    found = graph.copy_into(target, roots, leaves)

    def moved(literal: int) -> int:
        return found[literal >> 1] ^ (literal & 1)

    smaller = Circuit(
        target,
        [leaves[circuit.latches[i] >> 1] for i in kept],
        [moved(circuit.next[i]) for i in kept],
        [circuit.reset[i] for i in kept],
        [leaves[circuit.inputs[i] >> 1] for i in inputs],
        moved(circuit.bad),
        moved(circuit.constraint),
        moved(circuit.start),
        moved(circuit.facts),
    )
    return Reduced(smaller, list(kept), inputs)


class Simulator:
    """The machine as it runs."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self._cone = circuit.graph.cone(circuit.next)

    def run(self, first: frozenset[int], inputs: Iterable[frozenset[int]]) -> Run:
        """The run from a state with inputs for each step and for the end."""
        read = tuple(inputs)
        states = [first]
        for some in read[:-1]:
            states.append(self.step(states[-1], some))
        return Run(tuple(states), read)

    def step(self, state: frozenset[int], inputs: frozenset[int]) -> frozenset[int]:
        """The state that follows."""
        circuit = self.circuit
        values = evaluate(circuit.graph, self._cone, leaves(circuit, state, inputs))
        return frozenset(i for i, lit in enumerate(circuit.next) if value(values, lit))


def leaves(circuit: Circuit, state: frozenset[int], inputs: frozenset[int]) -> dict[int, int]:
    """The values of the inputs of the graph."""
    found = {lit >> 1: int(i in state) for i, lit in enumerate(circuit.latches)}
    return found | {lit >> 1: int(i in inputs) for i, lit in enumerate(circuit.inputs)}


def completed(run: Run, circuit: Circuit, reduced: Reduced) -> Run:
    """A run of a reduced machine as a run of the other one."""
    latches, inputs = reduced.latches, reduced.inputs
    left = {*latches, *reduced.equal}
    first = {latches[i] for i in run.states[0]}
    first |= {i for i, reset in enumerate(circuit.reset) if reset and i not in left}
    first |= {i for i, literal in reduced.equal.items() if (literal >> 1 in first) != bool(literal & 1)}
    read = [frozenset(inputs[i] for i in some) for some in run.inputs]
    return Simulator(circuit).run(frozenset(first), read)


def settled(circuit: Circuit) -> Circuit:
    """The machine with the first values of latches that are conjuncts of ``start`` among its resets."""
    at = {lit: i for i, lit in enumerate(circuit.latches)}
    reset = list(circuit.reset)
    for literal in _conjuncts(circuit.graph, circuit.start):
        i = at.get(literal & ~1)
        if i is not None and reset[i] is None:
            reset[i] = 1 - (literal & 1)
    return replace(circuit, reset=reset)


def _conjuncts(graph: Aig, literal: int) -> Iterable[int]:
    """The literals whose conjunction a literal is, as far as its nodes show it."""
    seen: set[int] = set()
    stack = [literal]
    while stack:
        literal = stack.pop()
        if literal in seen:
            continue
        seen.add(literal)
        if literal & 1 == 0 and graph.left[literal >> 1] >= 0:
            stack += (graph.left[literal >> 1], graph.right[literal >> 1])
        else:
            yield literal
