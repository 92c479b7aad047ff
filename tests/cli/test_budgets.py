"""Time, memory, Ctrl-C: the answer is ``unknown`` with a reason, exit 3, soon."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro, spawn

pytestmark = pytest.mark.slow

PHILOSOPHERS = """
const N = 12
PHIL = (sit -> right.get -> left.get -> eat -> left.put -> right.put -> arise -> PHIL).
FORK = (get -> put -> FORK).
||TABLE = forall [i:0..N-1] (phil[i]:PHIL || {phil[i].left, phil[((i-1)+N)%N].right}::FORK).
"""
SLOW_TO_READ = "P = P[0], P[i:0..999] = (a[i] -> P[(i+1)%1000]).\n||S = (p[0..9999]:P).\n"
PATIENCE = 25.0
WHOLE = ("--method", "monolithic")
"""Explores the product; ``auto`` would see at once that nothing in it can go wrong."""


@pytest.fixture
def big(tmp_path):
    return model(tmp_path, PHILOSOPHERS)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [("--timeout", 0, "time"), ("--timeout", 0.2, "time"), ("--memory", 1, "memory")],
)
def test_a_budget_ends_in_unknown(option, value, reason, big):
    run = quidpro("check", big, *WHOLE, option, value)
    assert (run.code, run.stderr) == (3, "")
    assert run.stdout.startswith("UNKNOWN")
    assert f"{reason} budget ran out" in run.stdout


@pytest.mark.parametrize("options", [["--timeout", 0], ["--timeout", 0.2], ["--memory", 1]])
def test_unknown_is_valid_json(options, big):
    run = quidpro("check", big, *WHOLE, "--format", "json", "--progress", *options)
    answer = json.loads(run.stdout)
    validate(answer, schema("verdict"))
    assert (run.code, answer["verdict"], answer["certified"]) == (3, "unknown", False)
    assert "budget ran out" in answer["reason"]


@pytest.mark.parametrize("option", ["--timeout", "--memory"])
@pytest.mark.parametrize(
    ("file", "property"), [("examples/channel/channel.lts", "Order"), ("examples/smv/robot.smv", "motor_in_time")]
)
def test_infinity_is_no_limit(option, file, property):
    assert quidpro("check", file, "--property", property, option, "inf").stdout.startswith("HOLDS")


def test_what_is_known_is_reported(big):
    answer = json.loads(quidpro("check", big, *WHOLE, "--format", "json", "--timeout", 0.5).stdout)
    assert answer["stats"]["states_explored"] > 100
    assert "states were explored and no violation was among them" in answer["reason"]


def test_no_certificate_is_written_for_unknown(big, tmp_path):
    run = quidpro("check", big, "--timeout", 0, "--certificate", tmp_path / "c.json")
    assert run.code == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model.lts"]


def test_other_commands_end_too(big):
    run = quidpro("show", big, "TABLE", "--timeout", 0.2)
    assert (run.code, run.stdout) == (3, "")
    assert run.stderr.startswith("undecided: time budget ran out while")


def test_time_is_up_even_where_nothing_polls(tmp_path):
    started = time.monotonic()
    run = quidpro("check", model(tmp_path, SLOW_TO_READ), "--timeout", 0.2)
    assert run.code == 3
    assert time.monotonic() - started < PATIENCE


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
@pytest.mark.parametrize(
    ("text", "event"), [(PHILOSOPHERS, "Explored"), (SLOW_TO_READ, "Phase")], ids=["exploring", "reading"]
)
def test_signals_end_with_what_is_known(number, text, event, tmp_path):
    process = spawn("check", model(tmp_path, text), *WHOLE, "--format", "json", until=event)
    time.sleep(0.3)
    started = time.monotonic()
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 3
    assert set(stderr.split()) <= {"Explored", "Phase", "Status"}
    assert time.monotonic() - started < PATIENCE
    assert "interrupted while" in json.loads(stdout)["reason"]


SWALLOWED = """
import signal, time, weakref
from quidpro.cli import start as begin
from quidpro.cli.main import main

class Module:
    pass

def start():
    module = Module()
    watcher = weakref.ref(module, lambda _: signal.raise_signal(signal.SIGINT))
    del module
    time.sleep(30)
    return 0

begin._command_line = start
main()
"""

AMONG_IMPORTS = """
import signal, sys
from quidpro.cli.main import main

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "quidpro.core.errors":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
main()
"""


@pytest.mark.parametrize("code", [SWALLOWED, AMONG_IMPORTS], ids=["callback", "import"])
def test_a_signal_at_a_bad_moment_is_not_lost(code):
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert (run.returncode, run.stderr) == (3, "undecided: interrupted while starting\n")


@pytest.mark.parametrize("delay", [0.06, 0.12, 0.25])
def test_a_signal_while_starting_leaves_no_traceback(delay, big):
    process = spawn("check", big, *WHOLE)
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "Traceback" not in stderr


@pytest.mark.parametrize("method", [("--method", "monolithic"), ("--jobs", 1), ()])
def test_the_seconds_of_what_is_undecided_are_those_it_took(method):
    """In one of three tries: work that is broken off between two questions leaves one answer for all of them."""
    for _ in range(3):
        run = quidpro("check", "examples/smv/msi5.smv", *method, "--timeout", 3, "--format", "jsonl")
        verdicts = [json.loads(line) for line in run.stdout.splitlines()]
        if len(verdicts) == 4 or "reading" in verdicts[0]["reason"]:
            break
    assert len(verdicts) == 4 or "reading" in verdicts[0]["reason"], "slow as it may be, it says so"
    undecided = [one for one in verdicts if one["verdict"] == "unknown"]
    assert undecided or "monolithic" not in method
    assert all(one["stats"]["seconds"] > 1 for one in undecided), "of one search for all of them"


def test_so_are_those_of_a_model_that_was_not_read_in_time(tmp_path):
    run = quidpro("check", model(tmp_path, SLOW_TO_READ), "--timeout", 1, "--format", "json")
    answer = json.loads(run.stdout)
    assert "reading" in answer["reason"]
    assert answer["stats"]["seconds"] >= 1
