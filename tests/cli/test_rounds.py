"""``--trace-iterations``: pictures are drawn after the answer, in time of their own, and never cost it."""

from __future__ import annotations

import importlib.util
import time

import pytest

from quidpro.cli import limits, recorder
from quidpro.cli.limits import seconds_left
from quidpro.cli.recorder import Gallery
from quidpro.core.errors import UsageError
from tests.cli.driver import model, quidpro, refused, stopped_while_drawing

SMV = """
MODULE cell(other)
VAR x : boolean;
ASSIGN init(x) := FALSE; next(x) := x | other;
MODULE main
VAR a : cell(b.x); b : cell(a.x);
INVARSPEC NAME safe := !(a.x & b.x);
"""
PRISM = """
mdp
module Sender
  s : [0..1] init 0;
  [send] s=0 -> (s'=1);
  [ack] s=1 -> (s'=0);
endmodule
module Channel
  c : [0..2] init 0;
  [send] c=0 -> 0.9 : (c'=1) + 0.1 : (c'=2);
  [ack] c=1 -> (c'=0);
endmodule
module Order
  o : [0..1] init 0;
  [send] o=0 -> (o'=1);
  [ack] o=1 -> (o'=0);
endmodule
"""
EXPLICIT = ("examples/channel/channel.lts", "--method", "lstar", "--no-candidates", "--orientation", "given")


@pytest.fixture(params=["explicit", "symbolic", "probabilistic"])
def rounds(request, tmp_path):
    """A run of each world that writes its rounds down: its options, and the folder."""
    folder = tmp_path / "rounds"
    if request.param == "explicit":
        options = EXPLICIT
    elif request.param == "symbolic":
        options = (model(tmp_path, SMV, "cells.smv"), "--method", "symbolic", "--no-candidates")
    elif importlib.util.find_spec("stormpy") is None:
        pytest.skip("Storm reads PRISM files")
    else:
        options = (model(tmp_path, PRISM, "sent.prism"), "--spec", "Order", "--method", "agar", "--no-candidates")
    return ("check", *options, "--trace-iterations", folder), folder


def names(folder, suffix):
    return {path.stem for path in folder.glob(f"*.{suffix}")}


def fail(*_):
    raise AssertionError("nobody is to draw now")


@pytest.mark.slow
def test_a_picture_that_is_not_drawn_is_dot_and_the_page_says_why(rounds, monkeypatch):
    command, folder = rounds
    decided = quidpro(*command)
    drawn = names(folder, "svg")
    assert drawn
    monkeypatch.setattr(limits, "DRAWING_SECONDS", 0)
    monkeypatch.setattr(recorder, "drawn", fail)
    run = quidpro(*command)
    assert (run.code, run.stderr) == (decided.code, "")
    assert run.stdout.split()[:5] == decided.stdout.split()[:5]
    assert names(folder, "svg") == set()
    assert names(folder, "dot") == drawn
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "could not be drawn; the DOT files are there instead" in page
    listed = ", ".join(f"{name}.dot" for name in sorted(drawn))
    assert f"{listed} (no time was left to draw it)" in page


def test_the_time_that_the_work_took_is_gone(monkeypatch, tmp_path):
    now = time.monotonic()
    assert seconds_left(None, now - 1000) == limits.DRAWING_SECONDS
    assert seconds_left(900, now) == limits.DRAWING_SECONDS
    assert 0 < seconds_left(900, now - 870) <= 30
    assert seconds_left(900, now - 1000) == 0
    monkeypatch.setattr(recorder, "drawn", fail)
    pictures = Gallery(tmp_path, 0, None)
    pictures.add("001", "digraph {}")
    pictures.draw()
    assert pictures.missing == {"001": "no time was left to draw it"}


@pytest.mark.slow
def test_ctrl_c_ends_the_drawing_not_the_command(tmp_path):
    run = stopped_while_drawing("check", *EXPLICIT, "--trace-iterations", tmp_path)
    assert (run.code, run.stderr) == (0, "")
    assert run.stdout.startswith("HOLDS")
    assert names(tmp_path, "dot") == names(tmp_path, "aut")
    assert "interrupted while drawing the pictures" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_the_report_comes_before_the_pictures(monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr(recorder, "drawn", lambda *_: seen.append("picture") or "<svg/>")
    monkeypatch.setattr("quidpro.cli.check.emit", lambda _: seen.append("report"))
    assert quidpro("check", *EXPLICIT, "--trace-iterations", tmp_path).code == 0
    assert seen[0] == "report"
    assert set(seen[1:]) == {"picture"}


def test_a_picture_that_fails_is_left_out_and_the_others_are_drawn(monkeypatch, tmp_path):
    pictures = iter([UsageError("Graphviz <fails>")])

    def draw(*_):
        for failure in pictures:
            raise failure
        return "<svg/>"

    monkeypatch.setattr(recorder, "drawn", draw)
    assert quidpro("check", *EXPLICIT, "--trace-iterations", tmp_path).code == 0
    assert names(tmp_path, "dot") == {"001"}
    assert "002" in names(tmp_path, "svg")
    assert "001.dot (Graphviz &lt;fails&gt;)" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_told_without_a_second_report(tmp_path):
    (tmp_path / "index.html").mkdir()
    run = quidpro("check", *EXPLICIT, "--trace-iterations", tmp_path, "--format", "json")
    assert run.code == 2
    assert run.stdout.count('"verdict"') == 1
    assert "index.html: it is a folder" in run.stderr


@pytest.mark.parametrize(("limit", "value"), [("MAX_STATES", 1), ("MAX_ARROWS", 1)])
def test_a_large_assumption_is_not_drawn(monkeypatch, tmp_path, limit, value):
    monkeypatch.setattr(f"quidpro.report.folder.{limit}", value)
    assert quidpro("check", *EXPLICIT, "--trace-iterations", tmp_path).code == 0
    assert names(tmp_path, "svg") < names(tmp_path, "aut")


TYPOS = [("--property", "NOBODY"), ("--split", "Input | Nobody"), ("--assume", "Nobody"), ("--system", "Nobody")]


@pytest.mark.parametrize("typo", TYPOS)
def test_a_command_that_is_refused_leaves_the_rounds_of_an_earlier_one(typo, tmp_path):
    new, used = tmp_path / "new", tmp_path / "used"
    assert quidpro("check", *EXPLICIT, "--trace-iterations", used).code == 0
    before = {path.name: path.read_bytes() for path in used.iterdir()}
    for folder in (new, used):
        assert quidpro("check", *EXPLICIT, *typo, "--trace-iterations", folder).code == 2
    assert not new.exists()
    assert {path.name: path.read_bytes() for path in used.iterdir()} == before


def test_an_assumption_is_not_taken_from_where_its_rounds_go(tmp_path):
    folder = tmp_path / "rounds"
    assert quidpro("check", *EXPLICIT, "--trace-iterations", folder).code == 0
    for number, given in enumerate((folder / "002.aut", tmp_path / "link.aut")):
        if number:
            given.symlink_to(folder / "002.aut")
        run = quidpro("check", *EXPLICIT, "--assume", given, "--trace-iterations", folder)
        refused(run, f"cannot write into {folder}: {given} would be lost there")
        assert (folder / "002.aut").exists()
    assert quidpro("check", *EXPLICIT, "--assume", folder / "002.aut", "--trace-iterations", tmp_path / "x").code == 0


def test_an_answer_without_rounds_takes_those_of_an_earlier_run_away(tmp_path):
    assert quidpro("check", *EXPLICIT, "--trace-iterations", tmp_path).code == 0
    assert quidpro("check", *EXPLICIT, "--timeout", "0", "--trace-iterations", tmp_path).code == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "rounds.tsv"]
    assert len((tmp_path / "rounds.tsv").read_text(encoding="utf-8").splitlines()) == 1
