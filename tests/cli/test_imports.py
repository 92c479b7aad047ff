"""A command loads what it needs and nothing else: the slow libraries are what makes a small command slow."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

SLOW = ("numba", "quidpro.verdict.schema", "pygraphviz", "numpy", "stormpy", "z3")
SLOW += ("starlette", "uvicorn", "anyio", "textual", "anywidget", "IPython", "jinja2", "pygments")
SLOW += ("pygls", "lsprotocol", "pydantic", "asyncio", "psutil", "pebble")
CLIENTS = (
    "examples/prism/client_server/cs_2_2.prism",
    "--spec",
    "examples/prism/client_server/cs_2_2_spec.prism",
)
PROBE = """
import sys
from quidpro.cli.main import main
try:
    main()
except SystemExit:
    pass
print("LOADED", *sorted(set(SLOW) & set(sys.modules)), file=sys.stderr)
"""


def loaded(*arguments: str) -> set[str]:
    code = f"SLOW = {SLOW}{PROBE}"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split("LOADED")[1].split())


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["--help"], set()),
        (["check", "--help"], set()),
        (["--version"], set()),
        (["studio", "--help"], set()),
        (["lsp", "--help"], set()),
        (["--version", "-v"], set()),
        (["check", "examples/channel/channel.lts"], {"numpy"}),
        (["check", "examples/smv/robot.smv", "--property", "motor_in_time"], set()),
        (["check", "examples/channel/channel_lossy.lts", "--deadlock"], {"numpy"}),
        (["check", "examples/channel/channel.lts", "--format", "json"], {"numpy"}),
        (["check", *CLIENTS], {"numpy"}),
        (["check", *CLIENTS, "--method", "agar", "--format", "json"], {"numpy"}),
        (["info", CLIENTS[0]], {"numpy"}),
        (["animate", "--help"], set()),
        (["animate", "examples/channel/channel.lts", "--steps", "3"], {"numpy"}),
        (["bench"], {"numpy", "pydantic"}),
        (["bench", "--help"], set()),
        (["info", "examples/channel/channel.lts"], {"numpy"}),
        (["show", "examples/channel/channel.lts", "Order", "--format", "aut"], {"numpy"}),
        (["show", "examples/channel/channel.lts", "Order", "--format", "svg"], {"numpy", "pygraphviz"}),
    ],
)
def test_nothing_slow_is_loaded_without_need(arguments, allowed):
    assert loaded(*arguments) <= allowed


def test_import_quidpro_costs_nothing():
    code = "import sys, quidpro; print(*sorted({'numpy', 'numba', 'typer', 'IPython', 'anywidget'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "quidpro", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("quidpro ")
