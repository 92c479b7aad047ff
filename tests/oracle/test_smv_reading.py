"""NuSMV's small examples, read and enumerated state by state: its counts, diameters and verdicts."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Graph

ORACLE = Path(__file__).parents[3] / "shared" / "oracle" / "smv"
SMALL = ("mutex", "mutex1", "short", "periodic", "bmc_tutorial", "production-cell")
SIZES = {"guidance": (70, 95), "msi_wtrans": (31, 45), "robot": (12, 44), "barrel5": (10, 30)}

pytestmark = pytest.mark.skipif(not ORACLE.is_dir(), reason="NuSMV's examples are not here")


def rows():
    table = ORACLE / "expected.tsv"
    if not table.is_file():
        return []
    with table.open(encoding="utf-8") as lines:
        return [row for row in csv.DictReader(lines, delimiter="\t") if Path(row["file"]).stem in SMALL]


def files():
    return sorted(ORACLE.rglob("*.smv")) if ORACLE.is_dir() else []


def read(path):
    return load_smv(Source(path.name, path.read_text(encoding="latin-1"))).flat()


@cache
def graph(file):
    return Graph(read(ORACLE / file))


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_every_example_is_read(path):
    model = read(path)
    assert model.variables
    if path.stem in SIZES:
        assert (len(model.variables), model.bits) == SIZES[path.stem]


@pytest.mark.parametrize("file", sorted({row["file"] for row in rows()}))
def test_reachable_states_diameter_and_verdicts(file):
    wanted = [row for row in rows() if row["file"] == file]
    found = graph(file)
    assert len(found.states) == int(wanted[0]["reachable_states"])
    assert len(found.layers) == int(wanted[0]["diameter"])
    specs = [spec for spec in found.model.specs if spec.section in ("SPEC", "CTLSPEC")]
    verdicts = [str(found.holds(spec.formula)).lower() for spec in specs]
    assert verdicts == [row["verdict"] for row in wanted if row["kind"] != "-"]
