"""A sample of the campaign on random SMV models with LTL formulas."""

from __future__ import annotations

import pytest

from tests.differential.compare_ltl import compare


@pytest.mark.parametrize("block", range(4))
def test_sat_solvers_say_what_diagrams_and_random_walks_say(block):
    outcomes = {found for seed in range(15 * block, 15 * block + 15) for found in compare(seed)}
    assert outcomes == {(kind, outcome) for kind in ("ltl", "invariant") for outcome in ("holds", "violated")}
