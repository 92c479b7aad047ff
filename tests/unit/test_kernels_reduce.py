"""The kernels of the reductions on small inputs; to be run compiled, with bounds checks and interpreted."""

from collections.abc import Iterator

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.core.small import kernels_only
from quidpro.lts import LTS
from quidpro.lts import determinise as determinising
from quidpro.lts import saturate as saturating
from quidpro.lts.kernels.graph import group_by, silent_components
from quidpro.lts.kernels.reach import breadth_first
from quidpro.lts.ops import reachable
from quidpro.lts.partition import Bisimulation, partition, with_error
from quidpro.lts.reduce import reduce
from tests.naive_reduce import bisimilar, same_blocks, traces


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    with kernels_only():
        yield


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def random_lts(seed: int, states: int = 6, moves: int = 14) -> LTS:
    rng = np.random.default_rng(seed)
    label = rng.integers(0, 3, moves) * rng.integers(0, 2, moves)
    target = np.where(rng.random(moves) < 0.05, -1, rng.integers(0, states, moves))
    end = int(rng.integers(-1, states))
    return LTS.from_arrays(["a", "b"], states, rng.integers(0, states, moves), label, target, end=end)


def test_group_by_is_a_stable_sort() -> None:
    row, order = group_by(ints(2, 0, 2, 0, 3), 5)
    assert row.tolist() == [0, 2, 2, 4, 5, 5]
    assert order.tolist() == [1, 3, 0, 2, 4]


def test_breadth_first_order() -> None:
    assert breadth_first(np.array([0, 2, 3, 3, 4]), ints(2, 3, 0, -1), 0).tolist() == [0, 2, 3]


def test_silent_components_are_numbered_against_the_steps() -> None:
    lts = LTS.of([(0, "tau", 1), (1, "tau", 2), (2, "tau", 1), (2, "a", 0), (2, "tau", 3)])
    component, number = silent_components(*lts.rows, 0, np.zeros(4, dtype=np.int32))
    assert number == 3
    assert component[1] == component[2]
    assert component[0] > component[1] > component[3]


def test_states_apart_join_no_component() -> None:
    lts = LTS.of([(0, "tau", 1), (1, "tau", 0)])
    assert silent_components(*lts.rows, 0, ints(0, 1))[1] == 2


@pytest.mark.slow
@pytest.mark.parametrize("equivalence", ["strong", "branching", "weak"])
@pytest.mark.parametrize("seed", range(12))
def test_partition(equivalence: Bisimulation, seed: int) -> None:
    lts = random_lts(seed)
    assert same_blocks(lts, partition(lts, equivalence), bisimilar(lts, equivalence))


def test_partition_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quidpro.lts.partition._SLICE", 1)
    lts = random_lts(99, states=12, moves=30)
    assert same_blocks(lts, partition(lts, "branching"), bisimilar(lts, "branching"))


def test_wide_signatures_are_sorted_too() -> None:
    """More moves than the insertion sort is for; state 1 has them in another order of blocks than state 2."""
    leaves = range(3, 43)
    wide = [(p, "a", leaf) for p in (1, 2) for leaf in leaves]
    chain = [(leaf, "b", leaf + 1) for leaf in leaves[:-1]]
    lts = LTS.of([(0, "a", 1), (0, "b", 2), *wide, *reversed(chain)])
    block = partition(lts, "strong").tolist()
    assert len(set(block)) == lts.states - 1
    assert block[1] == block[2]


@pytest.mark.parametrize("seed", range(8))
def test_saturation_in_slices_and_with_short_pools(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lts = random_lts(seed, states=9, moves=30)
    whole = saturating.saturate(with_error(lts), Budget())
    monkeypatch.setattr(saturating, "_SLICE", 2)
    monkeypatch.setattr(saturating, "_ROOM_PER_ROW", 1)
    again = saturating.saturate(with_error(lts), Budget())
    assert set(zip(*(c.tolist() for c in whole[1:]), strict=True)) == weak_moves(lts)
    assert [c.tolist() for c in again[1:]] == [c.tolist() for c in whole[1:]]


def weak_moves(lts: LTS) -> set[tuple[int, int, int]]:
    """Closure of the transition relation by composition with silent steps, as Warshall would."""
    states = range(lts.states + 1)
    moves = {(p, a, q % len(states)) for p in range(lts.states) for a, q in lts.successors(p)}
    moves |= {(p, 0, p) for p in states}
    while True:
        more = {(p, a + b, r) for p, a, q in moves for s, b, r in moves if s == q and 0 in (a, b)} - moves
        if not more:
            return moves
        moves |= more


def test_a_crowded_set_of_moves_grows() -> None:
    """One state has so many weak moves that the table of the union kernel must grow."""
    targets = range(1, 1200)
    lts = LTS.of([(0, "tau", "hub"), *(("hub", "a", t) for t in targets)])
    weak = saturating.saturate(with_error(lts), Budget())
    assert len(weak.source) == 2 * 1199 + lts.states + 1 + 1


@pytest.mark.parametrize("seed", range(8))
def test_subsets_with_room_running_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lts = reachable(random_lts(seed, states=8, moves=24))
    plain = determinising.subsets(lts)
    monkeypatch.setattr(determinising, "_SLICE", 1)
    monkeypatch.setattr(determinising, "_FIRST_SETS", 2)
    cramped = determinising.subsets(lts)
    assert cramped.lts == plain.lts
    assert cramped.members.tolist() == plain.members.tolist()
    assert traces(reduce(lts, "trace"), 4) == traces(lts, 4)
