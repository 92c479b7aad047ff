"""Random machines of bits, and what is true of them by enumeration."""

from __future__ import annotations

from itertools import product
from random import Random

from quidpro.solvers.aig import TRUE, Aig, evaluate, value
from quidpro.solvers.circuit import Circuit, Run


def random_circuit(seed: int) -> Circuit:
    """A small machine: resets of all kinds; now and then constraints, facts that hold, more about initial states."""
    rng = Random(seed)
    graph = Aig()
    latches = [graph.input() for _ in range(rng.randint(1, 6))]
    inputs = [graph.input() for _ in range(rng.randint(0, 3))]
    reset = [rng.choice((0, 0, 1, None)) for _ in latches]

    def grown(leaves: list[int], size: int) -> int:
        pool = list(leaves) or [TRUE]
        for _ in range(size):
            pool.append(graph.conj(rng.choice(pool) ^ rng.randint(0, 1), rng.choice(pool) ^ rng.randint(0, 1)))
        return pool[-1] ^ rng.randint(0, 1)

    everything = [*latches, *inputs]
    following = [grown(everything, rng.randint(1, 8)) for _ in latches]
    bad = grown(everything if rng.random() < 0.3 else latches, rng.randint(2, 6))
    constraint = grown(everything, 4) if rng.random() < 0.3 else TRUE
    start = grown(latches, 3) if rng.random() < 0.3 else TRUE
    return Circuit(graph, latches, following, reset, inputs, bad, constraint, start)


class Enumerated:
    """All states of a machine, one by one."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self._cone = circuit.graph.cone(circuit.roots)

    def values(self, state: tuple[int, ...], inputs: tuple[int, ...]) -> dict[int, int]:
        leaves = dict(zip((x >> 1 for x in self.circuit.latches), state, strict=True))
        leaves |= dict(zip((x >> 1 for x in self.circuit.inputs), inputs, strict=True))
        return evaluate(self.circuit.graph, self._cone, leaves)

    def initial(self, state: tuple[int, ...]) -> bool:
        fits = all(r is None or r == s for r, s in zip(self.circuit.reset, state, strict=True))
        return fits and bool(value(self.values(state, self._none), self.circuit.start))

    @property
    def _none(self) -> tuple[int, ...]:
        return (0,) * len(self.circuit.inputs)

    def moves(self, state: tuple[int, ...]):
        """For all inputs: whether it is bad, and the next state, or None where the constraint does not hold."""
        for inputs in product((0, 1), repeat=len(self.circuit.inputs)):
            values = self.values(state, inputs)
            following = tuple(value(values, x) for x in self.circuit.next)
            allowed = value(values, self.circuit.constraint)
            yield inputs, bool(value(values, self.circuit.bad)), following if allowed else None

    def shortest(self) -> int | None:
        """The number of steps of a shortest violation; None where there is none."""
        ring = [s for s in product((0, 1), repeat=len(self.circuit.latches)) if self.initial(s)]
        seen, steps = set(ring), 0
        while ring:
            moves = [move for state in ring for move in self.moves(state)]
            if any(bad for _, bad, _ in moves):
                return steps
            ring = [s for s in dict.fromkeys(then for _, _, then in moves if then is not None) if s not in seen]
            seen.update(ring)
            steps += 1
        return None

    def is_violation(self, run: Run) -> bool:
        """Whether a run is one, step by step."""
        states = [tuple(int(i in s) for i in range(len(self.circuit.latches))) for s in run.states]
        inputs = [tuple(int(i in s) for i in range(len(self.circuit.inputs))) for s in run.inputs]
        moves = [{i: (bad, then) for i, bad, then in self.moves(s)} for s in states]
        joined = all(moves[k][inputs[k]][1] == states[k + 1] for k in range(len(states) - 1))
        return self.initial(states[0]) and joined and moves[-1][inputs[-1]][0]

    def proves(self, clauses: tuple[tuple[int, ...], ...]) -> bool:
        """Whether clauses are inductive and exclude what is bad."""

        def inside(state: tuple[int, ...]) -> bool:
            return all(any(state[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)

        for state in product((0, 1), repeat=len(self.circuit.latches)):
            if not inside(state):
                if self.initial(state):
                    return False
                continue
            if any(bad or (then is not None and not inside(then)) for _, bad, then in self.moves(state)):
                return False
        return True
