"""Method ``minimise``: its steps, its certificates under attack, its counterexamples."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from quidpro.checker.explicit import certify, replay
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Assumption
from tests.asking import Problem, solve
from tests.random_systems import random_system
from tests.unit.certify_samples import HASTY, ORDER, certificate, channel
from tests.unit.report_samples import render

PLAIN = {"candidates": False}


def pipeline(stages, *, faulty=False):
    """Two kinds of items alternate at the source; cells with work of their own hand them on."""
    parts = [Component("SOURCE", LTS.of([(0, "put.0.a", 1), (1, "put.0.b", 0)]))]
    for i in range(stages):
        steps = []
        for kind in "ab":
            steps += [("empty", f"put.{i}.{kind}", kind), (kind, f"work.{i}", f"{kind}!")]
            steps += [(f"{kind}!", f"put.{i + 1}.{kind}", "empty")]
        if faulty and i == 0:
            steps.append(("a", f"put.{i + 1}.b", "empty"))
        parts.append(Component(f"CELL.{i}", LTS.of(steps, initial="empty")))
    order = complete_property(LTS.of([(0, f"put.{stages}.a", 1), (1, f"put.{stages}.b", 0)]))
    return System("PIPELINE", (*parts, Component("ORDER", order, is_property=True)))


def check(system, name="ORDER", **options):
    return solve(Problem(system, "safety", name, options=options), "minimise", Budget())


def steps_of(system, name="ORDER"):
    verdict = check(system, name, **PLAIN)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    return verdict.certificate


def refusal(found, system):
    result = certify(found, system, Budget())
    assert not result.ok
    assert result.refuted
    return result.reason


@pytest.mark.slow
@pytest.mark.parametrize("stages", [2, 10, 40])
def test_steps_stay_small_where_the_whole_explodes(stages):
    verdict = check(pipeline(stages), **PLAIN)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert max(step.states for step in verdict.stats.rounds) < 50


@pytest.mark.parametrize("options", [PLAIN, {}])
@pytest.mark.parametrize("stages", [1, 5, 20])
def test_a_counterexample_is_unfolded_to_all_components(stages, options):
    system = pipeline(stages, faulty=True)
    verdict = check(system, **options)
    assert verdict.outcome == "violated"
    assert replay(verdict.trace, system, "safety", "ORDER") is None
    assert verdict.trace.visible[-1].startswith(f"put.{stages}.")


def test_what_is_not_needed_is_not_composed():
    idle = [Component(f"IDLE.{i}", LTS.of([(0, "a", 1), (1, f"own.{i}", 0)])) for i in range(5)]
    shy = Component("SHY", LTS.of([(0, "a", 0)], alphabet=["a", "b"]))
    never = Component("P", complete_property(LTS.of([(0, "a", 0)], alphabet=["a", "b"])), is_property=True)
    found = steps_of(System("S", (*idle, shy, never)), "P")
    assert set(found.assumptions[-1].about) == {"SHY", "P"}


def test_an_order_that_gets_stuck_is_given_up_for_another(monkeypatch):
    monkeypatch.setattr("quidpro.engines.explicit.minimised.order.ORDERS", ((2, True), (4, False), (None, True)))
    for faulty, outcome in ((False, "holds"), (True, "violated")):
        verdict = check(pipeline(4, faulty=faulty), **PLAIN)
        assert (verdict.outcome, verdict.certified) == (outcome, True)


@pytest.mark.slow
def test_steps_that_are_not_made_deterministic_have_witnesses(monkeypatch):
    monkeypatch.setattr("quidpro.engines.explicit.minimised.parts._EXTRA_STATES", -10_000)
    witnessed = 0
    for seed in range(300, 420):
        system = random_system(seed)
        verdict = check(system, "P", **PLAIN)
        assert verdict.certified
        found = verdict.certificate
        if found is None or not any(step.witness for step in found.assumptions):
            continue
        witnessed += 1
        bare = tuple(replace(step, witness=None) for step in found.assumptions)
        assert "has no witness" in refusal(replace(found, assumptions=bare), system)
        assert verdict.outcome == "holds"
    assert witnessed >= 3


def test_a_step_that_leaves_out_a_word_is_refused():
    system = pipeline(3)
    found = steps_of(system)
    for i, step in enumerate(found.assumptions[:-1]):
        for gone in range(step.lts.transitions):
            left = [t for j, t in enumerate(step.lts.triples()) if j != gone]
            tampered = LTS.of(left, initial=0, alphabet=step.lts.alphabet)
            steps = (*found.assumptions[:i], replace(step, lts=tampered), *found.assumptions[i + 1 :])
            assert f"step {step.name}" in refusal(replace(found, assumptions=steps), system)


def test_a_step_that_forgets_the_error_is_refused():
    system = pipeline(3)
    found = steps_of(system)
    i = next(i for i, step in enumerate(found.assumptions[:-1]) if step.lts.has_error)
    safe = [(p, a, p if q == -1 else q) for p, a, q in found.assumptions[i].lts.triples()]
    forgetful = replace(found.assumptions[i], lts=LTS.of(safe, initial=0))
    steps = (*found.assumptions[:i], forgetful, *found.assumptions[i + 1 :])
    assert "does not include" in refusal(replace(found, assumptions=steps), system)


CELL = LTS.of([(0, "send", 1), (1, "output", 2), (2, "ack", 0)])
SAFE = LTS.of([], initial=0)


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ((), "what is left can still go wrong: Order has an error state"),
        ([("S1", SAFE, ("Input", "Order"))], "does not include"),
        ([("S1", SAFE, ("Input", "Output"))], "step S1 does not include|can still go wrong"),
        ([("S1", SAFE, ())], "has no parts"),
        ([("S1", SAFE, ("Order", "Order"))], "names a part twice"),
        ([("S1", SAFE, ("S1", "Order"))], "is not there yet"),
        ([("S1", SAFE, ("S2", "Order")), ("S2", SAFE, ("S1",))], "is not there yet"),
        ([("S1", CELL, ("Output",)), ("S2", SAFE, ("Order", "Input", "Output"))], "was used before"),
        ([("Input", CELL, ("Output",))], "two parts called Input"),
        ([("S1", SAFE, ("Order", "Nobody"))], "is not there yet"),
        ([("S1", ORDER, ("Order",)), ("S1", CELL, ("Output",))], "two parts called S1"),
        (
            [("S1", LTS.of([(0, "tau", 0)], alphabet=["send"]), ("Input",))],
            "S1 is not deterministic and has no witness",
        ),
        ([("S1", LTS.of([(0, "send", 0), (0, "send", 1)]), ("Input",))], "S1 is not deterministic and has no witness"),
    ],
)
def test_steps_that_prove_nothing_are_refused(steps, reason):
    system = channel()
    made = tuple(Assumption(name, lts, ("Input",), parts=parts) for name, lts, parts in steps)
    found = certificate(system, "minimise", assumptions=made)
    assert re.search(reason, refusal(found, system))


def test_hiding_too_much_proves_nothing_wrong():
    """An action that a step no longer has may happen at any time: what is left then goes wrong."""
    blind = Assumption("S1", SAFE, ("Output",), parts=("Output",))
    last = Assumption("S2", SAFE, ("Input", "Order"), parts=("S1", "Input", "Order"))
    assert "S2 does not include" in refusal(certificate(channel(), "minimise", assumptions=(blind, last)), channel())


def test_a_proof_by_hand_is_accepted():
    whole = Assumption("S1", SAFE, ("Input", "Output", "Order"), parts=("Input", "Output", "Order"))
    assert certify(certificate(channel(), "minimise", assumptions=(whole,)), channel(), Budget()).ok


@pytest.mark.parametrize("row", [(0, 0), (0, 0, 0, 0, 0), ()])
def test_rows_of_the_wrong_length_are_of_no_use(row):
    parts = ("Input", "Output", "Order")
    found = certificate(channel(), "minimise", assumptions=(Assumption("S1", SAFE, (), (row,), parts),))
    assert certify(found, channel(), Budget()).ok
    system = channel(HASTY)
    found = certificate(system, "minimise", assumptions=(Assumption("S1", SAFE, (), (row,), parts),))
    assert "S1 does not simulate Input, Output, Order" in refusal(found, system)


def test_another_property_is_refused():
    found = steps_of(channel(), "Order")
    stricter = LTS.of([(p, a, "ERROR" if a == "output" else q) for p, a, q in ORDER.triples()], name="Order")
    parts = (*channel().processes, Component("Order", stricter, is_property=True))
    assert "digest" in refusal(found, System("Channel", parts))


def test_only_safety():
    system = channel().with_properties()
    assert "proves safety" in refusal(certificate(system, "minimise", "deadlock"), system)


def test_a_certificate_is_read_as_it_was_written():
    found = steps_of(pipeline(3))
    read = read_certificates(Source("c.json", write_certificates([found])))[0]
    assert [step.parts for step in read.assumptions] == [step.parts for step in found.assumptions]
    assert certify(read, pipeline(3), Budget()).ok


@pytest.mark.parametrize("parts", [7, [1, 2], [["S1"]], None])
def test_bad_parts_are_input_errors(parts):
    data = json.loads(write_certificates([steps_of(pipeline(2))]))
    data["assumptions"][0]["parts"] = parts
    with pytest.raises(InputError, match=r"assumptions\.0\.parts"):
        read_certificates(Source("c.json", json.dumps(data)))


def test_a_budget_says_how_far_the_steps_came():
    verdict = solve(Problem(pipeline(5), "safety", "ORDER", options=PLAIN), "minimise", Budget(seconds=0.0))
    assert verdict.outcome == "unknown"
    assert "7 parts left" in verdict.reason


def test_the_report_shows_the_steps():
    system = pipeline(12)
    text = render(check(system, **PLAIN), system)
    assert "states  after  step" in text
    assert "earlier" in text
    assert " = " in text


def test_an_error_that_a_component_never_reaches():
    steps = [(0, "a", 1), (1, "d", 2), (2, "a", 0), (2, "a", 1), ("elsewhere", "d", "ERROR")]
    stopped = {"M": LTS.of([], initial=0, alphabet=["d"]), "N": LTS.of([], initial=0, alphabet=["a"])}
    parts = {**stopped, "P": LTS.of(steps), "Q": LTS.of([(0, "h", 0), ("elsewhere", "h", "ERROR")])}
    system = System("S", tuple(Component(name, lts) for name, lts in parts.items()))
    verdict = solve(Problem(system, "safety", None), "minimise", Budget())
    assert (verdict.outcome, verdict.certified) == ("holds", True)
