"""A counterexample that is followed step by step has the chart that the report draws of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import quidpro
from quidpro.run.registry import world_named

LOOP = "P = (a -> b -> P | c -> P). fluent F = <a, b> assert AGAIN = []<>F ||S = P."
DEFINED = """
MODULE main
IVAR go : boolean;
VAR x : 0..3; y : boolean;
ASSIGN init(x) := 0; next(x) := go & x < 3 ? x + 1 : x; init(y) := FALSE; next(y) := !y;
DEFINE high := x > 2;
INVARSPEC NAME low := !high
"""


def both(results):
    """The charts of a violation: along the simulation, and of the report."""
    result = next(result for result in results if result.outcome == "violated")
    drawn = world_named(result.verdict.world).renderer.chart(result.verdict, result.problem)
    return quidpro.simulate(result).chart(), drawn


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("examples/client_server/client_server.lts", {"system": "BROKEN", "property": "MUTEX"}),
        ("examples/philosophers.lts", {"deadlock": True}),
        ("examples/gas_station/gas_station.lts", {"system": "FAULTY", "deadlock": True}),
        ("examples/readers_writers.lts", {"system": "BUSY", "progress": True, "deadlock": False}),
    ],
)
def test_runs_of_systems(file, asked):
    followed, drawn = both(quidpro.check(file, **asked))
    assert replace(followed, title=drawn.title) == drawn


def test_a_loop_with_fluents(tmp_path):
    path = tmp_path / "m.lts"
    path.write_text(LOOP)
    followed, drawn = both(quidpro.check(path, property="AGAIN", fair_choice=False))
    assert replace(followed, title=drawn.title) == drawn


def test_runs_of_machines(tmp_path):
    path = tmp_path / "m.smv"
    path.write_text(DEFINED)
    followed, drawn = both(quidpro.check(path))
    assert replace(followed, title=drawn.title) == drawn
    assert drawn.rows[0].name == "high"
