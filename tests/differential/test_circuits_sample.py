"""A sample of the campaign on random AIGER and BTOR2 files, of the comparison with ABC, and of damaged files."""

from __future__ import annotations

import pytest

from tests.differential.compare_circuits import ABC, compare_aiger, compare_btor2, compare_with_abc, damaged

ALL = {"invariant holds", "invariant violated", "ltl holds", "ltl violated"}


@pytest.mark.parametrize("compare", [compare_aiger, compare_btor2])
@pytest.mark.parametrize("block", range(2))
def test_every_state_was_looked_at_and_the_answer_is_the_same(compare, block):
    found = set().union(*(compare(seed) for seed in range(100 * block, 100 * block + 100)))
    assert found == ALL


@pytest.mark.skipif(ABC is None, reason="ABC is not here")
def test_abc_says_the_same(tmp_path):
    assert 20 < compare_with_abc(range(100), tmp_path) < 80


def test_a_damaged_file_is_read_or_refused_in_words():
    read = sum(damaged(seed) for seed in range(1500))
    assert 100 < read < 1400
