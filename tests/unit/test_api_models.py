"""What every loaded model can be asked, and how the objects of the Python interface show themselves."""

from __future__ import annotations

import json

import pytest

import quidpro
from quidpro import LTS, Budget
from quidpro.frontend.fsp.model import FspModel
from quidpro.frontend.lts_json import lts_fields
from quidpro.frontend.smv.model import SmvModel
from quidpro.lpts import LPTS
from tests.prism_models import CHANNEL as LOSSY

CHANNEL = "examples/channel/channel.lts"
CLIENTS = "examples/client_server/client_server.lts"
SMV = "examples/smv/robot.smv"
LOOP = LTS.of([(0, "a", 0)])


@pytest.fixture
def lossy(tmp_path):
    pytest.importorskip("stormpy", reason="Storm reads PRISM files")
    path = tmp_path / "lossy.prism"
    path.write_text(LOSSY)
    return quidpro.load(path, {"crash": "1/100"})


def told(model):
    return model.name, model.world, tuple(model.components), model.properties


def test_an_fsp_model():
    model = quidpro.load(CLIENTS)
    assert told(model) == ("client_server", "explicit", ("CLIENT", "SERVER", "FORGETFUL"), ("MUTEX",))
    assert model.warnings == ()
    assert repr(model) == "FspModel(client_server: 3 processes, 3 composites, 1 property)"


def test_properties_are_what_can_be_asked_for(tmp_path):
    path = tmp_path / "light.lts"
    path.write_text(
        "P = (on -> off -> P).\nfluent ON = <on, off>\nassert SAFE = [](on -> ON)\nprogress GO = {on}\n||S = P.\n"
    )
    model = quidpro.load(path)
    assert told(model) == ("light", "explicit", ("P",), ("SAFE",))
    for name in model.properties:
        assert quidpro.check(model, property=name, method="monolithic").verdict.property == name


def test_a_model_of_one_lts_and_a_system_as_json(tmp_path):
    path = tmp_path / "loop.aut"
    path.write_text('des (0, 1, 1)\n(0, "a", 0)\n')
    model = quidpro.load(path)
    assert told(model) == ("loop", "explicit", ("loop",), ())
    assert model.warnings == ()
    assert repr(model) == "PlainModel(loop: 1 process)"
    part = lts_fields(LOOP)
    components = [{**part, "name": "P"}, {**part, "name": "Q"}]
    whole = {"format": "quidpro-system", "version": 1, "name": "S", "components": components}
    path = tmp_path / "two.json"
    path.write_text(json.dumps({**whole, "properties": [{**part, "name": "OK"}]}))
    assert told(quidpro.load(path)) == ("S", "explicit", ("P", "Q"), ("OK",))
    assert repr(quidpro.load(path)) == "PlainModel(S: 2 processes, 1 composite, 1 property)"


def test_an_smv_model():
    model = quidpro.load(SMV)
    instances = ("clock1", "clock2", "clock3", "motor", "sensor", "command")
    assert told(model) == ("robot", "symbolic", instances, ("motor_in_time", "sensor_in_time", "command_in_time"))
    assert model.warnings == ()
    assert repr(model) == "SmvModel(robot: 3 modules)"
    assert repr(model.flat()) == "FlatModel(robot: 10 variables, 3 specifications)"


def test_a_prism_model(lossy):
    modules = ("Source", "Channel", "Sink", "Order")
    assert told(lossy) == ("lossy", "probabilistic", modules, ("both", "crashed", "silent"))
    assert [warning.severity for warning in lossy.warnings] == ["warning"] * len(lossy.warnings)
    assert repr(lossy) == "PrismModel(lossy: 4 modules)"
    assert repr(lossy.components["Sink"]) == "LPTS(Sink: 3 states, 6 transitions)"


@pytest.mark.slow
def test_labels_that_are_listed_can_be_asked_for(lossy):
    formulas = [f'P<=1 [ F "{label}" ]' for label in lossy.properties]
    assert quidpro.check(lossy, pctl=formulas, method="monolithic").outcome == "holds"
    assert set(lossy.labels) == set(lossy.properties)


def test_showing_a_model_compiles_nothing(monkeypatch):
    def reject(*_):
        raise AssertionError("a model was compiled to be shown")

    monkeypatch.setattr(FspModel, "system", reject)
    monkeypatch.setattr(FspModel, "lts", reject)
    monkeypatch.setattr("quidpro.frontend.smv.model.flatten", reject)
    for path in (CLIENTS, SMV):
        assert "modules" in repr(quidpro.load(path)) or "processes" in repr(quidpro.load(path))
    with pytest.raises(AssertionError, match="was compiled"):
        SmvModel.flat(quidpro.load(SMV))


@pytest.mark.parametrize(
    ("lts", "shown"),
    [
        (LOOP, "LTS(1 state, 1 transition)"),
        (LOOP.named("P"), "LTS(P: 1 state, 1 transition)"),
        (LTS.of([(0, "a", 1)], name="Q"), "LTS(Q: 2 states, 1 transition)"),
        (LTS.of([(n, "a", n + 1) for n in range(1500)]), "LTS(1,501 states, 1,500 transitions)"),
        (LPTS.of([(0, "a", {0: "1/2", 1: "1/2"})]), "LPTS(2 states, 1 transition)"),
    ],
)
def test_numbers_and_names_of_ltss(lts, shown):
    assert repr(lts) == str(lts) == shown


def test_systems():
    assert repr(quidpro.load(CHANNEL).system("Channel", Budget())) == "System(Channel: 2 processes, 1 property)"
    assert repr(quidpro.assemble("S", {"P": LOOP})) == "System(S: 1 process, 0 properties)"


def test_results_of_an_fsp_model():
    results = quidpro.check(CHANNEL, deadlock=True)
    assert repr(results[0]) == "Result(Channel, Order: holds)"
    assert repr(results[1].verdict) == "Verdict(Channel, deadlock: holds)"
    alone = quidpro.assemble("S", {"P": LOOP})
    assert repr(quidpro.check(alone, deadlock=False)[0]) == "Result(S, no ERROR: holds)"
    assert repr(quidpro.check(alone)) == "Results(deadlock: holds)"


def test_results_of_an_smv_model():
    (result,) = quidpro.check(SMV, property="motor_in_time", method="monolithic")
    assert repr(result) == "Result(robot, motor_in_time: holds)"
    assert repr(result.verdict) == "Verdict(robot, motor_in_time: holds)"


def test_results_of_a_prism_model(lossy):
    long = " | ".join(["false"] * 30)
    results = quidpro.check(lossy, pctl=['P<=1 [ F "crashed" ]', f"P<=1 [ F {long} ]"], method="monolithic")
    assert repr(results[0]) == 'Result(lossy, P<=1 [ F "crashed" ]: holds)'
    assert repr(results[1].verdict).endswith("…: holds)")
    assert len(repr(results)) < 130


def test_assumptions():
    found = quidpro.assumption(CHANNEL, "Input")
    assert repr(found) == "Assumed(Input in Channel, Order: the weakest assumption)"
