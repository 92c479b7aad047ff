"""The probabilistic case studies: written by their generators, of the sizes of their page, and with its outcomes."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from pathlib import Path

import pytest

from quidpro.lpts.ops import composition
from tests.cli.driver import quidpro
from tests.sampling import LARGE

pytest.importorskip("stormpy", reason="Storm reads PRISM files: quidpro[prob]")

from quidpro.frontend.prism.load import load_probabilistic as read_prism

FOLDER = Path("examples/prism")
ROWS = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["example"]
SIZES = tomllib.loads((FOLDER / "pagar.toml").read_text(encoding="utf-8"))["row"]
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
LARGEST = 20_000
"""Whole systems with more states than this are left to the benchmarks."""


LONG = {"sensor_network/sn_5.prism"}
"""Takes as long as all others."""


def name(row):
    return " ".join([row["file"], *row["options"]])


def options(row):
    """The options as they are given from the project's root."""
    return [str(FOLDER / option) if option.endswith(".prism") else option for option in row["options"]]


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=[LARGE] * (row["file"] in LONG), id=name(row)) for row in ROWS]
)
def test_example(row):
    method = [] if "--method" in row["options"] else ["--method", "agar"]
    run = quidpro("check", FOLDER / row["file"], *options(row), *method, "--format", "json")
    answer = json.loads(run.stdout)
    assert (answer["verdict"], answer["certified"]) == (row["outcome"], True)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_the_table_of_the_page_says_the_same(row):
    words = [option if re.fullmatch(r"[\w./-]+", option) else f"'{option}'" for option in options(row)]
    command = " ".join(["quidpro check", str(FOLDER / row["file"]), *words]).replace("|", r"\|")
    assert f"| {row['what']} | `{command}` | {row['outcome']} |" in PAGE


@pytest.mark.parametrize("folder", ["client_server", "mer", "sensor_network"])
def test_the_generator_writes_what_is_here(folder):
    written = runpy.run_path(str(FOLDER / folder / "generate.py"))["all_files"]()
    found = {path.name: path.read_text(encoding="utf-8") for path in (FOLDER / folder).glob("*.prism")}
    assert written == found


def sizes(case):
    """The table of sizes of a case: by the first cell, the numbers of all others."""
    lines = re.findall(rf"^\| ({case}\(\d\)) \|(.*)\|$", PAGE, flags=re.MULTILINE)
    return {title: [int(cell.replace(",", "")) for cell in rest.split("|") if cell.strip()] for title, rest in lines}


@pytest.mark.parametrize("row", SIZES, ids=lambda row: row["name"])
def test_sizes(row):
    """|P|, |L1|, |L2| and |L| as the page has them; the page's other numbers are the published ones."""
    path = FOLDER / row["file"]
    components = read_prism(path, {}).components
    (spec,) = read_prism(path.with_name(f"{path.stem}_spec.prism"), {}).components.values()
    states = [component.states for component in components.values()]
    told = sizes(re.escape(row["name"][:-3]))[row["name"]]
    assert told[:2] == [spec.states, max(states)]
    if "largest" in row:
        assert told[:2] == [row["spec"], row["largest"]]
    if len(told) > 2 and told[2] <= LARGEST:
        assert composition(list(components.values())).states == told[2]


def test_every_model_is_on_record():
    known = {row["file"] for row in (*ROWS, *SIZES)}
    found = {str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.prism")}
    beside = {file for file in found if file.endswith("_spec.prism") or file.startswith("assumptions/")}
    assert found - beside == known


@pytest.mark.parametrize(
    ("model", "split", "alphabet", "actions", "states", "largest"),
    [
        ("mer/mer_3", "Arbiter | rest", "full", 43, 9, 1394),
        ("mer/mer_3", "Arbiter | rest", "refine", 30, 4, 519),
        ("sensor_network/sn_1", "Processor | rest", "refine", 7, 40, 511),
    ],
)
def test_fewer_actions(model, split, alphabet, actions, states, largest):
    """Rows of the table in docs/explanation/probabilities.md."""
    file, spec = FOLDER / f"{model}.prism", FOLDER / f"{model}_spec.prism"
    parts = ["--method", "agar", "--as-published", "--split", split, "--alphabet", alphabet]
    answer = json.loads(quidpro("check", file, "--spec", spec, *parts, "--format", "json").stdout)
    [assumption] = answer["assumptions"]
    assert (len(assumption["lpts"]["alphabet"]), assumption["lpts"]["states"]) == (actions, states)
    assert (answer["stats"]["largest"], answer["certified"]) == (largest, True)
