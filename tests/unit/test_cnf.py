"""Graphs as clauses with few variables, against their evaluation; PDR in settings that take turns."""

from __future__ import annotations

from random import Random

from quidpro.core.budget import Budget
from quidpro.solvers import turns
from quidpro.solvers.aig import Aig, clauses, evaluate, value
from quidpro.solvers.circuit import Clauses
from quidpro.solvers.cnf import Cnf
from quidpro.solvers.pdr import Settings
from quidpro.solvers.sat import Solver
from quidpro.solvers.turns import Turns
from tests.random_circuits import Enumerated, random_circuit

SETTINGS = [Settings(), Settings(counterexamples=3), Settings("given")]


def random_graph(seed):
    """A graph with conjunctions of many, choices and exclusive ors, and some of its literals, inputs among them."""
    rng, graph = Random(seed), Aig()
    inputs = [graph.input() for _ in range(6)]
    literals = list(inputs)
    for _ in range(12):
        a, b, c = (literal ^ rng.randint(0, 1) for literal in rng.sample(literals, 3))
        made = (graph.conj(a, b), graph.ite(a, b, c), graph.xor(a, b), graph.all_of((a, b, c)), graph.disj(b, c))
        literals.append(rng.choice(made))
    return graph, inputs, [rng.choice(literals) ^ rng.randint(0, 1) for _ in range(4)]


def test_the_clauses_define_what_the_graph_computes():
    for seed in range(200):
        graph, inputs, roots = random_graph(seed)
        cnf = Cnf(graph, roots, inputs)
        solver, rng = Solver(Budget(), cnf.clauses), Random(seed)
        for _ in range(8):
            read = {literal >> 1: rng.randint(0, 1) for literal in inputs}
            values = evaluate(graph, graph.cone(roots), read)
            given = [cnf.literal(2 * node + 1 - bit) for node, bit in read.items()]
            for root in roots:
                is_true = cnf.literal(root)
                assert solver.solve([*given, is_true]) == bool(value(values, root)), seed
                assert solver.solve([*given, -is_true]) != bool(value(values, root)), seed
        solver.close()


def test_a_choice_and_a_conjunction_of_many_take_one_variable_each():
    graph = Aig()
    inputs = [graph.input() for _ in range(9)]
    roots = [graph.ite(*inputs[:3]), graph.all_of(inputs[3:7]), graph.xor(*inputs[7:])]
    cnf = Cnf(graph, roots, inputs)
    assert cnf.variables == 1 + len(inputs) + len(roots)
    assert len(list(clauses(graph, graph.cone(roots)))) > len(cnf.clauses)


def test_settings_that_take_turns_answer_as_the_enumeration_does(monkeypatch):
    monkeypatch.setattr(turns, "ALONE", 3)
    together = 0
    for seed in range(150):
        circuit = random_circuit(seed)
        naive = Enumerated(circuit)
        search = Turns(circuit, Budget(), SETTINGS)
        found = search.check()
        together += search.questions > 10
        if isinstance(found, Clauses):
            assert naive.proves(found.clauses), seed
        else:
            assert naive.is_violation(found), seed
        assert isinstance(found, Clauses) == (naive.shortest() is None), seed
    assert together > 5


class Heard:
    """What the searches tell; somebody outside knows one clause of all states."""

    def __init__(self, *known):
        self.known, self.told = list(known), []

    def hear(self):
        found, self.known = self.known, []
        return found

    def tell(self, clauses):
        self.told += clauses


def test_what_one_says_the_others_hear_once_and_whoever_said_it_does_not():
    outside = Heard((1, -2))
    known = turns._Known(outside)
    one, other = turns._View(known), turns._View(known)
    one.tell([(3,)])
    assert (list(other.hear()), list(one.hear())) == ([(3,), (1, -2)], [(1, -2)])
    assert (list(other.hear()), list(one.hear())) == ([], [])
    assert outside.told == [(3,)]
