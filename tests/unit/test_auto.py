"""Method ``auto``: the first look, the race, what it says about it."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import replace

import psutil
import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Status
from quidpro.engines.explicit.problem import Problem
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Component, System
from quidpro.report.explicit.view import to_json
from quidpro.run.auto import decide as auto
from quidpro.run.auto import race
from quidpro.run.auto.entries import ALWAYS, entries
from quidpro.run.auto.where import Where
from quidpro.run.solve import solve
from tests.conformance.zoo import ZOO
from tests.processes import family

SAFETY = [animal for animal in ZOO if animal.problem.kind == "safety"]
TWO, ONE = Where(jobs=2), Where(jobs=1)
REAL = race.run_entry


def ring(stations: int, faulty: bool = False) -> Problem:
    """A token goes round; whoever has it may work, and only one may at a time. Everyone also ticks on its own."""
    parts = []
    for i in range(stations):
        here, there = f"token.{i}", f"token.{(i + 1) % stations}"
        steps = [(0, here, 1), (1, f"enter.{i}", 2), (2, f"leave.{i}", 3), (3, there, 0), (1, there, 0)]
        if faulty and i == stations - 1:
            steps.append((0, f"enter.{i}", 2))
        parts.append(Component(f"S{i}", LTS.of(steps, initial=3 if i == stations - 1 else 0)))
        ticks = [(p, f"tick.{i}", (p + 1) % 5) for p in range(5)]
        parts.append(Component(f"CLOCK{i}", LTS.of(ticks, initial=0)))
    mutex = [step for i in range(stations) for step in ((0, f"enter.{i}", i + 1), (i + 1, f"leave.{i}", 0))]
    goal = Component("MUTEX", complete_property(LTS.of(mutex, initial=0)), is_property=True)
    return Problem(System("RING", (*parts, goal)), "safety", "MUTEX")


@pytest.fixture
def no_look(monkeypatch):
    """Every system goes to the race."""
    monkeypatch.setattr(auto, "first_look", lambda *_: None)


def by_method(verdict):
    return {runner.method: runner.state for runner in reversed(verdict.race)}


def test_a_small_system_is_decided_at_a_first_look():
    verdict = auto.decide(SAFETY[0].problem, Budget())
    assert (verdict.method, verdict.outcome, verdict.certified) == ("auto", SAFETY[0].outcome, True)
    assert (verdict.winner.method, len(verdict.race)) == ("monolithic", 1)
    assert verdict.whole.exact
    assert verdict.whole.states == verdict.stats.states_explored <= verdict.whole.bound


@pytest.mark.parametrize("animal", [a for a in ZOO if a.problem.kind != "safety"], ids=lambda a: a.name)
def test_other_questions_go_to_monolithic(animal):
    verdict = auto.decide(animal.problem, Budget(), where=TWO)
    assert (verdict.outcome, verdict.certified, verdict.winner.method) == (animal.outcome, True, "monolithic")


@pytest.mark.parametrize("animal", SAFETY, ids=lambda a: a.name)
def test_one_worker_decides_the_zoo(animal, no_look):
    verdict = auto.decide(animal.problem, Budget(), where=ONE)
    assert (verdict.method, verdict.outcome, verdict.certified) == ("auto", animal.outcome, True)


@pytest.mark.parametrize("animal", SAFETY[:6], ids=lambda a: a.name)
def test_two_workers_decide_the_zoo(animal, no_look):
    verdict = auto.decide(animal.problem, Budget(), where=TWO)
    assert (verdict.method, verdict.outcome, verdict.certified) == ("auto", animal.outcome, True)
    assert verdict.winner in verdict.race
    assert family() == set()


@pytest.mark.parametrize("where", [ONE, TWO], ids=["one", "two"])
def test_a_system_too_large_to_explore_is_decided_by_parts(where):
    verdict = auto.decide(ring(20), Budget(seconds=120), where=where)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert verdict.winner.method != "monolithic"
    assert not verdict.whole.exact
    assert verdict.whole.states > 10_000
    assert verdict.whole.bound > 10**12


def test_one_worker_is_the_same_every_time():
    def told():
        verdict = auto.decide(ring(10), Budget(), where=ONE)
        return without_times(to_json([verdict], [ring(10).system]))

    first = told()
    end = time.monotonic() + 60
    load = [os.fork() for _ in range(2)]
    if 0 in load:
        while time.monotonic() < end:
            pass
        os._exit(0)
    try:
        assert told() == first
    finally:
        for pid in load:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def without_times(value):
    """The same JSON without what a clock or the memory says."""
    if isinstance(value, dict):
        gone = {"seconds", "certify_seconds", "sat_seconds", "peak_memory_mb"}
        return {key: without_times(inner) for key, inner in value.items() if key not in gone}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


def test_the_order_is_fixed_and_monolithic_always_runs():
    found = entries(ring(4))
    assert found == entries(ring(4))
    assert (found[0].method, found[0].weight) == ("monolithic", ALWAYS)
    assert {"lstar", "agar", "circular", "minimise"} <= {entry.method for entry in found}


def test_a_split_that_was_asked_for_is_the_only_one():
    problem = ring(3)
    split = (("S0", "CLOCK0"), ("S1", "CLOCK1", "S2", "CLOCK2"))
    assert {entry.split for entry in entries(replace(problem, split=split))} == {None, split}


def test_one_process_is_not_taken_apart():
    system = ring(3).system
    alone = replace(system, components=(system.processes[0], system.properties[0]))
    assert {entry.split for entry in entries(Problem(alone, "safety", "MUTEX"))} == {None}


def killed(tell, problem, entry, *limits):
    if entry.method == "monolithic":
        os.kill(os.getpid(), signal.SIGKILL)
    return REAL(tell, problem, entry, *limits)


def all_killed(*_arguments):
    os.kill(os.getpid(), signal.SIGKILL)


def unsure(tell, problem, entry, *limits):
    if entry.method != "monolithic":
        time.sleep(60)
    return replace(REAL(tell, problem, entry, *limits), certified=False, reason="the checker had no time")


def endless(tell, *_arguments):
    while True:
        time.sleep(0.01)


def test_the_race_goes_on_without_a_worker_that_was_killed(no_look, monkeypatch):
    monkeypatch.setattr(race, "run_entry", killed)
    verdict = auto.decide(SAFETY[0].problem, Budget(), where=TWO)
    assert (verdict.outcome, verdict.certified) == (SAFETY[0].outcome, True)
    assert verdict.winner.method != "monolithic"
    assert by_method(verdict)["monolithic"] == "lost: killed by signal 9, probably out of memory"


def test_when_all_are_killed_it_is_unknown(no_look, monkeypatch):
    monkeypatch.setattr(race, "run_entry", all_killed)
    verdict = auto.decide(SAFETY[0].problem, Budget(), where=TWO)
    assert (verdict.outcome, verdict.winner) == ("unknown", None)
    assert verdict.reason.startswith("every method gave up")
    assert "killed by signal 9" in verdict.reason
    assert all("killed by signal 9" in runner.state for runner in verdict.race)


def test_answers_that_contradict_each_other_are_no_answer(no_look, monkeypatch):
    problem = SAFETY[0].problem
    book = auto.Field(problem, entries(problem))
    held = solve(problem, "monolithic", Budget())
    book.answered(0, held, 1.0)
    assert book.contradiction() is None
    book.answered(1, replace(held, outcome="violated"), 1.0)
    assert "both certified; one of them is wrong, please report this" in book.contradiction()
    monkeypatch.setattr(auto.Field, "contradiction", lambda self: "it cannot be")
    verdict = auto.decide(problem, Budget(), where=ONE)
    assert (verdict.outcome, verdict.winner, verdict.reason) == ("unknown", None, "it cannot be")


def test_a_proof_that_was_not_checked_stands_as_such(no_look, monkeypatch):
    monkeypatch.setattr(race, "run_entry", unsure)
    verdict = auto.decide(SAFETY[0].problem, Budget(), where=TWO)
    assert (verdict.outcome, verdict.certified) == (SAFETY[0].outcome, False)
    assert verdict.reason == "the checker had no time"
    assert family() == set()


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_end_of_the_budget_ends_all(no_look, monkeypatch, interrupted):
    monkeypatch.setattr(race, "run_entry", endless)
    budget = Budget(seconds=None if interrupted else 1.0)
    heard = []

    def listen(event):
        heard.append(event)
        if interrupted and isinstance(event, Status):
            budget.interrupt()

    verdict = auto.decide(ring(3), budget, listen, TWO)
    assert verdict.outcome == "unknown"
    assert ("interrupted while racing" if interrupted else "time budget ran out while racing") in verdict.reason
    assert family() == set()


def test_too_much_memory_ends_the_largest_not_the_race():
    limit = psutil.Process().memory_info().rss / 2**20 + 500
    verdict = auto.decide(ring(14), Budget(seconds=120, megabytes=limit), where=TWO)
    assert verdict.outcome == "holds"


@pytest.mark.parametrize("jobs", [0, -1])
def test_fewer_than_one_worker_is_refused(jobs):
    with pytest.raises(UsageError, match="at least 1"):
        Where(jobs=jobs)


def test_the_verdict_can_be_written(no_look):
    verdict = auto.decide(SAFETY[0].problem, Budget(), where=ONE)
    written = json.loads(json.dumps(to_json([verdict], [SAFETY[0].problem.system])))
    assert written["winner"]["method"] == verdict.winner.method
    assert written["whole"]["words"]
