"""A small sample of the campaign of smallest assumptions."""

from __future__ import annotations

import pytest

from tests.differential.compare_smallest import smallest_differences


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_no_automaton_is_smaller(first):
    assert [d for seed in range(first, first + 20) for d in smallest_differences(seed)] == []
