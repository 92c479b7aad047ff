"""``quidpro check --invar --ltl --ctl`` on SMV models: questions that do not stand in the file."""

from __future__ import annotations

import json

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import quidpro, refused

MODEL = """
MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := y;
MODULE main
VAR m1 : one(y); y : boolean; c : 0..2;
ASSIGN init(y) := FALSE; next(y) := y; init(c) := 0; next(c) := (c + 1) mod 3;
DEFINE top := c = 2; odd := 4 mod c = 0;
INVARSPEC NAME safe := !m1.x;
"""


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.smv"
    path.write_text(MODEL)
    return path


def heads(run):
    return [line.rpartition(" (")[0] for line in run.stdout.splitlines() if line.split(":")[0].isupper()]


def test_only_what_is_given_is_asked(model):
    run = quidpro("check", model, "--invar", "m1.x = y", "--ltl", "G F top", "--ctl", "AG EF !top", "--invar", "!top")
    assert heads(run) == [
        "HOLDS: model satisfies INVARSPEC m1.x = y",
        "VIOLATED: model does not satisfy INVARSPEC !top",
        "HOLDS: model satisfies LTLSPEC G F top",
        "HOLDS: model satisfies CTLSPEC AG EF !top",
    ]
    assert run.code == 1


def test_names_are_asked_beside_it(model):
    run = quidpro("check", model, "--property", "safe", "--ctl", "EF top")
    assert heads(run) == ["HOLDS: model satisfies safe: !m1.x", "HOLDS: model satisfies CTLSPEC EF top"]


def test_the_name_in_an_answer_asks_it_again(model):
    assert heads(quidpro("check", model, "--property", "LTLSPEC F top")) == ["HOLDS: model satisfies LTLSPEC F top"]


@pytest.mark.parametrize("method", ["auto", "monolithic", "symbolic", "circular"])
def test_its_certificate_needs_the_model_alone(model, tmp_path, method):
    proof = tmp_path / "proof.json"
    asked = ("--ltl", "G !m1.x -- always")
    assert quidpro("check", model, *asked, "--method", method, "--certificate", proof).code == 0
    run = quidpro("certify", proof, model)
    assert (run.code, heads(run)) == (0, [])
    assert run.stdout.startswith("confirmed: model satisfies LTLSPEC G !m1.x (rule ")
    validate(json.loads(proof.read_text()), schema("certificate"))


LIES = [
    {"text": "INVARSPEC m1.x", "property": "INVARSPEC m1.x"},
    {"text": "INVARSPEC m1.x"},
    {"property": "INVARSPEC m1.x"},
    {"property": "safe"},
    {"asked": False},
    {"text": "LTLSPEC !m1.x", "property": "LTLSPEC !m1.x"},
    {"text": "INVARSPEC !m1.x -- and more", "property": "INVARSPEC !m1.x -- and more"},
    {"text": "INVARSPEC !m1.z", "property": "INVARSPEC !m1.z"},
    {"text": "INVARSPEC", "property": "INVARSPEC"},
    {"text": "!m1.x", "property": "!m1.x"},
    {"text": "INVARSPEC next(y)", "property": "INVARSPEC next(y)"},
    {"text": "SPEC AG !m1.x", "property": "SPEC AG !m1.x"},
]


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_what_was_asked_is_refused(model, tmp_path, lie):
    proof = tmp_path / "proof.json"
    quidpro("check", model, "--invar", "!m1.x", "--certificate", proof)
    proof.write_text(json.dumps(json.loads(proof.read_text()) | lie))
    run = quidpro("certify", proof, model)
    assert (run.code, run.stderr) == (1, "")


def test_a_question_of_the_file_is_not_one_beside_it(model, tmp_path):
    proof = tmp_path / "proof.json"
    quidpro("check", model, "--property", "safe", "--certificate", proof)
    data = json.loads(proof.read_text())
    assert "asked" not in data
    proof.write_text(json.dumps(data | {"asked": True}))
    assert quidpro("certify", proof, model).code == 1


def test_of_another_model_that_is_said_before_anything_else(model, tmp_path):
    proof = tmp_path / "proof.json"
    quidpro("check", model, "--invar", "!m1.x", "--certificate", proof)
    model.write_text(MODEL.replace("m1", "m2"))
    run = quidpro("certify", proof, model)
    assert run.code == 1
    assert "the model is not the one that was proved" in run.stdout


def test_everything_wrong_is_shown_where_it_stands(model):
    run = quidpro("check", model, "--invar", "m1.x & ", "--ltl", "AG top", "--ctl", "AG (EF tip)", "--invar", "")
    assert run.code == 2
    assert run.stdout == ""
    assert "--invar:1:8: error: expected an expression, found" in run.stderr
    assert "  m1.x & \n         ^\n" in run.stderr
    assert "--ltl:1:1: error: operators of CTL (AG, EF, …) cannot stand in LTLSPEC" in run.stderr
    assert "hint: use CTLSPEC (--ctl)" in run.stderr
    assert "  AG (EF tip)\n         ^^^\n  hint: did you mean 'top'?" in run.stderr
    assert run.stderr.count("error:") == 4


def test_what_has_no_value_in_the_model_is_said_of_the_question(model):
    refused(quidpro("check", model, "--invar", "odd | y"), "--invar:1:1: error: ")


def test_what_is_odd_is_noted(model):
    run = quidpro("check", model, "--invar", "c = 0 | c != 1 | TRUE = 1", "--format", "json")
    assert json.loads(run.stdout)["notes"] == ["an integer stands for a boolean here, or a boolean for an integer"]


def test_json_is_as_published(model):
    data = json.loads(quidpro("check", model, "--invar", "!top", "--format", "json").stdout)
    validate(data, schema("verdict"))
    assert (data["property"], data["text"], data["kind"]) == ("INVARSPEC !top", "INVARSPEC !top", "invariant")


def test_a_model_without_specifications_can_be_asked(tmp_path):
    path = tmp_path / "silent.smv"
    path.write_text("MODULE main VAR a : boolean;")
    refused(quidpro("check", path), "--invar, --ltl and --ctl ask what does not stand in it")
    assert quidpro("check", path, "--ctl", "EF a").code == 0


def test_a_method_that_cannot_decide_it_says_so(model):
    run = quidpro("check", model, "--ltl", "F top", "--method", "symbolic")
    refused(run, "method symbolic proves invariants, and LTLSPEC F top is not one")


def test_other_worlds_have_other_questions():
    refused(quidpro("check", "examples/channel/channel.lts", "--ltl", "F x"), "--ltl does not apply to")


def test_it_is_stepped_through(model):
    run = quidpro("animate", model, "--invar", "!top", "--counterexample", "--plain")
    assert run.code == 0
    assert "✕ INVARSPEC !top is violated" in run.stdout
    assert quidpro("animate", model, "--ctl", "EF top", "--plain", "--steps", "1").code == 0


def test_methods_are_compared_on_it(model):
    run = quidpro("compare", model, "--invar", "!m1.x", "--format", "json")
    assert run.code == 0


def test_a_report_marks_no_line_of_the_file(model, tmp_path):
    page = tmp_path / "report.html"
    assert quidpro("check", model, "--invar", "!m1.x", "--report", page).code == 0
    assert "INVARSPEC !m1.x" in page.read_text()
