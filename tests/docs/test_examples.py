"""Every example does what stands beside it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from quidpro.core.words import counted
from tests.cli.driver import quidpro

FOLDER = Path("examples")
ROWS = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["example"]


def name(row):
    return " ".join([row["file"], *row.get("options", [])])


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_example(row):
    run = quidpro("check", FOLDER / row["file"], *row.get("options", []), "--format", "json")
    answer = json.loads(run.stdout)
    assert answer["verdict"] == row["outcome"]
    assert answer["certified"]
    length = None if answer["counterexample"] is None else len(answer["counterexample"]["trace"])
    assert length == row.get("trace")
    sizes = [assumption["states"] for assumption in answer["assumptions"]]
    assert sizes[:1] == ([row["assumption"]] if "assumption" in row else [])


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_the_table_of_the_readme_says_the_same(row):
    words = [f'"{option}"' if " " in option else option for option in row.get("options", [])]
    command = " ".join(["quidpro check", f"examples/{row['file']}", *words]).replace("|", r"\|")
    outcome = row["outcome"] + (f", trace of {row['trace']}" if "trace" in row else "")
    if "assumption" in row:
        outcome += f", assumption of {counted(row['assumption'], 'state')}"
    assert f"| {row['what']} | `{command}` | {outcome} |" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_no_example_is_forgotten():
    found = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.lts")}
    assert found == {row["file"] for row in ROWS}
