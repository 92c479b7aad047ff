"""A small sample of the campaign of smallest assumptions."""

from __future__ import annotations

import pytest

from tests.differential.compare_smallest import smallest_differences
from tests.differential.compare_smallest_smv import smallest_smv_differences


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_no_automaton_is_smaller(first):
    assert [d for seed in range(first, first + 20) for d in smallest_differences(seed)] == []


@pytest.mark.parametrize("first", range(0, 40, 20))
def test_no_automaton_over_variables_is_smaller(first):
    assert [d for seed in range(first, first + 20) for d in smallest_smv_differences(seed)] == []
