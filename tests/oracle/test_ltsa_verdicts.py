"""Every verdict that LTSA gave: safety (errors and deadlock), trace lengths, progress."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.frontend.load import load
from tests.asking import check_model

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "oracle" / "fsp"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the reference models are not here")


ENDED_BY_A_PROPERTY = {"Parcel_router-PARCEL_ROUTER"}
"""To LTSA the error state of a property is a terminal set without progress; here progress is about the processes."""


def rows():
    if not FOLDER.is_dir():
        return []
    with (FOLDER / "expected.tsv").open() as file:
        return list(csv.DictReader(file, delimiter="\t"))


def name(row):
    return f"{Path(row['file']).stem}-{row['target']}"


def shortest(results):
    return min((r.verdict.trace.steps for r in results if r.verdict.outcome == "violated"), key=len, default=None)


@pytest.mark.parametrize("row", rows(), ids=name)
def test_safety_and_deadlock(row):
    results = check_model(load(FOLDER / row["file"]), Budget(), system=row["target"], deadlock=True)
    assert all(r.verdict.certified for r in results), [r.verdict.reason for r in results]
    trace = shortest(results)
    if row["verdict"].startswith("No"):
        assert trace is None
    else:
        assert trace is not None
        assert len(trace) == len(row["trace"].strip("[]").split(","))
        shorter = min((r for r in results if r.verdict.trace), key=lambda r: len(r.verdict.trace.steps))
        assert (shorter.verdict.kind == "deadlock") == ("DEADLOCK" in row["verdict"])


@pytest.mark.parametrize("row", rows(), ids=name)
def test_progress(row):
    results = check_model(load(FOLDER / row["file"]), Budget(), system=row["target"], progress=True)
    outcomes = [r.verdict for r in results if r.verdict.kind == "progress"]
    assert all(v.certified for v in outcomes), [v.reason for v in outcomes]
    failed = {v.property for v in outcomes if v.outcome == "violated"}
    if name(row) in ENDED_BY_A_PROPERTY:
        assert not failed
        return
    if row["progress"].startswith("No"):
        assert not failed
    else:
        named = set(row["progress"].split(":")[1].split())
        assert failed
        assert named <= failed
