"""AIGER files that are written, read by a reader of the tests' own, and the way back from what is said of them."""

from __future__ import annotations

from itertools import product

import pytest

from quidpro.solvers.aig import TRUE, Aig
from quidpro.solvers.aiger import Aiger, as_aiger
from quidpro.solvers.circuit import NOTHING, Circuit, Clauses, Run, settled
from quidpro.solvers.folded import Folded
from tests.aiger_files import read
from tests.random_circuits import Enumerated, random_circuit

MANY = 3
"""A machine with more latches takes too long state by state, when those of its file and their inputs are added."""


def toggling(**more):
    """One latch that an input turns, and another that remembers the first."""
    graph = Aig()
    a, b, turn = graph.input(), graph.input(), graph.input()
    return Circuit(graph, [a, b], [graph.xor(a, turn), a], [1, None], [turn], graph.conj(a, b), **more)


def test_both_formats_as_they_are_defined():
    graph = Aig()
    turn, a, b = graph.input(), graph.input(), graph.input()
    both = graph.conj(a, b)
    file = Aiger(
        graph, [turn], [a, b], [graph.conj(a, turn ^ 1), a], [1, None], both, turn ^ 1, ["turn", "a", "b", "x y"]
    )
    assert file.text() == ("aag 5 1 2 0 2 1 1\n2\n4 10 1\n6 4 6\n8\n3\n8 6 4\n10 4 3\ni0 turn\nl0 a\nl1 b\nb0 x y\n")
    assert file.binary() == b"aig 5 1 2 0 2 1 1\n10 1\n4 6\n8\n3\n\x02\x02\x06\x01i0 turn\nl0 a\nl1 b\nb0 x y\n"


def test_a_distance_of_more_than_seven_bits():
    graph = Aig()
    inputs = [graph.input() for _ in range(300)]
    file = Aiger(graph, inputs, [], [], [], graph.conj(inputs[0], inputs[299]))
    assert read(file.binary()).gates == [(602, 600, 2)]
    assert b"\xd6\x04" in file.binary()


@pytest.mark.parametrize("form", ["text", "binary"])
@pytest.mark.parametrize("first", range(0, 300, 100))
def test_files_say_what_the_machine_is(first, form):
    for seed in range(first, first + 100):
        circuit = random_circuit(seed)
        naive = Enumerated(circuit)
        content = Aiger(
            circuit.graph, circuit.inputs, circuit.latches, circuit.next, circuit.reset, circuit.bad, circuit.constraint
        )
        file = read(content.binary() if form == "binary" else content.text().encode())
        assert file.reset == circuit.reset
        for state in product((0, 1), repeat=len(circuit.latches)):
            for inputs, bad, following in naive.moves(state):
                values = file.values(state, inputs)
                allowed = all(values[x] for x in file.constraints)
                found = values[file.bad[0]], tuple(values[x] for x in file.next) if allowed else None
                assert found == (bad, following), (seed, state, inputs)


def minterms(file, inside):
    """All states outside a set as cubes of all latches."""
    states = product((False, True), repeat=len(file.latches))
    return [list(enumerate(state)) for state in states if state not in inside]


def safe(file):
    """All states from which nothing bad can be reached: the largest invariant."""
    inside = {s for s in product((False, True), repeat=len(file.latches)) if not file.is_bad(s)}
    while lost := {s for s in inside if not file.successors(s) <= inside}:
        inside -= lost
    return inside


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_invariants_of_the_file_are_proofs_of_the_machine(first):
    outcomes = set()
    for seed in range(first, first + 250):
        circuit = random_circuit(seed)
        if len(circuit.latches) > MANY:
            continue
        naive = Enumerated(circuit)
        folded = Folded(circuit)
        file = read(folded.file.binary())
        expected = naive.shortest()
        known = folded.known()
        if known is None:
            found = file.shortest()
            assert (found is None) == (expected is None), seed
            outcomes.add(found is None)
            if found is not None:
                assert found - expected == int("initialised" in added(folded)), seed
            else:
                for inside in (file.reachable(), safe(file)):
                    assert naive.proves(folded.proof(minterms(file, inside)).clauses), seed
        elif isinstance(known, Run):
            assert naive.is_violation(known), seed
        else:
            assert expected is None, seed
            assert naive.proves(known.clauses), seed
    assert outcomes == {True, False}


def added(folded):
    """The latches of the file beyond those of the machine."""
    more = len(folded.file.latches) - len(folded.circuit.latches)
    waits = None in folded.circuit.reset
    return ["initialised"] * waits + ["failed"] * (more - waits)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2000, 500))
def test_runs_of_the_file_are_runs_of_the_machine(first):
    for seed in range(first, first + 500):
        circuit = random_circuit(seed)
        folded = Folded(circuit)
        if len(circuit.latches) > MANY or folded.known() is not None:
            continue
        run = shortest_run(read(folded.file.binary()))
        if run is not None:
            assert Enumerated(circuit).is_violation(folded.run(run)), seed


def shortest_run(file):
    """The inputs that are 1 at each moment, up to one that is bad; None when there is no such run."""
    (first,) = file.initial()
    waiting, seen = [(first, ())], {first}
    for state, before in waiting:
        for inputs, values in file.moments(state):
            now = (*before, frozenset(i for i, v in enumerate(inputs) if v))
            if values[file.bad[0]]:
                return list(now)
            then = tuple(values[x] for x in file.next)
            if then not in seen:
                seen.add(then)
                waiting.append((then, now))
    return None


def test_a_latch_that_begins_with_one_is_negated_and_only_that_is_added_which_is_needed():
    circuit = toggling()
    circuit.reset = [1, 0]
    folded = Folded(circuit)
    assert added(folded) == []
    assert read(folded.file.binary()).reset == [0, 0]
    assert folded.proof([[(0, True), (1, False)]]) == Clauses(((1, 2),))
    assert added(Folded(toggling())) == ["initialised"]
    limited = toggling()
    limited.constraint = limited.inputs[0]
    assert added(Folded(limited)) == ["initialised", "failed"]


def test_clauses_under_the_usual_values_of_what_is_added():
    circuit = toggling()
    circuit.constraint = circuit.inputs[0]
    folded = Folded(circuit)
    initialised, failed = (2, True), (3, False)
    cubes = [
        [(1, True), initialised, failed],  # excludes the second latch
        [(1, True)],  # says the same
        [(0, True), (2, False)],  # about the moment before the first
        [(0, True), (3, True)],  # about runs that do not count
    ]
    assert folded.proof(cubes) == Clauses(((-2,),))
    assert folded.proof([[initialised, failed]]) == NOTHING


def test_what_start_says_of_single_latches_is_how_they_begin():
    circuit = toggling()
    a, b = circuit.latches
    circuit.start = circuit.graph.all_of([a, b ^ 1])
    assert settled(circuit).reset == [1, 0]
    assert added(Folded(circuit)) == []
    circuit.start = circuit.graph.conj(a, b) ^ 1
    assert settled(circuit).reset == [1, None]
    assert added(Folded(circuit)) == ["initialised", "failed"]
    circuit.start = a ^ 1
    assert Folded(circuit).known() == NOTHING


def test_what_is_clear_without_a_search():
    circuit = toggling()
    circuit.bad = 0
    assert Folded(circuit).known() == Clauses(())
    circuit.bad, circuit.reset = TRUE, [1, 0]
    run = Folded(circuit).known()
    assert isinstance(run, Run)
    assert run.states == (frozenset({0}),)
    circuit.reset = [1, None]
    assert Folded(circuit).known() is None


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 600, 200))
def test_a_machine_as_a_file_has_the_same_violations(first):
    for seed in range(first, first + 200):
        circuit = random_circuit(seed)
        expected = Enumerated(circuit).shortest()
        file = as_aiger(circuit, {}, "wrong")
        assert {read(content).shortest() for content in (file.text().encode(), file.binary())} == {expected}, seed
