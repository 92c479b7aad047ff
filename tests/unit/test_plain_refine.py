"""Reductions in plain Python give what the kernels give, down to the numbers of the states."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.small import kernels_only
from quidpro.lts import LTS, plain_refine
from quidpro.lts.partition import Bisimulation, partition
from quidpro.lts.reduce import Equivalence, minimise_ltsa, reduce
from quidpro.lts.strong import silent_components, strong_components
from tests.lts_strategy import ltss
from tests.many import in_one
from tests.naive_reduce import bisimilar, same_blocks

BISIMULATIONS: list[Bisimulation] = ["strong", "branching", "weak"]
EQUIVALENCES: list[Equivalence] = [*BISIMULATIONS, "trace"]


def random_lts(seed: int, states: int, moves: int, silent: float = 0.3) -> LTS:
    rng = np.random.default_rng(seed)
    label = np.where(rng.random(moves) < silent, 0, rng.integers(1, 4, moves))
    target = np.where(rng.random(moves) < 0.02, -1, rng.integers(0, states, moves))
    end = int(rng.integers(-1, states))
    return LTS.from_arrays(["a", "b", "c"], states, rng.integers(0, states, moves), label, target, end=end)


def lossy_counter(states: int) -> LTS:
    """Its silent chain falls apart state by state."""
    step = np.arange(1, states)
    columns = np.tile(step, 2), np.repeat([0, 1], states - 1), np.tile(step - 1, 2)
    return LTS.from_arrays(["out"], states, *columns, initial=states - 1)


def assert_same(work: Callable[[], object]) -> None:
    plain = work()
    with kernels_only():
        assert work() == plain


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", EQUIVALENCES)
@settings(deadline=None, max_examples=150)
@given(lts=ltss())
def test_reductions_are_the_same(equivalence: Equivalence, lts: LTS) -> None:
    assert_same(lambda: reduce(lts, equivalence))


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", EQUIVALENCES)
@in_one(seed=range(40))
def test_larger_reductions_are_the_same(equivalence: Equivalence, seed: int) -> None:
    lts = random_lts(seed, states=20 + 3 * seed, moves=(seed % 4 + 2) * (10 + 2 * seed), silent=seed % 5 / 6)
    assert_same(lambda: reduce(lts, equivalence))
    if equivalence != "trace":
        assert_same(lambda: partition(lts, equivalence).tolist())


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(lts=ltss())
def test_minimising_as_ltsa_is_the_same(lts: LTS) -> None:
    for composite in (False, True):
        assert_same(lambda composite=composite: minimise_ltsa(lts, composite))  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", BISIMULATIONS)
@settings(deadline=None, max_examples=150)
@given(lts=ltss(most=9))
def test_partition_is_the_largest_bisimulation(equivalence: Bisimulation, lts: LTS) -> None:
    assert same_blocks(lts, partition(lts, equivalence), bisimilar(lts, equivalence))


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(lts=ltss())
def test_components_are_the_same(lts: LTS) -> None:
    inner = lts.target >= 0
    columns = lts.source[inner], lts.label[inner], lts.target[inner]
    apart = np.zeros(lts.states, dtype=np.int32)
    apart[lts.end] = lts.end >= 0

    def silent() -> tuple[list[int], int]:
        component, count = silent_components(lts.states, *columns, apart=apart)
        return component.tolist(), count

    assert_same(silent)
    assert_same(lambda: strong_components(lts, Budget()).tolist())


def test_a_long_path_takes_no_recursion() -> None:
    lts = LTS.of([(i, "a", i + 1) for i in range(2500)])
    assert strong_components(lts, Budget()).tolist() == list(range(2500, -1, -1))


def test_a_chain_that_falls_apart_is_looked_at_little() -> None:
    """Each state leaves the large block in a round of its own: signatures of all, each time, would be 10**6 steps."""
    effort = small.Effort(20_000)
    rows = [[(1, max(state - 1, 0))] if state else [] for state in range(1500)]
    assert plain_refine.refine(rows, [0] * len(rows), -1, effort).blocks == len(rows)


@pytest.mark.parametrize("equivalence", EQUIVALENCES)
def test_the_kernels_take_over_what_takes_long(equivalence: Equivalence, monkeypatch: pytest.MonkeyPatch) -> None:
    lts = lossy_counter(50)
    plain = reduce(lts, equivalence)
    monkeypatch.setattr(small, "MAX_STEPS", 30)
    assert reduce(lts, equivalence) == plain


def test_effort_ends_a_silent_chain() -> None:
    lts = lossy_counter(1500)
    rows = plain_refine.rows_of(lts.states, lts.source.tolist(), lts.label.tolist(), lts.target.tolist())
    with pytest.raises(small.TooLong):
        plain_refine.refine(rows, [0] * lts.states, 0, small.Effort(small.MAX_STEPS))
