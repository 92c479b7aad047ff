"""``quidpro info`` of an SMV model."""

from __future__ import annotations

import json

import pytest

from tests.cli.driver import quidpro, refused

TEXT = """
MODULE main
VAR a : process cell(b.x); b : process cell(a.x); n : 0..5;
FROZENVAR f : {red, green};
TRANS next(n) >= n
SPEC NAME safe := AG n < 6
MODULE cell(other)
VAR x : boolean;
ASSIGN init(x) := 0; next(x) := !other;
SPEC AF x
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "model.smv"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_whole_model(file):
    run = quidpro("info", file)
    assert run.code == 0
    lines = run.stdout.splitlines()
    assert lines[0] == "model: 4 variables, 6 bits, 1 input; 1 TRANS"
    assert "instance   a     process cell, 1 variable, 1 bit" in lines
    assert "variable   f                   {red, green}, 1 bit, frozen" in lines
    assert "spec       safe   invariant: AG n < 6" in lines
    assert "spec       spec3  ctl: AF x IN b" in lines
    assert "stands for a boolean here" in run.stdout


def test_as_json(file):
    facts = json.loads(quidpro("info", file, "--format", "json").stdout)
    assert (facts["name"], facts["bits"]) == ("model", 6)
    assert [v["name"] for v in facts["variables"]] == ["_process_selector_", "a.x", "b.x", "n", "f"]
    assert [s["kind"] for s in facts["specifications"]] == ["invariant", "ctl", "ctl"]


def test_one_name(file):
    assert "AG (n < 6)" in quidpro("info", file, "safe").stdout
    assert quidpro("info", file, "a").stdout == "instance   a  process cell, 1 variable, 1 bit\n"
    refused(quidpro("info", file, "nothing"), "nothing")
