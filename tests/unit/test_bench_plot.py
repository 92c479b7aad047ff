"""The picture of time against k: what is in it, and what is said when it cannot be drawn."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from quidpro.benchmarks.plot import plot, reject_unplottable, spread_out
from quidpro.benchmarks.rows import TABLES, Row
from quidpro.benchmarks.tables import Block, Line, Table
from quidpro.benchmarks.work import Measured, Question, Sizes
from quidpro.core.errors import UsageError


def block(k, **seconds):
    """A row in which methods took so long; a time below nought stands for a run that did not end."""
    found = {name: Measured("holds" if s > 0 else "unknown", seconds=abs(s)) for name, s in seconds.items()}
    lines = tuple(Line(name, {}, measured, (measured.seconds,), ()) for name, measured in found.items())
    row = Row("acr", "gas", "Gas Station", k, Question("model.lts"))
    return Block(row, Sizes(), (*lines, Line("agar", {}, None, (), ("not run",))), None, None)


TABLE = Table(TABLES["acr"], (block(3, lstar=0.5, auto=0.1), block(5, lstar=-60.0, auto=1.0)))


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_a_picture(suffix, tmp_path):
    path = tmp_path / f"plot{suffix}"
    plot([TABLE], path)
    assert path.stat().st_size > 1000


def test_it_names_cases_and_methods_that_were_run(tmp_path):
    path = tmp_path / "plot.svg"
    plot([TABLE], path)
    text = path.read_text(encoding="utf-8")
    assert all(f">{word}<" in text for word in ("Gas Station (acr)", "lstar", "auto", "seconds"))
    assert "open markers: not decided within the limits" in text
    assert ">agar<" not in text


def test_the_same_figures_give_the_same_picture(tmp_path):
    for name in ("a.svg", "b.svg"):
        plot([TABLE], tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_nothing_measured_is_said(tmp_path):
    with pytest.raises(UsageError, match="nothing has been measured yet"):
        plot([Table(TABLES["acr"], (block(3),))], tmp_path / "plot.svg")


def test_other_suffixes_are_refused():
    with pytest.raises(UsageError, match=r"plot\.txt: its suffix must be one of \.svg"):
        reject_unplottable(Path("plot.txt"))


def test_without_matplotlib_there_is_a_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'quidpro\[bench\]'"):
        reject_unplottable(Path("plot.svg"))


def test_names_that_would_touch_are_moved_apart():
    places = spread_out({"a": 0.5, "b": 0.5, "c": 0.51, "d": 0.9})
    assert places["d"] == 0.9
    near = [places[name] for name in "abc"]
    assert near == sorted(near)
    assert all(later - earlier > 0.05 for earlier, later in pairwise(near))
    assert abs(sum(near) / 3 - 0.503) < 0.01
