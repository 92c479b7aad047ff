"""``check --method auto``, the default: options, report, signals in mid-race, no process left behind."""

from __future__ import annotations

import json
import signal
import sys

import psutil
import pytest
from jsonschema import validate

from quidpro.core.clock import now
from quidpro.lts.ready import load_kernels
from quidpro.verdict.schema import schema
from quidpro.worlds.explicit import Explicit
from tests.cli.by_parts import CHANNEL, SERVER
from tests.cli.driver import model, quidpro, refused, spawn
from tests.processes import family

pytestmark = pytest.mark.slow

LONG = """
// Everybody does something in private, and all meet.
const N = 8
P(I=0) = (a[I] -> b[I] -> c[I] -> d[I] -> sync -> P).
property ALL = (sync -> ALL | a[0] -> ALL).
||S = (forall [i:0..N-1] P(i) || ALL).
"""
PUZZLE = """
// Fifteen tiles in a frame, two of them swapped: they cannot be sorted, and no part of the frame knows why.
const W = 4
const N = W*W
CELL(P=0, V=0) = C[V],
C[v:0..N-1] = (
    when (v == 0 && P%W < W-1) move[t:1..N-1][P+1][P] -> C[t]
  | when (v == 0 && P%W > 0)   move[t:1..N-1][P-1][P] -> C[t]
  | when (v == 0 && P < N-W)   move[t:1..N-1][P+W][P] -> C[t]
  | when (v == 0 && P >= W)    move[t:1..N-1][P-W][P] -> C[t]
  | when (v > 0 && P%W < W-1)  move[v][P][P+1] -> C[0]
  | when (v > 0 && P%W > 0)    move[v][P][P-1] -> C[0]
  | when (v > 0 && P < N-W)    move[v][P][P+W] -> C[0]
  | when (v > 0 && P >= W)     move[v][P][P-W] -> C[0]
  | when (v == (P+1)%N)        sorted -> C[v]
).
property NEVER = STOP + {sorted}.
||S = (CELL(0,2) || CELL(1,1) || forall [p:2..N-1] CELL(p,(p+1)%N) || NEVER).
"""


@pytest.fixture
def long(tmp_path):
    """Decided by a race, in no time."""
    return model(tmp_path, LONG)


@pytest.fixture
def puzzle(tmp_path):
    """Decided by nobody while a test waits."""
    return model(tmp_path, PUZZLE)


def test_auto_is_the_default():
    answer = json.loads(quidpro("check", CHANNEL, "--format", "json").stdout)
    validate(answer, schema("verdict"))
    assert (answer["method"], answer["winner"]["method"]) == ("auto", "monolithic")
    assert answer["whole"] == {"states": 4, "exact": True, "bound": 27, "words": "4 states"}


def test_a_named_method_has_no_race():
    answer = json.loads(quidpro("check", CHANNEL, "--method", "lstar", "--format", "json").stdout)
    validate(answer, schema("verdict"))
    assert (answer["method"], answer["winner"], answer["race"], answer["whole"]) == ("lstar", None, [], None)


def test_explain_says_why_there_was_no_race():
    why = "Only monolithic was asked: no other method was needed, or none decides such questions."
    text = quidpro("check", CHANNEL, "--explain").stdout
    assert f"The whole system: 4 states.\n{why}" in text
    text = quidpro("check", SERVER, "--deadlock", "--explain").stdout
    assert why in text


@pytest.mark.parametrize("jobs", [1, 2])
def test_explain_tells_of_the_race(jobs, long):
    run = quidpro("check", long, "--explain", "--jobs", jobs)
    assert run.code == 0, run
    lines = run.stdout.splitlines()
    assert any(line.startswith("The whole system: ") for line in lines)
    table = lines[next(i for i, line in enumerate(lines) if line.startswith("  method ")) :]
    winner = lines[0].rpartition("(")[2].partition(",")[0]
    assert any(line.split()[0].rstrip(",") == winner and line.endswith("  holds") for line in table[1:])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--method", "lstar", "--jobs", 2], "--jobs is for --method auto"),
        (["--method", "monolithic", "--explain"], "--explain is for --method auto"),
        (["--method", "agar", "--cluster", "auto"], "--cluster is for --method auto"),
        (["--method", "atuo"], "did you mean auto?"),
        (["--cluster", "nowhere"], "is no address of a Ray cluster"),
        (["--cluster", "localhost:x"], "is no port"),
        (["--cluster", "127.0.0.1:1"], "no Ray cluster answers at 127.0.0.1:1"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, words, long):
    refused(quidpro("check", long, *options), words)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_rounds_of_a_race_are_written_down(jobs, tmp_path, monkeypatch):
    heats = Explicit.heats
    monkeypatch.setattr(
        Explicit,
        "heats",
        lambda *asked: ([attempt for attempt in heat if attempt.engine == "lstar"] for heat in heats(*asked)),
    )
    options = ("--property", "MUTEX", "--no-candidates", "--jobs", jobs, "--trace-iterations", tmp_path)
    run = quidpro("check", SERVER, *options)
    assert run.code == 0, run
    lines = [line.split("\t") for line in (tmp_path / "rounds.tsv").read_text(encoding="utf-8").splitlines()]
    assert lines[0][:2] == ["round", "property"]
    assert "holds" in {line[7] for line in lines[1:]}
    assert [line[0] for line in lines[1:]] == [f"{number:03}" for number in range(1, len(lines))]
    assert all((tmp_path / f"{line[0]}.aut").exists() for line in lines[1:])


def test_no_workers_are_refused(long):
    assert quidpro("check", long, "--jobs", 0).code == 2


def test_ray_that_is_missing_is_said(long, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    refused(quidpro("check", long, "--cluster", "127.0.0.1:1"), "quidpro[cluster]")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda s: s.name)
def test_a_signal_in_mid_race_leaves_no_process_behind(number, puzzle):
    process = spawn("check", puzzle, "--format", "json", "--jobs", 2, until="Status")
    workers = psutil.Process(process.pid).children(recursive=True)
    assert workers
    process.send_signal(number)
    stdout, _ = process.communicate(timeout=60)
    _, alive = psutil.wait_procs(workers, timeout=20)
    assert alive == []
    if number == signal.SIGKILL:
        return
    answer = json.loads(stdout)
    validate(answer, schema("verdict"))
    assert (process.returncode, answer["verdict"], answer["winner"]) == (3, "unknown", None)
    assert answer["reason"].startswith("interrupted while racing; ")
    assert len(answer["race"]) > 4


def test_time_that_is_up_in_mid_race_is_said(puzzle):
    load_kernels()  # the clock of a worker goes on while another one compiles: all could end before the race does
    started = now()
    run = quidpro("check", puzzle, "--timeout", 6, "--jobs", 2, "--explain")
    assert (run.code, run.stderr) == (3, "")
    assert "time budget ran out while racing" in run.stdout
    assert now() - started < 30
    assert family() == set()


def test_a_proof_that_does_not_look_at_the_split_says_who_does():
    asked = ["examples/client_server/client_server.lts", "--property", "MUTEX", "--split", "CLIENTS | SERVER"]
    words = " ".join(quidpro("check", *asked).stdout.split())
    assert "does not look at the split; --method lstar, agar or circular does" in words
    assert "look at the split" not in quidpro("check", *asked, "--method", "lstar").stdout
    broken = [*asked[:-1], "CLIENTS | FORGETFUL", "--system", "BROKEN"]
    assert "look at the split" not in quidpro("check", *broken).stdout
