"""A name that is not there spoils what needs it, and nothing else; the default system is one that can be built."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.fsp.model import FspModel, load_fsp
from tests.cli.driver import model as written

TWO = "P = (a -> P). ||GOOD = (P). ||BAD = (P || GONE). ||WORSE = (x:BAD || P). "
CONTROLLED = "P = (a -> P). Q = (b -> Q). ||ENV = (P || Q). controller ||C = ENV~{G}. ||ALL = (C || ENV). "


def model(text: str) -> FspModel:
    return load_fsp(Source("test.lts", text), None)


def warnings(found: FspModel) -> list[str]:
    return [warning.message for warning in found.warnings]


@pytest.mark.parametrize("name", ["P", "GOOD"])
def test_what_does_not_need_the_name_can_be_asked_for(name: str) -> None:
    found = model(TWO)
    assert [c.name for c in found.system(name, Budget()).components] == ["P"]
    assert warnings(found) == ["there is no process 'GONE'"]


@pytest.mark.parametrize("name", ["BAD", "WORSE"])
def test_what_needs_the_name_is_refused_with_those_that_do_not(name: str) -> None:
    with pytest.raises(InputError) as caught:
        model(TWO).system(name, Budget())
    [error] = caught.value.diagnostics
    assert error.message == "there is no process 'GONE'"
    assert error.hint == "check one that can be built (--system NAME): GOOD"


def test_the_default_is_the_last_that_can_be_built_and_says_so() -> None:
    found = model(TWO)
    assert found.default_system() == "GOOD"
    assert warnings(found)[-1] == "'WORSE' cannot be built without 'GONE'; the system is 'GOOD'"
    assert found.warnings[-1].offset == TWO.index("WORSE")


def test_the_default_passes_over_what_only_mtsa_makes() -> None:
    found = model(CONTROLLED)
    assert found.default_system() == "ENV"
    assert warnings(found)[-1] == "'ALL' cannot be built without 'C'; the system is 'ENV'"


def test_where_nothing_can_be_built_the_last_is_refused() -> None:
    found = model("P = (a -> GONE; END). ||S = (P). ||T = (S).")
    assert found.default_system() == "T"
    assert warnings(found) == ["there is no process 'GONE'"]
    with pytest.raises(InputError, match="there is no process 'GONE'"):
        found.system("T", Budget())


def test_without_composites_the_processes_that_can_be_built_are_named() -> None:
    with pytest.raises(InputError, match=r"\(--system NAME\): Q"):
        model("P = (a -> GONE; END). Q = (b -> Q).").system("DEFAULT", Budget())


def test_a_process_goes_before_a_composite_of_its_name() -> None:
    found = model("P = (a -> P). ||P = (GONE). ||S = (P).")
    assert found.default_system() == "S"
    assert [c.name for c in found.system("S", Budget()).components] == ["P"]


def test_python_hears_of_it(tmp_path) -> None:
    results = quidpro.check(written(tmp_path, CONTROLLED))
    assert results.outcome == "holds"
    assert "the system is 'ENV'" in results.warnings[-1].message
    assert results.to_json()["warnings"] == [warning.render() for warning in results.warnings]
    assert "the system is 'ENV'" in str(results)
