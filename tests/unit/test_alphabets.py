"""Alphabets that grow: by what, what is kept of the work, and what the rounds tell of it."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.engines.explicit.refined.composed import Composed
from quidpro.engines.explicit.shared.alphabets import extended
from quidpro.engines.explicit.shared.rounds import Violated
from quidpro.engines.explicit.shared.traces import play
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.ops import hide
from quidpro.lts.partition import numbered_quotient
from quidpro.lts.product import Product
from quidpro.lts.search import record
from quidpro.report.explicit.renderer import stats_view
from quidpro.verdict.rounds import Round
from tests.random_systems import random_system

GAS = Path(__file__).parents[2] / "examples" / "gas_station" / "gas_station.lts"
TWO_WAYS = LTS.of([(0, "x", 1), (0, "y", 1), (0, "z", 0), (1, "bad", 2)], initial=0)
NEVER = LTS.of([(0, "bad", ERROR)], initial=0)
FULL = ("bad", "x", "y", "z")
SPURIOUS = Violated(("z", "bad"), FULL)
"""The others do z, and M1 needs x or y."""


class TestGrowth:
    def test_by_one_way_into_the_error(self):
        found = extended([TWO_WAYS, NEVER], SPURIOUS, ("bad",), FULL, Budget(), at_once=False)
        assert found == ("bad", "x", "z")
        assert play([TWO_WAYS, NEVER], ["z", "bad"], found, Budget()) is not None

    def test_until_the_run_is_no_counterexample(self):
        found = extended([TWO_WAYS, NEVER], SPURIOUS, ("bad",), FULL, Budget(), at_once=True)
        assert found == FULL
        assert play([TWO_WAYS, NEVER], ["z", "bad"], found, Budget()) is None


def refined(method, **options):
    heard: list[Round] = []
    (result,) = quidpro.check(
        GAS,
        property="RIGHT_CHANGE(1,1)",
        split="FRONT | BACK",
        method=method,
        deadlock=False,
        options={"alphabet": "refine", **options},
        events=lambda event: heard.append(event) if isinstance(event, Round) and event.premise else None,
    )
    assert (result.outcome, result.verdict.certified) == ("holds", True)
    return heard, result


@pytest.mark.parametrize("method", ["lstar", "agar"])
@pytest.mark.parametrize("carry_over", [True, False])
def test_the_first_round_over_a_larger_alphabet_tells_what_was_added(method, carry_over):
    heard, result = refined(method, carry_over=carry_over)
    for run in {one.run for one in heard}:
        rounds = [one for one in heard if one.run == run]
        assert rounds[0].added == ()
        for before, after in pairwise(rounds):
            grown = set(after.actions) - set(before.actions)
            assert set(after.added) == grown or (after.number == before.number and after.added == before.added)
            assert set(before.actions) <= set(after.actions)
    told = [one["added"] for one in stats_view(result.verdict.stats)["rounds"] if "added" in one]
    assert told == [list(one.added) for one in heard if one.added]
    assert told


def test_refinement_keeps_its_partition():
    kept, _ = refined("agar", orientation="given")
    over, _ = refined("agar", orientation="given", carry_over=False)
    assert [one.assumption_states for one in kept] == sorted(one.assumption_states for one in kept)
    assert [one.assumption_states for one in over] != sorted(one.assumption_states for one in over)
    assert len(kept) < len(over)


@pytest.mark.parametrize("learner", ["kv", "lstar"])
def test_learning_keeps_its_last_conjecture(learner):
    plainly = {"orientation": "given", "candidates": False, "learner": learner}
    kept, _ = refined("lstar", **plainly)
    over, _ = refined("lstar", **plainly, carry_over=False)
    assert len({one.number for one in kept}) < len({one.number for one in over})


@pytest.mark.parametrize("seed", range(30))
def test_a_partition_over_a_larger_alphabet(seed):
    """States are in one block exactly if the same local states were, and weakly bisimilar states are one."""
    rng = random.Random(seed)
    parts = [component.lts for component in random_system(seed).processes]
    actions = sorted({action for lts in parts for action in lts.alphabet})
    larger = sorted(rng.sample(actions, rng.randint(1, len(actions))))
    smaller = sorted(rng.sample(larger, rng.randint(0, len(larger))))
    small, large = (Composed(parts, alphabet, Budget(), reduce=True) for alphabet in (smaller, larger))
    block_of = np.array([rng.randrange(3) for _ in range(small.lts.states)], dtype=np.int32)
    inherited = large.inherited(small, block_of)
    (vectors, old), (same, new) = small.standing(), large.standing()
    assert vectors.tolist() == same.tolist()
    pairs = set(zip(block_of[old].tolist(), inherited[new].tolist(), strict=True))
    assert len(pairs) == len({block for block, _ in pairs}) == len({block for _, block in pairs})


@pytest.mark.parametrize("seed", range(30))
def test_composed_of_smaller_parts_is_as_small(seed):
    rng = random.Random(seed)
    parts = [component.lts for component in random_system(seed).processes]
    actions = sorted({action for lts in parts for action in lts.alphabet})
    alphabet = sorted(rng.sample(actions, rng.randint(0, len(actions))))
    composed = Composed(parts, alphabet, Budget(), reduce=True)
    recorded = record(Product(parts), Budget(), ignore)
    whole, state_of = numbered_quotient(hide(recorded.graph(), set(actions) - set(alphabet)), "weak")
    vectors, states = composed.standing()
    naive = dict(zip(map(tuple, recorded.vectors().tolist()), state_of.tolist(), strict=True))
    pairs = {(naive[tuple(vector)], state) for vector, state in zip(vectors.tolist(), states.tolist(), strict=True)}
    assert composed.lts.states == whole.states == len(pairs)


@pytest.mark.slow
def test_what_circular_learns_over_few_actions_is_kept_over_more():
    """The same assumptions, in clearly fewer rounds."""
    rounds = {}
    for carry_over in (True, False):
        _, result = refined("circular", candidates=False, until="smallest", carry_over=carry_over)
        assert [a.states for a in result.verdict.assumptions] == [3, 3]
        rounds[carry_over] = result.verdict.stats.iterations
    assert rounds[True] < 0.9 * rounds[False]
