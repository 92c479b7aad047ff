"""Small programs as users write them: each is run, and all of them have types that mypy accepts."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
PROGRAMS = Path("tests/users/programs")
PRINTED = {
    "buffers": """
LTS(PIPELINE: 4 states, 6 transitions)
bisimilar: True
refines a larger one: True
against a smaller one: put put put
""",
    "growth_of_methods": """
2 monolithic holds 7 True
2 lstar holds 27 True
3 monolithic holds 13 True
3 lstar holds 47 True
4 monolithic holds 21 True
4 lstar holds 73 True
holds True
""",
    "own_learner": "holds 2 [1, 2]",
    "two_at_once": """
violated ('input', 'send', 'ack', 'input')
cancelled, and 0 processes are left
3
""",
}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-W", "error", *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", PRINTED)
def test_a_program_prints_what_it_should(name):
    done = run(str(PROGRAMS / f"{name}.py"))
    assert (done.stdout.strip(), done.stderr) == (PRINTED[name].strip(), "")


def test_tests_of_a_user_pass(monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    plugins = ["-p", "quidpro.pytest_plugin", "-p", "no:cacheprovider"]
    done = run("-m", "pytest", *plugins, "-o", "addopts=-v --strict-markers", str(PROGRAMS / "tests_of_a_server.py"))
    assert "5 passed" in done.stdout, done.stdout
    assert "test_server[deadlock] PASSED" in done.stdout


def test_types_are_what_users_expect(monkeypatch):
    """Also those of the package in ``tests/plugins`` that brings a method, a learner and a reader."""
    monkeypatch.setenv("MYPYPATH", "src")
    programs = sorted(map(str, PROGRAMS.glob("*.py")))
    done = run("-m", "mypy", "--strict", *programs, "tests/plugins/toy_quidpro")
    assert done.returncode == 0, done.stdout
