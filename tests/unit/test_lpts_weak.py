"""Closures under actions that nobody looks at, and assumptions without them."""

from __future__ import annotations

from random import Random

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import simulation
from quidpro.lpts.weak import closed, closed_group
from tests.random_lpts import random_lpts

COIN = LPTS.of([(0, "toss", {1: "1/2", 2: "1/2"}), (1, "heads", 0), (2, "tails", 0)], name="Coin")


def test_what_comes_after_a_private_action_is_done_at_once():
    """A toss that nobody sees leaves both ways open; whether it was made does not matter."""
    closure, states = closed(COIN, ["toss"], Budget())
    assert closure == LPTS.of([(0, "heads", 0), (0, "tails", 0)])
    assert states.tolist() == [0]


def test_nothing_is_closed_without_private_actions():
    closure, states = closed(COIN, [], Budget())
    assert closure is COIN
    assert states.tolist() == [0, 1, 2]


def test_a_closure_decides_the_same():
    """The others and the specification do not know ``x`` and ``y``."""
    holding = 0
    for seed in range(400):
        rng = Random(seed)
        own, rest = random_lpts(rng, "abxy"), random_lpts(rng, "ab")
        goal = random_lpts(rng, "ab", largest=2, moves=4)
        closure, states = closed(own, ["x", "y"], Budget())
        assert closure.alphabet == ("a", "b")
        assert len(states) == closure.states <= own.states
        assert simulation(own, completed(closure, own.alphabet)).holds
        holds = simulation(composition([rest, own]), completed(goal, own.alphabet)).holds
        assert simulation(composition([rest, closure]), goal).holds == holds
        holding += holds
    assert 20 < holding < 380


def test_a_group_is_closed_member_by_member_and_then_as_a_whole():
    """Nobody but the two knows ``x``, which they do together, and ``y`` and ``z``, which they do alone."""
    holding = 0
    for seed in range(200):
        rng = Random(seed)
        members = [random_lpts(rng, "axy"), random_lpts(rng, "bxz")]
        rest, goal = random_lpts(rng, "ab"), random_lpts(rng, "ab", largest=2, moves=4)
        closure, views = closed_group(members, [rest], goal.alphabet, Budget())
        assert closure.alphabet == ("a", "b")
        assert views.shape == (closure.states, 2)
        whole = composition([rest, *members])
        holds = simulation(whole, completed(goal, whole.alphabet)).holds
        assert simulation(composition([rest, closure]), goal).holds == holds
        holding += holds
    assert 10 < holding < 190


def test_marks_are_left_alone():
    marked = LPTS.of([(0, "toss", 1), (1, "heads", 0)], marks={"up": [1]})
    closure, _ = closed_group([marked], [], [], Budget())
    assert closure == marked


@pytest.mark.parametrize("split", [None, "Player | Coin", "Coin | Player"])
def test_assumptions_over_what_is_needed(split):
    player = LPTS.of([(0, "heads", 1), (1, "cheer", 0), (0, "tails", 0)], name="Player")
    goal = LPTS.of([(0, "heads", 1), (1, "cheer", 0)], name="Goal")
    model = PrismModel(Source("game", ""), "game", {"Player": player, "Coin": COIN})
    full, few = (
        quidpro.check(model, spec=goal, method="agar", split=split, options={"alphabet": alphabet})[0].verdict
        for alphabet in ("full", "refine")
    )
    assert (full.outcome, few.outcome, few.certified) == ("holds", "holds", True)
    assert "toss" not in few.assumptions[0].lpts.alphabet
    if split == "Player | Coin":
        assert "toss" in full.assumptions[0].lpts.alphabet
        assert few.notes == ("A1 says nothing of toss: what it does not mention it allows",)


def test_a_violation_has_all_its_steps():
    player = LPTS.of([(0, "heads", 1), (1, "cheer", 0), (0, "tails", 0)], name="Player")
    goal = LPTS.of([(0, "tails", 0)], name="Goal", alphabet=["heads"])
    model = PrismModel(Source("game", ""), "game", {"Player": player, "Coin": COIN})
    [result] = quidpro.check(model, spec=goal, method="agar", options={"alphabet": "refine"})
    assert (result.outcome, result.verdict.certified) == ("violated", True)
    assert [step.action for step in result.verdict.trace.steps] == ["toss", "heads"]


def test_formulas_see_every_state():
    """A formula may tell by marks what an action does, so that nothing is left out for it."""
    up = LPTS.of([(0, "toss", {1: "1/2", 2: "1/2"}), (1, "heads", 0)], name="Up", marks={"up": [1]})
    idle = LPTS.of([(0, "heads", 0)], name="Idle")
    model = PrismModel(Source("game", ""), "game", {"Idle": idle, "Up": up}, labels={"up": ""})
    [result] = quidpro.check(model, pctl='P<=0.5 [ X "up" ]', method="agar", options={"alphabet": "refine"})
    assert result.outcome == "holds"
