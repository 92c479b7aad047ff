"""Random SMV models over every type: diagrams and SAT solvers answer as the enumeration of states does."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
from tests.differential.compare_sat import compare_shared_typed, compare_typed
from tests.differential.compare_smv import dealt
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


@pytest.mark.parametrize("block", range(3))
def test_sat_solvers_answer_as_enumeration_does(block):
    assert {compare_typed(seed) for seed in range(10 * block, 10 * block + 10)} == {"holds", "violated"}


@pytest.mark.parametrize("block", range(3))
def test_lemmas_of_others_change_no_answer(block):
    assert sum(compare_shared_typed(seed) for seed in range(15 * block, 15 * block + 15)) > 10


def answers_in_groups(seeds):
    """What rule ASYM-N answers on random groups of variables of every type, where it is done soon, and the truth."""
    for seed in seeds:
        flat = load_smv(Source("random.smv", random_typed_smv(seed))).flat()
        spec = flat.specs[0]
        for side in (0, 1):
            how = {"groups": dealt(seed, flat), "orientations": (side,), "candidates": seed % 2 == 0}
            (verdict,) = solve_smv(flat, [spec], "symbolic", Budget(seconds=2.0), **how)
            expected = "holds" if Graph(flat).invariant(spec.invariant) else "violated"
            yield seed, verdict.outcome, expected, verdict.certified


@pytest.mark.parametrize("block", range(2))
def test_groups_answer_as_enumeration_does(block):
    found = list(answers_in_groups(range(4 * block, 4 * block + 4)))
    decided = [one for one in found if one[1] != "unknown"]
    assert [one for one in decided if one[1:] != (one[2], one[2], True)] == []
    assert len(decided) > 2
