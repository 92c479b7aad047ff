"""A small model never waits for numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

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


WITHOUT_NUMBA = """
import sys

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name == "numba":
            raise AssertionError("a small model needs a kernel")

sys.meta_path.insert(0, Refusing())
import quidpro
from quidpro.core import small

for file, *options in SYSTEMS:
    for method in METHODS:
        small._spent = 0.0  # as in a process of its own
        results = quidpro.check(file, method=method, jobs=1 if method == "auto" else None, **dict(options))
        assert results.outcome in ("holds", "violated"), (file, method, results.outcome)
"""
EXPLICIT = [
    ("examples/chiron/chiron.lts", ("system", "HANDLERS")),
    ("examples/gas_station/gas_station.lts", ("system", "CUSTOMERS")),
    ("examples/mer/mer_five.lts", ("system", "FAULTY")),
    ("examples/mer/mer_five.lts", ("system", "SYSTEM")),
    ("examples/pipeline/pipeline.lts", ("system", "LINE")),
    ("examples/ring/ring.lts", ("system", "FAULTY")),
    ("examples/ring/ring.lts", ("system", "SYSTEM")),
    ("examples/rover/rover.lts", ("system", "FAULTY")),
    ("examples/rover/rover.lts", ("system", "SYSTEM")),
]
PROBABILISTIC = [
    (f"examples/prism/client_server/{name}.prism", ("spec", f"examples/prism/client_server/{name}_spec.prism"))
    for name in ("cs_3_3", "cs_5_1", "cs_7_1")
]


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


@pytest.mark.parametrize(
    ("systems", "methods"),
    [
        (EXPLICIT, ("monolithic", "minimise", "lstar", "agar", "circular", "auto")),
        (PROBABILISTIC, ("monolithic", "agar")),
    ],
)
def test_the_examples_of_up_to_a_thousand_states_need_no_kernel(systems: list[object], methods: tuple[str]) -> None:
    code = f"SYSTEMS, METHODS = {systems}, {methods}{WITHOUT_NUMBA}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
