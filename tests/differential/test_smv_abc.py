"""Random SMV models put to ABC: it answers as the enumeration of states does, and every answer stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
from tests.naive_smv import Graph
from tests.random_smv import random_smv
from tests.random_typed_smv import random_typed_smv
from tests.sampling import first
from tests.with_abc import needs_abc

pytestmark = [pytest.mark.slow, needs_abc]


def answer(flat):
    """What is said of the first specification, as one of states that can be reached; it must have been checked."""
    (verdict,) = solve_smv(flat, [replace(flat.specs[0], section="INVARSPEC")], "abc")
    return verdict.outcome, verdict.certified, verdict.reason


@pytest.mark.parametrize("block", first(range(8), 4))
def test_modules_of_bits(block):
    outcomes = set()
    for seed in range(12 * block, 12 * block + 12):
        random = random_smv(seed)
        expected = "holds" if all(map(random.holds, random.reachable())) else "violated"
        assert answer(load_smv(Source("random.smv", random.text)).flat()) == (expected, True, ""), seed
        outcomes.add(expected)
    assert outcomes == {"holds", "violated"}


@pytest.mark.parametrize("block", range(2))
def test_variables_of_every_type(block):
    for seed in range(10 * block, 10 * block + 10):
        flat = load_smv(Source("random.smv", random_typed_smv(seed))).flat()
        expected = "holds" if Graph(flat).invariant(flat.specs[0].invariant) else "violated"
        assert answer(flat) == (expected, True, ""), seed
