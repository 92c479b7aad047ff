"""Stepping through systems of LTSs: what can happen is what the product says, forward, back and along runs."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import quidpro
from quidpro.core.errors import UsageError
from quidpro.lts.lts import ERROR
from quidpro.stepping.explicit import ExplicitStepper
from quidpro.stepping.protocol import CannotFollow
from quidpro.stepping.simulation import Simulation
from tests.many import in_one
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

CLIENTS = "examples/client_server/client_server.lts"


def stepping(text, tmp_path, **asked):
    path = tmp_path / "m.lts"
    path.write_text(text)
    return quidpro.simulate(path, **asked)


def actions(simulation):
    return [choice.action for choice in simulation.choices]


@in_one(seed=range(150))
def test_steps_are_those_of_the_naive_product(seed):
    system = random_system(seed)
    naive, stepper = NaiveProduct(system), ExplicitStepper(system)
    for vector, edges in list(naive.edges.items())[:40]:
        steps = list(stepper.steps((vector, ())))
        found = {(step.action, None if ERROR in step.targets[0][1][0] else step.targets[0][1][0]) for step in steps}
        assert found == edges
        assert [step.index for step in steps] == list(range(len(steps)))
        expected = "" if edges else "stop" if naive.is_end(vector) else "deadlock"
        assert stepper.end((vector, ())) == expected


@in_one(seed=range(60))
def test_back_undoes_every_step(seed):
    simulation = Simulation(ExplicitStepper(random_system(seed)))
    seen = [(simulation.state, simulation.choices)]
    for step in range(8):
        before = len(simulation)
        simulation.random(seed=seed + step)
        if len(simulation) == before:
            break
        seen.append((simulation.state, simulation.choices))
    for state, choices in reversed(seen):
        assert (simulation.state, simulation.choices) == (state, choices)
        simulation.back()
    assert len(simulation) == 0


@in_one(seed=range(60))
def test_a_path_leads_to_the_same_state(seed):
    stepper = ExplicitStepper(random_system(seed))
    walked, again = Simulation(stepper).random(10, seed=seed), Simulation(stepper)
    for choice, outcome in walked.path:
        again.take(choice, outcome)
    assert again.to_json() == walked.to_json()
    assert json.loads(json.dumps(walked.to_json())) == walked.to_json()


@in_one(seed=range(60))
def test_the_actions_of_a_walk_can_be_followed(seed):
    stepper = ExplicitStepper(random_system(seed))
    walked = Simulation(stepper).random(8, seed=seed)
    done = [event.choice.action for event in walked.history]
    followed = Simulation(stepper).follow(done)
    assert [event.choice.action for event in followed.history] == done
    visible = [action for action in done if action != "tau"]
    without = Simulation(stepper).follow(visible)
    assert [e.choice.action for e in without.history if e.choice.action != "tau"] == visible


def test_what_would_be_an_error_is_marked():
    simulation = quidpro.simulate(CLIENTS, system="BROKEN").follow(["c.1.request", "c.1.grant", "c.2.request"])
    (grant,) = [choice for choice in simulation.choices if choice.action == "c.2.grant"]
    assert grant.errors == ("MUTEX",)
    assert set(grant.movers) == {"c.2:CLIENT", "FORGETFUL", "MUTEX"}
    assert "c.2.grant" in simulation.state.forbids["MUTEX"]
    simulation.take(grant)
    assert simulation.state.end == "error"
    assert simulation.state.errors == ("MUTEX",)
    assert simulation.choices == []
    chart = simulation.chart()
    assert (chart.end, chart.lanes[chart.failed].name) == ("error", "MUTEX")


def test_a_choice_has_its_place_in_the_text():
    simulation = quidpro.simulate(CLIENTS, system="BROKEN")
    place = simulation.choices[0].places[0]
    text = Path(place.file).read_text().splitlines()[place.line - 1]
    assert text[place.column - 1 :].startswith("request")


def test_silent_steps_have_places(tmp_path):
    simulation = stepping("P = (a -> b -> P)\\{a}.\n||S = P.", tmp_path)
    (choice,) = simulation.choices
    assert (choice.action, choice.movers) == ("tau", ("P",))
    assert (choice.places[0].line, choice.places[0].column) == (1, 6)


@pytest.mark.parametrize(
    ("file", "asked", "end"),
    [
        (CLIENTS, {"system": "BROKEN", "property": "MUTEX"}, "error"),
        ("examples/philosophers.lts", {"deadlock": True}, "deadlock"),
        ("examples/channel/channel_lossy.lts", {}, "error"),
        ("examples/mer/mer_five.lts", {"system": "FAULTY"}, "error"),
    ],
)
def test_a_counterexample_leads_to_what_is_wrong(file, asked, end):
    result = next(result for result in quidpro.check(file, **asked) if result.outcome == "violated")
    simulation = quidpro.simulate(result)
    assert simulation.chart().end == end
    assert len(simulation) == result.verdict.trace.length


def test_who_waits_for_whom_at_a_deadlock():
    result = quidpro.check("examples/philosophers.lts", deadlock=True)[0]
    chart = quidpro.simulate(result).chart()
    assert chart.waiting
    assert len(chart.cycle) >= 2


def test_a_loop_comes_back(tmp_path):
    text = "P = (a -> b -> P | c -> P). assert AGAIN = []<>a ||S = P."
    path = tmp_path / "m.lts"
    path.write_text(text)
    result = quidpro.check(path, property="AGAIN", fair_choice=False)[0]
    chart = quidpro.simulate(result).chart()
    assert (chart.end, chart.loop) == ("loop", len(chart.positions) - 2)


def test_fluents_have_values(tmp_path):
    text = """
    P = (on -> off -> P).
    fluent LIT = <on, off>
    assert DARK = [](!LIT || X off)
    ||S = P.
    """
    simulation = stepping(text, tmp_path, property="DARK")
    values = [simulation.state.values["LIT"]]
    for _ in range(2):
        values.append(simulation.take(0).state.values["LIT"])
    assert values == ["false", "true", "false"]
    assert simulation.chart().rows[0].kind == "fluent"
    assert [position.values for position in simulation.chart().positions] == [("false",), ("true",), ("false",)]


def test_end_is_no_deadlock(tmp_path):
    assert stepping("P = (a -> END). ||S = P.", tmp_path).take(0).state.end == "stop"
    assert stepping("P = (a -> STOP). ||S = P.", tmp_path).take(0).state.end == "deadlock"


def test_a_state_that_was_seen_before(tmp_path):
    simulation = stepping("P = (a -> b -> P). ||S = P.", tmp_path).take(0)
    assert simulation.state.seen is None
    assert simulation.take(0).state.seen == 0


def test_a_run_that_cannot_be_followed():
    simulation = quidpro.simulate(CLIENTS, system="BROKEN")
    with pytest.raises(CannotFollow, match=r"step 2, c\.2\.grant, cannot be taken; enabled there: ") as failed:
        simulation.follow(["c.1.request", "c.2.grant"])
    assert failed.value.step == 2
    assert failed.value.enabled[0] == "c.1.grant"
    assert len(simulation) == 1


def test_a_run_may_leave_a_choice_open(tmp_path):
    text = "P = (a -> b -> STOP | a -> c -> STOP). ||S = P."
    for last in "bc":
        assert stepping(text, tmp_path).follow(f"# P\na\n{last}\n# Q\nz\n").state.end == "deadlock"


def test_priority(tmp_path):
    text = "P = (a -> P | b -> P). ||S = P << {b}."
    assert actions(stepping(text, tmp_path)) == ["b"]


def test_choices_by_a_part_of_their_action():
    simulation = quidpro.simulate(CLIENTS, system="BROKEN")
    (found,) = simulation.choices_where("c.2")
    assert simulation.take(found).history[0].choice.action == "c.2.request"


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (lambda s: s.take(7), "there is no choice 7; there are 3 choices here"),
        (lambda s: s.take(0, 1), "choice 0 has no outcome 1"),
        (lambda s: s.take(-1), "there is no choice -1"),
    ],
)
def test_what_cannot_be_taken(use, words):
    with pytest.raises(UsageError, match=words):
        use(quidpro.simulate(CLIENTS, system="BROKEN"))


def test_several_properties_watch():
    simulation = quidpro.simulate("examples/gas_station/gas_station.lts")
    assert any(lane.kind == "property" for lane in simulation.lanes)


@pytest.mark.slow
def test_a_big_system_is_never_built():
    started = time.process_time()
    simulation = quidpro.simulate("examples/philosophers.lts", constants={"N": 200})
    assert len(simulation.choices) >= 100
    assert len(simulation.random(50, seed=1)) == 50
    json.dumps(simulation.to_json())
    assert time.process_time() - started < 20


def test_arguments_are_checked():
    with pytest.raises(UsageError, match="system must be a text"):
        quidpro.simulate(CLIENTS, system=3)
    with pytest.raises(UsageError, match="system does not apply"):
        quidpro.simulate("examples/smv/robot.smv", system="S")
    with pytest.raises(UsageError, match="there is no property 'MUTEXX'"):
        quidpro.simulate(CLIENTS, property="MUTEXX")


def test_what_recurs_after_a_violation_of_progress():
    results = quidpro.check("examples/readers_writers.lts", system="BUSY", progress=True, deadlock=False)
    result = next(result for result in results if result.outcome == "violated")
    chart = quidpro.simulate(result).chart()
    assert (chart.end, chart.loop) == ("loop", None)
    assert set(chart.recurring) == set(result.verdict.trace.cycle)
