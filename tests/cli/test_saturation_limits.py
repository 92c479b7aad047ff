"""``check --method saturation`` and the race with it, ended in the middle: soon, in words, nothing left running."""

from __future__ import annotations

import json
import re
import signal
import time

import psutil
import pytest

from tests.cli.driver import quidpro, spawn
from tests.processes import family

pytestmark = pytest.mark.slow

LARGE = ("examples/mer/mer_five.lts", "--const", "K=20", "--deadlock")
ALONE = (*LARGE, "--method", "saturation")
FAR = r"[\d,.× ^]+ states were found, and [\d,]+ nodes of decision diagrams were made"
PATIENCE = 40.0


def ended(answer: dict) -> dict:
    """The answer that a limit left open."""
    return next(one for one in answer.get("results", [answer]) if one["verdict"] == "unknown")


def test_time():
    run = quidpro("check", *ALONE, "--format", "json", "--timeout", 3)
    found = ended(json.loads(run.stdout))
    assert run.code == 3
    assert found["reason"].startswith("time budget ran out while")
    assert (found["certificate"], found["stats"]["reachable"]) == (None, None)
    assert not family()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_signals(number):
    process = spawn("check", *ALONE, "--format", "json", until="Nodes")
    started = time.monotonic()
    process.send_signal(number)
    stdout, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert time.monotonic() - started < PATIENCE
    found = ended(json.loads(stdout))
    assert found["reason"].startswith("interrupted while saturating")
    assert re.search(FAR, found["reason"])
    assert found["stats"]["nodes"] > 100


def test_a_race_leaves_no_process_behind():
    process = spawn("check", *LARGE, "--jobs", 2, until="Status")
    workers = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    gone, alive = psutil.wait_procs(workers, timeout=PATIENCE)
    assert (len(gone), alive) == (len(workers), [])
