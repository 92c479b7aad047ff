"""Quotients in arrays against the definition, state by state."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from quidpro.lpts import LPTS
from quidpro.lpts.ops import quotient
from tests.random_lpts import random_lpts


def naive_quotient(lpts: LPTS, block: list[int]) -> LPTS:
    """Definition 8."""
    triples = []
    for state, action, distribution in lpts.triples():
        lifted: dict[int, Fraction] = {}
        for target, probability in distribution.items():
            lifted[block[target]] = lifted.get(block[target], Fraction(0)) + probability
        triples.append((block[state], action, tuple(sorted(lifted.items()))))
    return LPTS.from_rows(max(block) + 1, triples, alphabet=lpts.alphabet, initial=block[lpts.initial])


def test_quotients_are_as_defined():
    rng = Random(31)
    for _ in range(200):
        lpts = random_lpts(rng, largest=7, moves=3)
        kept = rng.randint(1, lpts.states)
        block = [*range(kept), *(rng.randrange(kept) for _ in range(lpts.states - kept))]
        found = quotient(lpts, block)
        assert found == naive_quotient(lpts, block)
        rows = [tuple(row) for row in found.distributions.lists]
        assert len(set(rows)) == len(rows)


def test_weights_beyond_64_bits_are_merged_exactly():
    fine = Fraction(1, 3**50)
    lpts = LPTS.of([(0, "a", {1: fine, 2: 1 - fine}), (1, "a", {2: fine, 1: 1 - fine})])
    assert quotient(lpts, [0, 1, 1]) == LPTS.of([(0, "a", 1), (1, "a", 1)])
    assert quotient(lpts, [0, 0, 1]).distributions.probabilities(0) == {0: fine, 1: 1 - fine}


def test_a_quotient_without_transitions():
    assert quotient(LPTS.of([], initial=0, alphabet="a"), [0]).transitions == 0
