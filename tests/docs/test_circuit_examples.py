"""Every circuit among the examples does what stands beside it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.cli.driver import quidpro

FOLDER = Path("examples/circuits")
ROWS = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["example"]


def name(row):
    return " ".join([row["file"], *row["options"]])


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_example(row):
    run = quidpro("check", FOLDER / row["file"], *row["options"], "--method", "monolithic", "--format", "json")
    answer = json.loads(run.stdout)
    assert answer["verdict"] == row["outcome"]
    assert answer["certified"] or (answer["verdict"] == "holds" and answer["text"].startswith("!(G F"))
    run = answer["counterexample"]
    assert (None if run is None else len(run["states"])) == row.get("trace")


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_the_table_of_the_readme_says_the_same(row):
    outcome = row["outcome"] + (f", run of {row['trace']} states" if "trace" in row else "")
    command = f"quidpro check {FOLDER}/{name(row)}"
    assert f"| {row['what']} | `{command}` | {outcome} |" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_no_example_is_forgotten():
    found = {path.name for pattern in ("*.a?g", "*.btor2") for path in FOLDER.glob(pattern)}
    assert found == {row["file"] for row in ROWS}
