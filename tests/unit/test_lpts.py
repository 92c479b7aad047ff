"""The LPTS type and its operations."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from quidpro.lpts import LPTS
from quidpro.lpts.flow import matching, witness
from quidpro.lpts.ops import completed, composed, composition, quotient
from quidpro.lpts.simulation import simulation
from tests.naive_lpts import naive_match
from tests.random_lpts import random_lpts

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("distribution", "message"),
    [
        ({1: "1/2", 2: "1/3"}, "probabilities sum to 5/6, not to 1"),
        ({1: "3/2", 2: "-1/2"}, "a probability is negative"),
        ({}, "probabilities sum to 0, not to 1"),
    ],
)
def test_what_is_no_distribution_is_refused(distribution, message):
    with pytest.raises(ValueError, match=message):
        LPTS.of([(0, "a", distribution)])


def test_a_float_is_refused():
    with pytest.raises(TypeError, match=r"the probability 0\.5 is a float; give a Fraction or a text"):
        LPTS.of([(0, "a", {1: 0.5, 2: 0.5})])


def test_distributions_are_kept_once_on_the_least_scale():
    lpts = LPTS.of([(0, "a", {0: "0.5", 1: "0.5"}), (1, "b", {1: HALF, 0: HALF}), (0, "a", {1: "2/4", 0: "2/4", 2: 0})])
    assert (len(lpts.distributions), lpts.distributions.scale, lpts.transitions, lpts.states) == (1, 2, 2, 3)
    assert list(lpts.triples()) == [(0, "a", {0: HALF, 1: HALF}), (1, "b", {0: HALF, 1: HALF})]


def test_weights_beyond_64_bits_are_exact():
    tiny = Fraction(1, 3**50)
    lpts = LPTS.of([("s", "a", {"s": tiny, "t": 1 - tiny})])
    assert lpts.distributions.probabilities(0) == {0: tiny, 1: 1 - tiny}
    whole = composed(lpts, lpts.named("other")).lpts
    assert whole.distributions.probabilities(0)[0] == tiny**2


def test_composition_moves_together_on_shared_actions_and_alone_on_others():
    one = LPTS.of([(0, "both", {0: "1/4", 1: "3/4"}), (1, "mine", 0)])
    two = LPTS.of([(0, "both", {0: "1/3", 1: "2/3"}), (1, "yours", 0)])
    found = composed(one, two)
    assert found.pairs[0] == (0, 0)
    product = {found.pairs[s]: p for s, p in next(d for _, a, d in found.lpts.triples() if a == "both").items()}
    assert product == {(0, 0): Fraction(1, 12), (0, 1): Fraction(1, 6), (1, 0): Fraction(1, 4), (1, 1): HALF}
    alone = {(found.pairs[s], a, found.pairs[next(iter(d))]) for s, a, d in found.lpts.triples() if a != "both"}
    assert alone == {
        ((1, 0), "mine", (0, 0)),
        ((1, 1), "mine", (0, 1)),
        ((0, 1), "yours", (0, 0)),
        ((1, 1), "yours", (1, 0)),
    }


def test_contributions_tell_which_distributions_were_multiplied():
    rng = Random(5)
    for _ in range(50):
        one, two = random_lpts(rng, "ab"), random_lpts(rng, "bc")
        found = composed(one, two)
        for state, _, number in ((s, a, d) for s, moves in enumerate(found.lpts.moves) for a, d in moves):
            sides = zip((one, two), found.parts[number], found.pairs[state], strict=True)
            left, right = ({s: 1} if d < 0 else lpts.distributions.probabilities(d) for lpts, d, s in sides)
            expected = {(p, q): x * y for p, x in left.items() for q, y in right.items()}
            probabilities = found.lpts.distributions.probabilities(number)
            assert {found.pairs[s]: x for s, x in probabilities.items()} == expected


def test_composition_counts_the_marks_of_each_part():
    one = LPTS.of([(0, "a", 1)], marks={"bad": [1]})
    whole = composition([one, LPTS.of([(0, "b", 1)], marks={"bad": []})])
    assert len(whole.marks["bad"]) == 2


def test_completion_adds_dirac_loops_on_what_is_not_mentioned():
    done = completed(LPTS.of([(0, "a", 1)]), ["a", "b"])
    assert list(done.triples()) == [(0, "a", {1: 1}), (0, "b", {0: 1}), (1, "b", {1: 1})]


def test_the_quotient_adds_up_probabilities_and_simulates():
    lpts = LPTS.of([(0, "a", {0: "1/4", 1: "1/4", 2: "1/2"}), (2, "a", 0)])
    found = quotient(lpts, [0, 1, 1])
    assert list(found.triples()) == [
        (0, "a", {0: Fraction(1, 4), 1: Fraction(3, 4)}),
        (1, "a", {0: Fraction(1)}),
    ]
    assert simulation(lpts, found).holds


def test_flow_agrees_with_halls_condition_and_shows_its_witness():
    rng = Random(7)
    failed = 0
    for _ in range(300):
        left, right = (_weights(rng) for _ in range(2))
        related = [[j for j in range(len(right)) if rng.random() < 0.6] for _ in left]
        pairs = {(i, j) for i, row in enumerate(related) for j in row}
        found = witness(left, right, related)
        exact = [{i: Fraction(w, 12) for i, w in enumerate(side)} for side in (left, right)]
        assert (found is None) == naive_match(*exact, pairs)
        if found is not None:
            failed += 1
            assert sum(left[i] for i in found) > sum(right[j] for j in {j for i in found for j in related[i]})
        else:
            assert [sum(sent.values()) for sent in matching(left, right, related)] == left
    assert failed > 50


def _weights(rng: Random) -> list[int]:
    cuts = [0, *sorted(rng.sample(range(1, 12), rng.randint(0, 4))), 12]
    return [b - a for a, b in pairwise(cuts)]
