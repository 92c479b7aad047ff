"""The quotient by bisimulation: as small as the definition says, and the same in every respect."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.execution import replay_error
from quidpro.lpts import LPTS
from quidpro.lpts.bisimulation import bisimilar, reduced
from quidpro.lpts.simulation import simulation
from tests.random_lpts import random_lpts


def naive_bisimilar(lpts: LPTS) -> set[tuple[int, int]]:
    """Pairs are removed while one can do what the other cannot, up to the classes that are left."""
    states = range(lpts.states)
    related = {(p, q) for p in states for q in states if lpts.marks_of(p) == lpts.marks_of(q)}
    while True:
        classes = {p: frozenset(q for q in states if (p, q) in related) for p in states}
        signs = {p: set() for p in states}
        for p, action, distribution in lpts.triples():
            sums: dict[frozenset[int], Fraction] = {}
            for target, probability in distribution.items():
                sums[classes[target]] = sums.get(classes[target], Fraction(0)) + probability
            signs[p].add((action, frozenset(sums.items())))
        left = {(p, q) for p, q in related if signs[p] == signs[q]}
        if left == related:
            return related
        related = left


def test_the_partition_is_the_coarsest():
    rng = Random(41)
    merged = 0
    for number in range(200):
        lpts = random_lpts(rng, largest=7, moves=1 + number % 2, dirac=number % 4 == 0)
        block = bisimilar(lpts).tolist()
        assert {(p, q) for p in range(lpts.states) for q in range(lpts.states) if block[p] == block[q]} == (
            naive_bisimilar(lpts)
        )
        merged += len(set(block)) < lpts.states
    assert merged > 50


def test_the_quotient_simulates_and_is_simulated():
    rng = Random(42)
    for _ in range(100):
        lpts = random_lpts(rng, largest=7, moves=1)
        small = reduced(lpts)
        assert simulation(lpts, small).holds
        assert simulation(small, lpts).holds
        assert reduced(small) is small


def test_states_with_different_marks_are_kept_apart():
    lpts = LPTS.of([(0, "a", 1), (0, "b", 2)], marks={"bad": [2]})
    assert reduced(lpts) is lpts
    assert reduced(LPTS.of([(0, "a", 1), (0, "b", 2)])).states == 2


def test_an_execution_is_one_of_the_components_as_given():
    """Twenty copies of one state become one, and the violation speaks of the copies."""
    copies = LPTS.of([(i, "tick", {(i + 1) % 20: "1/2", (i + 2) % 20: "1/2"}) for i in range(20)])
    other = LPTS.of([(0, "tick", 1), (1, "tick", 2), (2, "boom", 2)])
    spec = LPTS.of([(0, "tick", 0)], alphabet=["boom"])
    outcome = check([copies, other], spec)
    assert outcome.verdict == "violated"
    assert replay_error(outcome.execution, [copies, other]) is None
    assert {node.states[0] for node in outcome.execution.nodes} >= {0, 1, 2, 3}
    assert outcome.largest < 10
