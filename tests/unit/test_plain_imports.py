"""A small model never waits for numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """
import sys
from quidpro.cli.main import main
try:
    main()
except SystemExit as end:
    print("EXIT", int(end.code or 0), "numba" in sys.modules, file=sys.stderr)
"""
DECIDED = ("EXIT 0 False", "EXIT 1 False")
MINIMAL = """
P = (a -> b -> P | a -> c -> P).
Q = (b -> d -> Q)\\{d}.
minimal ||S = (P || Q)@{a, c}.
minimal R = (a -> x -> R | a -> x -> STOP)\\{x}.
deterministic D = (a -> b -> D | a -> c -> D).
progress AGAIN = {a}
||ALL = (S || D).
"""


def outcome(*arguments: str) -> str:
    """The exit code and whether numba is loaded then."""
    done = subprocess.run([sys.executable, "-c", PROBE, *arguments], capture_output=True, text=True, check=True)
    return done.stderr.splitlines()[-1]


@pytest.fixture
def minimal(tmp_path: Path) -> str:
    path = tmp_path / "minimal.lts"
    path.write_text(MINIMAL)
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "examples/channel/channel.lts", "--method", "lstar"],
        ["check", "examples/channel/channel_lossy.lts", "--method", "lstar"],
        ["show", "examples/channel/channel.lts", "Channel", "--reduce", "weak", "--format", "aut"],
        ["show", "examples/channel/channel.lts", "Channel", "--reduce", "trace", "--format", "aut"],
    ],
)
def test_small_examples_load_no_numba(arguments: list[str]) -> None:
    assert outcome(*arguments) in DECIDED


@pytest.mark.parametrize(
    "arguments", [["info"], ["check", "--progress"], ["check", "--deadlock"], ["show", "ALL", "--reduce", "branching"]]
)
def test_a_small_model_with_minimal_processes_loads_no_numba(arguments: list[str], minimal: str) -> None:
    assert outcome(arguments[0], minimal, *arguments[1:]) in DECIDED
