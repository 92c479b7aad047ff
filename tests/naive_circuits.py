"""Random small machines of bits, and all that can be known of them by going through their valuations one by one."""

from __future__ import annotations

import random
from itertools import product

from quidpro.solvers.aig import TRUE, Aig
from quidpro.solvers.circuit import Circuit


def random_circuit(seed, latches=4, inputs=2):
    """The same for the same seed; facts are true of all states that can be reached."""
    rng = random.Random(seed)
    graph = Aig()
    state = [graph.input() for _ in range(rng.randint(0 if rng.random() < 0.1 else 1, latches))]
    read = [graph.input() for _ in range(rng.randint(0, inputs))]

    def function(leaves, gates):
        known = [0, *leaves] if rng.random() < 0.1 else list(leaves) or [0]
        for _ in range(rng.randint(0, gates)):
            known.append(graph.conj(rng.choice(known) ^ rng.getrandbits(1), rng.choice(known) ^ rng.getrandbits(1)))
        return known[-1] ^ rng.getrandbits(1)

    def limit(leaves):
        """What most valuations satisfy."""
        return graph.any_of([function(leaves, 3), function(leaves, 2)])

    def sometimes(literal):
        return literal if rng.random() < 0.4 else TRUE

    circuit = Circuit(
        graph,
        state,
        [function([*state, *read], 6) for _ in state],
        [rng.choice((0, 0, 1, None)) for _ in state],
        read,
        graph.all_of(function([*state, *read], 3) for _ in range(rng.randint(1, 3))),
        sometimes(limit([*state, *read])),
        sometimes(limit(state)),
    )
    fact = limit(state)
    if rng.random() < 0.5 and all(Naive(circuit).value(fact, s, ()) for s in Naive(circuit).reachable()):
        circuit.facts = fact
    return circuit


class Naive:
    """A machine by its definition; a state has a value for each latch."""

    def __init__(self, circuit):
        self.circuit = circuit
        self.states = list(product((False, True), repeat=len(circuit.latches)))
        self.readings = list(product((False, True), repeat=len(circuit.inputs)))

    def value(self, literal, state, inputs):
        leaves = {x >> 1: v for x, v in zip(self.circuit.latches, state, strict=True)}
        leaves |= {x >> 1: v for x, v in zip(self.circuit.inputs, inputs or self.readings[0], strict=True)}
        return self._value(literal, leaves)

    def _value(self, literal, leaves):
        graph, node = self.circuit.graph, literal >> 1
        if node == 0:
            found = False
        elif node in leaves:
            found = leaves[node]
        else:
            found = self._value(graph.left[node], leaves) and self._value(graph.right[node], leaves)
        return found != bool(literal & 1)

    def is_initial(self, state):
        kept = all(reset in (None, value) for reset, value in zip(self.circuit.reset, state, strict=True))
        return kept and self.value(self.circuit.start, state, ()) and self.is_fact(state)

    def is_fact(self, state):
        return self.value(self.circuit.facts, state, ())

    def successors(self, state):
        allowed = (inputs for inputs in self.readings if self.value(self.circuit.constraint, state, inputs))
        return {tuple(self.value(x, state, inputs) for x in self.circuit.next) for inputs in allowed}

    def is_bad(self, state):
        return any(self.value(self.circuit.bad, state, inputs) for inputs in self.readings)

    def reachable(self):
        seen, waiting = set(), [s for s in self.states if self.is_initial(s)]
        while waiting:
            state = waiting.pop()
            if state not in seen:
                seen.add(state)
                waiting.extend(self.successors(state))
        return seen

    def shortest(self):
        """The steps to the nearest bad state; None when there is none."""
        seen, ring, steps = set(), {s for s in self.states if self.is_initial(s)}, 0
        while ring:
            if any(map(self.is_bad, ring)):
                return steps
            seen |= ring
            ring = {then for state in ring for then in self.successors(state)} - seen
            steps += 1
        return None

    def doubt_proof(self, proof):
        """What is wrong with clauses as a proof; None when nothing is."""
        inside = {s for s in self.states if all(any(s[abs(x) - 1] == (x > 0) for x in c) for c in proof.clauses)}
        for state in self.states:
            if self.is_initial(state) and state not in inside:
                return f"{state} is initial"
            if state in inside and self.is_fact(state):
                if self.is_bad(state):
                    return f"{state} is bad"
                if not self.successors(state) <= inside:
                    return f"a step leaves it from {state}"
        return None

    def doubt_run(self, run):
        """What is wrong with a run; None when nothing is."""
        states = [tuple(i in some for i in range(len(self.circuit.latches))) for some in run.states]
        inputs = [tuple(i in some for i in range(len(self.circuit.inputs))) for some in run.inputs]
        if len(states) != len(inputs) or not self.is_initial(states[0]):
            return "it does not begin in an initial state"
        for now, read, then in zip(states, inputs, states[1:], strict=False):
            if not self.value(self.circuit.constraint, now, read):
                return "a step breaks the constraint"
            if tuple(self.value(x, now, read) for x in self.circuit.next) != then:
                return "a step leads elsewhere"
        return None if self.value(self.circuit.bad, states[-1], inputs[-1]) else "its end is not bad"
