"""Reductions against naive twins, on random LTSs with silent steps, ERROR, END and unused actions."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, TooManyStates
from quidpro.core.events import Event, Explored, Phase
from quidpro.lts import LTS
from quidpro.lts.ops import is_deterministic, reachable
from quidpro.lts.partition import Bisimulation, partition
from quidpro.lts.reduce import Equivalence, reduce
from tests.lts_strategy import ltss
from tests.naive_reduce import bisimilar, disjoint_union, is_trace_minimal, same_blocks, traces

BISIMULATIONS: list[Bisimulation] = ["strong", "branching", "weak"]
EQUIVALENCES: list[Equivalence] = [*BISIMULATIONS, "trace"]


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", BISIMULATIONS)
@settings(deadline=None, max_examples=150)
@given(lts=ltss())
def test_partition_is_the_largest_bisimulation(equivalence: Bisimulation, lts: LTS) -> None:
    assert same_blocks(lts, partition(lts, equivalence), bisimilar(lts, equivalence))


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", BISIMULATIONS)
@settings(deadline=None, max_examples=100)
@given(lts=ltss())
def test_quotient_is_bisimilar_to_the_original_and_as_small_as_can_be(equivalence: Bisimulation, lts: LTS) -> None:
    small = reduce(lts, equivalence)
    both, one, two = disjoint_union(lts, small)
    assert (one, two) in bisimilar(both, equivalence)
    assert small.states == len(set(partition(reachable(lts), equivalence).tolist()))
    assert small == reachable(small)
    assert (small.end >= 0) == (reachable(lts).end >= 0)
    assert small.alphabet == ("a", "b", "never")


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", EQUIVALENCES)
@settings(deadline=None, max_examples=80)
@given(lts=ltss())
def test_reduction_is_idempotent(equivalence: Equivalence, lts: LTS) -> None:
    once = reduce(lts, equivalence)
    twice = reduce(once, equivalence)
    assert (twice.states, twice.transitions, twice.end >= 0) == (once.states, once.transitions, once.end >= 0)


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(lts=ltss())
def test_coarser_equivalences_merge_more(lts: LTS) -> None:
    strong, branching, weak = (partition(lts, e).tolist() for e in BISIMULATIONS)
    for p in range(lts.states):
        for q in range(p):
            assert strong[p] != strong[q] or branching[p] == branching[q]
            assert branching[p] != branching[q] or weak[p] == weak[q]
            if weak[p] == weak[q]:
                assert traces(replace(lts, initial=p), 4) == traces(replace(lts, initial=q), 4)


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(lts=ltss())
def test_trace_reduction_keeps_the_traces_and_is_minimal(lts: LTS) -> None:
    small = reduce(lts, "trace")
    assert traces(small, 6) == traces(lts, 6)
    if traces(lts, 0)[()]:
        assert list(small.triples()) == [(0, "tau", -1)]
    else:
        assert is_deterministic(small)
        assert is_trace_minimal(small)


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(lts=ltss(), data=st.data())
def test_trace_reduction_is_canonical(lts: LTS, data: st.DataObject) -> None:
    """Another numbering of the states, or a coarser reduction beforehand, gives an equal result."""
    order = np.array(data.draw(st.permutations(range(lts.states))))
    image = np.append(order, -1)
    renumbered = LTS.from_arrays(
        lts.alphabet, lts.states, image[lts.source], lts.label, image[lts.target],
        initial=int(image[lts.initial]), end=int(image[lts.end]),
    )  # fmt: skip
    assert reduce(renumbered, "trace") == reduce(lts, "trace")
    without_end = replace(lts, end=-1)
    assert reduce(reduce(without_end, "weak"), "trace") == reduce(without_end, "trace")


def test_end_is_never_merged_with_stop() -> None:
    lts = LTS.of([(0, "a", "stop"), (0, "a", "end")], end="end")
    for equivalence in BISIMULATIONS:
        assert reduce(lts, equivalence).states == 3
    assert reduce(lts, "trace").states == 2
    assert reduce(lts, "trace").end == -1


def test_trace_keeps_an_end_that_stays_alone() -> None:
    small = reduce(LTS.of([(0, "a", 1), (0, "a", 2), (1, "b", "end"), (2, "b", "end")], end="end"), "trace")
    assert (small.states, small.end) == (3, 2)


def test_silent_step_to_error_is_seen() -> None:
    lts = LTS.of([(0, "a", 1), (0, "a", 2), (1, "tau", "ERROR"), (1, "b", 0), (2, "b", 0)])
    assert [reduce(lts, e).states for e in EQUIVALENCES] == [3, 3, 3, 1]
    assert list(reduce(lts, "trace").triples()) == [(0, "a", -1)]


def test_known_differences_between_the_equivalences() -> None:
    """a.(tau.b + c) + a.b is weakly but not branching bisimilar to a.(tau.b + c)."""
    tree = [(0, "a", 1), (1, "tau", 2), (1, "c", 3), (2, "b", 3)]
    lts = LTS.of([*tree, ("other", "a", 1), ("other", "a", 2), (9, "tau", "other")], initial=0)
    for equivalence, same in [("strong", False), ("branching", False), ("weak", True)]:
        blocks = partition(lts, equivalence)  # type: ignore[arg-type]
        other = lts.state_names.index("other")  # type: ignore[union-attr]
        assert (blocks[0] == blocks[other]) == same


def exponential(bits: int) -> LTS:
    """Accepts nothing but remembers where the last a was: 2 ** bits states when deterministic."""
    loop = [(0, "a", 0), (0, "b", 0), (0, "a", 1)]
    return LTS.of([*loop, *((i, x, i + 1) for i in range(1, bits) for x in "ab"), (bits, "c", 0)])


def test_trace_reduction_can_be_capped() -> None:
    assert reduce(exponential(11), "trace", max_states=3000).states == 2048
    with pytest.raises(TooManyStates) as caught:
        reduce(exponential(11), "trace", max_states=2000)
    assert caught.value.limit == 2000


def test_budget_is_polled_and_progress_reported() -> None:
    heard: list[Event] = []
    reduce(exponential(5), "trace", events=heard.append)
    assert heard[0] == Phase("reducing modulo traces")
    assert isinstance(heard[-1], Explored)
    assert (heard[-1].states, heard[-1].frontier) == (32, 0)
    spent = Budget()
    spent.interrupt()
    for equivalence in EQUIVALENCES:
        with pytest.raises(BudgetExceeded):
            reduce(exponential(3), equivalence, budget=spent)


def test_a_long_silent_chain_that_falls_apart_state_by_state() -> None:
    """A lossy counter: every state leaves the silent chain in a round of its own."""
    states = 20_000
    step = np.arange(1, states)
    columns = (np.tile(step, 2), np.repeat([0, 1], states - 1), np.tile(step - 1, 2))
    lts = LTS.from_arrays(["out"], states, *columns, initial=states - 1)
    assert reduce(lts, "branching", budget=Budget(seconds=20)).states == states


def test_a_lossy_grid_falls_apart_quickly() -> None:
    """Two lossy counters side by side: the clean states of a block lose a whole edge at a time."""
    side = 60
    one = np.arange(side * side)
    right, up = one[one % side > 0], one[one >= side]
    lts = LTS.from_arrays(
        ["out", "over"], side * side, np.concatenate([right, right, up, up]),
        np.repeat([0, 1, 0, 2], [len(right), len(right), len(up), len(up)]),
        np.concatenate([right - 1, right - 1, up - side, up - side]), initial=side * side - 1,
    )  # fmt: skip
    assert reduce(lts, "branching", budget=Budget(seconds=20)).states == side * side


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", EQUIVALENCES)
def test_long_chains_take_no_quadratic_time(equivalence: Equivalence) -> None:
    states = 100_000
    step = np.arange(states - 1)
    lts = LTS.from_arrays(["a"], states, step, step % 2, step + 1)
    small = reduce(lts, equivalence, budget=Budget(seconds=20))
    assert small.states == (states if equivalence == "strong" else states // 2)
