"""One check of a probabilistic system: methods, orders, budgets, the SMT route."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.lpts_models import client_server, specification
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Status
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.refined import order as orders
from quidpro.engines.probabilistic.refined.order import likely_orders
from quidpro.engines.probabilistic.shared.check import check, goal_of
from quidpro.engines.probabilistic.shared.execution import replay_error
from quidpro.lpts import LPTS
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import simulation
from quidpro.verdict.rounds import Round

SOURCE = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)])
CHANNEL = LPTS.of([(0, "send", 1), (1, "output", {1: "0.1", 2: "0.9"}), (2, "ack", 0)])
ORDER = LPTS.of([(0, "input", 1), (1, "output", {1: "0.1", 0: "0.9"})])
STRICT = LPTS.of([(0, "input", 1), (1, "output", {1: "0.05", 0: "0.95"})])


def never(action: str, spec: LPTS) -> LPTS:
    """The specification without an action that it speaks of."""
    return LPTS.of([t for t in spec.triples() if t[1] != action], initial=spec.initial, alphabet=spec.alphabet)


@pytest.mark.parametrize("smt", [False, True])
@pytest.mark.parametrize("method", ["agar", "monolithic"])
@pytest.mark.parametrize(("spec", "verdict"), [(ORDER, "holds"), (STRICT, "violated")])
def test_methods_and_routes_agree(method, smt, spec, verdict):
    if smt:
        pytest.importorskip("z3")
    outcome = check([SOURCE, CHANNEL], spec, method=method, options=ProbabilisticRefined(smt=smt))
    assert (outcome.verdict, outcome.reason, outcome.method) == (verdict, "", method)
    assert outcome.holds == (verdict == "holds") == (outcome.execution is None)
    assert len(outcome.assumptions) == (1 if method == "agar" else 0)


def test_a_violation_is_an_execution_of_the_whole_system():
    components, spec = client_server(3, 3)
    strict = never("use2", spec)
    for method in ("agar", "monolithic"):
        outcome = check(components, strict, method=method)
        assert outcome.verdict == "violated"
        assert replay_error(outcome.execution, components) is None
        alphabet = composition(components).alphabet
        assert not simulation(outcome.execution.lpts(components), completed(strict, alphabet)).holds
        assert outcome.execution.depth == 4


@pytest.mark.slow
def test_assumptions_prove_the_premises_in_the_order_that_is_told():
    components, spec = client_server(3, 3)
    outcome = check(components, spec)
    ordered = [components[i] for i in outcome.order]
    goal = completed(spec, composition(components).alphabet)
    for part, behind, front in zip(ordered, [*outcome.assumptions, None], [goal, *outcome.assumptions], strict=True):
        assert simulation(composition([part, behind]) if behind else part, front).holds


def test_one_component_is_checked_by_itself():
    outcome = check([CHANNEL], ORDER)
    assert (outcome.verdict, outcome.method, outcome.assumptions) == ("violated", "agar", ())


def test_an_order_that_was_asked_for_is_the_one_taken():
    components, spec = client_server(2, 2)
    outcome = check(components, spec, order=[2, 0, 1])
    assert outcome.order == (2, 0, 1)
    assert {attempt.order for attempt in outcome.attempts} == {(2, 0, 1)}


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [0, 1, 3]])
def test_an_order_names_each_component_once(order):
    with pytest.raises(UsageError, match="each of the 3 components once"):
        check(*client_server(2, 2), order=order)


def test_likely_orders_put_the_hub_first_or_behind_its_users():
    components, spec = client_server(3, 1)
    server = 1
    found = likely_orders(components, goal_of(components, spec))
    assert found[0] == (0, 1, 2, 3)
    assert {order.index(server) for order in found[1:]} == {0, 3}
    for order in found:
        assert sorted(order) == [0, 1, 2, 3]


def test_what_the_specification_does_not_mention_comes_last():
    quiet = LPTS.of([(0, "send", 0), (0, "hum", 0)])
    components = [quiet, SOURCE, CHANNEL]
    assert all(order[-1] == 0 for order in likely_orders(components, goal_of(components, ORDER))[1:])


@pytest.mark.slow
def test_orders_take_turns_and_the_same_one_wins_each_time(monkeypatch):
    monkeypatch.setattr(orders, "FIRST_SHARE", 100)
    components, spec = client_server(2, 2)
    told = []
    options = ProbabilisticRefined(candidates=False)
    outcomes = [check(components, spec, options=options, events=told.append) for _ in range(2)]
    assert outcomes[0].holds
    assert len(outcomes[0].attempts) > 1
    assert [attempt.decided for attempt in outcomes[0].attempts].count(True) == 1
    assert outcomes[0].order == outcomes[1].order
    assert outcomes[0].assumptions == outcomes[1].assumptions
    assert any(isinstance(event, Status) for event in told)
    assert any(isinstance(event, Round) for event in told)


@pytest.mark.parametrize("method", ["agar", "monolithic"])
def test_a_budget_ends_in_what_is_known(method):
    options = ProbabilisticRefined(candidates=False)
    budget = Budget(polls=60 if method == "agar" else 1)
    outcome = check(*client_server(3, 3), method=method, options=options, budget=budget)
    assert outcome.verdict == "unknown"
    assert "work budget ran out while" in outcome.reason
    if method == "agar":
        assert outcome.refinements > 0
        assert len(outcome.assumptions) == 3


def test_an_interrupt_ends_in_what_is_known():
    budget = Budget()
    budget.interrupt()
    assert check(*client_server(2, 2), budget=budget).reason.startswith("interrupted")


def test_marks_that_the_specification_does_not_have_are_ignored():
    marked = replace(CHANNEL, marks={"done": frozenset({2})})
    assert check([SOURCE, marked], ORDER).holds
    assert check([SOURCE, marked], ORDER, method="monolithic").holds


def test_marks_that_the_specification_has_are_compared():
    marked = replace(CHANNEL, marks={"done": frozenset({2})})
    spec = LPTS.of(
        [("idle", "input", "busy"), ("busy", "output", {"busy": "0.1", "done": "0.9"}), ("done", "ack", "idle")],
        marks={"done": ["done"]},
    )
    assert check([SOURCE, marked], spec).verdict == "holds"
    outcome = check([SOURCE, CHANNEL], spec)
    assert outcome.verdict == "violated"
    assert check([SOURCE, CHANNEL], spec, method="monolithic").verdict == "violated"


def test_a_good_client_is_needed():
    components, _ = client_server(2, 2)
    assert check(components, specification(2, 2)).holds
    assert check(components, never("grant1", specification(2, 2))).verdict == "violated"
