"""The live line: on a terminal only, one line, gone in the end."""

from __future__ import annotations

import io

from quidpro.cli.live import LiveLine
from quidpro.core.events import Explored, Iteration, Phase


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_the_work_and_then_nothing(monkeypatch):
    monkeypatch.setattr("quidpro.cli.live._INTERVAL", 0.0)
    stream = Terminal()
    with LiveLine(stream) as live:
        live(Phase("exploring the product"))
        live(Explored(12345, 67))
        live(Iteration(3, 5, 89))
    text = stream.getvalue()
    assert "exploring the product: 12,345 states" in text
    assert "frontier 67" in text
    assert "round 3, assumption 5 states, 89 queries" in text
    assert "\n" not in text
    assert text.endswith("\r\x1b[K")


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
