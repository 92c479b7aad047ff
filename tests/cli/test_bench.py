"""``quidpro bench``, from the shell: small tables end to end, interruptions, full disks, bad usage."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from jsonschema import validate

from quidpro.benchmarks.schema import schema
from tests.cli.bench_models import CASES, write_models
from tests.cli.driver import ENTRY, quidpro, refused
from tests.sampling import LARGE

pytestmark = pytest.mark.slow

PATIENCE = 60.0


@pytest.fixture
def models(tmp_path):
    return write_models(tmp_path / "models")


def test_without_tables_they_are_listed():
    run = quidpro("bench")
    assert run.code == 0
    assert [line.split()[0] for line in run.stdout.splitlines()] == [
        "agar-1",
        "agar-2",
        "acr",
        "cgp03",
        "scv",
        "parts",
        "pagar",
        "growth",
        "faults",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["agar1"], ["no table 'agar1'", "did you mean agar-1?"]),
        (["acr", "--methods", "lstr"], ["no method 'lstr'", "did you mean lstar?"]),
        (["acr", "--cases", "client"], ["no case 'client'", "did you mean client-server?"]),
        (["acr", "--k", "few"], ["'few' is not a size", "3..5"]),
        (["acr", "--k", "99"], ["no row has k in 99; there are 2"]),
        (["agar-2"], ["no rows"]),
        (["acr", "--cases", "philosophers"], ["no rows about philosophers", "their cases: client-server"]),
        (["acr", "--methods", "symbolic"], ["table acr is not about symbolic", "lstar"]),
        (["acr", "--fresh"], ["--results"]),
        (["acr", "--ours", "--as-published"], ["--as-published and --ours exclude each other"]),
        (["acr", "--results", "no/such/folder/r.jsonl"], ["there is no folder"]),
        (["acr", "--plot", "picture.txt"], [".svg", ".png"]),
        (["acr", "--plot", "no/such/folder/p.svg"], ["there is no folder"]),
        (["acr", "--rover", "no-such.lts"], ["no file no-such.lts"]),
        (["acr", "--rover", "examples/philosophers.lts"], ["philosophers.lts is not the public model of the K9 rover"]),
        (["acr", "--timeout", "-1"], ["--timeout"]),
        (["acr", "--jobs", "0"], ["--jobs"]),
        (["acr", "--format", "xml"], ["'xml'", "markdown"]),
    ],
)
def test_bad_usage(arguments, words, models):
    refused(quidpro("bench", *arguments, "--models", models), *words)


def test_a_folder_without_cases(tmp_path):
    refused(quidpro("bench", "acr", "--models", tmp_path), "no cases.toml")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[case]", ["cases.toml"]),
        ("[[case]]\nid = 'a'", ["case.0.title", "required"]),
        (CASES.replace("k = 2", "k = 'two'", 1), ["case.0.row.0.k"]),
        (CASES.replace('kind = "deadlock"', 'kind = "live"'), ["case.0.series.0.kind", "'deadlock' or 'progress'"]),
        (CASES.replace('file = "server.lts"', 'file = "gone.lts"'), ["gone.lts"]),
    ],
)
def test_bad_cases(text, words, models):
    (models / "cases.toml").write_text(text, encoding="utf-8")
    refused(quidpro("bench", "acr", "--models", models), *words)


def bench(*arguments):
    """As a process of its own, as the workers are."""
    command = [sys.executable, "-c", ENTRY, "bench", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * 4, check=False)


def test_a_table_from_end_to_end(models, tmp_path):
    results = tmp_path / "results.jsonl"
    wanted = ["acr", "faults", "--models", models, "--methods", "lstar,monolithic", "--results", results]
    run = bench(*wanted, "--format", "json", "--plot", tmp_path / "plot.svg")
    assert run.returncode == 0, run
    written = json.loads(run.stdout)
    validate(written, schema())
    (acr,), (fault,) = (table["rows"] for table in written["tables"])
    assert [line["measured"]["outcome"] for line in acr["lines"]] == ["holds", "holds"]
    assert [line["measured"]["outcome"] for line in fault["lines"]] == ["violated", "violated"]
    assert all(line["measured"]["certified"] for row in (acr, fault) for line in row["lines"])
    assert all(20 < line["measured"]["memory_mb"] < 1000 for line in acr["lines"])
    assert (acr["sizes"]["first"], acr["sizes"]["rest"], acr["model"]) == (9, 5, "M1 only")
    assert [bool(line["as_published"]) for row in (acr, fault) for line in row["lines"]] == [True, False, False, False]
    assert "<svg" in (tmp_path / "plot.svg").read_text(encoding="utf-8")
    before = results.read_bytes()
    assert len(before.splitlines()) == 7

    started = time.monotonic()
    again = bench(*wanted, "--format", "text")
    assert again.returncode == 0
    assert results.read_bytes() == before
    assert "|M2| = 5 (published 6)" in again.stdout
    assert time.monotonic() - started < PATIENCE


@LARGE
def test_growth_asks_about_deadlock_and_progress(models):
    run = bench("growth", "--models", models, "--methods", "auto", "--k", "2..3", "--format", "json")
    written = json.loads(run.stdout)
    validate(written, schema())
    rows = written["tables"][0]["rows"]
    assert [(row["title"], row["k"], row["property"], row["expected"]) for row in rows] == [
        ("Client-Server", 2, "MUTEX", "holds"),
        ("Client-Server, deadlock", 2, "deadlock", "holds"),
        ("Client-Server, deadlock", 3, "deadlock", "holds"),
        ("Client-Server, progress", 2, "progress", "holds"),
        ("Philosophers, deadlock", 2, "deadlock", "violated"),
    ]
    for row in rows:
        (line,) = row["lines"]
        assert (line["measured"]["outcome"], line["measured"]["certified"]) == (row["expected"], True)


def test_a_limit_ends_a_run_and_is_said(models):
    run = bench("agar-1", "--models", models, "--methods", "monolithic", "--timeout", "0.5", "--format", "json")
    (row,) = json.loads(run.stdout)["tables"][0]["rows"]
    (line,) = row["lines"]
    assert line["measured"]["outcome"] == "unknown"
    assert "time budget ran out" in line["measured"]["reason"]
    assert run.returncode == 0


def test_the_title_of_a_case_cannot_steer_a_terminal(models):
    cases = models / "cases.toml"
    cases.write_text(CASES.replace('title = "Client-Server"', r'title = "C\u001b[2J\nMUTEX holds"'), encoding="utf-8")
    run = bench("acr", "--models", models, "--methods", "monolithic")
    assert r"C\u001b[2J\nMUTEX holds" in run.stdout
    assert all(map(str.isprintable, run.stdout.split("\n")))


def test_a_dash_is_stdout(models):
    run = bench("acr", "--models", models, "--methods", "monolithic", "-o", "-")
    assert (run.returncode, "Client-Server" in run.stdout) == (0, True)
    assert not Path("-").exists()


def test_a_full_disk(models):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    run = bench("acr", "--models", models, "--methods", "monolithic", "--results", "/dev/full")
    assert (run.returncode, run.stdout) == (2, "")
    assert "cannot write /dev/full: No space left on device" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_torn_results_file_is_mended(models, tmp_path):
    results = tmp_path / "results.jsonl"
    wanted = ["acr", "--models", models, "--methods", "monolithic", "--results", results]
    bench(*wanted)
    whole = results.read_bytes()
    results.write_bytes(whole[:-20])
    run = bench(*wanted)
    assert run.returncode == 0
    assert "note: " in run.stderr
    assert "cut off" in run.stderr
    assert len(results.read_bytes().splitlines()) == len(whole.splitlines())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_an_interrupted_bench_keeps_what_it_has(number, models, tmp_path):
    results = tmp_path / "results.jsonl"
    arguments = ["acr", "agar-1", "--models", models, "--methods", "monolithic", "--results", results]
    command = [sys.executable, "-c", ENTRY, "bench", *map(str, arguments)]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    children = _until_endless(process, results)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, stderr
    assert "Client-Server, k = 2" in stdout
    assert "not run" in stdout
    assert "undecided: interrupted while measuring" in stderr
    assert "Traceback" not in stderr
    assert len(results.read_bytes().splitlines()) == 3
    gone, alive = psutil.wait_procs(children, timeout=10)
    assert gone
    assert not alive


@pytest.mark.parametrize("delay", [0.8, 1.4])
def test_ctrl_c_at_a_terminal_reaches_the_workers_too(delay, models):
    """Whatever a worker is doing, starting included, it does not complain."""
    command = [sys.executable, "-c", ENTRY, "bench", "agar-1", "--models", str(models), "--methods", "monolithic"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, text=True, start_new_session=True, **pipes)
    assert process.stderr.readline() == "ready\n"
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert stderr.startswith("undecided: interrupted while")
    assert len(stderr.splitlines()) == 1


def test_a_killed_bench_leaves_no_process_behind(models, tmp_path):
    results = tmp_path / "results.jsonl"
    arguments = ["acr", "agar-1", "--models", models, "--methods", "monolithic", "--results", results]
    command = [sys.executable, "-c", ENTRY, "bench", *map(str, arguments)]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    children = _until_endless(process, results)
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert not psutil.wait_procs(children, timeout=10)[1]
    assert len(results.read_bytes().splitlines()) == 3


def _until_endless(process, results):
    """Wait until all but the endless run is done and that one is at work; its processes."""
    deadline = time.monotonic() + PATIENCE
    while not results.exists() or results.read_bytes().count(b"\n") < 3:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(3)
    children = psutil.Process(process.pid).children(recursive=True)
    assert children
    return children
