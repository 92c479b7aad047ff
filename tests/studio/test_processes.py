"""Nothing is left running: however the server, the page or the terminal ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import psutil
import pytest

from tests.studio.conftest import SLOW, Client

pytestmark = pytest.mark.slow
Command = tuple[subprocess.Popen[str], Client]


def below(process: subprocess.Popen[str]) -> list[psutil.Process]:
    return psutil.Process(process.pid).children(recursive=True)


def until(condition: Callable[[], bool], seconds: float = 15.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [one for one in processes if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def racing(command: Command) -> list[psutil.Process]:
    """The processes of a server with a race under way."""
    process, client = command
    job = client.job(**SLOW)
    for event in client.events(job):
        if event["type"] == "progress" and len(event["runners"]) > 1:
            break
    found = below(process)
    assert len(found) > 4  # readers, a spare worker, the job, those who race
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_everything_cleanly(command, number):
    found = racing(command)
    command[0].send_signal(number)
    assert command[0].wait(10) == 0
    assert until(lambda: not alive(found))
    assert command[0].stderr.read() == ""


def test_a_killed_server_leaves_nothing_behind(command):
    found = racing(command)
    command[0].kill()
    assert until(lambda: not alive(found))


def test_a_killed_client_ends_its_job(command):
    process, client = command
    job = client.job(**SLOW)
    code = f"""
import httpx, sys
with httpx.stream("GET", "{client.base_url}/api/jobs/{job}/events", headers={dict(client.headers)!r}) as stream:
    for line in stream.iter_lines():
        print("line", flush=True)
"""
    listening = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert listening.stdout is not None
    assert listening.stdout.readline() == "line\n"
    began = time.monotonic()
    os.kill(listening.pid, signal.SIGKILL)
    listening.communicate()

    def state() -> str:
        return next(one["state"] for one in client.get("/api/session").json()["jobs"] if one["id"] == job)

    assert state() == "running"
    assert until(lambda: state() == "stopped", 20)
    assert time.monotonic() - began > 8
    # Readers and the spare worker stay.
    assert until(lambda: len(alive(below(process))) == 3)


def test_the_address_has_the_token_in_its_fragment(command):
    process, client = command
    assert client.get("/api/session").status_code == 200
    assert len(client.headers["X-Quidpro-Token"]) == 43
    line = process.stdout.readline()
    assert "Ctrl-C" in line
    assert "X-Quidpro" not in line


def test_bad_usage(tmp_path):
    def said(*arguments: str) -> tuple[int, str]:
        line = [sys.executable, "-m", "quidpro", "studio", "--no-browser", *arguments]
        run = subprocess.run(line, capture_output=True, text=True, check=False)
        return run.returncode, run.stderr

    assert said(str(tmp_path)) == (2, f"error: {tmp_path} is a folder; show it with --root {tmp_path}\n")
    assert said("notes.txt") == (2, "error: notes.txt is not called like a model\n")
    assert said("--root", "none") == (2, "error: none is not a folder\n")
    assert said("/x.lts", "--root", str(tmp_path))[0] == 2
