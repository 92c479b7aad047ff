"""Groups as automata: tables say the same as components played on demand; walks find shortest words either way."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular import languages
from quidpro.engines.explicit.circular.languages import (
    OUT,
    Flagged,
    Listed,
    Table,
    Traces,
    Walk,
    accepts,
    composed,
    traces,
)
from quidpro.learning.dfa import Dfa
from quidpro.lts import LTS
from tests.many import in_one
from tests.random_systems import random_lts

BUDGET = Budget()


def random_group(seed):
    """Two components that share an action, and the alphabet over which they are seen."""
    rng = random.Random(seed)
    group = [random_lts(rng, list(own), own) for own in ("abc", "cde")]
    return [LTS.of([t for t in _triples(lts) if t[2] != "ERROR"], initial=0, alphabet=lts.alphabet) for lts in group]


def _triples(lts):
    names = ("tau", *lts.alphabet)
    return [
        (int(s), names[a], "ERROR" if t < 0 else int(t))
        for s, a, t in zip(lts.source, lts.label, lts.target, strict=True)
    ]


def words(alphabet, most):
    return (word for length in range(most + 1) for word in product(alphabet, repeat=length))


class TestTraces:
    @pytest.mark.slow
    @in_one(seed=range(40))
    @pytest.mark.parametrize("alphabet", [("a", "c", "e"), ("b", "d"), ("a", "b", "c", "d", "e")])
    def test_a_table_has_the_words_of_the_group(self, seed, alphabet):
        group = random_group(seed)
        table, played = traces(composed(group, BUDGET), alphabet, BUDGET), Traces(group, alphabet, BUDGET)
        assert isinstance(table, Table)
        for word in words(alphabet, 4):
            assert accepts(table, word) == accepts(played, word), word

    def test_a_group_that_is_too_large_is_played(self, monkeypatch):
        monkeypatch.setattr(languages, "MAX_STATES", 2)
        group = [LTS.of([(0, a, 1), (1, "go", 0)], initial=0) for a in "ab"]
        assert composed(group, BUDGET) == group
        assert isinstance(traces(composed(group, BUDGET), ("a", "go"), BUDGET), Traces)

    def test_so_is_one_whose_sets_are_too_many(self, monkeypatch):
        monkeypatch.setattr(languages, "MAX_SETS", 1)
        last = 6
        guess = [(0, "a", 0), (0, "b", 0), (0, "a", 1)]
        lts = LTS.of([*guess, *((i, a, i + 1) for i in range(1, last) for a in "ab"), (last, "c", last)], initial=0)
        played = traces([lts], ("a", "b", "c"), BUDGET)
        assert isinstance(played, Traces)
        assert accepts(played, tuple("abbbbbc"))
        assert not accepts(played, tuple("babbbbc"))

    def test_what_the_group_explored_is_told_once(self):
        told = []
        composed([LTS.of([(0, a, 1), (1, a, 0)], initial=0) for a in "ab"], BUDGET, told.append)
        assert [(event.states, event.transitions) for event in told] == [(4, 8)]


class TestWalk:
    @pytest.mark.parametrize("seed", range(20))
    def test_flags_and_lists_meet_the_same(self, seed):
        rng = np.random.default_rng(seed)
        sizes = [4, 1, 3, 5]
        flagged, listed = Flagged(sizes), Listed()
        for _ in range(6):
            vectors = np.stack([rng.integers(0, size, 25) for size in sizes], axis=1).astype(np.int32)
            assert flagged.fresh(vectors).tolist() == listed.fresh(vectors).tolist()

    @pytest.mark.parametrize("flags", [languages._MAX_FLAGS, 0])
    def test_the_words_are_shortest(self, flags, monkeypatch):
        monkeypatch.setattr(languages, "_MAX_FLAGS", flags)
        part = traces([LTS.of([(0, "a", 1), (1, "b", 2), (2, "a", 0), (2, "b", 0)], initial=0)], ("a", "b"), BUDGET)
        allowed = Table(Dfa(np.array([[1, -1], [0, 0]], dtype=np.int32)), ("a", "b"))
        found = Walk([part, allowed], BUDGET)

        def leaving(after):
            return (after[0] != OUT) & (after[1] == OUT)

        assert found.find(leaving, 5) == [("a", "b", "b")]
        assert found.states == 3
