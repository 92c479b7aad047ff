"""Small components that only meet in a hub are one group by default, and each is by itself as the paper has it."""

from __future__ import annotations

from pathlib import Path

import pytest

import quidpro
from benchmarks.lpts_models import client_server
from quidpro.core.options import published_values
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.shared import star
from quidpro.engines.probabilistic.shared.star import star_groups
from quidpro.frontend.pctl import parse_pctl
from quidpro.lpts import LPTS
from tests.asking import solve_lptss

SYSTEM, SPEC = client_server(3, 3)
CLIENTS_FIRST = "Client1, Client2, Client3", "Server"


def ring(size: int, *actions: str) -> LPTS:
    return LPTS.of([(i, action, (i + 1) % size) for i in range(size) for action in actions])


def spec(states: int) -> LPTS:
    return ring(states, "work")


def test_those_that_only_meet_in_the_hub_come_first_and_together():
    parts = [ring(2, "a"), ring(3, "a", "b", "c"), ring(4, "b"), ring(5, "c", "own")]
    assert star_groups(parts, spec(100)) == ((0, 2, 3), (1,))


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([ring(2, "a"), ring(2, "a")], id="two"),
        pytest.param([ring(2, "a", "b"), ring(2, "b", "c"), ring(2, "c", "a")], id="all meet"),
        pytest.param([ring(2, "a"), ring(2, "a", "b"), ring(2, "b", "c"), ring(2, "c")], id="a chain"),
        pytest.param([ring(2, "a"), ring(2, "a"), ring(2, "b")], id="one meets nobody"),
    ],
)
def test_what_is_no_star_stays_as_it_is(parts):
    assert star_groups(parts, spec(100)) is None


def test_others_that_are_too_large_stay_apart():
    parts = [ring(3, "a", "b"), ring(25, "a"), ring(40, "b")]
    formula = parse_pctl('P<=0.1 [ F "bad" ]')
    assert star_groups(parts, spec(125)) == star_groups(parts, formula) == ((1, 2), (0,))
    assert star_groups(parts, spec(124)) is None
    larger = [*parts[:2], ring(41, "b")]
    assert star_groups(larger, spec(1000)) is star_groups(larger, formula) is None


def test_the_verdict_tells_of_the_groups_and_how_to_do_without():
    verdict = solve_lptss(SYSTEM, SPEC, "agar")
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "asym")
    assert verdict.components == CLIENTS_FIRST
    assert verdict.notes[-1] == (
        "Client1, Client2 and Client3 are one group, as they only meet in Server; "
        "--no-group takes each component by itself"
    )


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"group": False}, {"orientation": "given"}], ids=str)
def test_each_component_by_itself(options):
    verdict = solve_lptss(SYSTEM, SPEC, "agar", **options)
    assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "asym-n")
    assert set(verdict.components) == {"Client1", "Client2", "Client3", "Server"}
    assert not any("--no-group" in note for note in verdict.notes)


def test_the_paper_groups_nothing():
    assert published_values(ProbabilisticRefined)["group"] is False


def test_a_split_is_kept():
    verdict = solve_lptss(SYSTEM, SPEC, "agar", groups=((0,), (1, 2, 3)))
    assert len(verdict.components) == 2
    assert not any("--no-group" in note for note in verdict.notes)


def test_a_violation_by_a_group_is_one_of_its_members():
    example = Path("examples/prism/client_server")
    (result,) = quidpro.check(example / "cs_2_2_faulty.prism", spec=example / "cs_2_2_spec.prism", method="agar")
    assert (result.outcome, result.verdict.certified) == ("violated", True)
    assert result.verdict.components == ("Client1, Client2", "Server")


def test_above_the_bound_it_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(star, "MAX_STATES", 124)
    assert star_groups(SYSTEM, SPEC) is None
