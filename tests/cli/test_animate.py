"""``quidpro animate`` without a terminal: the steps along a run or by chance, as text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.driver import model, quidpro, refused

CLIENTS = "examples/client_server/client_server.lts"
TEXT = """
P = (a -> b -> P | a -> STOP).
property ONCE = (a -> b -> STOP).
||S = (P || ONCE).
||T = P.
"""
COUNTER = """
MODULE main
VAR x : 0..2;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 3;
INVARSPEC NAME small := x < 2
"""


@pytest.fixture
def file(tmp_path):
    return model(tmp_path, TEXT)


def test_the_first_state_and_what_is_enabled(file):
    run = quidpro("animate", file)
    assert run.code == 0
    assert run.stdout.splitlines() == ["T  ·  0 steps", "", "A ● P  P", "", "enabled", "1  a  A", "2  a  A"]


def test_a_system_by_its_name(file):
    run = quidpro("animate", file, "S")
    assert "B ○ ONCE  ONCE" in run.stdout
    assert "forbids b" in run.stdout


def test_along_the_counterexample(file):
    run = quidpro("animate", file, "S", "--counterexample", "--property", "ONCE")
    assert run.code == 0
    assert "ONCE in S  ·  3 steps" in run.stdout
    assert "✕ ONCE is violated" in run.stdout
    assert "enabled" not in run.stdout


def test_along_a_trace_that_check_wrote(file, tmp_path):
    written = quidpro("check", file, "--system", "S", "--property", "ONCE", "--format", "trace").stdout
    trace = tmp_path / "run.txt"
    trace.write_text(written)
    run = quidpro("animate", file, "S", "--trace", trace)
    assert [line.split()[1] for line in run.stdout.splitlines() if "●─●" in line] == written.split()
    assert "✕ ONCE is violated" in run.stdout


def test_along_the_trace_of_an_smv_model(tmp_path):
    file = model(tmp_path, COUNTER, "counter.smv")
    trace = tmp_path / "run.txt"
    trace.write_text(quidpro("check", file, "--format", "trace").stdout)
    run = quidpro("animate", file, "--trace", trace)
    assert "✕ small is violated" in run.stdout
    assert "   2 x = 2" in run.stdout


def test_a_trace_that_cannot_be_followed(file, tmp_path):
    trace = tmp_path / "run.txt"
    trace.write_text("a\nz\n")
    refused(quidpro("animate", file, "--trace", trace), "step 2, z, cannot be taken; enabled there: b")
    trace.write_text("z" * 100_000)
    assert len(quidpro("animate", file, "--trace", trace).stderr) < 200


def test_by_chance_the_same_for_the_same_seed():
    runs = [quidpro("animate", CLIENTS, "--steps", "9", "--seed", "4").stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert "9 steps" in runs[0]


def test_fewer_steps_where_nothing_can_follow(tmp_path):
    file = model(tmp_path, "P = (a -> STOP). ||S = P.")
    run = quidpro("animate", file, "--steps", "5")
    assert "S  ·  1 step" in run.stdout
    assert "deadlock: nothing can happen any more" in run.stdout


def test_constants():
    run = quidpro("animate", CLIENTS, "--const", "N=2")
    assert "c.3" not in run.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([CLIENTS, "NOBODY"], "there is no process or composite 'NOBODY'"),
        ([CLIENTS, "--property", "NONE"], "there is no property 'NONE'"),
        ([CLIENTS, "--trace", "x", "--counterexample"], "--trace and --counterexample each name a run"),
        ([CLIENTS, "--trace", "not-there.txt"], "not-there.txt"),
        ([CLIENTS, "--pctl", "P<=0 [ F x ]"], "--pctl does not apply"),
        (["examples/smv/robot.smv", "main"], "SYSTEM does not apply"),
        ([CLIENTS, "--counterexample"], "there is no counterexample to go along: everything that was asked holds"),
    ],
)
def test_refused(arguments, words):
    refused(quidpro("animate", *arguments), words)


def test_undecided():
    run = quidpro("animate", CLIENTS, "--counterexample", "--timeout", "0")
    assert run.code == 3
    assert run.stderr.startswith("undecided: ")


@pytest.mark.slow
def test_a_pipe_needs_no_textual():
    code = "import sys; sys.modules['textual'] = None; from quidpro.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "animate", CLIENTS], capture_output=True, text=True, check=True)
    assert "enabled" in done.stdout


@pytest.mark.slow
def test_a_screen_without_textual(monkeypatch):
    from quidpro.cli import animate

    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setattr(animate, "_has_screen", lambda: True)
    refused(quidpro("animate", CLIENTS), "animate draws its screen with textual", "pip install 'quidpro[studio]'")
