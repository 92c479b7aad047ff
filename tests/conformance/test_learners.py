"""One suite for all learners: right, minimal, and making progress on every counterexample."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.engines.explicit.shared.weakest import ErrorTraces, permissive
from quidpro.learning.dfa import Dfa
from quidpro.learning.registry import LEARNERS, learner_named
from quidpro.learning.simulator import BAD, Simulator, excess, lack
from quidpro.lts import LTS
from tests.aalpy_learner import AalpyKV, AalpyLearner
from tests.many import in_one
from tests.random_systems import random_system
from tests.word_oracle import WordOracle

ALL = {**LEARNERS, "aalpy-lstar": AalpyLearner, "aalpy-kv": AalpyKV}
OURS = list(LEARNERS)


def target(seed):
    """A prefix-closed language: the words over some actions that are safe for a random system."""
    system = random_system(seed)
    parts = [c.lts for c in system.components]
    alphabet = sorted({a for lts in parts for a in lts.alphabet})[:4]
    return parts, alphabet


def learn(learner, simulator):
    """Learn with exact counterexamples; the hypotheses in order."""
    hypotheses = [learner.start()]
    while True:
        wrong = excess(hypotheses[-1], simulator).words or lack(hypotheses[-1], simulator).words
        if not wrong:
            return hypotheses
        before = hypotheses[-1].accepts(wrong[0])
        hypotheses.append(learner.refine(wrong[0]))
        assert hypotheses[-1].accepts(wrong[0]) != before


@pytest.mark.parametrize("name", ALL)
@in_one(seed=range(40))
def test_learns_the_minimal_automaton_and_grows_with_every_counterexample(name, seed):
    parts, alphabet = target(seed)
    simulator = Simulator(parts, alphabet)
    hypotheses = learn(ALL[name](simulator), simulator)
    sizes = [h.states for h in hypotheses]
    if name in OURS:
        assert all(a < b for a, b in pairwise(sizes))
        assert len(hypotheses) <= max(1, sizes[-1])
    expected = permissive(ErrorTraces(parts, alphabet, Budget()).over(alphabet).exact, alphabet).states
    assert sizes[-1] == expected


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("seed", range(20))
def test_a_plain_function_of_words_teaches_the_same(name, seed):
    parts, alphabet = target(seed)
    simulator = Simulator(parts, alphabet)

    def member(word):
        return bool(simulator.walk(np.array([simulator.start()], dtype=np.int32), word)[0] != BAD)

    hypothesis = learn(LEARNERS[name](WordOracle(len(alphabet), member)), simulator)[-1]
    assert not excess(hypothesis, simulator).words
    assert not lack(hypothesis, simulator).words


@pytest.mark.parametrize("name", OURS)
def test_an_empty_alphabet(name):
    simulator = Simulator([LTS.of([(0, "a", 0)])], [])
    assert learn(LEARNERS[name](simulator), simulator)[-1].states == 1


@pytest.mark.parametrize("name", OURS)
def test_an_empty_language(name):
    simulator = Simulator([LTS.of([(0, "tau", "ERROR")], alphabet=["a"])], ["a"])
    hypotheses = learn(LEARNERS[name](simulator), simulator)
    assert [h.states for h in hypotheses] == [0]
    assert not hypotheses[0].accepts(())


def test_the_tree_asks_far_fewer_questions_than_the_table():
    parts = [LTS.of([(i, f"t{p}", (i + 1) % 4) for i in range(4)]) for p in range(4)]
    bad = LTS.of([(0, "t0", 1), (1, "t1", "ERROR"), (1, "t2", 0), (0, "t1", 0), (0, "t2", 0)])
    asked = {}
    for name in OURS:
        simulator = Simulator([*parts, bad], ["t0", "t1", "t2", "t3"])
        learn(LEARNERS[name](simulator), simulator)
        asked[name] = simulator.queries
    assert asked["kv"] * 2 < asked["lstar"]


def test_an_unknown_learner_is_refused_with_the_names_there_are():
    with pytest.raises(UsageError, match="learners: kv, lstar"):
        learner_named("rpni")


def test_a_dfa_becomes_a_safety_lts():
    dfa = Dfa(np.array([[1, -1], [0, 1]], dtype=np.int32))
    assert list(dfa.to_lts(["a", "b"]).triples()) == [(0, "a", 1), (1, "a", 0), (1, "b", 1)]
