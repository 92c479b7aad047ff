"""Pictures of models: what is too large is refused with advice, and Ctrl-C ends a layout at once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.cli.driver import model, quidpro, refused, stopped_while_drawing

PHILOSOPHERS = ("show", "examples/philosophers.lts", "TABLE")


@pytest.mark.slow
def test_a_hundred_states_are_drawn_and_the_deadlock_stands_out():
    run = quidpro(*PHILOSOPHERS, "--const", "N=3", "--format", "svg")
    assert run.code == 0
    assert run.stdout.count('class="node"') == 112  # and the dot where the first arrow begins
    assert run.stdout.count(">STOP<") == 1


def test_what_nobody_could_read_is_refused_with_what_to_do(tmp_path):
    advice = ("543 states", "||SMALL = TABLE @ {a, b}.", "--reduce weak", "DOT", "processes: PHILOSOPHER, FORK")
    refused(quidpro(*PHILOSOPHERS, "--const", "N=4", "--format", "svg"), *advice)
    refused(quidpro("convert", PHILOSOPHERS[1], tmp_path / "table.svg", "--const", "N=4"), *advice)
    assert list(tmp_path.iterdir()) == []


def test_what_to_do_works(tmp_path):
    text = Path(PHILOSOPHERS[1]).read_text(encoding="utf-8") + "||SMALL = TABLE @ {p[Seats].eat}.\n"
    run = quidpro("show", model(tmp_path, text), "SMALL", "--const", "N=4", "--reduce", "weak", "--format", "svg")
    assert run.stdout.count('class="state') == 34
    assert run.stdout.count("STOP</text>") == 1
    assert "var(" not in run.stdout, "many viewers know no variables"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_a_signal_ends_a_layout(tmp_path, number):
    run = stopped_while_drawing(*PHILOSOPHERS, "--const", "N=2", "-o", tmp_path / "picture.svg", by=number)
    assert (run.code, run.stdout) == (3, "")
    assert run.stderr == "undecided: interrupted while laying out a picture\n"
    assert list(tmp_path.iterdir()) == []
