"""What the chart of a counterexample holds, in each world."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import quidpro
from quidpro.flat.influence import distances
from quidpro.lts.lts import LTS
from quidpro.report.chart.svg import to_svg
from quidpro.report.explicit.chart import chart as explicit_chart
from quidpro.report.probabilistic.chart import tree_chart
from quidpro.verdict.chart import Branch, Lane, Move, Row
from quidpro.verdict.explicit.lanes import lanes_of
from tests.unit.chart_samples import chart_of, deadlock, mutex
from tests.unit.report_samples import problem
from tests.unit.test_prob_report import TREE
from tests.unit.test_report_fluents import SYSTEM, lasso

CLOCK = """
MODULE cell(on)
VAR full : boolean;
ASSIGN init(full) := FALSE; next(full) := on;
DEFINE low := !full;
MODULE main
IVAR go : boolean;
VAR a : cell(go); b : cell(a.full); n : 0..3; far : {x, y};
ASSIGN init(n) := 0; next(n) := b.full ? (n + 1) mod 4 : n;
DEFINE late := n = 2;
INVARSPEC NAME quick := !late & TRUE;
INVARSPEC NAME lows := b.low;
LTLSPEC NAME again := G F a.full;
"""
WALKS = """
CARS = (ask -> green -> red -> CARS).
WALK = (walk -> WALK).
fluent GO = <green, red>
||CROSSING = (CARS || WALK).
assert WALKS = <> walk
assert GONE = [] !GO
"""


def test_a_run_has_a_lane_for_each_component_and_places_in_the_text():
    chart = mutex()
    assert chart.title == "MUTEX in BROKEN"
    assert [lane.name for lane in chart.lanes] == ["c.1", "c.2", "c.3", "FORGETFUL", "MUTEX"]
    assert chart.lanes[0] == Lane("c.1", process="CLIENT", whole="c.1:CLIENT")
    assert chart.lanes[4] == Lane("MUTEX", "property")
    assert (chart.end, chart.failed) == ("error", 4)
    assert chart.positions[-1].numbers[4] == -1
    assert [step.action for step in chart.steps] == ["c.1.request", "c.1.grant", "c.2.request", "c.2.grant"]
    place = chart.steps[0].moves[0].place
    assert place is not None
    assert place.file.endswith("client_server.lts")
    assert place.line > 1


def test_labels_that_two_processes_share_are_not_taken_for_names():
    part = LTS.of([(0, "a", 0)])
    system = quidpro.assemble("S", {"a:P": part, "a:Q": part, "{x,y}::R": part, "T": part})
    assert [(lane.name, lane.process) for lane in lanes_of(system)] == [
        ("a:P", "P"), ("a:Q", "Q"), ("{x,y}::R", "R"), ("T", "")
    ]  # fmt: skip


def test_a_deadlock_says_who_waits_for_whom():
    chart = deadlock()
    assert chart.end == "deadlock"
    assert len(chart.cycle) == 10
    for here, there in zip(chart.cycle, (*chart.cycle[1:], chart.cycle[0]), strict=True):
        assert any(wait.lane == here and there in wait.missing for wait in chart.waiting)
    philosopher = next(wait for wait in chart.waiting if chart.lanes[wait.lane].name == "p.0")
    assert (philosopher.action, philosopher.held_by) == ("p.0.left.take", None)


def test_who_offers_nothing_waits_without_an_action():
    system = quidpro.assemble(
        "S", {"P": LTS.of([(0, "a", 1), (1, "b", 0)]), "Q": LTS.of([(0, "a", 1)], alphabet=["b"])}
    )
    chart = chart_of(system, deadlock=True)
    assert [(wait.lane, wait.action, wait.missing, wait.held_by) for wait in chart.waiting] == [
        (0, "b", (1,), 1), (1, "", (), None)
    ]  # fmt: skip
    assert chart.cycle == ()
    assert "nothing: it has stopped" in to_svg(chart)


def test_the_loop_of_a_lasso_goes_on_from_the_run_and_fluents_are_rows():
    answer = lasso()
    chart = explicit_chart(answer, problem(answer, SYSTEM))
    assert (chart.end, chart.loop, len(chart.steps)) == ("loop", 2, 5)
    assert [step.action for step in chart.steps[2:]] == ["print", "set_xray", "fire"]
    assert chart.positions[-1].numbers == chart.positions[chart.loop].numbers
    assert chart.rows == (Row("FIRED", "fluent"), Row("XRAY", "fluent"))
    assert [position.values for position in chart.positions[:3]] == [
        ("false", "false"), ("false", "true"), ("true", "true")
    ]  # fmt: skip


def test_a_formula_s_automaton_has_no_names_for_its_states(tmp_path):
    path = tmp_path / "walks.lts"
    path.write_text(WALKS)
    chart = chart_of(path, property=["GONE"])
    assert chart.rows == (Row("GO", "fluent"),)
    assert [position.values for position in chart.positions] == [("false",), ("false",), ("true",)]
    for i, lane in enumerate(chart.lanes):
        if lane.kind == "property":
            assert {position.states[i] for position in chart.positions} <= {"", "ERROR"}


def test_a_loop_of_real_steps_and_one_in_some_order(tmp_path):
    path = tmp_path / "again.lts"
    path.write_text("P = (a -> P | b -> P).\nassert AGAIN = ([]<>a && []<>b)\nprogress C = {c}\n")
    chart = chart_of(path, property=["AGAIN"], fair_choice=False)
    assert (chart.end, chart.recurring) == ("loop", ())
    assert chart.loop is not None
    assert len({step.action for step in chart.steps[chart.loop :]}) == 1
    fair = chart_of(path, property=[], progress=True)
    assert (fair.end, fair.loop, fair.recurring) == ("loop", None, ("a", "b"))
    assert ">and then for ever, in some order<" in to_svg(fair)
    assert "no move so far: P" in to_svg(fair)


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    path = tmp_path_factory.mktemp("clock") / "clock.smv"
    path.write_text(CLOCK)
    return path


def test_signals_are_ordered_by_the_cone_of_influence_of_the_property(clock):
    chart = chart_of(clock, property=["quick"])
    assert [(row.name, row.kind, row.distance) for row in chart.rows] == [
        ("late", "define", 0),
        ("n", "state", 0),
        ("b.full", "state", 1),
        ("a.full", "state", 2),
        ("go", "input", 3),
        ("far", "state", 4),
    ]
    assert chart.positions[-1].values[:2] == ("TRUE", "2")
    assert chart.positions[-1].values[4] == ""
    assert (chart.end, chart.lanes, chart.kind) == ("error", (), "waveform")


def test_a_property_inside_an_instance_and_a_loop(clock):
    assert chart_of(clock, property=["lows"]).rows[0].name in ("b.low", "b.full")
    loop = chart_of(clock, property=["again"])
    assert loop.end == "loop"
    assert loop.loop is not None
    assert loop.positions[-1].values[0] == loop.positions[loop.loop].values[0]


def test_without_a_property_all_variables_are_equally_near(clock):
    assert set(distances(quidpro.load(clock).flat(), ()).values()) == {0}


def test_a_tree_keeps_nodes_steps_and_probabilities():
    chart = tree_chart(TREE, "Order in Channel")
    assert chart.kind == "tree"
    assert [position.marks for position in chart.positions][3] == ("crashed",)
    assert chart.steps[1].moves == (Move(0), Move(1))
    assert chart.steps[1].branches[0] == Branch(2, Fraction(9, 10))
    assert [step.source for step in chart.steps] == [0, 1, 2, 2]
    assert to_svg(replace(chart, title="x")).count('class="node"') == 7


def test_there_is_no_chart_of_what_holds():
    assert chart_of(quidpro.assemble("S", {"P": LTS.of([(0, "a", 0)])})) is None
