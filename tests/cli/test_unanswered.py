"""Programs that ask in JSON or JUnit are told in it, too, when there is no answer."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro

WRONG = {
    "a.lts": ("P = (a -> P).\nQ = (b -> ", 2),
    "a.smv": ("MODULE main\nVAR x : boolean;\nINVARSPEC y\n", 3),
    "a.prism": ("mdp\nmodule M\nx : [0..1];\n[a] x=0 -> (x'=y);\nendmodule\n", 4),
    "a.aut": ("des (0, 1, 1)\n(0, a, 1)\n", 2),
    "a.json": ('{"format": "quidpro-lts"}', 1),
}
GOOD = {
    "good.lts": "P = (a -> P).\n",
    "good.smv": "MODULE main\nVAR x : boolean;\nINVARSPEC x | !x\n",
    "good.prism": "mdp\nmodule M\nx : bool;\n[a] true -> (x'=true);\nendmodule\n",
}


def told(*arguments):
    run = quidpro("check", *arguments, "--format", "json")
    found = json.loads(run.stdout)
    validate(found, schema("verdict"))
    assert (found["verdict"], found["certified"]) == ("unknown", False)
    assert found["error"] == found["errors"][0]
    assert found["reason"] == found["error"]["message"]
    assert found["reason"] in run.stderr
    return run.code, found


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_model_and_where(name, tmp_path):
    text, line = WRONG[name]
    file = model(tmp_path, text, name)
    code, found = told(file, *(["--pctl", "P<=1 [ F x=1 ]"] if name == "a.prism" else []))
    assert code == 2
    assert (found["error"]["file"], found["error"]["line"]) == (str(file), line)
    assert found["error"]["column"] >= 1


def test_all_errors_with_their_hints(tmp_path):
    text = "MODULE main\nVAR level : boolean;\nINVARSPEC levle\nINVARSPEC leve\n"
    code, found = told(model(tmp_path, text, "a.smv"))
    assert code == 2
    assert [(error["line"], error["hint"]) for error in found["errors"]] == [
        (3, "did you mean 'level'?"),
        (4, "did you mean 'level'?"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("good.lts", ["--property", "NONE"]),
        ("good.lts", ["--smt"]),
        ("good.lts", ["--const", "N=1=2"]),
        ("good.lts", ["more"]),
        ("good.smv", ["--learner", "kv"]),
        ("good.smv", ["--property", "NONE"]),
        ("good.prism", []),
        ("good.prism", ["--order", "none"]),
    ],
)
def test_options_that_make_no_sense(name, options, tmp_path):
    code, found = told(model(tmp_path, GOOD[name], name), *options)
    assert code == 2
    assert (found["error"]["file"], found["error"]["line"]) == (None, None)


def test_a_file_that_is_not_there(tmp_path):
    assert told(tmp_path / "none.lts")[0] == 2


def test_a_formula_on_the_command_line_is_a_place(tmp_path):
    _, found = told(model(tmp_path, GOOD["good.prism"], "good.prism"), "--pctl", "P<=1 [ F ")
    assert (found["error"]["file"], found["error"]["line"]) == ("--pctl", 1)


def test_what_is_a_bug_is_undecided(tmp_path, monkeypatch):
    def broken(*_arguments, **_options):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("quidpro.run.check.check", broken)
    code, found = told(model(tmp_path, GOOD["good.lts"], "good.lts"))
    assert (code, found["reason"]) == (3, "ZeroDivisionError: oh")


def test_junit_of_a_model_that_is_refused(tmp_path):
    file = model(tmp_path, WRONG["a.smv"][0], "a.smv")
    run = quidpro("check", file, "--format", "junit")
    suite = ElementTree.fromstring(run.stdout)[0]
    assert (run.code, suite.get("tests"), suite.get("errors"), suite.get("failures")) == (2, "1", "1", "0")
    error = suite[0][0]
    assert (error.tag, suite[0].get("classname")) == ("error", str(file))
    assert f"{error.text}\n" == run.stderr


def test_certify_of_what_is_no_certificate(tmp_path):
    path = model(tmp_path, "{}", "c.json")
    run = quidpro("certify", path, model(tmp_path, GOOD["good.lts"]), "--format", "json")
    found = json.loads(run.stdout)
    assert (run.code, found["certified"], found["error"]["file"]) == (2, False, str(path))


@pytest.mark.parametrize("words", [("FILE", "--timeout", "abc"), ("FILE", "--nonsense"), ()])
def test_words_that_make_no_command_line_are_told_on_stderr_alone(words, tmp_path):
    file = str(model(tmp_path, "A = (a -> A).\n"))
    run = quidpro("check", *(file if word == "FILE" else word for word in words), "--format", "json")
    assert (run.code, run.stdout) == (2, "")
    assert "Usage: quidpro check" in run.stderr
