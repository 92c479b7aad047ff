"""Stepping through networks of LPTSs: actions with their distributions, outcomes chosen or tossed."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import quidpro
from quidpro.lpts.ops import joined
from quidpro.stepping.probabilistic import ProbabilisticStepper
from quidpro.stepping.protocol import CannotFollow
from quidpro.stepping.simulation import Simulation
from quidpro.verdict.probabilistic.problem import Network
from tests.many import in_one
from tests.random_lpts import random_system

CLIENTS = "examples/prism/client_server/cs_2_2.prism"
COIN = """
mdp
module Coin
  x : [0..2];
  [toss] x=0 -> 3/4 : (x'=1) + 1/4 : (x'=2);
  [again] x=1 -> (x'=0);
endmodule
label "tails" = x=2;
"""


@pytest.fixture
def coin(tmp_path):
    pytest.importorskip("stormpy")
    path = tmp_path / "coin.prism"
    path.write_text(COIN)
    return path


@in_one(seed=range(80))
def test_steps_are_those_of_the_composition(seed):
    parts, _ = random_system(Random(seed))
    names = tuple(f"M{i}" for i in range(len(parts)))
    stepper = ProbabilisticStepper(Network(names, tuple(parts)), "N")
    whole, vectors = joined(parts)
    rows = [tuple(vector) for vector in vectors.tolist()]
    expected = {row: set() for row in rows}
    for state, action, distribution in whole.triples():
        expected[rows[state]].add((action, frozenset((rows[q], p) for q, p in distribution.items())))
    for row in rows:
        steps = list(stepper.steps(row))
        assert {(s.action, frozenset((q, p) for p, q in s.targets)) for s in steps} == expected[row]
        assert [step.index for step in steps] == list(range(len(steps)))
        assert stepper.end(row) == ("" if steps else "deadlock")


@in_one(seed=range(40))
def test_back_and_the_same_path_again(seed):
    parts, _ = random_system(Random(seed))
    stepper = ProbabilisticStepper(Network(tuple(f"M{i}" for i in range(len(parts))), tuple(parts)), "N")
    walked, again = Simulation(stepper).random(8, seed=seed), Simulation(stepper)
    states = [again.to_json()]
    for choice, outcome in walked.path:
        states.append(again.take(choice, outcome).to_json())
    assert again.to_json() == walked.to_json()
    for state in reversed(states[:-1]):
        assert again.back().to_json() == state
    json.dumps(states)


def test_outcomes_and_marks(coin):
    simulation = quidpro.simulate(coin)
    (toss,) = simulation.choices
    assert [outcome.probability for outcome in toss.outcomes] == [Fraction(3, 4), Fraction(1, 4)]
    assert simulation.take(toss, 1).state.marks == ("tails",)
    assert simulation.state.end == "deadlock"
    chart = simulation.chart()
    assert chart.steps[0].branches[0].probability == Fraction(1, 4)
    assert chart.positions[1].marks == ("tails",)


def test_outcomes_are_tossed_by_their_probabilities(coin):
    simulation = quidpro.simulate(coin)
    tossed = Counter(simulation.back().random(1, seed=seed).path[0][1] for seed in range(400))
    assert 250 < tossed[0] < 350


def test_actions_of_a_run(coin):
    simulation = quidpro.simulate(coin).follow(["toss", "again", "toss"])
    assert [event.choice.action for event in simulation.history] == ["toss", "again", "toss"]
    with pytest.raises(CannotFollow, match="step 2, toss, cannot be taken"):
        quidpro.simulate(coin).follow(["toss", "toss"])


@pytest.mark.slow
def test_a_tree_is_followed_to_a_leaf():
    pytest.importorskip("stormpy")
    results = quidpro.check(CLIENTS, pctl='P<=0 [ F "bad1" ]')
    simulation = quidpro.simulate(results[0])
    assert "bad1" in simulation.state.marks
