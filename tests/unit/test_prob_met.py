"""Assumptions that keep what the whole meets, where it is hardly larger than its parts."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from benchmarks.lpts_models import client, client_server, server, specification
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.refined import met
from quidpro.engines.probabilistic.refined import order as orders
from quidpro.engines.probabilistic.refined.met import Meeting
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.goal import Conformance
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition, joined
from quidpro.lpts.simulation import simulation
from quidpro.verdict.rounds import Round
from tests.differential import compare_lpts
from tests.many import in_one
from tests.random_lpts import random_system


def meeting(components: list[LPTS], spec: LPTS) -> Meeting:
    return Meeting(components, Conformance.of(spec, composition(components).alphabet))


@pytest.mark.parametrize(("clients", "failing", "sizes"), [(2, 2, [17, 5]), (3, 3, [83, 25, 5])])
def test_the_first_round_decides(clients, failing, sizes):
    components, spec = client_server(clients, failing)
    rule = meeting(components, spec)
    assert rule.run()
    assert (rule.refinements, [one.states for one in rule.assumptions]) == (0, sizes)
    top = composition([components[0], rule.assumptions[0]])
    assert top.states == composition(components).states
    assert simulation(top, completed(spec, top.alphabet)).holds
    for number, level in enumerate(rule.levels):
        behind = rule.assumptions[number + 1 : number + 2]
        assert simulation(composition([components[number + 1], *behind]), level.assumption).holds


def naively_met(components: list[LPTS]) -> list[int]:
    """How many states the whole meets of the components behind each but the last."""
    rows = joined(components)[1].tolist()
    return [len({tuple(row[number:]) for row in rows}) for number in range(1, len(components))]


@in_one(seed=range(40))
def test_assumptions_have_a_state_for_each_that_is_met(seed):
    """And one for all others, in systems without marks."""
    components, spec = random_system(Random(seed))
    rule = meeting(components, spec)
    rule.most = inf
    rule.run()
    sizes = [one.states for one in rule.assumptions]
    assert all(size - kept in (0, 1) for size, kept in zip(sizes, naively_met(components), strict=True))


@pytest.mark.parametrize("seed", range(8))
def test_it_gives_the_answer_of_the_whole_and_a_certificate(seed):
    rng = Random(seed)
    components, spec = random_system(rng)
    goal = completed(spec, composition(components).alphabet)
    holds = simulation(composition(components), goal).holds
    assert not list(compare_lpts._met(components, spec, goal, holds=holds))
    assert not compare_lpts._marks(rng)


def test_a_violation_is_found_in_the_first_round():
    components, _ = client_server(2, 2)
    strict = specification(2, 0)
    rule = meeting(components, strict)
    rule.most = inf
    assert rule.run() is False
    assert rule.refinements == 0
    whole = composition(components)
    tree = rule.tree.lpts(whole.alphabet)
    assert simulation(tree, whole).holds
    assert not simulation(tree, completed(strict, whole.alphabet)).holds


@pytest.mark.parametrize("limits", [("MAX_PAIRS", "MAX_PAIRS_PER_STATE"), ("MAX_TIMES_PARTS",), ("MAX_TIMES_SPEC",)])
def test_it_gives_up_where_something_is_too_large(monkeypatch, limits):
    for limit in limits:
        monkeypatch.setattr(met, limit, 0)
    rule = meeting(*client_server(3, 3))
    assert rule.run() is None
    assert rule.gave_up


@pytest.mark.parametrize("last", [False, True])
def test_whoever_keeps_the_others_in_order_may_come_first_or_last(last):
    """Ten clients alone are 1,024 states, and with who lets them in one after the other 20."""
    clients = [LPTS.of([(0, f"go{i}", 1), (1, f"done{i}", 0)]) for i in range(10)]
    turns = [(2 * i, f"go{i}", 2 * i + 1) for i in range(10)]
    turns += [(2 * i + 1, f"done{i}", (2 * i + 2) % 20) for i in range(10)]
    keeper = LPTS.of(turns)
    rule = meeting([*clients, keeper] if last else [keeper, *clients], keeper)
    assert rule.run()
    assert rule.largest < 1_024


def test_a_group_that_is_larger_than_the_whole_is_no_reason_to_give_up():
    """Seven clients as one group: 3,645 states beside a server of 64, and 186 together."""
    group = composition([client(i, may_fail=i == 1) for i in range(1, 8)])
    rule = meeting([server(7), group], specification(7, 1))
    assert rule.run(work=orders.FIRST_SHARE)


def test_it_gives_up_where_a_component_does_too_much_without_those_before_it():
    """The whole has 40 states, as the first component lets the second do nothing."""
    first = LPTS.of([(0, "other", 0)], alphabet=["other", "go"])
    second = LPTS.of([(0, "go", 1), *((i, "step", i + 1) for i in range(1, 200)), (200, "step", 1)])
    third = LPTS.of([(i, "count", (i + 1) % 40) for i in range(40)])
    rule = meeting([first, second, third], LPTS.of([(i, "count", (i + 1) % 4) for i in range(4)]))
    assert rule.run() is None
    assert (rule.gave_up, rule.largest < 1_000) == (True, True)


def test_a_whole_that_is_too_large_for_the_work_waits_for_more():
    rule = meeting(*client_server(3, 3))
    assert rule.run(work=100) is None
    assert not rule.gave_up
    assert rule.run(work=10_000)


def test_a_larger_whole_is_met_later(monkeypatch):
    """When the first shares have not been enough for anything else."""
    monkeypatch.setattr(orders, "FIRST_SHARE", 1_000)
    outcome = check(*client_server(3, 3))
    assert (outcome.verdict, outcome.met) == ("holds", True)
    assert len(outcome.attempts) > 1


def test_a_budget_ends_it():
    rule = meeting(*client_server(3, 3))
    with pytest.raises(BudgetExceeded):
        rule.run(Budget(polls=1))
    assert rule.run()


def test_small_assumptions_that_cost_a_round_or_two_are_preferred():
    coin = LPTS.of([(0, "toss", {1: "1/2", 2: "1/2"}), (1, "heads", 0), (2, "tails", 0)])
    player = LPTS.of([(0, "heads", 1), (1, "cheer", 0), (0, "tails", 0)])
    goal = LPTS.of([(0, "heads", 1), (1, "cheer", 0)])
    outcome = check([player, coin], goal)
    assert (outcome.met, outcome.refinements, outcome.assumptions[0].states) == (False, 0, 1)


def test_rounds_are_numbered_through():
    """A round or two of refinement, then those that keep what the whole meets."""
    found = []

    def hear(event):
        if isinstance(event, Round) and event.evidence is not None:
            found.append(event.number)

    hear.pictures = True
    outcome = check(*client_server(2, 2), events=hear)
    assert outcome.met
    assert found == [*range(1, len(found) + 1)]
    assert len(found) > 1


def test_it_is_one_of_the_cheap_attempts():
    components, spec = client_server(2, 2)
    outcome = check(components, spec)
    assert outcome.met
    assert not check(components, spec, options=ProbabilisticRefined(candidates=False)).met


def test_two_groups_keep_what_the_clients_meet_of_the_server():
    group = composition([client(i, may_fail=True) for i in (1, 2, 3)])
    rule = meeting([group, server(3)], specification(3, 3))
    assert rule.run()
    assert rule.assumptions[0].states == 14
