"""The exact numbers of markings and transitions that the tools of the Model Checking Contest agree on."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from benchmarks.nets import FAMILIES
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.explicit.saturated.counting import count_reachable
from quidpro.frontend.pnml.model import NetModel
from tests.sampling import LARGE

ORACLE = Path(__file__).parents[3] / "shared" / "oracle" / "pnml"
TABLE = ORACLE / "states.tsv"
IN_THE_CAMPAIGN = {
    "HouseConstruction-PT-00020",
    "Philosophers-PT-000500",
    "Philosophers-PT-001000",
    "Philosophers-PT-002000",
    "Philosophers-PT-005000",
}
"""Seconds each, which only ``make campaign`` takes."""


def nets():
    if not TABLE.is_file():
        return []
    with TABLE.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [pytest.param(row, id=row["net"], marks=LARGE if row["net"] in IN_THE_CAMPAIGN else ()) for row in rows]


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not TABLE.is_file(), reason="the figures of the contest are not here"),
]


def text_of(net: str) -> str:
    """The net from its file, or from our generator."""
    path = ORACLE / f"{net}.pnml"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    family, _, size = net.split("-")
    return FAMILIES[family.lower()](int(size))


@pytest.mark.parametrize("row", nets())
def test_states_and_transitions_are_exact(row):
    model = NetModel(Source(f"{row['net']}.pnml", text_of(row["net"])))
    found = count_reachable(model.system(model.name, Budget()), Budget())
    assert str(found.states) == row["states"]
    assert str(found.transitions) == row["transitions"]
