"""The compiled fixed point against the plain one, array by array."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lpts import LPTS, compiled, compiled_compose, plain, plain_compose
from quidpro.lpts.flow import witness
from quidpro.lpts.ops import composed
from quidpro.lpts.simulation import Simulation, common_scale
from quidpro.lpts.tree import counterexample
from tests.random_lpts import random_lpts


def assert_same(first: LPTS, second: LPTS, *, hasty: bool = False) -> plain.Outcome:
    factors = common_scale(first, second)[1]
    one, two = (side.fixpoint(first, second, factors, Budget(), ignore, hasty=hasty) for side in (plain, compiled))
    assert {name: array.tolist() for name, array in vars(one).items()} == {
        name: array.tolist() for name, array in vars(two).items()
    }
    return one


@pytest.mark.parametrize("marked", [False, True])
def test_kernel_and_plain_agree_on_random_systems(marked):
    rng = Random(11)
    deepest = 0
    for _ in range(150):
        first, second = random_lpts(rng, largest=6, moves=3), random_lpts(rng, largest=6, moves=4)
        if marked:
            first, second = (replace(lpts, marks=_marks(rng, lpts)) for lpts in (first, second))
        deepest = max(deepest, assert_same(first, second).ranks.max())
    assert deepest > 2


def _marks(rng: Random, lpts: LPTS) -> dict[str, frozenset[int]]:
    return {mark: frozenset(s for s in range(lpts.states) if rng.random() < 0.15) for mark in "xy"}


def test_kernel_agrees_when_a_slice_is_one_pair(monkeypatch):
    monkeypatch.setattr(compiled, "_SLICE", 1)
    rng = Random(12)
    for _ in range(40):
        assert_same(random_lpts(rng, largest=5, moves=3), random_lpts(rng, largest=5, moves=4))


@pytest.mark.slow
def test_kernel_pools_grow():
    """Two steps into distributions over 80 states: 6,400 pairs, of which those with different actions go."""

    def wide(shift: int) -> LPTS:
        spread = {i: Fraction(1, 80) for i in range(1, 81)}
        return LPTS.of([(0, "a", spread), *((i, "xyz"[(i + shift) % 3], (i * 7) % 80 + 1) for i in range(1, 81))])

    outcome = assert_same(wide(0), wide(1))
    assert len(outcome.codes) == 6401


def test_kernel_flow_splits_and_reroutes():
    """The greedy start gives the first state what only the second can use, and an augmenting path takes it back."""
    first = LPTS.of([(0, "a", {1: "1/2", 2: "1/2"}), (2, "b", 2)])
    second = LPTS.of([(0, "a", {1: "1/2", 2: "1/2"}), (1, "b", 1)])
    assert assert_same(first, second).ranks[0] == 0


@pytest.mark.slow
def test_kernel_flow_agrees_with_the_plain_flow_on_larger_supports():
    from quidpro.lpts.kernels.match import is_matched

    rng = Random(13)
    matched = 0
    for _ in range(1500):
        left, right = (_weights(rng) for _ in range(2))
        density = rng.choice([0.4, 0.6, 0.8])
        related = [[j for j in range(len(right)) if rng.random() < density] for _ in left]
        alive = np.array([j in row for row in related for j in range(len(right))], dtype=np.bool_)
        found = bool(is_matched(np.array(left), np.array(right), alive))
        assert found == (witness(left, right, related) is None)
        matched += found
    assert 200 < matched < 1300


def _weights(rng: Random) -> list[int]:
    return [b - a for a, b in pairwise([0, *sorted(rng.sample(range(1, 40), rng.randint(3, 7))), 40])]


def test_kernel_refuses_what_only_a_set_of_states_shows():
    """Every state alone finds enough on the other side, two of them together do not: only the flow tells."""
    quarter = dict.fromkeys((1, 2, 3, 4), "1/4")
    first = LPTS.of([(0, "a", quarter), (1, "b", 1), (2, "b", 2)])
    second = LPTS.of([(0, "a", {1: "3/8", 2: "5/16", 3: "5/16"}), (1, "b", 1)])
    assert assert_same(first, second).ranks[0] > 0


def assert_same_product(first: LPTS, second: LPTS) -> None:
    alphabet = tuple(sorted({*first.alphabet, *second.alphabet}))
    one, two = (side.product(first, second, alphabet, Budget(), ignore) for side in (plain_compose, compiled_compose))
    for name in ("sides", "contributions", "transitions"):
        assert [a.tolist() for a in getattr(one, name)] == [a.tolist() for a in getattr(two, name)], name
    assert one.distributions.scale == two.distributions.scale
    assert one.distributions.lists == two.distributions.lists


def test_composition_by_kernel_and_in_plain_python_agree():
    rng = Random(21)
    for _ in range(150):
        assert_same_product(random_lpts(rng, "ab", largest=6, moves=3), random_lpts(rng, "bcd", largest=6, moves=3))


def test_composition_pools_grow():
    wide = LPTS.of(
        [(0, "a", {i: Fraction(1, 80) for i in range(1, 81)}), *((i, "b", (i * 7) % 80 + 1) for i in range(81))]
    )
    other = LPTS.of([(i, "abc"[i % 3], {(i * 5) % 60: "1/3", (i + 1) % 60: "2/3"}) for i in range(60)])
    assert_same_product(wide, other)


def test_a_composition_of_weights_beyond_64_bits_is_exact():
    fine = Fraction(1, 3**25)
    first, second = (LPTS.of([(0, "a", {0: fine, 1: 1 - fine})]) for _ in range(2))
    found = composed(first, second).lpts.distributions.probabilities(0)
    assert found[0] == fine * fine
    assert sum(found.values()) == 1


def test_haste_keeps_the_verdict_and_the_depth(monkeypatch):
    """In plain Python and by kernels, with the same arrays: it must not matter which of them was at hand."""
    monkeypatch.setattr(plain, "FIRST_REMOVAL", 0)
    rng = Random(13)
    refuted = cut_short = 0
    for _ in range(200):
        first, second = random_lpts(rng, largest=6, moves=3), random_lpts(rng, largest=6, moves=4)
        full, hasty = assert_same(first, second), assert_same(first, second, hasty=True)
        assert full.ranks[0] == hasty.ranks[0]
        refuted += bool(full.ranks[0])
        cut_short += len(hasty.codes) < len(full.codes)
    assert refuted > 50
    assert cut_short


def test_haste_looks_no_further_than_it_must(monkeypatch):
    """A difference three steps away from the start of a long chain, with room for haste from the first pair on."""
    monkeypatch.setattr(plain, "FIRST_REMOVAL", 0)
    chain = [(i, "a", i + 1) for i in range(1000)]
    first, second = LPTS.of([*chain, (3, "b", 3)]), LPTS.of([*chain, (0, "b", 0)])
    hasty = assert_same(first, second, hasty=True)
    assert hasty.ranks[0] == 4
    assert len(hasty.codes) < 20
    tree = counterexample(Simulation(first, second, hasty))
    assert tree.depth == 4


def test_an_answer_is_found_without_the_table_of_labels(monkeypatch):
    rng = Random(14)
    pairs = [(random_lpts(rng, largest=6, moves=3), random_lpts(rng, largest=6, moves=4)) for _ in range(60)]
    monkeypatch.setattr(compiled, "_MAX_TABLE", 0)
    for first, second in pairs:
        assert_same(first, second)
