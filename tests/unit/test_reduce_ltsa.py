"""LTSA's own minimisation and determinisation, on cases worked out by hand and against plain twins."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from quidpro.core.budget import Budget
from quidpro.lts import LTS
from quidpro.lts.ops import is_deterministic, reachable
from quidpro.lts.reduce import determinise, minimise_ltsa, reduce
from tests.lts_strategy import ltss
from tests.naive_reduce import bisimilar, bypass_silent_states, disjoint_union, traces


@pytest.mark.slow
@settings(deadline=None, max_examples=100)
@given(lts=ltss())
def test_minimising_a_primitive_is_weak_bisimulation(lts: LTS) -> None:
    lts = replace(lts, end=-1)
    small = minimise_ltsa(lts, composite=False)
    assert (small.states, small.transitions) == (reduce(lts, "weak").states, reduce(lts, "weak").transitions)
    both, one, two = disjoint_union(lts, small)
    assert (one, two) in bisimilar(both, "weak")


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(lts=ltss())
def test_minimising_a_composite_bypasses_silent_states_first(lts: LTS) -> None:
    """To the same LTS, whose states may come in another order."""
    lts = reachable(lts)
    small, again = minimise_ltsa(lts, composite=True), minimise_ltsa(bypass_silent_states(lts), composite=False)
    assert (small.states, small.transitions) == (again.states, again.transitions)
    both, one, two = disjoint_union(small, again)
    assert (one, two) in bisimilar(both, "strong")


def test_bypassing_is_coarser_than_weak_bisimulation() -> None:
    lts = LTS.of([(0, "a", 1), (1, "tau", 2), (1, "tau", 3), (2, "b", 0), (3, "c", 0)])
    assert minimise_ltsa(lts, composite=False).states == 4
    small = minimise_ltsa(lts, composite=True)
    assert (small.states, small.transitions) == (3, 4)


def test_a_silent_loop_becomes_a_stop() -> None:
    lts = LTS.of([(0, "a", 1), (1, "tau", 1)])
    for composite in (False, True):
        assert list(minimise_ltsa(lts, composite).triples()) == [(0, "a", 1)]


def test_a_silent_way_to_end_merges_with_it() -> None:
    lts = LTS.of([(0, "a", 1), (1, "tau", "end"), (0, "b", "stop")], end="end")
    assert reduce(lts, "weak").states == 4
    small = minimise_ltsa(lts, composite=False)
    assert (small.states, small.alphabet) == (3, ("a", "b"))
    assert [(p, a) for p, a, q in small.triples() if q == small.end] == [(0, "a")]


def test_long_silent_chains_are_bypassed_quickly() -> None:
    states = 50_000
    step = np.arange(states - 1)
    lts = LTS.from_arrays(["a"], states, step, (step == 0).astype(int), step + 1)
    assert minimise_ltsa(lts, composite=True, budget=Budget(seconds=20)).states == 2


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(lts=ltss())
def test_determinise_keeps_the_traces_but_for_an_initial_silent_error(lts: LTS) -> None:
    made = determinise(lts)
    if is_deterministic(lts):
        assert made == lts
    else:
        assert is_deterministic(made)
        assert traces(made, 5) == traces(without_initial_error(lts), 5)


def without_initial_error(lts: LTS) -> LTS:
    """A copy of the initial state and its silent successors that does not lead to ERROR silently."""
    first = [(("first", p), a, ("first", q)) for p, a, q in lts.triples() if a == "tau" and q >= 0]
    first += [(("first", p), a, q) for p, a, q in lts.triples() if a != "tau"]
    return LTS.of([*first, *lts.triples()], initial=("first", lts.initial), alphabet=lts.alphabet)


def test_determinise_keeps_end_apart() -> None:
    lts = LTS.of([(0, "a", "end"), (0, "tau", 1), (1, "b", "stop")], end="end")
    made = determinise(lts)
    assert (made.states, list(made.triples())) == (3, [(0, "a", 1), (0, "b", 2)])
    assert made.end == 1


@pytest.mark.parametrize("target", [0, "ERROR"])
def test_an_error_in_a_set_makes_it_error(target: object) -> None:
    lts = LTS.of([(0, "a", 1), (0, "a", 2), (1, "tau", "ERROR"), (2, "b", target)])
    assert list(determinise(lts).triples()) == [(0, "a", -1)]
