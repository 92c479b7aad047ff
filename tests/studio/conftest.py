"""A studio that runs in a thread, and one that is a process, each with a client."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from quidpro.studio.app import Studio
from quidpro.studio.folder import Folder
from quidpro.studio.serve import server
from quidpro.studio.session import Limits
from tests.cli.test_auto import PUZZLE

TOKEN = "a-token-for-tests"
WAIT = 60.0

SLOW: dict[str, Any] = {"text": PUZZLE, "properties": ["NEVER"]}
"""Decided by nobody while a test waits."""


class Client(httpx.Client):
    """A page without a browser."""

    def job(self, **body: Any) -> str:
        """The name of a new job."""
        answer = self.post("/api/jobs", json={"kind": "check", "name": "model.lts", **body})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["id"])

    def events(self, job: str, first: int = 0) -> Iterator[dict[str, Any]]:
        """What a job tells."""
        with self.stream("GET", f"/api/jobs/{job}/events?from={first}") as stream:
            for line in stream.iter_lines():
                yield json.loads(line)

    def all_events(self, **body: Any) -> list[dict[str, Any]]:
        """All that a job tells."""
        return list(self.events(self.job(**body)))


@contextmanager
def running(root: Path, **settings: Any) -> Iterator[tuple[Studio, Client]]:
    """A studio in a thread."""
    studio, ready = Studio(Folder.at(root), TOKEN, **settings), threading.Event()
    serving = server(studio, ready.set)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=serving.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            assert ready.wait(WAIT)
            with client_of(f"http://127.0.0.1:{listening.getsockname()[1]}", TOKEN) as client:
                yield studio, client
        finally:
            serving.should_exit = True
            thread.join(WAIT)
    assert not thread.is_alive()


def client_of(address: str, token: str) -> Client:
    return Client(base_url=address, headers={"X-Quidpro-Token": token}, timeout=WAIT)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def client(root: Path) -> Iterator[Client]:
    """A client of a studio that the tests of a module share."""
    with running(root, limits=Limits(timeout=60.0, memory=3000.0, cores=2)) as (_, client):
        yield client


@pytest.fixture
def command(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """The command ``quidpro studio``, and a client for it."""
    arguments = [sys.executable, "-m", "quidpro", "studio", "--no-browser", "--root", str(tmp_path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address, token = process.stdout.readline().split()[-1].split("/#t=")
        try:
            with client_of(address, token) as client:
                yield process, client
        finally:
            process.kill()
