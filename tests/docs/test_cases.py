"""The case studies: sizes, faults and formulas are those that the pages and the list of cases give."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.engines.explicit.decompose import parse_split
from quidpro.frontend.load import load
from quidpro.lts.product import Product
from quidpro.lts.search import build
from tests.cli.driver import quidpro

FOLDER = Path("examples")
CASES = {case["id"]: case for case in tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))["case"]}
MOST = 25_000
"""Groups with more states than this are left to the benchmarks."""


def rows(kind):
    return [
        pytest.param(case, row, id=f"{name}-{row.get('table', kind)}-{row['k']}")
        for name, case in CASES.items()
        for row in case.get(kind, [])
    ]


def system(case, row):
    model = load(FOLDER / case["file"], constants={case["parameter"]: row["k"]})
    return model.system(row["system"], Budget())


def states(components):
    return build(Product([part.lts for part in components]), Budget(), ignore).states


def small(case, row):
    return max(row["ours"].values()) <= MOST


@pytest.mark.parametrize(("case", "row"), [p for p in rows("row") if small(*p.values)])
def test_sizes(case, row):
    whole = system(case, row)
    assert [part.name for part in whole.properties] == [row["property"]]
    first, second = ([p for p in whole.processes if p.name in group] for group in parse_split(row["split"], whole))
    ours = {"m1_perr": states([*first, *whole.properties]), "m1": states(first), "m2": states(second)}
    assert ours == row["ours"]


@pytest.mark.parametrize("k", [3, 4, 5])
def test_the_gas_station_has_the_published_size(k):
    sizes = {row["k"]: row for row in CASES["gas-station"]["row"] if row["table"] == "agar-1"}[k]
    assert sizes["ours"]["m1"] == (k + 2) * 7**k
    assert sizes["ours"]["m1_perr"] == sizes["published"]["m1_perr"] == (k + 2) * 8 * 7 ** (k - 1)


@pytest.mark.parametrize("row", CASES["mer-2"]["row"], ids=lambda row: row["k"])
def test_the_users_of_two_resources_have_the_published_size(row):
    assert row["ours"]["m1"] == row["published"]["m1"] == (4 * row["k"] + 1) * 5 ** row["k"]


WHOLE = {
    "client-server": lambda n: n * n + n + 1,
    "pipeline": lambda n: 2 * 3**n,
    "ring": lambda n: 4 * n * 3 ** (n - 1),
}


@pytest.mark.parametrize("name", WHOLE)
def test_the_size_of_the_whole_system(name):
    large = CASES[name]["large"]
    assert all(row["whole"] == WHOLE[name](row["k"]) for row in large if row["k"] < 100)
    for n in (2, 3, 5, 7):
        assert states(system(CASES[name], {**large[0], "k": n}).components) == WHOLE[name](n)


def test_two_families_explode():
    for name in ("pipeline", "ring"):
        assert max(row.get("whole", 0) for row in CASES[name]["large"]) > 10**12


@pytest.mark.parametrize(("case", "row"), rows("large"))
def test_large_sizes_compile_into_small_components(case, row):
    whole = system(case, row)
    assert max(part.lts.states for part in whole.components) < 5_000
    assert parse_split(row["split"], whole)


@pytest.mark.parametrize(("case", "row"), rows("fault"))
def test_faults(case, row):
    options = ["--const", f"{case['parameter']}={row['k']}", "--system", row["system"], "--method", "monolithic"]
    run = quidpro("check", FOLDER / case["file"], *options, "--format", "json")
    answer = json.loads(run.stdout)
    assert (run.code, answer["verdict"], answer["certified"]) == (1, "violated", True)
    assert answer["violated_by"] == row["property"]
    assert len(answer["counterexample"]["trace"]) == row["trace"]
    parse_split(row["split"], system(case, row))
