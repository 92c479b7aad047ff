"""The screen of ``animate``: keys, at 100 columns and 30 lines, as textual's own driver presses them."""

from __future__ import annotations

import asyncio

import pytest

import quidpro

pytest.importorskip("textual")

from textual.widgets import OptionList, Static

from quidpro.animate.app import Animation

CLIENTS = "examples/client_server/client_server.lts"
MANY = "P = (a[i:1..12] -> P | b -> P). ||S = P."
COIN = """
mdp
module Coin
  x : [0..2];
  [toss] x=0 -> 3/4 : (x'=1) + 1/4 : (x'=2);
  [again] x=1 -> (x'=0);
endmodule
"""
COUNTER = """
MODULE main
VAR x : 0..20;
ASSIGN init(x) := 0; next(x) := 0..20;
INVARSPEC x < 5
"""


@pytest.fixture
def file(tmp_path):
    def write(text, name):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def pressed(simulation, keys, look=lambda app: None, plan=None):
    """What a look at the app tells after some keys."""
    found = []

    async def run():
        app = Animation(simulation, plan)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            found.append(look(app))

    asyncio.run(run())
    return found[0]


def text(app, name):
    return str(app.query_one(f"#{name}", Static).render())


def actions(simulation):
    return [event.choice.action for event in simulation.history]


def test_a_digit_takes_an_action_and_u_goes_back():
    simulation = quidpro.simulate(CLIENTS, system="BROKEN")
    shown = pressed(simulation, ["2"], lambda app: (text(app, "states"), text(app, "steps"), text(app, "title")))
    assert actions(simulation) == ["c.2.request"]
    assert "c.2:CLIENT  request" in shown[0]
    assert "c.2.request" in shown[1]
    assert "1 step" in shown[2]
    pressed(simulation, ["U"])
    assert actions(simulation) == []
    assert "beginning" in pressed(simulation, ["u"], lambda app: text(app, "status"))


def test_arrows_and_enter():
    simulation = quidpro.simulate(CLIENTS, system="BROKEN")
    pressed(simulation, ["down", "down", "enter"])
    assert actions(simulation) == ["c.3.request"]


def test_random_and_start():
    simulation = quidpro.simulate(CLIENTS)
    pressed(simulation, ["R", "r", "r"])
    assert len(simulation) == 3
    pressed(simulation, ["s"])
    assert len(simulation) == 0


def violated():
    simulation = quidpro.simulate(quidpro.check(CLIENTS, system="BROKEN", property="MUTEX")[0])
    plan = simulation.path
    return simulation.back(len(simulation)), plan


def test_along_a_trace_to_the_error():
    simulation, plan = violated()
    shown = pressed(simulation, ["T", "t", "t"], lambda app: (text(app, "status"), choice_texts(app)), plan)
    assert shown[0] == "step 3 of 4 of the trace"
    assert any("▸" in line and "c.2.grant" in line and "✕ MUTEX" in line for line in shown[1])
    assert "MUTEX is violated" in pressed(simulation, ["t"], lambda app: text(app, "status"), plan)
    assert "end of the trace" in pressed(simulation, ["t"], lambda app: text(app, "status"), plan)


def test_beside_the_trace_and_back_to_it():
    simulation, plan = violated()
    assert "beside the trace" in pressed(simulation, ["2", "t"], lambda app: text(app, "status"), plan)
    pressed(simulation, ["u", "e"], plan=plan)
    assert simulation.path == plan


def test_without_a_trace():
    simulation = quidpro.simulate(CLIENTS)
    assert "there is no trace" in pressed(simulation, ["t"], lambda app: text(app, "status"))


def choice_texts(app):
    listed = app.query_one("#choices", OptionList)
    return [str(listed.get_option_at_index(i).prompt) for i in range(listed.option_count)]


def test_numbers_of_two_digits(file):
    simulation = quidpro.simulate(file(MANY, "m.lts"))
    assert pressed(simulation, ["1"], lambda app: text(app, "status")) == "1_"
    pressed(simulation, ["1", "3"])
    assert actions(simulation) == ["b"]
    pressed(simulation, ["2"])
    pressed(simulation, ["1", "enter"])
    assert actions(simulation) == ["b", simulation.choices[1].action, simulation.choices[0].action]
    assert "there is no 99 here" in pressed(simulation, ["0"], lambda app: text(app, "status")).replace("0", "99")


def test_a_filter(file):
    simulation = quidpro.simulate(file(MANY, "m.lts"))
    keys = ["slash", "a", "full_stop", "7", "enter"]
    assert pressed(simulation, keys, choice_texts) == ["1  a.7  A"]
    pressed(simulation, [*keys, "1"])
    assert actions(simulation) == ["a.7"]
    assert len(pressed(simulation, [*keys, "escape"], choice_texts)) == 13


def test_a_filter_of_variables(file):
    simulation = quidpro.simulate(file(COUNTER, "m.smv"))
    keys = ["slash", *"x", "equals_sign", "7", "enter"]
    found = pressed(simulation, keys, lambda app: (choice_texts(app), text(app, "heading")))
    assert found[1] == "1 choice of 21 with x=7"
    assert "x = 7" in found[0][0]
    pressed(simulation, [*keys, "1"])
    assert simulation.state.errors == ("spec1",)
    wrong = ["slash", *"y", "equals_sign", "7", "enter"]
    assert "there is no variable 'y'" in pressed(simulation, wrong, lambda app: text(app, "status"))


@pytest.mark.slow
def test_outcomes_are_chosen_or_tossed(file):
    pytest.importorskip("stormpy")
    simulation = quidpro.simulate(file(COIN, "m.prism"))
    shown = pressed(simulation, ["1"], lambda app: (text(app, "heading"), choice_texts(app)))
    assert shown[0] == "Outcome of toss"
    assert ["3/4" in shown[1][0], "1/4" in shown[1][1]] == [True, True]
    assert len(simulation) == 0
    pressed(simulation, ["1", "2"])
    assert simulation.path == [(0, 1)]
    pressed(simulation, ["u", "1", "r"])
    assert len(simulation) == 1
    pressed(simulation, ["u", "1", "escape"])
    assert len(simulation) == 0


def test_help_opens_and_closes():
    simulation = quidpro.simulate(CLIENTS)
    assert pressed(simulation, ["question_mark"], lambda app: len(app.screen_stack)) == 2
    assert pressed(simulation, ["question_mark", "escape"], lambda app: len(app.screen_stack)) == 1


def test_dark_and_light():
    simulation = quidpro.simulate(CLIENTS)
    assert pressed(simulation, ["d"], lambda app: app.theme) == "quidpro-light"


def test_a_deadlock_tells_who_waits(tmp_path):
    simulation = quidpro.simulate(quidpro.check("examples/philosophers.lts", deadlock=True)[0])
    shown = pressed(simulation, [], lambda app: (text(app, "heading"), text(app, "status")))
    assert "waits to do" in shown[0]
    assert "deadlock" in shown[1]


def test_names_that_look_like_markup_stay_as_they_are(tmp_path):
    hostile = "[bold]x[/bold]\x1b[31m"
    lts = quidpro.LTS.of([(0, hostile, 1), (1, "b", 0)])
    simulation = quidpro.simulate(quidpro.assemble("S", {"[red]P": lts})).take(0)
    shown = pressed(simulation, [], lambda app: (text(app, "states"), text(app, "steps")))
    assert "[red]P" in shown[0]
    assert "[bold]x[/bold]\\u001b[31m" in shown[1]


def test_lines_fit_the_screen():
    simulation = quidpro.simulate("examples/philosophers.lts", constants={"N": 10}).random(20, seed=1)
    for name, most in (("states", 50), ("steps", 100), ("heading", 50)):
        shown = pressed(simulation, [], lambda app, name=name: text(app, name))
        assert max(map(len, shown.splitlines())) <= most


def test_digits_do_nothing_behind_the_help():
    simulation = quidpro.simulate(CLIENTS)
    pressed(simulation, ["question_mark", "1", "r"])
    assert len(simulation) == 0
