"""The words that lead components into π: over a part of an alphabet they are the same, asked for first or later."""

import random

from quidpro.core.budget import Budget
from quidpro.core.events import Explored
from quidpro.engines.explicit.shared import weakest
from quidpro.engines.explicit.shared.weakest import ErrorLanguage, ErrorTraces, permissive
from quidpro.lts.lts import ERROR, LTS
from tests.many import in_one
from tests.random_systems import random_system


def parts_of(seed):
    parts = [component.lts for component in random_system(seed).components]
    return parts, sorted({action for lts in parts for action in lts.alphabet})


def same(one, other, alphabet):
    """Minimal automata that are numbered alike are equal where they accept the same."""
    left, right = (permissive(danger.exact, alphabet).next.tolist() for danger in (one, other))
    return left == right


@in_one(seed=range(60))
def test_over_growing_alphabets(seed):
    parts, widest = parts_of(seed)
    rng = random.Random(seed)
    kept = ErrorTraces(parts, widest, Budget())
    for size in range(len(widest) + 1):
        alphabet = sorted(rng.sample(widest, size))
        assert same(kept.over(alphabet), ErrorTraces(parts, alphabet, Budget()).over(alphabet), alphabet)


def test_the_product_is_built_once_where_parts_stay_as_large(monkeypatch):
    monkeypatch.setattr(weakest, "_WORTHWHILE", 1_000_000)
    parts, widest = parts_of(1)
    told = []
    dangers = ErrorTraces(parts, widest, Budget(), told.append)
    assert not told
    for alphabet in (widest, widest[:2], widest[:1]):
        dangers.over(alphabet)
    assert [type(event) for event in told] == [Explored]


def test_parts_that_become_smaller_are_composed_without_the_whole():
    """A ring of ten steps of which only one is shared: where the others are hidden, there is nothing to count."""
    ring = LTS.of([(i, f"a{i}", (i + 1) % 10) for i in range(10)], initial=0)
    other = LTS.of([(i, f"b{i}" if i else "a0", (i + 1) % 10) for i in range(10)], initial=0)
    goal = LTS.of([(0, "a0", 1), (1, "a0", ERROR), (1, "b9", 0)], initial=0)
    told = []
    dangers = ErrorTraces([ring, other, goal], sorted({*ring.alphabet, *other.alphabet}), Budget(), told.append)
    language = dangers.over(["a0", "b9"])
    assert told[0].states < 10
    assert same(language, ErrorTraces([ring, other, goal], ["a0", "b9"], Budget()).over(["a0", "b9"]), ["a0", "b9"])


def test_what_is_too_large_stays_as_it_is(monkeypatch):
    parts, widest = parts_of(1)
    monkeypatch.setattr(weakest, "MAX_STATES", 1)
    assert ErrorTraces(parts, widest, Budget()).over(widest) == ErrorLanguage(None, parts)
