"""Rules ASYM and ASYM-N."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.lpts_models import client, client_server, server, specification
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.probabilistic.refined.asym import Refinement, asym
from quidpro.engines.probabilistic.refined.level import Abstraction
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.goal import Conformance
from quidpro.frontend.pctl import parse_pctl
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition, joined
from quidpro.lpts.simulation import simulation
from quidpro.verdict.rounds import Round

INPUT = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)])
OUTPUT = LPTS.of([(0, "send", 1), (1, "output", {1: "0.1", 2: "0.9"}), (2, "ack", 0)])
ORDER = LPTS.of([(0, "input", 1), (1, "output", {1: "0.1", 0: "0.9"})])


def test_figures_1_and_5_an_assumption_after_one_refinement():
    outcome = asym([INPUT, OUTPUT], ORDER)
    assert outcome.holds
    assert outcome.refinements == 1
    assert outcome.levels[0].assumption == LPTS.of([(0, "send", 1), (0, "ack", 0), (1, "output", {0: "0.9", 1: "0.1"})])
    assert simulation(OUTPUT, outcome.levels[0].assumption).holds


def test_a_violation_comes_with_a_tree_of_the_whole_system():
    strict = LPTS.of([(0, "input", 1), (1, "output", {1: "0.05", 0: "0.95"})])
    outcome = asym([INPUT, OUTPUT], strict)
    whole = composition([INPUT, OUTPUT])
    tree = outcome.tree.lpts(whole.alphabet)
    assert simulation(tree, whole).holds
    assert not simulation(tree, completed(strict, whole.alphabet)).holds


@pytest.mark.parametrize(("clients", "states"), [(2, 7), (3, 12)])
def test_the_assumption_on_the_server_is_as_small_as_published(clients, states):
    group = composition([client(i, may_fail=True) for i in range(1, clients + 1)])
    outcome = asym([group, server(clients)], specification(clients, clients))
    assert outcome.holds
    assert outcome.levels[0].assumption.states == states


@pytest.mark.parametrize(
    ("clients", "failing", "states", "goal"),
    [(5, 1, 94, 16), (6, 1, 136, 19), (7, 1, 186, 22), (2, 2, 34, 15), (3, 3, 184, 54), (4, 4, 960, 189)],
)
def test_client_server_has_the_published_sizes(clients, failing, states, goal):
    components, spec = client_server(clients, failing)
    assert (composition(components).states, spec.states) == (states, goal)


@pytest.mark.slow
@pytest.mark.parametrize(("clients", "failing"), [(3, 1), (2, 2), (3, 3)])
def test_asym_n_proves_every_premise(clients, failing):
    components, spec = client_server(clients, failing)
    outcome = asym(components, spec)
    assert outcome.holds
    assert simulation(
        composition([components[0], outcome.levels[0].assumption]), completed(spec, composition(components).alphabet)
    ).holds
    for number, level in enumerate(outcome.levels):
        behind = [following.assumption for following in outcome.levels[number + 1 : number + 2]]
        assert simulation(composition([components[number + 1], *behind]), level.assumption).holds


@pytest.mark.slow
def test_many_trees_save_rounds():
    components, spec = client_server(3, 3)
    rounds = [asym(components, spec, trees_per_round=count).refinements for count in (1, 30)]
    assert 2 * rounds[1] < rounds[0]


def test_a_specification_that_never_grants_to_the_second_client_is_violated():
    components, spec = client_server(2, 2)
    strict = LPTS.of(
        [(s, a, d) for s, a, d in spec.triples() if a != "grant2"], initial=spec.initial, alphabet=spec.alphabet
    )
    outcome = asym(components, strict)
    whole = composition(components)
    assert not outcome.holds
    assert simulation(outcome.tree.lpts(whole.alphabet), whole).holds


def test_rounds_are_told_and_a_budget_ends_them():
    told = []
    with pytest.raises(BudgetExceeded):
        asym(*client_server(3, 3), Budget(polls=200), told.append)
    assert [event.number for event in told if isinstance(event, Round) and not event.evidence][:2] == [1, 2]


@pytest.mark.slow
def test_a_refinement_that_was_ended_goes_on_where_it_stopped():
    components, spec = client_server(3, 3)
    goal = Conformance.of(spec, composition(components).alphabet)
    pieces, whole = Refinement(components, goal), Refinement(components, goal)
    ends = 0
    while pieces.holds is None:
        try:
            pieces.run(Budget(polls=20 + ends))
        except BudgetExceeded:
            ends += 1
    assert whole.run()
    assert ends > 3
    assert (pieces.refinements, pieces.assumptions) == (whole.refinements, whole.assumptions)


@pytest.mark.slow
def test_work_ends_a_refinement_between_rounds():
    components, spec = client_server(3, 3)
    rule = Refinement(components, Conformance.of(spec, composition(components).alphabet))
    assert rule.run(work=3000) is None
    assert 0 < rule.refinements < 32
    assert rule.run() is True


def test_refined_blocks_keep_their_numbers():
    partition = Abstraction(INPUT, np.array([0, 0, 1, 0], dtype=np.int32))
    assert partition.refine([(0, np.array([1])), (0, np.array([1, 3]))]).tolist() == [0, 2, 1, 3]


def test_a_group_is_refined_by_what_its_members_do():
    """Users take turns with a counter each; twice in a row by the first is impossible, whatever the others do then."""
    users = [LPTS.of([(0, f"x{i}", 1), (1, f"y{i}", 0)], name=f"User{i}") for i in range(1, 5)]
    moves = [(state, action, 0) for state in range(5) for user in users for action in user.alphabet]
    steps = [(0, "x1", 1), (1, "x1", 2), (2, "x2", 3), (3, "x3", 4), (4, "x4", "bad")]
    watch = LPTS.of([*moves, *steps], marks={"bad": ["bad"]}, name="Watch")
    whole, views = joined(users)
    formula = parse_pctl('P<=0 [ F "bad" ]')
    with_views = check([watch, whole], formula, order=(0, 1), views=[np.zeros((6, 1), dtype=np.int32), views])
    without = check([watch, whole], formula, order=(0, 1))
    assert with_views.holds
    assert without.holds
    assert (with_views.refinements, with_views.assumptions[0].states) == (1, 2)
    assert without.refinements > 1
