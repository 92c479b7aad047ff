"""``check --chart``: the first counterexample as a picture, in every world."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from tests.cli.driver import model, quidpro

BROKEN = """
P = (a -> b -> P).
Q = (b -> a -> Q).
property NOT_B = (a -> NOT_B).
||FINE = (P || NOT_B).
property ONLY_A = (a -> ONLY_A) + {b}.
||S = (P || ONLY_A).
||STUCK = (P || Q).
"""
CELL = """
MODULE main
VAR n : 0..3;
ASSIGN init(n) := 0; next(n) := (n + 1) mod 4;
INVARSPEC NAME small := n < 2;
INVARSPEC NAME there := n < 4;
"""
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def fsp(tmp_path):
    return model(tmp_path, BROKEN, "broken.lts")


@pytest.fixture
def smv(tmp_path):
    return model(tmp_path, CELL, "cell.smv")


def check(path, *options):
    return quidpro("check", path, "--method", "monolithic", *options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "begins"),
    [
        (".svg", "<svg"),
        (".SVG", "<svg"),
        (".html", "<!doctype html>"),
        (".mmd", "sequenceDiagram"),
        (".puml", "@startuml"),
        (".json", "{"),
    ],
)
def test_a_run_in_every_format(fsp, tmp_path, suffix, begins):
    out = tmp_path / f"chart{suffix}"
    run = check(fsp, "--system", "S", "--chart", out)
    assert run.code == 1
    assert out.read_text(encoding="utf-8").startswith(begins)
    assert "note" not in run.stdout


@pytest.mark.slow
def test_a_deadlock_and_a_waveform(fsp, smv, tmp_path):
    assert check(fsp, "--system", "STUCK", "--chart", tmp_path / "stuck.svg").code == 1
    assert "Who waits for whom" in (tmp_path / "stuck.svg").read_text(encoding="utf-8")
    for suffix in (".svg", ".html", ".puml", ".vcd", ".json"):
        assert check(smv, "--chart", tmp_path / f"cell{suffix}").code == 1
    assert json.loads((tmp_path / "cell.json").read_text(encoding="utf-8"))["title"] == "small in cell"
    assert "$var integer 32 ! n $end" in (tmp_path / "cell.vcd").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_tree(tmp_path):
    lpts = {
        "format": "quidpro-lpts",
        "version": 1,
        "name": SCRIPT,
        "alphabet": ["toss"],
        "states": 2,
        "initial": 0,
        "marks": {"bad": [1]},
        "transitions": [[0, "toss", [[0, "1/3"], [1, "2/3"]]]],
    }
    path, out = model(tmp_path, json.dumps(lpts), "coin.lpts.json"), tmp_path / "tree.svg"
    assert quidpro("check", path, "--pctl", 'P<=0.1 [ F "bad" ]', "--chart", out).code == 1
    text = out.read_text(encoding="utf-8")
    assert ">2/3<" in text
    assert "<script" not in text
    ElementTree.fromstring(text)


@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_names_like_markup_are_shown_as_they_are(tmp_path, suffix):
    part = {
        "format": "quidpro-lts",
        "version": 1,
        "name": SCRIPT,
        "alphabet": [f"go{SCRIPT}"],
        "states": 2,
        "initial": 0,
        "end": None,
        "state_names": [SCRIPT, f"done{SCRIPT}"],
        "transitions": [[0, f"go{SCRIPT}", 1]],
    }
    system = {"format": "quidpro-system", "version": 1, "name": SCRIPT, "components": [part], "properties": []}
    path, out = model(tmp_path, json.dumps(system), "s.json"), tmp_path / f"chart{suffix}"
    assert check(path, "--deadlock", "--chart", out).code == 1
    text = out.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_what_holds_has_no_chart_and_a_note_says_so(fsp, smv, tmp_path):
    out = tmp_path / "chart.svg"
    out.write_text("kept")
    run = check(smv, "--property", "there", "--chart", out)
    assert run.code == 0
    assert "note        there is no violation, so no chart was written to" in run.stdout
    assert out.read_text() == "kept"


def test_of_several_violations_the_first_is_drawn(tmp_path):
    path = model(tmp_path, CELL.replace("n < 4", "n < 1"), "cell.smv")
    out = tmp_path / "chart.json"
    assert check(path, "--chart", out).code == 1
    assert json.loads(out.read_text(encoding="utf-8"))["title"] == "small in cell"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("chart.vcd", "a value change dump holds variables, and a run of processes has none (use one of .svg"),
        ("chart.png", "cannot tell the format of"),
        ("chart", "cannot tell the format of"),
        ("missing/chart.svg", "there is no folder"),
        ("broken.lts", "broken.lts"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(fsp, tmp_path, name, complaint):
    run = check(fsp, "--chart", tmp_path / name)
    assert run.code == 2
    assert complaint in run.stderr
    assert not run.stdout


def test_variables_make_no_sequence_diagram(smv, tmp_path):
    run = check(smv, "--chart", tmp_path / "chart.mmd")
    assert run.code == 2
    assert "a run of variables has none (use one of .svg .html .puml .vcd .json)" in run.stderr
