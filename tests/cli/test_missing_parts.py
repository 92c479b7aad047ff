"""A part that is missing is named as that, with what to install: no fault of the model, none of quidpro's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

BREAKING = """
import os, sys

class Breaking:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["BROKEN_MODULE"]:
            raise (ImportError if os.environ["BROKEN_WHY"] else ModuleNotFoundError)(os.environ["BROKEN_WHY"])

sys.meta_path.insert(0, Breaking())
"""
ATOMIC = "libatomic.so.1: cannot open shared object file: No such file or directory"
GOBJECT = "libgobject-2.0.so.0: cannot open shared object file: No such file or directory"
UNKNOWN = "libweird.so.7: cannot open shared object file: No such file or directory"
CLIENTS = "examples/prism/client_server/cs_2_2.prism"
ROBOT = "examples/smv/robot.smv"
SPEC = ("--spec", "examples/prism/client_server/cs_2_2_spec.prism")
SHOWN = ("show", "examples/channel/channel.lts", "Order", "--format", "svg")
JANI = """{"jani-version": 1, "name": "m", "type": "mdp", "actions": [], "variables": [], "properties": [],
"automata": [{"name": "a", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [], "variables": []}],
"system": {"elements": [{"automaton": "a"}], "syncs": []}}"""


def without(module: str, why: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command where a module cannot be imported."""
    (folder / "sitecustomize.py").write_text(BREAKING)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "BROKEN_MODULE": module, "BROKEN_WHY": why}
    environment["PATH"] = "/nowhere"  # which may have programs that do instead
    command = [sys.executable, "-m", "quidpro", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(
    ("module", "why", "arguments", "words"),
    [
        ("stormpy", ATOMIC, ("check", CLIENTS, *SPEC), "libatomic.so.1, and that is missing; apt install libatomic1"),
        ("stormpy", UNKNOWN, ("info", CLIENTS), "libweird.so.7, and that is missing; install the package"),
        ("stormpy", "", ("info", CLIENTS), "Storm, which is not installed; pip install 'quidpro[prob]'"),
        ("stormpy", "wrong ABI", ("info", CLIENTS), "Storm, which cannot be loaded (wrong ABI); pip install"),
        ("stormpy", ATOMIC, ("info", "model.jani"), "apt install libatomic1"),
        ("pyosys", "", ("check", ROBOT, "--method", "abc"), "ABC, which is not installed; pip install 'quidpro[sat]'"),
        ("z3", "", ("check", CLIENTS, *SPEC, "--smt"), "z3, which is not installed; pip install 'quidpro[prob]'"),
        ("pygraphviz", GOBJECT, SHOWN, "libgobject-2.0.so.0, and that is missing; apt install libglib2.0-0"),
        ("uvicorn", "", ("studio",), "the studio needs uvicorn, which is not installed; pip install 'quidpro[studio]'"),
        ("starlette", "", ("studio",), "Starlette, which is not installed; pip install 'quidpro[studio]'"),
        ("pygls", "", ("lsp",), "the language server needs pygls, which is not installed; pip install 'quidpro[lsp]'"),
        ("matplotlib", "", ("bench", "acr", "--plot", "p.svg"), "matplotlib, which is not installed; pip install"),
    ],
)
def test_what_is_missing_is_named(module, why, arguments, words, tmp_path):
    (tmp_path / "model.jani").write_text(JANI)
    run = without(module, why, tmp_path, *(str(tmp_path / a) if a == "model.jani" else a for a in arguments))
    assert (run.returncode, run.stdout) == (2, ""), run.stderr
    assert run.stderr.startswith("error: ")
    assert words in run.stderr


def test_reorder_without_cudd_is_left_out_with_a_note(tmp_path):
    run = without(
        "dd.cudd", "", tmp_path, "check", "examples/smv/robot.smv", "--property", "motor_in_time", "--reorder"
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("HOLDS")
    assert "--reorder was left out: it takes CUDD" in run.stdout


def test_a_certificate_that_takes_cudd_is_not_checked_without_it(tmp_path, monkeypatch):
    from quidpro.checker.conclusion import concluded
    from quidpro.checker.symbolic.diagrams import Diagrams
    from quidpro.core.budget import Budget

    monkeypatch.setitem(sys.modules, "dd.cudd", None)
    result = concluded(lambda: Diagrams(Budget()).close())
    assert (result.ok, result.refuted) == (False, False)
    assert "not checked to the end: it takes CUDD" in result.reason
