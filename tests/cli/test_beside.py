"""``--props FILE`` as users meet it: answers, certificates, steps, and all that can be wrong with the file."""

from __future__ import annotations

import json

import pytest

from tests.cli.driver import model, quidpro, refused
from tests.naive_nets import NaiveNet

NET = NaiveNet(
    {"idle": 1, "busy": 0},
    {"Start 1": ({"idle": 1}, {"busy": 1}), "stop": ({"busy": 1}, {"idle": 1})},
).pnml()
TURNS = 'property TURNS = ("Start 1" -> stop -> TURNS).'
FILE = f"""
{TURNS}
property ONCE = ("Start 1" -> stop -> STOP).
assert STOPS = []("Start 1" -> <>stop)
progress WORK = {{"Start 1"}}
"""


@pytest.fixture
def net(tmp_path):
    return model(tmp_path, NET, "net.pnml")


@pytest.fixture
def beside(tmp_path):
    return model(tmp_path, FILE, "props.lts")


def verdicts(*arguments):
    run = quidpro("check", *arguments, "--format", "json")
    found = json.loads(run.stdout)
    return run.code, {one["property"]: one["verdict"] for one in found.get("results", [found])}


def test_all_are_asked_by_default_and_one_by_name(net, beside):
    everything = {"TURNS": "holds", "ONCE": "violated", "STOPS": "holds", "deadlock": "holds", "WORK": "holds"}
    assert verdicts(net, "--props", beside) == (1, everything)
    assert verdicts(net, "--props", beside, "--property", "TURNS") == (0, {"TURNS": "holds"})


def test_a_run_names_transitions_as_the_net_does(net, beside):
    run = quidpro("check", net, "--props", beside, "--property", "ONCE", "--format", "trace")
    assert [line for line in run.stdout.splitlines() if not line.startswith("#")] == ["Start 1", "stop", "Start 1"]


@pytest.mark.parametrize("method", ["monolithic", "saturation"])
@pytest.mark.parametrize("name", ["TURNS", "STOPS"])
def test_a_certificate_is_checked_with_the_file_and_not_with_another(net, beside, method, name, tmp_path):
    proof = tmp_path / "proof.json"
    asked = ("--props", beside, "--property", name, "--method", method)
    assert quidpro("check", net, *asked, "--certificate", proof).code == 0
    assert quidpro("certify", proof, net, "--props", beside).stdout.startswith(f"confirmed: net satisfies {name}")
    refused(quidpro("certify", proof, net), f"there is no property '{name}'", "--props")
    changed = FILE.replace("-> stop -> TURNS", "-> TURNS | stop -> TURNS").replace("<>stop", "<>idle")
    other = model(tmp_path, changed, "other.lts")
    run = quidpro("certify", proof, net, "--props", other)
    assert (run.code, run.stdout.split(":")[0]) == (1, "refused")


def test_a_certificate_of_progress(net, tmp_path):
    proof, beside = tmp_path / "proof.json", model(tmp_path, "progress WORK = {rest}", "other.lts")
    quidpro("check", net, "--props", model(tmp_path, "progress WORK = {stop}"), "--certificate", proof)
    run = quidpro("certify", proof, net, "--props", tmp_path / "model.lts")
    assert (run.code, run.stdout.count("confirmed")) == (0, 2)
    assert quidpro("certify", proof, net, "--props", beside).code == 1


def test_aut_and_json(tmp_path, beside):
    aut = model(tmp_path, 'des (0, 2, 2)\n(0, "Start 1", 1)\n(1, "stop", 0)\n', "net.aut")
    assert verdicts(aut, "--props", beside, "--property", "ONCE") == (1, {"ONCE": "violated"})
    quidpro("convert", aut, tmp_path / "net.json")
    assert verdicts(tmp_path / "net.json", "--props", beside, "--property", "TURNS") == (0, {"TURNS": "holds"})


def test_properties_as_a_system_in_json(net, tmp_path):
    part = {"name": "part", "states": 1, "alphabet": ["stop"], "transitions": []}
    text = json.dumps({"components": [part], "properties": [{**part, "name": "NEVER"}]})
    given = model(tmp_path, text, "given.json")
    assert verdicts(net, "--props", given) == (1, {"NEVER": "violated", "deadlock": "holds"})


def test_steps_are_watched(net, beside):
    run = quidpro("animate", net, "--props", beside, "--steps", "3", "--seed", "1")
    assert run.code == 0
    assert "ONCE" in run.stdout


def test_an_action_that_the_net_has_not(net, tmp_path):
    given = model(tmp_path, "property P = (halt -> P). assert Q = []!pause", "props.lts")
    text = quidpro("check", net, "--props", given).stdout
    assert "no process of net has halt: that may happen at any time, and only P sees it" in " ".join(text.split())
    assert "no process of net has pause: that never happens" in " ".join(text.split())


class TestRefused:
    def test_no_such_file(self, net, tmp_path):
        refused(quidpro("check", net, "--props", tmp_path / "none.lts"), "there is no file", "none.lts")

    def test_nothing_to_ask_in_it(self, net, tmp_path):
        given = model(tmp_path, "P = (stop -> P).", "plain.lts")
        words = "plain.lts defines no property, no assertion and no progress test"
        refused(quidpro("check", net, "--props", given), words)

    def test_what_is_wrong_in_it_has_its_place_there(self, net, tmp_path):
        given = model(tmp_path, "property P = (stop -> P | -> P).", "props.lts")
        refused(quidpro("check", net, "--props", given), "props.lts:1:27: error")

    def test_a_name_that_is_misspelt(self, net, beside):
        run = quidpro("check", net, "--props", beside, "--property", "TURN")
        refused(run, "there is no property 'TURN'", "did you mean TURNS?")

    def test_a_name_of_both(self, tmp_path, beside):
        own = model(tmp_path, TURNS.replace('"Start 1"', "start"))
        refused(quidpro("check", own, "--props", beside), "both define TURNS")

    def test_other_worlds(self, tmp_path, net, beside):
        smv = model(tmp_path, "MODULE main VAR x : boolean; INVARSPEC x;", "m.smv")
        for command in (("check", smv), ("certify", tmp_path / "proof.json", smv), ("animate", smv)):
            refused(quidpro(*command, "--props", beside), "--props does not apply to", "an SMV model")
        refused(quidpro("check", net, "--props", smv), "this needs one made of labelled transition systems")

    def test_properties_of_another_language(self, tmp_path, net, beside):
        prism = model(tmp_path, "mdp module m x:bool; [] true -> true; endmodule", "m.prism")
        refused(quidpro("check", prism, "--props", beside), "props.lts:", "error")
        refused(quidpro("check", net, "--props", prism), "this needs one made of labelled transition systems")

    def test_it_is_not_written_over(self, net, beside):
        run = quidpro("check", net, "--props", beside, "--certificate", beside)
        assert run.code == 2
        assert beside.read_text() == FILE
