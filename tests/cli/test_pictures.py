"""Pictures of models: what is too large is refused with advice, and Ctrl-C ends a layout at once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import psutil
import pytest

from tests.cli.driver import quidpro, refused

PHILOSOPHERS = ("show", "examples/philosophers.lts", "TABLE")
HANGING = """
import os, sys, time
from pathlib import Path
from quidpro.cli.main import main
from quidpro.report import graphviz

def hang(tell, dot):
    Path(begun + "~").write_text(str(os.getpid()))
    os.rename(begun + "~", begun)
    time.sleep(600)

begun = sys.argv.pop()
graphviz._picture = hang
main()
"""


def test_a_hundred_states_are_drawn_and_the_deadlock_stands_out():
    run = quidpro(*PHILOSOPHERS, "--const", "N=3", "--format", "svg")
    assert run.code == 0
    assert run.stdout.count('class="node"') == 112  # and the dot where the first arrow begins
    assert run.stdout.count(">STOP<") == 1


def test_what_nobody_could_read_is_refused_with_what_to_do():
    run = quidpro(*PHILOSOPHERS, "--const", "N=4", "--format", "svg")
    refused(run, "543 states", "--reduce", "--format dot", "processes: PHILOSOPHER, FORK")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_a_signal_ends_a_layout(tmp_path, number):
    begun, picture = tmp_path / "begun", tmp_path / "picture.svg"
    command = [sys.executable, "-c", HANGING, *PHILOSOPHERS, "--const", "N=2", "-o", str(picture), str(begun)]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not begun.exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=30)
    assert (process.returncode, stdout) == (3, "")
    assert stderr == "undecided: interrupted while laying out the picture\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["begun"]
    assert not psutil.pid_exists(int(begun.read_text()))
