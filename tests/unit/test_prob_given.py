"""Assumptions that the user gives for a probabilistic system: what they prove, and what is wrong with them."""

from __future__ import annotations

from random import Random

import pytest

import quidpro
from quidpro.checker.probabilistic import certify_lpts
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.refined.level import Level
from quidpro.engines.probabilistic.shared.check import check
from quidpro.frontend.lpts_json import lpts_fields, write_lpts_json
from quidpro.frontend.pctl import parse_pctl
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts import LPTS
from quidpro.lpts.simulation import simulation
from quidpro.verdict.rounds import Round
from tests.random_lpts import random_lpts

SOURCE = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)], name="Source")
CHANNEL = LPTS.of(
    [("empty", "send", "full"), ("full", "output", {"full": "1/10", "done": "9/10"}), ("done", "ack", "empty")],
    name="Channel",
    marks={"out": ["done"]},
)
ORDER = LPTS.of([(0, "input", 1), (1, "output", {1: "1/10", 0: "9/10"})], name="Order")
BETTER = LPTS.of([(0, "input", 1), (1, "output", {1: "1/20", 0: "19/20"})], name="Better")
MODEL = PrismModel(Source("channel", ""), "channel", {"Source": SOURCE, "Channel": CHANNEL})

RIGHT = LPTS.of([(0, "send", 1), (0, "ack", 0), (1, "output", {1: "1/10", 0: "9/10"})], name="Right")
WEAK = LPTS.of([(0, "send", 1), (1, "output", {1: "1/10", 0: "9/10"})], name="Weak")
"""It says nothing of ``ack``, which may then come before the output."""
STRONG = LPTS.of([(0, "send", 1), (1, "output", {1: "1/10", 2: "9/10"})], name="Strong", alphabet=["ack"])
"""Without ``ack`` there is but one output."""
WRONG = LPTS.of([(0, "send", 1), (0, "ack", 0), (1, "output", 0)], name="Wrong")
"""The output never fails, which neither the channel nor the specification does."""


def verdict_with(given, spec=ORDER, **more):
    options = {"assume": given, **more}
    [result] = quidpro.check(MODEL, spec=spec, options=options)
    return result.verdict


CHOSEN = "method agar was chosen for assume"


def test_the_right_one_is_certified_as_it_was_given():
    verdict = verdict_with([RIGHT])
    assert (verdict.outcome, verdict.method, verdict.certified) == ("holds", "agar", True)
    assert verdict.certificate.fields["assumptions"] == [lpts_fields(RIGHT.named("Right"))]
    assert verdict.certificate.rule == "asym"
    assert verdict.notes == ("the proof is by what was given", CHOSEN)
    assert verdict.stats.iterations == 0


def test_one_need_not_be_in_a_list_and_may_be_a_file_or_a_model(tmp_path):
    file = tmp_path / "right.lpts.json"
    file.write_text(write_lpts_json(RIGHT))
    for given in (RIGHT, str(file), file, quidpro.load(file), "Channel"):
        assert verdict_with(given).outcome == "holds"


def test_one_that_is_too_weak():
    verdict = verdict_with([WEAK])
    assert (verdict.outcome, verdict.certified, verdict.certificate) == ("unknown", False, None)
    assert verdict.reason == "premise 1 fails, as A1 is too weak: it allows what Channel cannot do"
    assert verdict.notes == ("A1 says nothing of ack: what it does not mention it allows", CHOSEN)
    [assumption] = verdict.assumptions
    [refutation] = assumption.refutations
    assert refutation.premise == 1
    assert refutation.tree.components == ("Source", "A1")
    assert [step.action for step in refutation.tree.steps] == ["input", "send", "ack", "input"]


def test_one_that_is_too_strong():
    verdict = verdict_with([STRONG])
    assert verdict.outcome == "unknown"
    assert verdict.reason == "premise 2 fails, as A1 is too strong: Channel can do what it does not allow"
    [refutation] = verdict.assumptions[0].refutations
    assert refutation.tree.components == ("Channel",)
    assert refutation.tree.nodes[0].states == ("empty",)
    assert [step.action for step in refutation.tree.steps] == ["send", "output", "ack"]


def test_all_that_is_wrong_is_said():
    verdict = verdict_with([WRONG])
    assert [one.premise for one in verdict.assumptions[0].refutations] == [1, 2]
    assert "premise 1 fails, as A1 is too weak" in verdict.reason
    assert "premise 2 fails, as A1 is too strong" in verdict.reason


@pytest.mark.parametrize("given", [RIGHT, WEAK, STRONG, WRONG], ids=lambda given: given.name)
def test_what_is_violated_is_violated_whatever_is_assumed(given):
    """A tree of the first premise that is real, or one of the second that is handed up to the specification."""
    verdict = verdict_with([given], BETTER)
    assert (verdict.outcome, verdict.certified) == ("violated", True)
    assert verdict.assumptions == ()


@pytest.mark.parametrize(("given", "rounds"), [(RIGHT, 0), (WEAK, 0), (STRONG, 1), (WRONG, 1)])
def test_improving_starts_from_what_was_given(given, rounds):
    """From a partition that respects an assumption that is too weak; the usual first one takes a refinement."""
    verdict = verdict_with([given], improve=True)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert verdict.stats.iterations == rounds
    assert any(note.startswith("what was given does not prove it: premise") for note in verdict.notes) == (
        given is not RIGHT
    )
    assert not any(one.refutations for one in verdict.assumptions)


def test_the_first_partition_respects_a_given_assumption():
    """Then it simulates the quotient, and the quotient is never weaker than what was given."""
    tried = 0
    for seed in range(300):
        rng = Random(seed)
        component, given = random_lpts(rng), random_lpts(rng, moves=5)
        if simulation(component, given).holds:
            level = Level.first(component, None, None, given, Budget())
            assert simulation(component, level.assumption).holds
            assert simulation(level.assumption, given).holds
            tried += 1
    assert tried > 20


def test_three_components_need_two_assumptions():
    relay = LPTS.of([(0, "output", 1), (1, "deliver", 0)], name="Relay")
    model = PrismModel(Source("three", ""), "three", {"Source": SOURCE, "Channel": CHANNEL, "Relay": relay})
    any_order = LPTS.of([(0, "send", 0), (0, "ack", 0), (0, "output", 0)], name="Any")
    anything = LPTS.of([(0, "output", 0), (0, "deliver", 0)], name="All")
    goal = LPTS.of([(0, "output", 1), (1, "deliver", 0)], name="Turns")
    [result] = quidpro.check(model, spec=goal, options={"assume": [goal, relay]})
    assert (result.outcome, result.verdict.certificate.rule) == ("holds", "asym-n")
    [result] = quidpro.check(model, spec=goal, options={"assume": [goal, anything]})
    assert result.verdict.reason == "premise 2 fails, as A2 is too weak: it allows what Relay cannot do"
    [result] = quidpro.check(model, spec=goal, options={"assume": [any_order, relay]})
    assert result.verdict.reason == "premise 1 fails, as A1 is too weak: it allows what Channel | Relay cannot do"
    [result] = quidpro.check(model, spec=goal, split="Source,Channel | Relay", options={"assume": [relay]})
    assert result.outcome == "holds"
    with pytest.raises(
        UsageError, match="each of the 3 groups of components but the first needs an assumption, and --assume gives 1"
    ):
        quidpro.check(model, spec=goal, options={"assume": [relay]})


def test_formulas_too():
    """The mark of the channel must be one of the assumption."""
    formula = 'P<=0.9 [ F<=3 "out" ]'
    marked = LPTS.of([(0, "send", 1), (1, "output", {1: "1/10", 2: "9/10"}), (2, "ack", 0)], marks={"out": [2]})
    [result] = quidpro.check(MODEL, pctl=formula, options={"assume": [marked]})
    assert (result.outcome, result.verdict.certified) == ("holds", True)
    [result] = quidpro.check(MODEL, pctl=formula, options={"assume": [RIGHT]})
    assert "premise 2 fails, as A1 is too strong" in result.verdict.reason
    sure = LPTS.of([(0, "send", 1), (1, "output", 2), (2, "ack", 0)], marks={"out": [2]})
    [result] = quidpro.check(MODEL, pctl=formula, options={"assume": [sure]})
    assert "premise 1 fails, as A1 is too weak" in result.verdict.reason


def test_a_formula_without_a_finite_tree_is_left_open():
    """Almost surely there is an output, but no finite tree has all of it."""
    formula = parse_pctl('P<1 [ F "out" ]')
    given = LPTS.of([(0, "send", 1), (1, "output", {1: "1/10", 2: "9/10"}), (2, "ack", 0)], marks={"out": [2]})
    outcome = check([SOURCE, CHANNEL], formula, options=ProbabilisticRefined(given=(given,)))
    assert outcome.verdict == "unknown"
    assert [(one.premise, one.execution) for one in outcome.failures] == [(1, None)]


def test_premises_are_rounds():
    rounds = []

    def hear(event):
        if isinstance(event, Round) and event.evidence:
            rounds.append((event.premise, event.outcome, event.evidence.given))

    hear.pictures = True
    check([SOURCE, CHANNEL], ORDER, options=ProbabilisticRefined(given=(WRONG,)), events=hear)
    assert rounds == [(1, "too weak", True), (2, "too strong", True)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ([RIGHT, RIGHT], "each of the 2 groups of components but the first needs an assumption, and --assume gives 2"),
        ([SOURCE], "A1 speaks of input, which is no action of Channel"),
        (["Chanel"], "neither a module of channel"),
        (["model.lts"], "neither a module of channel"),
    ],
)
def test_what_is_no_assumption_is_refused(given, words):
    with pytest.raises(UsageError, match=words):
        verdict_with(given)


def test_a_missing_file_and_one_component():
    with pytest.raises(quidpro.InputError, match="there is no file"):
        verdict_with(["none.prism"])
    alone = PrismModel(Source("one", ""), "one", {"Channel": CHANNEL})
    with pytest.raises(UsageError, match="each of the 1 group of components but the first"):
        quidpro.check(alone, spec=CHANNEL, options={"assume": [RIGHT]})
    with pytest.raises(UsageError, match="improve makes no sense without assume"):
        quidpro.check(MODEL, spec=ORDER, options={"improve": True})


def test_as_published_allows_it():
    [result] = quidpro.check(MODEL, spec=ORDER, method="agar", as_published=True, options={"assume": [RIGHT]})
    assert result.outcome == "holds"


def test_a_lie_about_a_given_assumption_is_refused():
    """What an assumption does not mention it allows, in all premises: the checker completes it by itself."""
    fields = verdict_with([RIGHT]).certificate.fields
    parts = [SOURCE, CHANNEL]
    assert certify_lpts(fields, parts, ORDER).ok
    [given] = fields["assumptions"]
    silent = {
        **given,
        "alphabet": ["output", "send"],
        "transitions": [row for row in given["transitions"] if row[1] != "ack"],
    }
    found = certify_lpts({**fields, "assumptions": [silent]}, parts, ORDER)
    assert found.refuted
    assert found.reason.startswith("premise 1: ")
