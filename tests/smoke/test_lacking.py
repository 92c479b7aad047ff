"""Systems that lack what Linux has, and places where nothing can be written: quidpro works, as far as that goes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOWHERE = "/proc/nowhere"
"""Where not even root can make a folder."""
SOURCES = Path(__file__).parents[2] / "src"
LACKING = """
import os, signal, sys
import psutil  # the one for Linux, which takes what it finds there

for name in ("resource", "fcntl", "pwd", "grp"):
    sys.modules[name] = None
for module, names in (
    (signal, ("SIGALRM", "setitimer", "ITIMER_REAL", "pthread_sigmask")),
    (os, ("fork", "forkpty", "register_at_fork", "sched_getaffinity", "getuid", "killpg")),
):
    for name in names:
        delattr(module, name)
"""
"""What a system without these looks like from inside."""
COUNTING = "A = (go -> stop -> A). property P = (go -> stop -> P). ||S = (A || P)."


def run(*command: str, path: Path | None = None, **how: object) -> subprocess.CompletedProcess[str]:
    """A command of Python, with modules of this folder before all others."""
    folders = [str(SOURCES), *([str(path)] if path else [])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders), **how.pop("environment", {})}  # type: ignore[dict-item]
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=environment, timeout=120, check=False, **how
    )


@pytest.fixture
def lacking(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(LACKING)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [("--help",), ("check", "-", "--from", "fsp", "--method", "monolithic", "--timeout", "60", "--memory", "2000")],
    ids=["help", "monolithic"],
)
def test_a_system_that_lacks_what_linux_has(options, lacking):
    found = run("-m", "quidpro", *options, path=lacking, input=COUNTING)
    assert (found.returncode, found.stderr) == (0, ""), found.stderr


@pytest.mark.slow
def test_a_race_on_such_a_system(lacking):
    """Its workers are spawned."""
    options = ("--const", "N=10", "--jobs", "2", "--property", "MUTEX", "--explain")
    found = run("-m", "quidpro", "check", "examples/ring/ring.lts", *options, path=lacking)
    assert (found.returncode, found.stderr) == (0, ""), found.stderr
    assert found.stdout.startswith("HOLDS")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="another folder would have to be found that is nobody's")
@pytest.mark.parametrize(
    "options",
    [("check", "-", "--from", "fsp"), ("show", "-", "P", "--from", "fsp", "--format", "svg")],
    ids=["check", "picture"],
)
def test_no_home_and_nothing_that_can_be_written_to(options, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        f"import tempfile; tempfile._candidate_tempdir_list = lambda: ['{NOWHERE}']"
    )
    places = {"HOME": NOWHERE, "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": "", "PYTHONDONTWRITEBYTECODE": "1"}
    found = run("-m", "quidpro", *options, path=tmp_path, input=COUNTING, cwd="/proc", environment=places)
    assert (found.returncode, found.stderr) == (0, ""), found.stderr
    assert found.stdout.startswith(("HOLDS", "<svg"))
