"""Machines of bits: bounded search, induction and PDR against the enumeration of their states."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from random import Random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.solvers.aig import FALSE, TRUE, Aig, evaluate, value
from quidpro.solvers.bounded import Inductive, induction, search
from quidpro.solvers.circuit import Clauses, Run, completed, reduce
from quidpro.solvers.pdr import Pdr, Settings
from quidpro.solvers.sat import Solver
from quidpro.solvers.sweep import sweep
from tests.random_circuits import Enumerated, random_circuit

SEEDS = range(150)
SETTINGS = [
    Settings(),
    Settings("given", counterexamples=3),
    Settings("activity", counterexamples=2, solver="cadical153"),
]


@pytest.mark.parametrize("settings", SETTINGS, ids=["activity", "given", "cadical"])
def test_pdr_proves_or_violates_as_the_enumeration_does(settings):
    for seed in SEEDS:
        circuit = random_circuit(seed)
        naive = Enumerated(circuit)
        found = Pdr(circuit, Budget(), settings).check()
        if naive.shortest() is None:
            assert isinstance(found, Clauses), seed
            assert naive.proves(found.clauses), seed
        else:
            assert isinstance(found, Run), seed
            assert naive.is_violation(found), seed


def test_a_search_tells_what_it_has_asked():
    """All but what comes after its last step, so that searches that take turns get their shares."""
    steps = 0
    for seed in SEEDS:
        engine = Pdr(random_circuit(seed), Budget())
        search, told = engine.search(), 0
        for asked in search:
            told += asked
            steps += 1
            assert told == engine.questions, seed
    assert steps > len(SEEDS) // 2


def test_what_has_no_influence_changes_nothing():
    for seed in SEEDS:
        circuit = random_circuit(seed)
        reduced = reduce(circuit)
        found = Pdr(reduced.circuit, Budget()).check()
        assert isinstance(found, Run) == (Enumerated(circuit).shortest() is not None), seed
        if isinstance(found, Clauses):
            assert Enumerated(circuit).proves(reduced.proof(found).clauses), seed


def test_latches_that_are_alike_are_one():
    """Copies of latches, some opposite, are found, and what is said of the smaller machine is true of the first."""
    merged = 0
    for seed in SEEDS:
        circuit = with_copies(random_circuit(seed), seed)
        naive = Enumerated(circuit)
        reduced = reduce(circuit)
        reduced = reduced.then(sweep(reduced.circuit, Budget()))
        merged += len(reduced.equal)
        found = Pdr(reduced.circuit, Budget()).check()
        if isinstance(found, Run):
            assert naive.is_violation(completed(found, circuit, reduced)), seed
        else:
            assert naive.shortest() is None, seed
            assert naive.proves(reduced.proof(found).clauses), seed
    assert merged > len(SEEDS)


def with_copies(circuit, seed):
    """A machine with a copy of some latches, or their opposite, that what is bad reads too.

    Of some it is the copy alone that has a first value, and initial states are those in which the two agree.
    """
    rng, graph = Random(seed), circuit.graph
    for i in rng.sample(range(len(circuit.latches)), min(2, len(circuit.latches))):
        if circuit.reset[i] is None:
            continue
        opposite = rng.randint(0, 1)
        copy = graph.input()
        circuit.latches.append(copy)
        circuit.next.append(circuit.next[i] ^ opposite)
        circuit.reset.append(circuit.reset[i] ^ opposite)
        if rng.randint(0, 1):
            circuit.start = graph.conj(circuit.start, graph.xor(circuit.latches[i], copy) ^ 1 ^ opposite)
            circuit.reset[i] = None
        circuit.bad = graph.conj(circuit.bad, graph.disj(copy, graph.conj(circuit.latches[0], circuit.bad) ^ 1))
    return circuit


def test_a_bounded_search_finds_a_shortest_violation():
    for seed in SEEDS:
        circuit = random_circuit(seed)
        naive = Enumerated(circuit)
        shortest = naive.shortest()
        found = search(circuit, Budget(), 20)
        assert (None if found is None else found.length) == shortest, seed
        assert found is None or naive.is_violation(found), seed


def test_a_bound_is_kept():
    deep = next(c for c in map(random_circuit, range(1000)) if (Enumerated(c).shortest() or 0) >= 3)
    assert search(deep, Budget(), 2) is None
    assert search(deep, Budget(), Enumerated(deep).shortest()) is not None


def test_induction_decides_what_the_enumeration_does():
    for seed in SEEDS:
        circuit = random_circuit(seed)
        found = induction(circuit, Budget())
        assert isinstance(found, Inductive) == (Enumerated(circuit).shortest() is None), seed


def test_budgets_end_all_of_them():
    circuit = random_circuit(1)
    for work in (lambda b: Pdr(circuit, b).check(), lambda b: search(circuit, b), lambda b: induction(circuit, b)):
        spent = Budget(seconds=0.0)
        with pytest.raises(BudgetExceeded):
            work(spent)


def test_equal_conjunctions_are_one_node_and_some_are_none():
    graph = Aig()
    a, b = graph.input(), graph.input()
    both = graph.conj(a, b)
    assert graph.conj(b, a) == both
    assert graph.conj(both, a) == both
    assert graph.conj(both, b ^ 1) == FALSE
    assert graph.conj(both ^ 1, a) == graph.conj(a, b ^ 1)
    assert graph.conj(both ^ 1, a ^ 1) == a ^ 1
    assert graph.xor(a, a) == FALSE
    assert graph.xor(a ^ 1, b) == graph.xor(a, b) ^ 1
    assert graph.ite(a, b, b) == b
    assert graph.all_of([]) == TRUE
    assert graph.any_of([]) == FALSE


def test_functions_are_what_they_say():
    graph = Aig()
    a, b, c = (graph.input() for _ in range(3))
    roots = [graph.conj(a, b), graph.disj(a, b), graph.xor(a, b), graph.ite(a, b, c), graph.all_of([a, b ^ 1, c])]
    lanes = {a >> 1: 0b00001111, b >> 1: 0b00110011, c >> 1: 0b01010101}
    values = evaluate(graph, graph.cone(roots), lanes, 0xFF)
    x, y, z = lanes.values()
    wanted = [x & y, x | y, x ^ y, (x & y) | (~x & 0xFF & z), x & (~y & 0xFF) & z]
    assert [value(values, root, 0xFF) for root in roots] == wanted


@pytest.fixture
def interruptible():
    """A process that was started in the background may ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("name", ["minisat22", "cadical153"])
def test_ctrl_c_ends_a_long_question(name):
    """python-sat would install a handler of its own around each question, and raise an error that nobody expects."""
    solver = Solver(Budget(), pigeons(12), name)
    begun = time.monotonic()
    # from outside: a thread would wait for the solver if that kept Python's lock
    with subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -INT {os.getpid()}"]), pytest.raises(KeyboardInterrupt):
        solver.solve()
    assert time.monotonic() - begun < 10


def pigeons(holes):
    """One pigeon more than there are holes, each in a hole of its own."""
    at = [[i * holes + j + 1 for j in range(holes)] for i in range(holes + 1)]
    pairs = ((a, b) for a in range(holes + 1) for b in range(a))
    return [*at, *([-at[a][j], -at[b][j]] for a, b in pairs for j in range(holes))]
