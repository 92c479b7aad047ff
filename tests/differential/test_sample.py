"""A small sample of the random campaign; `make campaign` runs all of it."""

from __future__ import annotations

import pytest

from tests.differential.compare import differences


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_no_method_differs_from_the_naive_product(first):
    assert [d for seed in range(first, first + 20) for d in differences(seed)] == []
