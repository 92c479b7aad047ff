"""Random SMV models over every type: the BDD engine answers as the enumeration of states does."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Graph
from tests.random_typed_smv import random_typed_smv


@pytest.mark.parametrize("block", range(5))
def test_the_engine_answers_as_enumeration_does(block):
    for seed in range(10 * block, 10 * block + 10):
        flat = load_smv(Source("random.smv", random_typed_smv(seed))).flat()
        graph, engine = Graph(flat), Monolithic(flat, Budget())
        invariant, *formulas = flat.specs
        expected = [graph.invariant(invariant.invariant), *(graph.holds(spec.formula) for spec in formulas)]
        found = [engine.check(spec).outcome for spec in flat.specs]
        assert found == ["holds" if answer else "violated" for answer in expected], random_typed_smv(seed)
