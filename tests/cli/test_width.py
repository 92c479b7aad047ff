"""How wide reports are: as wide as the terminal; in a pipe as COLUMNS says, and 80 columns without it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

import pytest

import quidpro as api
from tests.cli.driver import model, quidpro

WORDS = "a_very_long_name_of_an_action_of_the_system"
TEXT = f"""
P = ({WORDS} -> Q), Q = ({WORDS} -> P).
property ONCE = ({WORDS} -> DONE), DONE = STOP.
||S = (P || ONCE).
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return model(tmp_path, TEXT).name


def timeless(text):
    return re.sub(r"\d+\.\d\d s\b", "T s", text)


@pytest.mark.parametrize(("columns", "width"), [("60", 60), ("120", 120), ("1", 40), ("many", 80), (None, 80)])
def test_a_pipe_is_as_wide_as_columns_says(columns, width, file, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    text = quidpro("check", file).stdout
    assert timeless(text) == timeless(api.check(file).to_text(width))


def test_a_wide_report_does_not_cut_actions(file):
    narrow, wide = (api.check(file).to_text(width) for width in (50, 120))
    assert "  1 a_very_long_name…ion_of_the_system  ●──●\n" in narrow
    assert f"  1 {WORDS}  ●" in wide


def test_from_python_a_report_has_80_columns(file, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    results = api.check(file)
    assert str(results) == results.to_text() == results.to_text(80)


def test_a_file_for_the_build_server_does_not_depend_on_the_terminal(file, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    report = quidpro("check", file, "--format", "junit").stdout
    assert timeless(api.check(file).to_text(80))[-100:] in timeless(report)


def all_of(terminal):
    """What was shown, which comes in pieces; at the end of it reading fails."""
    pieces = []
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 1000):
            pieces.append(piece)
    os.close(terminal)
    return b"".join(pieces).decode().replace("\r\n", "\n")


@pytest.mark.slow
def test_a_terminal_is_as_wide_as_it_is(file):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 110, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"NO_COLOR": "1"}
    command = [sys.executable, "-m", "quidpro", "check", file]
    subprocess.run(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment, check=False)
    os.close(theirs)
    assert timeless(all_of(ours)) == timeless(api.check(file).to_text(110))
