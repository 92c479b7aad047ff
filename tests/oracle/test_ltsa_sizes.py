"""The sizes that LTSA, the reference implementation, printed for its textbook models and for the K9 rover."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.fsp.model import FspModel, load_fsp
from quidpro.lts.lts import LTS
from quidpro.lts.ops import hide
from quidpro.lts.product import compose
from quidpro.lts.reduce import minimise_ltsa
from quidpro.lts.system import System

ORACLE = Path(__file__).parents[3] / "shared" / "oracle" / "fsp"
ROVER = ORACLE / "k9rover.lts"

pytestmark = pytest.mark.skipif(not ORACLE.is_dir(), reason="LTSA's figures are not here")


def rows() -> list[dict[str, str]]:
    table = ORACLE / "expected.tsv"
    if not table.is_file():
        return []
    with table.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@cache
def model(path: Path) -> FspModel:
    return load_fsp(Source(path.name, path.read_text(encoding="utf-8", errors="replace")), path.parent)


def product(system: System) -> LTS:
    return compose([c.lts for c in system.components], system.priority)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{Path(row['file']).stem}-{row['target']}")
def test_composition_has_the_size_ltsa_printed(row: dict[str, str]) -> None:
    loaded, target = model(ORACLE / row["file"]), row["target"]
    system = loaded.system(target, Budget())
    lts = loaded.lts(target, Budget())
    found = (len(system.components), lts.states, lts.transitions)
    assert found == (int(row["machines"]), int(row["states"]), int(row["transitions"]))


@pytest.mark.parametrize(
    "row",
    [row for row in rows() if row["minimised_transitions"] not in (None, "", "-")],
    ids=lambda row: f"{Path(row['file']).stem}-{row['target']}",
)
def test_minimised_has_the_size_ltsa_printed(row: dict[str, str]) -> None:
    system = model(ORACLE / row["file"]).system(row["target"], Budget())
    lts = minimise_ltsa(hide(product(system), system.hidden), True, Budget())
    assert (lts.states, lts.transitions) == (int(row["minimised_states"]), int(row["minimised_transitions"]))


def test_rover_produce_consume() -> None:
    system = model(ROVER).system("Check_Produce_Consume", Budget())
    assert [c.lts.states for c in system.components] == [136, 2, 3, 3, 2]
    assert [c.is_property for c in system.components] == [False, True, False, False, False]
    lts = model(ROVER).lts("Check_Produce_Consume", Budget())
    assert (lts.states, lts.transitions) == (544, 3082)
    small = minimise_ltsa(lts, True, Budget())
    assert (small.states, small.transitions) == (9, 24)


def test_rover_condition_checker() -> None:
    lts = model(ROVER).lts("ExecCondChecker_NoAbstractions", Budget())
    assert (lts.states, lts.transitions) == (3300, 34794)


def test_rover_internal_protects() -> None:
    assert product(model(ROVER).system("Check_Internal_Protects", Budget())).states == 136


def test_rover_database_thread_is_ill_formed() -> None:
    with pytest.raises(InputError, match="'Variable' takes 4 parameters, not 3"):
        model(ROVER).system("Database_Thread", Budget())
