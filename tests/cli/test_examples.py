"""``quidpro examples``, in a checkout and from a wheel far from any."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.driver import quidpro, refused

ROOT = Path(__file__).parents[2]


def test_every_example_has_a_line_that_says_what_it_is():
    lines = quidpro("examples").stdout.splitlines()
    listed = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines[:-2]}
    assert {"channel", "philosophers", "ring", "smv", "prism"} <= listed.keys()
    assert "notebooks" not in listed
    assert all(len(words) > 20 for words in listed.values())
    assert max(map(len, lines)) <= 80


def test_an_example_is_shown_and_written(tmp_path):
    assert quidpro("examples", "ring").stdout.startswith("ring/ring.lts\n")
    told = quidpro("examples", "ring", "-o", tmp_path / "new").stdout
    written = tmp_path / "new" / "ring" / "ring.lts"
    assert told.endswith(f"Try: quidpro info {written}\n")
    assert written.read_text() == (ROOT / "examples" / "ring" / "ring.lts").read_text()
    assert quidpro("info", written).code == 0


def test_an_example_that_is_one_file(tmp_path):
    quidpro("examples", "philosophers", "-o", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["philosophers.lts"]


def test_nothing_is_written_over(tmp_path):
    quidpro("examples", "ring", "-o", tmp_path)
    (tmp_path / "ring" / "README.md").unlink()
    refused(quidpro("examples", "ring", "-o", tmp_path), "ring.lts is there already; nothing was written")
    assert not (tmp_path / "ring" / "README.md").exists()


def test_what_cannot_be_written_is_refused(tmp_path):
    refused(quidpro("examples", "rings"), "there is no example 'rings'", "ring")
    refused(quidpro("examples", "-o", tmp_path), "say which example")


@pytest.mark.slow
def test_a_wheel_has_all_that_it_needs_far_from_a_checkout(tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "-q", "-w", tmp_path]
    source = tmp_path / "source"
    for folder in ("src", "examples", "docs/man"):
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source)
    subprocess.run(command, cwd=source, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")

    def installed(*arguments: str) -> str:
        environment = {"PYTHONPATH": str(tmp_path / "site"), "PATH": "", "HOME": str(tmp_path)}
        run = [sys.executable, "-B", "-m", "quidpro", *arguments]
        return subprocess.run(run, cwd=tmp_path, env=environment, text=True, capture_output=True, check=True).stdout

    installed("examples", "channel", "-o", ".")
    assert installed("check", "channel/channel.lts").startswith("HOLDS: Channel satisfies Order")
    assert '"$id": "urn:quidpro:schema:verdict:1"' in installed("schema", "verdict")
