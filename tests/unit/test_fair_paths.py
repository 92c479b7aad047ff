"""Fair paths of machines of bits: each way of asking for them, against the enumeration of their states."""

from __future__ import annotations

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.solvers.fair import prolonged, restricted, with_compassion
from quidpro.solvers.live import Live
from tests.naive_fair import has_fair_path, is_fair_lasso, random_fair


def ways(question):
    """All ways, then each by itself that comes to an end."""
    yield question().check
    for name in ("counted", "saved"):
        yield lambda name=name: getattr(question(), name)(Budget())


def compare(seed):
    """Whether a random machine has a fair path; AssertionError when a way says something else."""
    fair, pairs = random_fair(random.Random(seed))
    expected = has_fair_path(fair.circuit, fair.justice, pairs)
    whole = with_compassion(fair, pairs)
    part, kept = restricted(whole)
    for way in ways(lambda: Live(part, Budget())):
        found = way()
        assert (found is not None) == expected, seed
        if found is not None:
            path = prolonged(found, whole.circuit, kept, 1000)
            assert is_fair_lasso(path, fair.circuit, fair.justice, pairs), seed
    return expected


@pytest.mark.parametrize("block", range(6))
def test_every_way_says_what_an_enumeration_says(block):
    assert {compare(seed) for seed in range(25 * block, 25 * block + 25)} == {True, False}
