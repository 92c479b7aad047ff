"""Stepping through SMV models: initial states and successors are those of an enumeration, numbered and counted."""

from __future__ import annotations

import json

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.engines.symbolic.successors import Successors
from quidpro.flat.semantics import EvaluationError
from quidpro.frontend.smv.model import load_smv
from quidpro.stepping.protocol import CannotFollow
from quidpro.stepping.symbolic import order_of
from tests.naive_smv import Explicit
from tests.random_smv import random_smv
from tests.random_typed_smv import random_typed_smv

COUNTER = """
MODULE main
IVAR go : boolean; by : 1..2;
VAR x : 0..5; other : {red, green};
ASSIGN init(x) := {0, 3}; init(other) := red;
next(x) := go & x + by <= 5 ? x + by : x;
INVARSPEC NAME small := x < 4
"""
ROBOT = "examples/smv/robot.smv"


@pytest.fixture
def counter(tmp_path):
    path = tmp_path / "counter.smv"
    path.write_text(COUNTER)
    return path


def loaded(seed, tmp_path):
    model = random_smv(seed)
    path = tmp_path / "m.smv"
    path.write_text(model.text)
    return model, path


def after(simulation, choices, names):
    """The states that choices lead to."""
    found = []
    for choice in choices:
        simulation.take(choice)
        values = simulation.state.values
        found.append(tuple(values[name] == "TRUE" for name in names))
        simulation.back()
    return found


@pytest.mark.parametrize("seed", range(30))
def test_states_are_those_of_an_enumeration(seed, tmp_path):
    model, path = loaded(seed, tmp_path)
    simulation = quidpro.simulate(path)
    initial = set(model.initial())
    if not initial:
        assert (simulation.total, simulation.state.end) == (0, "deadlock")
        return
    if len(initial) > 1:
        found = after(simulation, simulation.choices, model.names)
        assert len(found) == len(set(found)) == simulation.total == len(initial)
        assert set(found) == initial
    for _ in range(4):
        simulation.random(seed=seed)
        if simulation.state.end == "deadlock":
            break
        here = tuple(simulation.state.values[name] == "TRUE" for name in model.names)
        expected = set(model.successors(here))
        found = after(simulation, simulation.choices, model.names)
        assert set(found) == expected
        assert len(found) == simulation.total == len(expected)
        assert bool(simulation.state.errors) == (not model.holds(here))


def machine(seed):
    """A random machine with types, and beside it the plain reading of it."""
    flat = load_smv(Source("random.smv", random_typed_smv(seed))).flat()
    order = [row.name for row in order_of(flat, flat.specs) if row.kind != "define"]
    return Explicit(flat), Successors(flat, Budget(), order)


def frozen(values):
    return frozenset(values.items())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_typed_machines_and_their_inputs(seed):
    plain, successors = machine(seed)
    try:
        initial = [frozen(state) for state in plain.initial()]
    except EvaluationError:
        return
    options = successors.initial()
    assert options.count == len(set(initial))
    for number in range(min(options.count, 6)):
        inputs, state = options.at(number)
        assert (inputs, frozen(state) in initial, options.number((inputs, state))) == ({}, True, number)
        expected = {
            (frozen(read), frozen(after)) for read in plain.inputs() for after in plain.steps({**state, **read})
        }
        steps = successors.of(state)
        found = [(frozen(read), frozen(after)) for read, after in steps]
        assert len(found) == steps.count == len(expected)
        assert set(found) == expected
        assert [steps.number(pair) for pair in steps] == list(range(steps.count))
        assert [steps.at(i) for i in range(steps.count)] == list(steps)


@pytest.mark.parametrize("seed", range(20))
def test_back_and_the_same_path_again(seed, tmp_path):
    _, path = loaded(seed, tmp_path)
    simulation, again = quidpro.simulate(path), quidpro.simulate(path)
    seen = []
    while len(simulation) < 6:
        seen.append(simulation.to_json())
        if not simulation.total:
            break
        simulation.random(seed=seed)
    for choice, outcome in simulation.path:
        again.take(choice, outcome)
    assert again.to_json() == simulation.to_json()
    for state in reversed(seen[: len(simulation)]):
        assert simulation.back().to_json() == state
    json.dumps(seen)


def test_inputs_belong_to_the_step(counter):
    simulation = quidpro.simulate(counter)
    assert (simulation.total, simulation.state.values) == (2, {})
    simulation.take(1)
    assert simulation.state.values == {"x": "3", "other": "red"}
    (choice,) = simulation.choices_where("x=5, other=green")
    assert choice.inputs == {"go": "TRUE", "by": "2"}
    chart = simulation.take(choice).chart()
    values = [dict(zip([row.name for row in chart.rows], p.values, strict=True)) for p in chart.positions]
    assert values[0] == {"x": "3", "go": "TRUE", "by": "2", "other": "red"}
    assert values[1] == {"x": "5", "go": "", "by": "", "other": "green"}
    assert (chart.end, simulation.state.errors) == ("error", ("small",))
    assert chart.lanes == ()


def test_variables_of_the_property_come_first(counter):
    rows = quidpro.simulate(counter).rows
    assert [(row.name, row.distance) for row in rows] == [("x", 0), ("go", 1), ("by", 1), ("other", 2)]


def test_a_choice_that_breaks_the_property_is_marked(counter):
    simulation = quidpro.simulate(counter).take(1)
    assert {choice.errors for choice in simulation.choices_where("x=4")} == {("small",)}
    assert {choice.errors for choice in simulation.choices_where("x=3")} == {()}


def test_a_filter_keeps_the_numbers(counter):
    simulation = quidpro.simulate(counter).take(0)
    every = {choice.index: choice for choice in simulation.choices}
    for choice in simulation.choices_where("x=1"):
        assert every[choice.index] == choice
    assert simulation.count_where("x=1") == len(simulation.choices_where("x=1")) == 2


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("y=1", "there is no variable 'y'"),
        ("x=9", "x cannot be '9'; it is in 0..5"),
        ("x", "'x' is not of the form name=value"),
    ],
)
def test_filters_that_mean_nothing(counter, where, words):
    with pytest.raises(UsageError, match=words):
        quidpro.simulate(counter).choices_where(where)


def test_lines_of_a_trace(counter):
    simulation = quidpro.simulate(counter).follow(
        "x = 0, go = TRUE, by = 2, other = red\nx = 2\nx = 4, by = 1\nx = 5\n"
    )
    assert [event.choice.inputs.get("by") for event in simulation.history] == [None, "2", "2", "1"]
    assert simulation.state.values["x"] == "5"


def test_lines_that_leave_values_open(counter):
    simulation = quidpro.simulate(counter).follow(["x = 0", "other = green", "x = 2"])
    assert simulation.state.values == {"x": "2", "other": "green"}


def test_a_line_that_cannot_be_followed(counter):
    with pytest.raises(CannotFollow, match="step 2, x = 5, cannot be taken; enabled there: "):
        quidpro.simulate(counter).follow(["x = 0", "x = 5"])


def test_a_word_in_a_line(tmp_path):
    path = tmp_path / "w.smv"
    path.write_text("MODULE main VAR w : signed word[4]; ASSIGN next(w) := w - 0sd4_1; INVARSPEC w > -0sd4_3")
    simulation = quidpro.simulate(path).follow(["w = 0sd4_0", "w = -0sd4_1", "w = -2"])
    assert simulation.state.values["w"] == "-0sd4_2"


@pytest.mark.slow
@pytest.mark.parametrize("file", ["examples/smv/robot.smv", "examples/smv/robot1.smv"])
def test_counterexamples_can_be_followed(file):
    for result in quidpro.check(file, method="monolithic", timeout=60):
        if result.outcome == "violated" and result.verdict.trace is not None:
            trace = result.verdict.trace
            chart = quidpro.simulate(result).chart()
            assert len(chart.positions) == len(trace.states)
            assert chart.loop == trace.loop
            assert chart.end == (
                "error" if result.problem.spec.is_invariant else "loop" if trace.loop is not None else ""
            )


def test_a_lasso_comes_back(tmp_path):
    path = tmp_path / "c.smv"
    path.write_text(
        "MODULE main VAR x : 0..2; ASSIGN init(x) := 0; next(x) := (x + 1) mod 3; LTLSPEC NAME settles := F G x = 1"
    )
    (result,) = quidpro.check(path)
    chart = quidpro.simulate(result).chart()
    assert (chart.end, chart.loop, len(chart.positions)) == ("loop", 0, 4)
    lines = quidpro.simulate(path).follow("x = 0\nloop:\nx = 1\nx = 2\nx = 0\n")
    assert lines.chart().loop == 0


@pytest.mark.slow
def test_many_successors_are_counted_not_listed():
    simulation = quidpro.simulate("examples/smv/msi5.smv")
    assert simulation.total > 10**9
    assert len(simulation.choices) == 200
    last = simulation.total - 1
    assert simulation.take(last).path == [(last, 0)]
