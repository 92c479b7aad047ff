"""Rounds of a race: whose they are, and which of them are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import Chosen, Event, Phase
from quidpro.report.racers import Whose, to_show
from quidpro.report.watch import Watcher
from quidpro.run.job import Progress, Report
from quidpro.run.registry import world_named
from quidpro.run.scoreboard import Scoreboard
from quidpro.verdict.engine import Attempt
from quidpro.verdict.rounds import Bounds, Evidence, Round
from quidpro.verdict.verdict import Runner
from quidpro.verdict.watch import RoundView


def told(method: str, *events: Event, attempts: tuple[Attempt, ...]) -> list[Event]:
    """What a board hands on of what its last attempt reports."""
    heard: list[Event] = []
    board = Scoreboard(world_named("explicit"), [], method, heard.append)
    board.begin(attempts)
    board.tracks[-1].turn = 2
    progress = Progress()
    for event in events:
        progress = progress.after(event)
        board.take(len(attempts) - 1, Report(progress, event))
    return heard


ATTEMPTS = Attempt("monolithic"), Attempt("lstar", label="A | B", differs={"alphabet": "refine"})


def test_a_round_of_a_race_says_whose_it_is() -> None:
    shown = Evidence((object(),))
    heard = told("auto", Phase("learning"), Round(1, "too weak", evidence=shown), attempts=ATTEMPTS)
    assert heard == [Round(1, "too weak", runner="lstar, split A | B, alphabet refine", turn=2)]
    assert isinstance(heard[0], Round)
    assert heard[0].evidence is shown


def test_a_split_that_the_method_chose_is_told() -> None:
    heard = told("auto", Chosen("C | D"), Bounds(1, "better", upper_states=3), attempts=(Attempt("lstar"),))
    assert heard[1] == Bounds(1, "better", upper_states=3, runner="lstar, split C | D", turn=2)


def test_without_a_race_there_is_no_runner() -> None:
    assert told("lstar", Round(1, "holds"), attempts=(Attempt("lstar"),)) == [Round(1, "holds")]


def verdict(winner: Runner | None, name: str = "P") -> Any:
    """As much of a verdict as counts here."""
    return type("Verdict", (), {"winner": winner, "property": name, "kind": "safety"})()


LSTAR, AGAR = Runner("lstar", "A | B"), Runner("agar", "A | B")
MADE = {Whose("P", LSTAR.label, 1): 5, Whose("P", LSTAR.label, 2): 7, Whose("P", AGAR.label, 1): 8}


@pytest.mark.parametrize(
    ("winner", "shown", "note"),
    [
        (
            LSTAR,
            [Whose("P", LSTAR.label, 2)],
            "The rounds are those of lstar, split A | B, which won the race. 1 other runner made 8 rounds.",
        ),
        (
            AGAR,
            [Whose("P", AGAR.label, 1)],
            "The rounds are those of agar, split A | B, which won the race. 1 other runner made 12 rounds.",
        ),
        (Runner("monolithic"), [], "monolithic won the race without rounds; 2 other runners made 20 rounds."),
        (
            None,
            [Whose("P", AGAR.label, 1)],
            "Nobody won the race; the rounds are those of agar, split A | B. 1 other runner made 12 rounds.",
        ),
    ],
)
def test_the_rounds_of_the_winner_are_shown(winner: Runner | None, shown: list[Whose], note: str) -> None:
    assert to_show(MADE, [verdict(winner)]) == (shown, note)


def test_each_question_has_its_winner() -> None:
    made = {**MADE, Whose("Q", AGAR.label, 1): 3}
    shown, note = to_show(made, [verdict(LSTAR), verdict(AGAR, "Q")])
    assert shown == [Whose("P", LSTAR.label, 2), Whose("Q", AGAR.label, 1)]
    assert note.startswith("P: The rounds are those of lstar")
    assert "Q: The rounds are those of agar" in note


def test_without_a_race_all_rounds_are_shown() -> None:
    made = {Whose("P"): 3, Whose("Q"): 4}
    assert to_show(made, [verdict(None), verdict(None, "Q")]) == ([Whose("P"), Whose("Q")], "")


def test_the_watcher_remembers_each_runner_apart() -> None:
    easels = []

    class Renderer:
        def round_view(self, event: Round, asked: str, easel: object) -> RoundView:
            easels.append(easel)
            return RoundView(event.number, asked, "", 0, event.outcome, "", "", "", ())

    watcher = Watcher(Renderer(), Budget())  # type: ignore[arg-type]
    one = Round(1, "too weak", evidence=Evidence(()), runner="lstar", turn=1)
    rounds = [one, replace(one, runner="agar\x1b"), replace(one, number=2), replace(one, turn=2)]
    views = [watcher.view(event, "P") for event in rounds]
    assert easels[0] is easels[2]
    assert len(set(map(id, easels))) == 3
    assert [view.turn for view in views if view] == [1, 1, 1, 2]
    assert "\x1b" not in "".join(view.runner for view in views if view)
