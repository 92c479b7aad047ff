"""The pairs of a simulation that a certificate needs: a simulation themselves, the same by kernels and without."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.lpts.needed import compiled, needed
from quidpro.lpts.simulation import simulation
from tests.naive_lpts import is_simulated
from tests.random_lpts import random_lpts

SEEDS = range(400)


@pytest.mark.slow
def test_the_needed_pairs_are_a_simulation_and_kernels_find_the_same():
    seen = smaller = 0
    for seed in SEEDS:
        rng = Random(seed)
        found = simulation(random_lpts(rng), random_lpts(rng, moves=4))
        if not found.holds:
            continue
        seen += 1
        codes = needed(found)
        pairs = set(zip(*(side.tolist() for side in np.divmod(codes, found.second.states)), strict=True))
        assert (found.first.initial, found.second.initial) in pairs
        assert pairs <= found.related
        assert all(is_simulated(found.first, p, found.second, q, pairs) for p, q in pairs)
        assert compiled(found, Budget()).tolist() == codes.tolist()
        smaller += pairs < found.related
    assert seen > 30
    assert smaller > 10
