"""The assertions of the textbook and of the rover model, and what LTSA says of many on small systems."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.frontend.load import load
from tests.asking import check_model

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "oracle" / "fsp"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the reference models are not here")

NAMES = ("FIRSTRED", "REDCROSS", "BLUECROSS", "CROSS", "STRONGRED")


def outcomes(file, system, names, **options):
    results = check_model(load(FOLDER / file), Budget(), system=system, property=names, **options)
    assert all(r.verdict.certified for r in results), [r.verdict.reason for r in results]
    return {r.verdict.property: r.verdict.outcome for r in results}


@pytest.mark.parametrize(
    ("system", "fair", "expected"),
    [
        ("SingleLaneBridge", True, "holds"),
        ("SingleLaneBridge", False, "violated"),
        ("CongestedBridge", True, "violated"),
        ("CongestedBridge", False, "violated"),
    ],
)
def test_the_single_lane_bridge(system, fair, expected):
    """As chapter 14 of the book says: cars of both colours cross, unless the bridge is congested."""
    file = "chapter14_lts/SingleLaneBridge_fluent.lts"
    assert set(outcomes(file, system, NAMES, fair_choice=fair).values()) == {expected}
    assert outcomes(file, system, ["REDEXIT", "ONEWAY", "ONEWAY_"]) == dict.fromkeys(
        ("REDEXIT", "ONEWAY", "ONEWAY_"), "holds"
    )


@pytest.mark.parametrize("system", ["ExecCondChecker_NoAbstractions", "Check_Internal_Protects"])
def test_the_rover_gives_its_locks_back(system):
    """What the comments of the model say of its last version."""
    names = ["Lock_Unlock_Int", "Lock_Unlock_DbM"]
    assert outcomes("k9rover.lts", system, names) == dict.fromkeys(names, "holds")
    assert outcomes("k9rover.lts", system, names[:1], fair_choice=False) == {"Lock_Unlock_Int": "violated"}


NOT_FOLLOWED = {
    "idle.lts": {"A1", "A5", "A7", "A8", "A22", "A30", "A33", "A34"},
    "silent.lts": {"A1", "A5", "A6", "A12", "A18", "A29", "A33"},
    **{key: {"A33"} for key in ("pair.lts", "stop.lts", "choice.lts")},
    **{key: {"A32", "A33"} for key in ("silent2.lts", "three.lts")},
    **{key: {"A35"} for key in ("deadlock2.lts", "ends.lts", "late.lts", "maybe_stop.lts")},
}
"""Where LTSA is not followed (docs/explanation/reading-fsp.md says why): nothing ever happens, silence for ever, ``X``
under its fairness or after a stop, and ``([]F || <>[]!F)`` where F is false in the end.
"""


def expectations():
    rows = defaultdict(dict)
    with open(FOLDER / "asserts" / "ltsa.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            rows[row["file"]][row["assert"]] = row["ltsa"]
    return rows


@pytest.mark.parametrize("file", sorted(expectations()) if FOLDER.is_dir() else [])
def test_small_systems(file):
    """LTSA meets a deadlock first where a safety formula is asked, and refuses some; all else it answers."""
    expected = {name: says for name, says in expectations()[file].items() if says in ("holds", "violated")}
    found = outcomes(f"asserts/{file}", None, list(expected))
    assert {name for name, says in expected.items() if found[name] != says} == NOT_FOLLOWED.get(file, set())
