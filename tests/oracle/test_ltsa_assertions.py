"""The assertions of the textbook and of the rover model that say that something happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.frontend.load import load
from quidpro.run.check import check_model

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "oracle" / "fsp"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the reference models are not here")

NAMES = ("FIRSTRED", "REDCROSS", "BLUECROSS", "CROSS", "STRONGRED")


def outcomes(file, system, names, **options):
    results = check_model(load(FOLDER / file), Budget(), system=system, properties=names, **options)
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
