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
    return f"{row['file']} {row['property']}" + (" in groups" if len(sizes(row)) > 1 else "")


def sizes(row):
    """The states of each assumption."""
    found = row.get("assumption", [])
    return found if isinstance(found, list) else [found]


@pytest.mark.parametrize("row", [pytest.param(r, marks=SLOW if r.get("slow") else (), id=name(r)) for r in ROWS])
def test_example(row):
    asked = ("--method", "symbolic", "--split", row["split"], "--property", row["property"])
    limits = ("--timeout", row["timeout"]) if "timeout" in row else ()
    run = quidpro("check", FOLDER / row["file"], *asked, "--orientation", "given", "--format", "json", *limits)
    answer = json.loads(run.stdout)
    assert answer["verdict"] == row["outcome"]
    if row["outcome"] == "unknown":
        return
    assert answer["certified"], answer["reason"]
    assert [a["states"] for a in answer["assumptions"]] == sizes(row)
    run = answer["counterexample"]
    assert (None if run is None else len(run["states"])) == row.get("trace")


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_the_table_of_the_readme_says_the_same(row):
    found = f"run of {row.get('trace')} states"
    if row["outcome"] == "unknown":
        found = "too many states to be learned"
    if len(sizes(row)) == 1:
        found = f"assumption of {counted(row['assumption'], 'state')}"
    elif sizes(row):
        found = f"assumptions of {' and '.join(map(str, sizes(row)))} states"
    line = f"| `{row['split'].replace('|', chr(92) + '|')}` | `{row['property']}` | {row['outcome']}, {found} |"
    assert line in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_no_example_is_forgotten():
    assert {path.name for path in FOLDER.glob("*.smv")} == {row["file"] for row in ROWS}


IN_SHAPE = {"robot1": 11, "robot2": 43, "caches3": 2, "caches4": 2, "caches5": 2}
"""The models in the shape of the paper's robot and msi, and the states of the last conjecture as published."""


def row_of(model):
    """The one row of a model that is cut in two."""
    (row,) = (row for row in ROWS if row["file"] == f"{model}.smv" and len(sizes(row)) < 2)
    return row


def ask(model, *more):
    row = row_of(model)
    return quidpro("check", FOLDER / row["file"], "--split", row["split"], "--format", "json", *more), row


@pytest.mark.slow
@pytest.mark.parametrize("model", IN_SHAPE)
def test_as_published_an_assumption_of_the_published_shape_is_learned(model):
    run, row = ask(model, "--method", "symbolic", "--as-published")
    answer = json.loads(run.stdout)
    assert (answer["verdict"], answer["certified"]) == (row["outcome"], True)
    assert answer["stats"]["rounds"][-1]["assumption_states"] == IN_SHAPE[model]


@pytest.mark.slow
@pytest.mark.parametrize("model", ["robot1", "caches3"])
def test_the_whole_says_the_same(model):
    row = row_of(model)
    run = quidpro("check", FOLDER / row["file"], "--method", "monolithic", "--format", "json")
    assert json.loads(run.stdout)["verdict"] == row["outcome"]


@pytest.mark.parametrize("model", IN_SHAPE)
def test_neither_everything_nor_the_property_is_an_assumption(model):
    run, row = ask(model, "--assume", "TRUE")
    answer = json.loads(run.stdout)
    assert (answer["verdict"], answer["stats"]["rounds"][0]["result"]) == ("unknown", "too weak")
    run, _ = ask(model, "--assume", row["property"])
    assert (run.code, "is not between M1 and M2" in run.stderr) == (2, True)


@pytest.mark.slow
def test_the_assumption_for_the_drive_is_one():
    run, _ = ask("robot2", "--assume", FOLDER / "assumptions" / "drive.smv")
    answer = json.loads(run.stdout)
    assert (answer["verdict"], answer["certified"], answer["assumptions"][0]["states"]) == ("holds", True, 57)
