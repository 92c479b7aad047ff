"""The words that lead components into π: over a part of an alphabet they are the same, asked for first or later."""

import random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import Explored
from quidpro.engines.explicit.shared import weakest
from quidpro.engines.explicit.shared.weakest import ErrorLanguage, ErrorTraces, permissive
from tests.random_systems import random_system


def parts_of(seed):
    parts = [component.lts for component in random_system(seed).components]
    return parts, sorted({action for lts in parts for action in lts.alphabet})


def same(one, other, alphabet):
    """Minimal automata that are numbered alike are equal where they accept the same."""
    left, right = (permissive(danger.exact, alphabet).next.tolist() for danger in (one, other))
    return left == right


@pytest.mark.parametrize("seed", range(60))
def test_over_growing_alphabets(seed):
    parts, widest = parts_of(seed)
    rng = random.Random(seed)
    kept = ErrorTraces(parts, widest, Budget())
    for size in range(len(widest) + 1):
        alphabet = sorted(rng.sample(widest, size))
        assert same(kept.over(alphabet), ErrorTraces(parts, alphabet, Budget()).over(alphabet), alphabet)


def test_the_product_is_built_once():
    parts, widest = parts_of(1)
    told = []
    dangers = ErrorTraces(parts, widest, Budget(), told.append)
    assert not told
    for alphabet in (widest, widest[:2], widest[:1]):
        dangers.over(alphabet)
    assert [type(event) for event in told] == [Explored]


def test_what_is_too_large_stays_as_it_is(monkeypatch):
    parts, widest = parts_of(1)
    monkeypatch.setattr(weakest, "MAX_STATES", 1)
    assert ErrorTraces(parts, widest, Budget()).over(widest) == ErrorLanguage(None, parts)
