"""Runs the command line as a user does, in this process where possible and as a process of its own where it matters."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil
from typer.testing import CliRunner

ENTRY = "import sys; from quidpro.cli.main import main; print('ready', file=sys.stderr, flush=True); main()"
TELLING = """
import sys
from quidpro.cli.live import LiveLine
from quidpro.cli.main import main
LiveLine.__call__ = lambda self, event: print(type(event).__name__, file=sys.stderr, flush=True)
print('ready', file=sys.stderr, flush=True)
main()
"""
HANGING = """
import os, sys, time
from quidpro.cli.main import main
from quidpro.report import graphviz
from quidpro.report.automata import draw

def hang(tell, *subject):
    os.write(begun, b"%d\\n" % os.getpid())
    time.sleep(600)

begun = int(sys.argv.pop())
graphviz._picture = draw.by_graphviz = hang
main()
"""
LINES_OF_A_SCREEN = 90


@dataclass(frozen=True)
class Run:
    code: int
    stdout: str
    stderr: str


def quidpro(*arguments: object) -> Run:
    """The command in this process."""
    from quidpro.cli.app import app

    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Run(result.exit_code, result.stdout, result.stderr)


def spawn(*arguments: object, until: str = "ready") -> subprocess.Popen[str]:
    """The command as a process of its own, which has come to its entry point, or to an event of that name."""
    command = [sys.executable, "-c", ENTRY if until == "ready" else TELLING, *map(str, arguments)]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    while (line := process.stderr.readline().strip()) != until:
        assert line, "it ended too soon"
    return process


def stopped_while_drawing(*arguments: object, by: signal.Signals = signal.SIGINT) -> Run:
    """The command, stopped by a signal while Graphviz, which never ends here, lays out the first picture."""
    told, tell = os.pipe()
    command = [sys.executable, "-c", HANGING, *map(str, arguments), str(tell)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "pass_fds": [tell]}
    with subprocess.Popen(command, text=True, **pipes) as process, os.fdopen(told) as begun:
        os.close(tell)
        artist = begun.readline()
        assert artist, "it ended too soon"
        process.send_signal(by)
        stdout, stderr = process.communicate(timeout=30)
    assert not psutil.pid_exists(int(artist))
    return Run(process.returncode, stdout, stderr)


def refused(run: Run, *words: str) -> None:
    """Bad input: exit 2, nothing on stdout, one screen of words on stderr."""
    assert run.code == 2, run
    assert run.stdout == ""
    assert "Traceback" not in run.stderr
    assert "internal error" not in run.stderr
    assert 0 < len(run.stderr.splitlines()) <= LINES_OF_A_SCREEN
    assert all(len(line) < 400 for line in run.stderr.splitlines())
    for word in words:
        assert word in run.stderr


def model(folder: Path, text: str | bytes, name: str = "model.lts") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
