"""Every SMV example does what stands beside it."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from quidpro.core.words import counted
from tests.cli.driver import quidpro

FOLDER = Path("examples/smv")
ROWS = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["example"]


SLOW = pytest.mark.skipif("QUIDPRO_SLOW" not in os.environ, reason="takes a quarter of a minute; set QUIDPRO_SLOW")


def name(row):
    return f"{row['file']} {row['property']}"


@pytest.mark.parametrize("row", [pytest.param(r, marks=SLOW if r.get("slow") else (), id=name(r)) for r in ROWS])
def test_example(row):
    asked = ("--method", "symbolic", "--split", row["split"], "--property", row["property"])
    run = quidpro("check", FOLDER / row["file"], *asked, "--orientation", "given", "--format", "json")
    answer = json.loads(run.stdout)
    assert answer["verdict"] == row["outcome"]
    assert answer["certified"], answer["reason"]
    assert [a["states"] for a in answer["assumptions"]] == ([row["assumption"]] if "assumption" in row else [])
    run = answer["counterexample"]
    assert (None if run is None else len(run["states"])) == row.get("trace")


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_the_table_of_the_readme_says_the_same(row):
    found = f"run of {row.get('trace')} states"
    if "assumption" in row:
        found = f"assumption of {counted(row['assumption'], 'state')}"
    line = f"| `{row['split'].replace('|', chr(92) + '|')}` | `{row['property']}` | {row['outcome']}, {found} |"
    assert line in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_no_example_is_forgotten():
    assert {path.name for path in FOLDER.glob("*.smv")} == {row["file"] for row in ROWS}
