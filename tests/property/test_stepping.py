"""Laws of stepping: whatever is done, the path leads to the same place again, and back undoes exactly what was done."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from quidpro.stepping.explicit import ExplicitStepper
from quidpro.stepping.simulation import Simulation
from tests.random_systems import random_system

DONE = st.one_of(
    st.tuples(st.just("take"), st.integers(0, 30)),
    st.tuples(st.just("back"), st.integers(0, 3)),
    st.tuples(st.just("random"), st.integers(0, 99)),
)


def do(simulation, kind, number):
    if kind == "take" and simulation.total:
        simulation.take(number % simulation.total)
    elif kind == "back":
        simulation.back(number)
    elif kind == "random":
        simulation.random(2, seed=number)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.lists(DONE, max_size=12))
def test_the_path_tells_it_all(seed, things):
    stepper = ExplicitStepper(random_system(seed))
    simulation = Simulation(stepper)
    for kind, number in things:
        before, path = simulation.to_json(), simulation.path
        do(simulation, kind, number)
        if len(simulation) >= len(path):
            ahead = len(simulation) - len(path)
            done = simulation.path
            assert simulation.back(ahead).to_json() == before
            for step in done[len(path) :]:
                simulation.take(*step)
            assert simulation.path == done
    again = Simulation(stepper)
    for step in simulation.path:
        again.take(*step)
    assert again.to_json() == simulation.to_json()
    chart = simulation.chart()
    assert chart.is_run
    assert len(chart.positions) == len(chart.steps) + 1 == simulation.length + 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.integers(0, 99))
def test_what_was_done_can_be_followed(seed, chance):
    stepper = ExplicitStepper(random_system(seed))
    walked = Simulation(stepper).random(10, seed=chance)
    followed = Simulation(stepper).follow("\n".join(step.action for step in walked.chart().steps))
    assert [step.action for step in followed.chart().steps] == [step.action for step in walked.chart().steps]
    if "error" in (walked.chart().end, followed.chart().end):
        assert followed.length == walked.length
