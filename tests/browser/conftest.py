"""A real browser, and a studio for it: Debian's chromium, driven by playwright; without them the tests are skipped."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

SAMPLES = Path(__file__).parent / "samples"
_ADDRESS = re.compile(r"http://\S+")


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """One browser for the tests of a file. It ends with them: beside it no other test could start an event loop."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed: make browser")
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=chromium)
        yield launched
        launched.close()


@dataclass(frozen=True)
class Studio:
    """A running studio: its address with the token, its folder, its process."""

    address: str
    folder: Path
    pid: int

    @property
    def origin(self) -> str:
        return self.address.split("#")[0]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio in a folder of its own, on a free port, for the tests of a file."""
    folder = tmp_path_factory.mktemp("models")
    for sample in SAMPLES.iterdir():
        shutil.copy(sample, folder)
    command = [sys.executable, "-m", "quidpro", "studio", "--root", str(folder), "--no-browser"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        found = _ADDRESS.search(process.stdout.readline())
        assert found, "the studio did not say its address"
        yield Studio(found[0], folder, process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)


class Watched:
    """What a page did besides showing itself: requests, complaints, breaches of its policy."""

    def __init__(self, page: object) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def hosts(self) -> set[str | None]:
        return {urlsplit(url).hostname for url in self.requests if not url.startswith(("blob:", "data:"))}


@pytest.fixture
def page(browser: object, studio: Studio) -> Iterator[object]:
    """A fresh page; whatever a test does with it, it stays on this machine and has nothing to complain about."""
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    watched = Watched(opened)
    yield opened
    context.close()
    assert watched.hosts() <= {"127.0.0.1"}
    assert watched.complaints == []


@pytest.fixture
def opened(page: object, studio: Studio) -> object:
    """The studio in the page, with its first example."""
    page.goto(studio.address)
    page.wait_for_selector("#health:has-text('no problems')")
    return page
