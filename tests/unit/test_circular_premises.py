"""In which order premises are checked, and that all are before anything is proved."""

from __future__ import annotations

from collections import defaultdict

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular import premises
from quidpro.engines.explicit.circular.premises import Premises
from quidpro.lts import LTS
from tests.asking import Problem, solve
from tests.unit.circular_samples import in_out, languages, random_triple, satisfies


def circular(system, **options):
    split = tuple((c.name,) for c in system.processes)
    chosen = {"candidates": False, **options}
    return solve(Problem(system, "safety", system.properties[0].name, split=split, options=chosen), "circular")


def checked(verdict):
    """For each round which premises were checked, in their order, and what came of them."""
    found = defaultdict(list)
    for done in verdict.stats.rounds:
        found[done.number].append((done.premise, done.outcome))
    return list(found.values())


def test_cheap_ones_at_once_and_then_the_cheapest():
    some = Premises([], None, [], (), {}, Budget())
    some._cost = [300_000, 10, 50_000, 90_000, 0]
    some.numbers = lambda: [0, 1, 2, 3, 4]
    assert some.cheapest_first() == [[1, 2, 4], [3], [0]]
    some._cost = [300_000, 100_000, 400_000, 400_001, 500_000]
    assert some.cheapest_first() == [[], [1], [0], [2], [3], [4]]


def test_none_is_cheap(monkeypatch):
    """One premise at a time: rounds end with the first that fails, and the last round has all of them."""
    monkeypatch.setattr(premises, "_CHEAP", -1)
    *rounds, last = checked(circular(in_out()))
    assert all([outcome for _, outcome in one][-1:] == ["fails"] for one in rounds)
    assert sorted(last) == [(1, "holds"), (2, "holds"), (3, "holds")]
    assert any(len(one) < 3 for one in rounds)


@pytest.mark.slow
def test_the_order_changes_neither_verdict_nor_size(monkeypatch):
    for seed in range(20):
        system = random_triple(seed)
        usual = circular(system)
        with monkeypatch.context() as patched:
            patched.setattr(premises, "_CHEAP", -1)
            one_by_one = circular(system)
        assert usual.outcome == one_by_one.outcome == ("holds" if satisfies(*languages(system)) else "violated")
        assert all([usual.certified, one_by_one.certified])
        assert sum(a.lts.states for a in usual.assumptions) == sum(a.lts.states for a in one_by_one.assumptions)


def test_as_published_it_stops_at_the_first_that_fails():
    *rounds, last = checked(circular(in_out(), counterexamples=1))
    for one in rounds:
        assert [number for number, _ in one] == list(range(1, len(one) + 1))
        assert [outcome for _, outcome in one] == ["holds"] * (len(one) - 1) + ["fails"]
    assert [number for number, _ in last] == [1, 2, 3]


def test_beside_given_assumptions_all_are_checked_in_every_round(monkeypatch):
    monkeypatch.setattr(premises, "_CHEAP", -1)
    given = LTS.of([(0, "send", 1), (1, "send", 1), (1, "ack", 0)])
    verdict = circular(in_out(), given={1: given})
    assert verdict.certified
    assert all(len(one) == 3 for one in checked(verdict))
