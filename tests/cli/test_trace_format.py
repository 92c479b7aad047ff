"""``check --format trace``: the steps of the counterexamples and nothing else."""

from __future__ import annotations

import pytest

from tests.cli.driver import model, quidpro, refused

TEXT = """
P = (a -> b -> P | a -> STOP).
property ONCE = (a -> b -> STOP).
property CALM = STOP+{a}.
property GOOD = (a -> GOOD).
||S = P.
"""
LOOP = "P = (a -> b -> P | c -> P). assert AGAIN = []<>a ||S = P."
COUNTER = """
MODULE main
VAR x : 0..2;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 3;
INVARSPEC NAME small := x < 2
LTLSPEC NAME settles := F G x = 1
"""


@pytest.fixture
def file(tmp_path):
    return model(tmp_path, TEXT)


def trace(*arguments):
    run = quidpro("check", *arguments, "--format", "trace")
    return run.code, run.stdout, run.stderr


def test_the_actions_of_one_run(file):
    assert trace(file, "--property", "ONCE") == (1, "a\nb\na\n", "")


def test_what_holds_prints_nothing(file):
    assert trace(file, "--property", "GOOD") == (0, "", "")


def test_several_runs_have_names(file):
    asked = ["--property", "CALM", "--property", "GOOD", "--deadlock"]
    assert trace(file, *asked) == (1, "# CALM\na\n# deadlock\na\n", "")


def test_a_loop(tmp_path):
    code, out, _ = trace(model(tmp_path, LOOP), "--property", "AGAIN", "--no-fair-choice")
    assert (code, out) == (1, "c\nloop:\nc\n")


def test_what_recurs_in_no_certain_order_is_a_comment(tmp_path):
    file = model(tmp_path, "P = (a -> Q), Q = (b -> Q | c -> Q). progress A = {a} ||S = P.")
    assert trace(file, "--progress") == (1, "a\n# then for ever, in some order: b, c\n", "")


def test_a_run_that_comes_to_rest(tmp_path):
    file = model(tmp_path, "P = (a -> STOP). ||S = P.")
    assert trace(file, "--progress", "--no-deadlock") == (1, "a\n# then nothing happens any more\n", "")


def test_a_violation_at_once(tmp_path):
    file = model(tmp_path, "P = STOP+{a}. ||S = P.")
    assert trace(file, "--deadlock") == (1, "# the initial state violates it\n", "")


def test_warnings_go_to_stderr_line_by_line(tmp_path):
    code, out, errors = trace(model(tmp_path, "P = (a -> P). property Q = (a -> STOP). ||S = (P || Q)\\{b}."))
    assert (code, out) == (1, "a\na\n")
    assert errors.splitlines()[0].endswith("warning: no action here is called 'b': this hides nothing")
    assert len(errors.splitlines()) > 1


def test_undecided_says_why_on_stderr(file):
    code, out, errors = trace(file, "--property", "ONCE", "--timeout", "0")
    assert (code, out) == (3, "")
    assert errors.startswith("undecided: ")


def test_changes_of_an_smv_model(tmp_path):
    file = model(tmp_path, COUNTER, "counter.smv")
    assert trace(file) == (
        1,
        "# small\nx = 0\nx = 1\nx = 2\n# settles\nx = 0\nloop:\nx = 1\nx = 2\nx = 0\n",
        "",
    )


def test_a_tree_is_no_run(tmp_path):
    text = "dtmc module M x : [0..1]; [a] x=0 -> (x'=1); endmodule"
    run = quidpro("check", model(tmp_path, text, "m.prism"), "--pctl", "P<=0 [ F x=1 ]", "--format", "trace")
    refused(run, "--format trace writes runs", "is a tree", "--format json")
