"""A small sample of the random campaign of the probabilistic world; `make campaign` runs all of it."""

from __future__ import annotations

import pytest

from tests.differential.compare_lpts import differences


@pytest.mark.parametrize("first", range(0, 50, 25))
def test_no_random_lpts_shows_a_difference(first):
    assert [d for seed in range(first, first + 25) for d in differences(seed)] == []
