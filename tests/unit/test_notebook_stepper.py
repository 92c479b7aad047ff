"""The stepping widget: what it sends to the browser, and what the buttons do."""

from __future__ import annotations

import json
import sys
from xml.etree import ElementTree

import pytest

import quidpro
from quidpro.notebook import stepper
from quidpro.notebook.stepper import Stepping, _widget_class

LOSSY = "examples/channel/channel_lossy.lts"
ROBOT = "examples/smv/robot.smv"


def stepping(*path: int) -> Stepping:
    simulation = quidpro.simulate(LOSSY)
    for choice in path:
        simulation.take(choice)
    return Stepping(simulation)


def test_a_view_has_all_that_is_drawn():
    view = stepping().view()
    json.dumps(view)
    assert [choice["action"] for choice in view["choices"]] == ["input"]
    assert [part["name"] for part in view["components"]] == ["Input", "OutputLossy", "Order"]
    assert (view["chart"], view["ending"], view["refused"]) == ("", "", "")


def test_buttons_step_forward_and_back():
    run = stepping()
    view = run.do({"do": "take", "choice": 0})
    assert view["path"] == [[0, 0]]
    ElementTree.fromstring(view["chart"])
    assert len(run.do({"do": "random"})["path"]) == 2
    assert len(run.do({"do": "back"})["path"]) == 1
    run.do({"do": "random"})
    assert run.do({"do": "start"})["path"] == []


def test_a_violation_is_said():
    simulation = quidpro.simulate(quidpro.check(LOSSY, property="Order")[0])
    view = Stepping(simulation).view()
    assert (view["end"], view["errors"], view["ending"]) == ("error", ["Order"], "a property is violated")


@pytest.mark.parametrize(
    "asked",
    [
        {"do": "take", "choice": 99},
        {"do": "take"},
        {"do": "take", "choice": "x"},
        {"do": "take", "choice": 0, "outcome": 7},
        {"do": "take", "choice": None},
    ],
)
def test_what_a_button_cannot_mean_is_refused(asked):
    run = stepping()
    view = run.do(asked)
    assert view["refused"]
    assert view["path"] == []


@pytest.mark.parametrize("asked", [{"do": "eval"}, {}, "take", None, {"do": ["take"]}])
def test_what_is_no_button_does_nothing(asked):
    assert stepping().do(asked)["path"] == []


@pytest.mark.slow
def test_a_model_of_variables():
    run = Stepping(quidpro.simulate(ROBOT))
    view = run.do({"do": "random"})
    assert view["components"] == []
    assert view["chart"].startswith("<svg")
    json.dumps(view)


def test_the_widget_shows_the_view_and_hears_the_buttons():
    pytest.importorskip("anywidget")
    simulation = quidpro.simulate(LOSSY)
    widget = stepper(simulation)
    assert widget.simulation is simulation
    assert repr(widget) == "stepper(Simulation(Channel: 0 steps, 1 choice))"
    widget._handle_custom_msg({"do": "take", "choice": 0}, [])
    assert widget.view["path"] == [[0, 0]]
    assert len(simulation) == 1
    simulation.back()
    widget.refresh()
    assert widget.view["path"] == []
    assert "export default" in widget._esm
    assert "innerHTML" not in widget._esm


def test_only_a_simulation_can_be_stepped():
    with pytest.raises(quidpro.UsageError, match="stepper takes a simulation"):
        stepper(LOSSY)


def test_a_missing_anywidget_is_named(monkeypatch):
    simulation = quidpro.simulate(LOSSY)
    _widget_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(
        quidpro.UsageError, match=r"anywidget, which is not installed; pip install 'quidpro\[notebook\]'"
    ):
        stepper(simulation)
