"""Fair paths of a machine of bits, state by state: the yardstick of what asks a SAT solver."""

from __future__ import annotations

from itertools import product

from quidpro.solvers.aig import FALSE, TRUE, Aig, evaluate, value
from quidpro.solvers.circuit import Circuit, leaves
from quidpro.solvers.fair import Fair


class Steps:
    """The states that can be reached, and for every step which literals are true in it."""

    def __init__(self, circuit, literals):
        self.circuit = circuit
        self.literals = literals
        self.cone = circuit.graph.cone([*circuit.roots, *literals])
        everything = list(subsets(len(circuit.latches)))
        self.initial = [state for state in everything if self._is_initial(state)]
        self.steps = {}
        waiting = list(self.initial)
        while waiting:
            state = waiting.pop()
            if state not in self.steps:
                self.steps[state] = [step for read in subsets(len(circuit.inputs)) for step in self._step(state, read)]
                waiting += [then for then, _ in self.steps[state]]

    def true(self, state, read):
        """All values at a time, as a function of literals."""
        values = evaluate(self.circuit.graph, self.cone, leaves(self.circuit, state, read))
        return lambda literal: bool(value(values, literal))

    def _is_initial(self, state):
        known = [r is None or bool(r) == (i in state) for i, r in enumerate(self.circuit.reset)]
        return all(known) and self.true(state, frozenset())(self.circuit.start)

    def _step(self, state, read):
        true = self.true(state, read)
        if true(self.circuit.constraint):
            then = frozenset(i for i, x in enumerate(self.circuit.next) if true(x))
            yield then, frozenset(x for x in self.literals if true(x))


def subsets(size):
    for values in product((False, True), repeat=size):
        yield frozenset(i for i, v in enumerate(values) if v)


def has_fair_path(circuit, justice, compassion=()):
    """Whether some path is fair: some set of states that reach each other has steps for all that fairness asks.

    Where a pair of compassion is not satisfied, the steps on which its first literal is true are left out.
    """
    graph = Steps(circuit, [*justice, *(x for pair in compassion for x in pair)])
    edges = {(s, t, true) for s, steps in graph.steps.items() for t, true in steps}
    waiting = [edges]
    while waiting:
        for inner in components(waiting.pop()):
            seen = frozenset().union(*(true for _, _, true in inner))
            if not set(justice) <= seen:
                continue
            unhappy = {often for often, then in compassion if often in seen and then not in seen}
            if not unhappy:
                return True
            waiting.append({edge for edge in inner if not edge[2] & unhappy})
    return False


def components(edges):
    """The steps within each set of states that reach each other."""
    after = {}
    for s, t, _ in edges:
        after.setdefault(s, set()).add(t)
    reached = {}
    for s in after:
        found, waiting = set(), [s]
        while waiting:
            for t in after.get(waiting.pop(), ()):
                if t not in found:
                    found.add(t)
                    waiting.append(t)
        reached[s] = found
    done = set()
    for s in after:
        if s in done or s not in reached[s]:
            continue
        members = {t for t in reached[s] if s in reached.get(t, ())}
        done |= members
        yield {edge for edge in edges if edge[0] in members and edge[1] in members}


def random_fair(rng):
    """A random machine with justice, and pairs for compassion."""
    graph = Aig()
    latches = [graph.input() for _ in range(rng.randint(1, 5))]
    inputs = [graph.input() for _ in range(rng.randint(0, 2))]

    def function(pool, depth):
        if depth == 0 or rng.random() < 0.2:
            return rng.choice(pool) ^ rng.randint(0, 1)
        a, b = (function(pool, depth - 1) for _ in range(2))
        return rng.choice((graph.conj, graph.disj, graph.xor))(a, b)

    everything = latches + inputs
    constraint = graph.disj(function(everything, 3), function(everything, 1)) if rng.random() < 0.5 else TRUE
    facts = TRUE
    circuit = Circuit(
        graph,
        latches,
        [function(everything, 3) for _ in latches],
        [rng.choice((FALSE, FALSE, TRUE, None)) for _ in latches],
        inputs,
        FALSE,
        constraint,
        function(latches, 2) if rng.random() < 0.3 else TRUE,
        facts,
    )
    justice = [function(everything, 2) for _ in range(rng.randint(0, 3))]
    pairs = [(function(everything, 2), function(everything, 2)) for _ in range(rng.choice((0, 0, 1, 2)))]
    return Fair(circuit, justice), pairs


def is_fair_lasso(lasso, circuit, justice, compassion=()):
    """Whether a lasso is one of the machine, and fair."""
    steps = Steps(circuit, [*justice, *(x for pair in compassion for x in pair)])
    first = frozenset(i for i in lasso.states[0] if i < len(circuit.latches))
    if first not in steps.initial:
        return False
    inside = set()
    for at, (state, read) in enumerate(zip(lasso.states, lasso.inputs, strict=True)):
        own = frozenset(i for i in read if i < len(circuit.inputs))
        true = steps.true(state, own)
        then = lasso.states[at + 1 if at + 1 < len(lasso.states) else lasso.loop]
        if not true(circuit.constraint):
            return False
        if {i for i, x in enumerate(circuit.next) if true(x)} != {i for i in then if i < len(circuit.latches)}:
            return False
        if at >= lasso.loop:
            inside |= {x for x in steps.literals if true(x)}
    return set(justice) <= inside and all(then in inside or often not in inside for often, then in compassion)
