"""A sample of the campaign on random SMV models."""

from __future__ import annotations

import pytest

from tests.differential.compare_smv import compare


@pytest.mark.parametrize("block", range(4))
def test_every_method_says_what_an_enumeration_says(block):
    outcomes = {compare(seed, groups=seed % 5 == 0) for seed in range(15 * block, 15 * block + 15)}
    assert outcomes == {"holds", "violated"}
