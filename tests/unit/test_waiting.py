"""Why a deadlock is one: who waits for whom, in words and as JSON."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.report.explicit.text import deadlock_lines
from quidpro.verdict.explicit.evidence import Step, Trace
from quidpro.verdict.explicit.waiting import circular_wait, waiting
from tests.unit.certify_samples import Naive
from tests.unit.report_samples import stuck, to_json


def deadlock(end: tuple[int, ...], **parts: LTS) -> tuple[Trace, System]:
    system = System("S", tuple(Component(name, lts) for name, lts in parts.items()))
    return Naive(system).trace(end, tuple(parts)), system


def philosophers(size: int) -> tuple[Trace, System]:
    """Each takes the fork of its number, then would take the next one."""
    parts = []
    for i in range(size):
        right, left = f"{i}.right", f"{i}.left"
        moves = [(0, f"{right}.take", 1), (1, f"{left}.take", 2), (2, f"{right}.drop", 3), (3, f"{left}.drop", 0)]
        users = (right, f"{(i - 1) % size}.left")
        fork = [move for user in users for move in ((0, f"{user}.take", 1), (1, f"{user}.drop", 0))]
        parts += [Component(f"P{i}", LTS.of(moves)), Component(f"F{i}", LTS.of(fork))]
    steps = tuple(Step(f"{i}.right.take", {2 * i: 0, 2 * i + 1: 0}) for i in range(size))
    states = tuple((1,) * (2 * taken) + (0,) * (2 * (size - taken)) for taken in range(size + 1))
    return Trace(tuple(part.name for part in parts), states, steps), System("TABLE", tuple(parts))


def lines(trace: Trace, system: System, width: int = 80) -> str:
    return "\n".join(deadlock_lines(trace, system, width))


def test_a_fork_waits_for_the_one_who_holds_it():
    assert circular_wait(waiting(*philosophers(3))) == [
        ("P0", "0.left.take"),
        ("F1", "1.right.drop"),
        ("P1", "1.left.take"),
        ("F2", "2.right.drop"),
        ("P2", "2.left.take"),
        ("F0", "0.right.drop"),
    ]


def test_a_circle_word_for_word():
    assert (
        lines(*philosophers(2), width=60)
        == """\
Nothing can happen any more: each of these waits for the
next one to join in.
  P0 (0.left.take) → F1 (1.right.drop) → P1 (1.left.take) →
  F0 (0.right.drop) → P0

Waiting for:
  P0: 0.left.take
  F0: 0.right.drop, 1.left.drop
  P1: 1.left.take
  F1: 0.left.drop, 1.right.drop"""
    )


def test_of_a_large_circle_the_beginning():
    text = lines(*philosophers(30))
    assert text.count("→") < 60
    assert " …\n\nWaiting for:\n" in text
    assert text.endswith("\n  … and 48 processes more")


def test_two_who_want_different_things():
    client = LTS.of([(0, "call", 1), (1, "reply", 0)])
    server = LTS.of([(0, "call", 1), (1, "call", 0)], alphabet=["reply"])
    idle = LTS.of([(0, "done", 1)], alphabet=["call2"])
    text = lines(*deadlock((1, 1, 1), CLIENT=client, SERVER=server, IDLE=idle))
    assert "  CLIENT (reply) → SERVER (call) → CLIENT\n" in text
    assert text.endswith("\n  IDLE: nothing, it has stopped")


ONE = LTS.of([(0, "a", 1), (1, "b", 0)])


@pytest.mark.parametrize(
    ("end", "parts", "why"),
    [
        ((0, 0), {"P": ONE, "Q": LTS.of([], alphabet=["a"])}, "everybody waits for Q, which has stopped."),
        ((1,), {"P": LTS.of([(0, "a", 1)])}, "P has stopped."),
        ((1, 1), {"P": LTS.of([(0, "a", 1)]), "Q": LTS.of([(0, "b", 1)])}, "all have stopped."),
        (
            (0, 0, 0),
            {"P": ONE, "Q": LTS.of([], alphabet=["a"]), "R": LTS.of([], alphabet=["a"])},
            "everybody waits for Q and R, which have stopped.",
        ),
        (
            (0, 1),
            {"P": ONE, "Q": LTS.of([(0, "c", 1)], alphabet=["a"], end=1)},
            "everybody waits for Q, which has ended.",
        ),
    ],
)
def test_without_a_circle_somebody_has_stopped(end, parts, why):
    assert lines(*deadlock(end, **parts)).splitlines()[0] == f"Nothing can happen any more: {why}"


def test_nobody_waits_when_all_have_stopped():
    assert lines(*deadlock((1,), P=LTS.of([(0, "a", 1)]))) == "Nothing can happen any more: P has stopped."


def test_a_property_keeps_nobody_waiting():
    watch = Component("WATCH", LTS.of([(0, "a", 0), (0, "b", "ERROR")]), is_property=True)
    system = System("S", (Component("P", ONE), watch, Component("Q", LTS.of([], alphabet=["a"]))))
    trace = Naive(system).trace((0, 0, 0), ("P", "WATCH", "Q"))
    assert [one.component for one in waiting(trace, system)] == ["P", "Q"]
    assert [offer.missing for offer in waiting(trace, system)[0].offers] == [("Q",)]


def test_a_deadlock_as_json():
    found = to_json(stuck())["counterexample"]
    assert found["waiting"] == [
        {"name": "P0", "offers": [{"action": "b", "waits_for": ["P1"], "held_by": "P1"}], "ended": False},
        {"name": "P1", "offers": [{"action": "c", "waits_for": ["P3"], "held_by": None}], "ended": False},
        {"name": "P2", "offers": [{"action": "c", "waits_for": ["P3"], "held_by": None}], "ended": False},
        {"name": "P3", "offers": [], "ended": False},
    ]
    assert found["circular_wait"] == []


def test_a_circle_as_json():
    trace, system = philosophers(2)
    found = to_json((replace(stuck()[0], trace=trace), system))["counterexample"]
    assert found["circular_wait"][:2] == [
        {"name": "P0", "action": "0.left.take"},
        {"name": "F1", "action": "1.right.drop"},
    ]
    held = {one["name"]: [offer["held_by"] for offer in one["offers"]] for one in found["waiting"]}
    assert held["P0"] == [None]
    assert "P1" in held["F1"]
