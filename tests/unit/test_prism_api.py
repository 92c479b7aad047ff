"""The Python interface on probabilistic models."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from jsonschema import validate

import quidpro
from quidpro.core.errors import InputError, UsageError
from quidpro.lpts import LPTS
from quidpro.verdict.schema import schema
from tests.prism_models import CHANNEL, RELIABLE, module, prism

pytest.importorskip("stormpy", reason="Storm reads PRISM files")


@pytest.fixture
def channel(tmp_path):
    path = tmp_path / "channel.prism"
    path.write_text(CHANNEL)
    return path


@pytest.mark.slow
def test_load_and_check(channel):
    model = quidpro.load(channel, {"crash": "1/100"})
    assert model.components["Sink"].distributions.probabilities(0)[2] == Fraction(1, 100)
    results = quidpro.check(model, spec="Order", pctl='P<=1 [ F "crashed" ]')
    assert [result.verdict.outcome for result in results] == ["violated", "holds"]
    assert results.trace.components == ("Source", "Channel", "Sink")
    assert "VIOLATED: channel is not simulated by Order" in str(results)
    assert repr(results) == 'Results(Order: violated, P<=1 [ F "crashed" ]: holds)'
    validate(results.to_json(), schema("verdict"))


@pytest.mark.slow
def test_assumptions_from_the_specification_may_be_left_out():
    path = "examples/prism/sensor_network/sn_2.prism"
    spec = "examples/prism/sensor_network/sn_2_spec.prism"
    with_them = quidpro.check(path, spec=spec, method="agar")
    without = quidpro.check(path, spec=spec, method="agar", options={"candidates": False})
    assert with_them.verdict.certified
    assert without.verdict.certified
    assert [a.lpts.states for a in with_them.verdict.assumptions] == [18, 6, 2]
    assert without.verdict.assumptions[0].lpts.states > 18
    assert any("from the specification" in note for note in with_them.verdict.notes)
    assert not without.verdict.notes


@pytest.mark.slow
def test_a_path_and_an_lpts_as_the_specification(tmp_path):
    path = tmp_path / "reliable.prism"
    path.write_text(RELIABLE)
    assert quidpro.check(path, spec="Order", method="agar").outcome == "holds"
    for chance, outcome in (("1/10", "holds"), ("1/1000", "violated")):
        order = LPTS.of([(0, "input", 1), (1, "output", {1: chance, 0: 1 - Fraction(chance)})], name="P")
        assert quidpro.check(path, spec=order, method="monolithic").outcome == outcome


def test_time_for_reading_counts(tmp_path):
    path = tmp_path / "large.prism"
    lines = ("x : [0..3000];", "y : [0..3000];", "[a] x<3000 -> (x'=x+1);", "[b] y<3000 -> (y'=y+1);")
    path.write_text(prism(module("A", *lines)))
    results = quidpro.check(path, pctl="P<=1 [ F true ]", timeout=0.5)
    assert (results.outcome, results.verdict.system) == ("unknown", "large")
    assert "time budget ran out" in results.verdict.reason


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "say what the model is to satisfy"),
        ({"spec": "Order", "deadlock": True}, "deadlock does not apply to a probabilistic model"),
        ({"spec": "Order", "options": {"learner": "kv"}}, "learner does not apply to a probabilistic model"),
    ],
)
def test_arguments_that_say_nothing(channel, arguments, words):
    with pytest.raises(UsageError, match=words):
        quidpro.check(quidpro.load(channel, {"crash": "0.01"}), **arguments)


def test_arguments_for_probabilistic_models_only():
    words = r"spec does not apply to .*channel\.lts, a model of labelled transition systems"
    with pytest.raises(UsageError, match=words):
        quidpro.check("examples/channel/channel.lts", spec="P")


def test_constants(channel):
    with pytest.raises(UsageError, match="is a float; give a text"):
        quidpro.load(channel, {"crash": 0.01})
    with pytest.raises(UsageError, match="there is no constant N"):
        quidpro.load(channel, {"crash": "0.01", "N": 3})
    with pytest.raises(UsageError, match="the constant N is a whole number"):
        quidpro.load("examples/channel/channel.lts", {"N": "x"})


@pytest.mark.slow
@pytest.mark.parametrize("formula", ["P<=1/4 [ F s=K ]", "P<=1/4 [ F<=K s=2 ]"])
def test_a_formula_asks_for_the_value_of_a_constant_that_only_rewards_use(tmp_path, formula):
    path, props = tmp_path / "model.prism", tmp_path / "model.props"
    coin = module("A", "s : [0..2];", "[a] s<2 -> 1/2 : (s'=s+1) + 1/2 : (s'=0);")
    path.write_text(prism("const int K;", coin, "rewards true : 1; endrewards", "rewards [a] true : K; endrewards"))
    for asked in ({"pctl": formula}, {"props": props, "property": "1"}):
        props.write_text(formula)
        with pytest.raises(InputError, match="the constant K has no value"):
            quidpro.check(path, **asked)
        assert quidpro.check(path, constants={"K": 2}, **asked).outcome == ("holds" if "<=K" in formula else "violated")
        props.write_text(f"const int K = 2; {formula}")
    assert quidpro.check(path, props=props, property="1").outcome == ("holds" if "<=K" in formula else "violated")


def test_other_functions_need_labelled_transition_systems(channel):
    with pytest.raises(UsageError, match="is a probabilistic model"):
        quidpro.assumption(quidpro.load(channel, {"crash": "0.01"}), "Sink")


@pytest.mark.slow
def test_a_model_goes_to_another_process_and_is_read_again_there(channel):
    model = pickle.loads(pickle.dumps(quidpro.load(channel, {"crash": "0.01"})))
    assert quidpro.check(model, pctl="P<=0 [ F s>0 ]").outcome == "violated"
