"""A small sample of the campaign with given assumptions; `make campaign` runs all of it."""

from __future__ import annotations

import pytest

from tests.differential.compare_given import given_differences


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_no_given_assumption_leads_to_a_wrong_answer(first):
    assert [d for seed in range(first, first + 20) for d in given_differences(seed)] == []
