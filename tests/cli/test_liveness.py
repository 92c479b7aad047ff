"""Assertions that something happens, on the command line and from Python."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from jsonschema import validate

import quidpro as api
from quidpro.core.errors import UsageError
from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro, refused

TEXT = """
P = (a -> P | b -> P).
assert AGAIN = []<>a
assert STAYS = <>[]a
assert SAFE = []{a, b}
ltl_property WRONG = <>a
||S = P.
"""


@pytest.fixture
def file(tmp_path):
    return model(tmp_path, TEXT)


def answer(*arguments):
    run = quidpro("check", *arguments, "--format", "json")
    found = json.loads(run.stdout)
    validate(found, schema("verdict"))
    return run.code, found


def test_it_holds(file):
    code, found = answer(file, "--property", "AGAIN")
    assert (code, found["verdict"], found["kind"], found["certified"]) == (0, "holds", "liveness", True)
    assert found["certificate"]["fair_choice"] is True
    assert found["whole"]["exact"] is True


def test_it_is_violated(file):
    code, found = answer(file, "--property", "STAYS")
    assert (code, found["verdict"], found["violated_by"], found["certified"]) == (1, "violated", "STAYS", True)
    assert found["counterexample"]["cycle"] == ["a", "b"]


def test_without_fair_choice(file):
    code, found = answer(file, "--property", "AGAIN", "--no-fair-choice")
    assert (code, found["verdict"]) == (1, "violated")
    assert found["counterexample"]["trace"] == ["b"]
    assert found["counterexample"]["cycle"] == ["b"]


def test_several_at_once(file):
    code, found = answer(file, "--property", "SAFE", "--property", "AGAIN", "--property", "STAYS")
    assert code == 1
    assert [(r["property"], r["kind"], r["verdict"]) for r in found["results"]] == [
        ("SAFE", "safety", "holds"),
        ("AGAIN", "liveness", "holds"),
        ("STAYS", "liveness", "violated"),
    ]


def test_the_report_shows_what_recurs(file):
    run = quidpro("check", file, "--property", "STAYS")
    assert "VIOLATED: S does not satisfy STAYS" in run.stdout
    assert "From here on all of this happens again and again: a, b." in run.stdout
    assert "under fair choice" in run.stdout


def test_the_report_shows_the_loop(file):
    run = quidpro("check", file, "--property", "AGAIN", "--no-fair-choice")
    assert "And then for ever:" in run.stdout
    assert "without fair choice" in run.stdout


def test_a_run_that_stops_at_once(tmp_path):
    run = quidpro("check", model(tmp_path, "P = STOP + {a}. assert A = <>a"), "--property", "A")
    assert "A fails from the initial state on." in run.stdout
    assert "From here on nothing happens that is seen: the last position is repeated for ever." in run.stdout


def test_junit(file):
    run = quidpro("check", file, "--property", "STAYS", "--format", "junit")
    failure = ElementTree.fromstring(run.stdout).find(".//failure")
    assert failure.get("type") == "liveness"


@pytest.mark.parametrize("options", [[], ["--no-fair-choice"]])
def test_certificates_are_checked_again(options, tmp_path):
    file, out = model(tmp_path, "P = (a -> b -> P). assert A = []<>a"), tmp_path / "c.json"
    assert quidpro("check", file, "--property", "A", "--certificate", out, *options).code == 0
    validate(json.loads(out.read_text()), schema("certificate"))
    run = quidpro("certify", out, file)
    assert run.code == 0
    assert run.stdout.startswith("confirmed: DEFAULT satisfies A" + ("" if options else " under fair choice"))


def test_a_certificate_of_another_formula_is_refused(file, tmp_path):
    out = tmp_path / "c.json"
    quidpro("check", file, "--property", "AGAIN", "--certificate", out)
    for other in ("[]<>b", "[]a"):
        changed = tmp_path / "other.lts"
        changed.write_text(TEXT.replace("[]<>a", other))
        run = quidpro("certify", out, changed)
        assert (run.code, run.stdout.split(":")[0]) == (1, "refused")


def test_a_certificate_cannot_be_made_to_say_more(file, tmp_path):
    out = tmp_path / "c.json"
    quidpro("check", file, "--property", "AGAIN", "--certificate", out)
    out.write_text(out.read_text().replace('"fair_choice": true', '"fair_choice": false'))
    run = quidpro("certify", out, file)
    assert run.code == 1
    assert "there is a run on which AGAIN is false" in run.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--property", "AGAIN", "--method", "lstar"], "method lstar does not check liveness"),
        (["--no-fair-choice"], "--no-fair-choice is about assertions"),
        (["--property", "WRONG"], "this is not a safety formula"),
    ],
)
def test_bad_usage(options, words, file):
    refused(quidpro("check", file, *options), words)


def test_other_worlds_have_no_fair_choice(tmp_path):
    smv = tmp_path / "m.smv"
    smv.write_text("MODULE main VAR x : boolean; INVARSPEC TRUE")
    refused(quidpro("check", smv, "--no-fair-choice"), "--no-fair-choice does not apply to")


def test_assumptions_are_of_safety_properties(file):
    refused(
        quidpro("assumption", file, "--component", "P", "--property", "AGAIN"),
        "AGAIN speaks of runs that go on or stop",
    )


def test_info_lists_assertions(file):
    run = quidpro("info", file)
    assert "assert" in run.stdout
    assert "AGAIN" in run.stdout


def test_from_python(file):
    assert api.check(file, property="AGAIN").outcome == "holds"
    assert api.check(file, property="AGAIN", fair_choice=False).outcome == "violated"
    with pytest.raises(UsageError, match="fair_choice must be True or False"):
        api.check(file, property="AGAIN", fair_choice="no")
