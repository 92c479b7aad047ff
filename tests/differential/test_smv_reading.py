"""Random SMV models: what the front end makes of their text is what they mean by their own semantics."""

from __future__ import annotations

import pytest

from quidpro.core.source import Source
from quidpro.flat.explicit import replay
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Explicit, Graph
from tests.random_smv import random_smv


def graph_of(model):
    return Graph(load_smv(Source("random.smv", model.text)).flat())


@pytest.mark.parametrize("block", range(10))
def test_the_text_means_what_the_generator_means(block):
    for seed in range(20 * block, 20 * block + 20):
        model = random_smv(seed)
        graph = graph_of(model)
        states = {tuple(state[name] for name in model.names): n for n, state in enumerate(graph.states)}
        assert set(states) == model.reachable(), model.text
        for state, number in states.items():
            expected = {states[following] for following in model.successors(state)}
            assert {target for target, _ in graph.steps[number]} == expected, model.text
        (spec,) = graph.model.specs
        assert graph.invariant(spec.invariant) == all(map(model.holds, states)), model.text


@pytest.mark.parametrize("seed", range(20))
def test_replay_accepts_steps_and_refuses_others(seed):
    flat = load_smv(Source("random.smv", random_smv(seed).text)).flat()
    explicit = Explicit(flat)
    for first in explicit.initial():
        following = [dict(state) for state in explicit.successors(first)]
        for second in following:
            assert replay(flat, [first, second]) is None
        for name in first:
            changed = {**first, name: not first[name]}
            is_initial = changed in list(explicit.initial())
            assert (replay(flat, [changed]) is None) == is_initial
            assert (replay(flat, [first, changed]) is None) == (changed in following)
        break
