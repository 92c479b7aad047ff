"""The live line: on a terminal only, one line, gone in the end."""

from __future__ import annotations

import io

import pytest

from quidpro.cli.bench import ProgressBar
from quidpro.cli.live import LiveLine
from quidpro.cli.output import shows_colour
from quidpro.core.clock import CLOCK
from quidpro.core.errors import Unwritten
from quidpro.core.events import Explored, Phase
from quidpro.verdict.rounds import Round


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_the_work_and_then_nothing(monkeypatch):
    monkeypatch.setattr("quidpro.cli.live._INTERVAL_SECONDS", 0.0)
    stream = Terminal()
    with LiveLine(stream) as live:
        live(Phase("exploring the product"))
        live(Explored(12345, 67))
        live(Round(3, "too weak", assumption_states=5, queries=89))
    text = stream.getvalue()
    assert "exploring the product: 12,345 states" in text
    assert "frontier 67" in text
    assert "round 3, assumption 5 states, 89 queries" in text
    assert "\n" not in text
    assert text.endswith("\r\x1b[K")


def test_a_terminal_is_told_of_compiling():
    stream = Terminal()
    with LiveLine(stream) as live:
        live(Phase("exploring the product"))
        CLOCK.stop()
        CLOCK.resume()
    CLOCK.stop()
    CLOCK.resume()
    assert stream.getvalue().count("exploring the product: compiling, once on this machine") == 1


def test_the_speed_is_that_of_the_work_alone(monkeypatch):
    monkeypatch.setattr("quidpro.cli.live.now", iter([0.0, 0.0, 2.0, 2.0]).__next__)
    monkeypatch.setattr("quidpro.cli.live._INTERVAL_SECONDS", 0.0)
    stream = Terminal()
    with LiveLine(stream) as live:
        live(Phase("exploring the product"))
        live(Explored(1000, 0))
    assert "1,000 states, 500/s" in stream.getvalue()


def test_a_pipe_sees_nothing():
    stream = io.StringIO()
    with LiveLine(stream) as live:
        live(Phase("exploring the product"))
        live(Explored(1, 1))
    assert stream.getvalue() == ""


def test_a_dumb_terminal_sees_nothing(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    with LiveLine(stream) as live:
        live(Phase("exploring the product"))
        live(Explored(1, 1))
    assert stream.getvalue() == ""


def test_drawing_is_rare():
    stream = Terminal()
    with LiveLine(stream) as live:
        for states in range(1000):
            live(Explored(states, 0))
    assert stream.getvalue().count("states") < 20


def test_work_goes_on_when_the_terminal_has_gone(monkeypatch):
    def gone(_text):
        raise Unwritten("Input/output error")

    stream = Terminal()
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setattr(stream, "write", gone)
    with LiveLine(stream) as live:
        assert live.active
        live(Phase("exploring the product"))
        assert not live.active


@pytest.mark.parametrize(("value", "colour"), [("1", False), ("", True)])
def test_an_empty_no_color_switches_nothing_off(value, colour, monkeypatch):
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setenv("NO_COLOR", value)
    assert shows_colour(Terminal()) is colour


def test_a_bar_of_many_parts_is_told_of_compiling_too():
    with ProgressBar(1) as bar:
        bar.begin("agar-1: Chiron, k = 2, agar")
        CLOCK.stop()
        told = bar._progress.tasks[0].description
        CLOCK.resume()
        assert told == "agar-1: Chiron, k = 2, agar; compiling, once on this machine"
        assert bar._progress.tasks[0].description == "agar-1: Chiron, k = 2, agar"
