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
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Component, System
from quidpro.report.json import to_json
from quidpro.run import race
from quidpro.run.job import Answered
from quidpro.run.registry import world_named
from quidpro.run.request import Workers
from quidpro.verdict.engine import ALWAYS, Attempt
from quidpro.verdict.explicit.problem import Problem, problem_about
from quidpro.worlds.explicit import Explicit
from tests.conformance.zoo import DECIDED
from tests.processes import family
from tests.racing import attempts, decide, question, without_look

SAFETY = [animal for animal in DECIDED if animal.asks_one("safety")]
OTHERS = [animal for animal in DECIDED if animal.asks_one("deadlock", "progress", "liveness")]
CHANNEL = next(animal for animal in SAFETY if animal.path.stem == "channel")
TWO, ONE = Workers(jobs=2), Workers(jobs=1)
REAL = race.answer_problems


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
    return problem_about(System("RING", (*parts, goal)), "safety", "MUTEX")


@pytest.fixture
def no_look(monkeypatch):
    """Every system goes to the race."""
    without_look(monkeypatch)


def written(problem):
    """What one worker answers, as JSON."""
    verdict = decide(problem, workers=ONE)
    return to_json([(verdict, problem)], world_named("explicit").renderer)


def by_method(verdict):
    return {runner.method: runner.state for runner in reversed(verdict.race)}


def test_a_small_system_is_decided_at_a_first_look():
    verdict = decide(question(CHANNEL), Budget())
    assert (verdict.method, verdict.outcome, verdict.certified) == ("auto", CHANNEL.outcome, True)
    assert (verdict.winner.method, len(verdict.race)) == ("monolithic", 1)
    assert verdict.whole.exact
    assert verdict.whole.states == verdict.stats.states_explored <= verdict.whole.bound


@pytest.mark.parametrize("animal", OTHERS, ids=str)
def test_other_questions_go_to_monolithic(animal):
    verdict = decide(question(animal), Budget(), workers=TWO)
    assert (verdict.outcome, verdict.certified, verdict.winner.method) == (animal.outcome, True, "monolithic")


@pytest.mark.parametrize("animal", SAFETY, ids=str)
def test_one_worker_decides_the_zoo(animal, no_look):
    verdict = decide(question(animal), Budget(), workers=ONE)
    assert (verdict.method, verdict.outcome, verdict.certified) == ("auto", animal.outcome, True)


@pytest.mark.parametrize("animal", SAFETY[::8], ids=str)
def test_two_workers_decide_the_zoo(animal, no_look):
    verdict = decide(question(animal), Budget(), workers=TWO)
    assert (verdict.method, verdict.outcome, verdict.certified) == ("auto", animal.outcome, True)
    assert verdict.winner in verdict.race
    assert family() == set()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [ONE, TWO], ids=["one", "two"])
def test_a_system_too_large_to_explore_is_decided_all_the_same(workers):
    verdict = decide(ring(20), Budget(seconds=120), workers=workers)
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert verdict.winner.method != "monolithic"
    assert verdict.whole.exact == (verdict.winner.method == "saturation")
    assert 10_000 < verdict.whole.states < verdict.whole.bound
    assert verdict.whole.bound > 10**12


@pytest.mark.slow
def test_one_worker_is_the_same_every_time():
    def told():
        return without_times(written(ring(10)))

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
    found = attempts(ring(4))
    assert found == attempts(ring(4))
    assert (found[0].engine, found[0].weight) == ("monolithic", ALWAYS)
    assert {"lstar", "agar", "circular", "minimise"} <= {attempt.engine for attempt in found}


def test_a_first_look_comes_before_all_others():
    look, others = world_named("explicit").heats([ring(5)], {}, None)
    assert [(attempt.engine, attempt.inline) for attempt in look] == [("monolithic", True)]
    assert look[0].options.most_states > 0
    assert all(attempt.looked and not attempt.inline for attempt in others)


def test_many_components_are_seen_as_a_diagram_once_there_are_more_than_a_few_states():
    few, diagram, look, _ = world_named("explicit").heats([ring(6)], {}, None)
    assert [heat[0].engine for heat in (few, diagram, look)] == ["monolithic", "saturation", "monolithic"]
    assert all(attempt.inline for heat in (few, diagram, look) for attempt in heat)
    assert few[0].options.most_states < look[0].options.most_states


def test_a_split_that_was_asked_for_is_the_only_one():
    split = (("S0", "CLOCK0"), ("S1", "CLOCK1", "S2", "CLOCK2"))
    asked = "S0, CLOCK0 | S1, CLOCK1, S2, CLOCK2"
    assert {attempt.split for attempt in attempts(ring(3), asked)} == {None, split}


def test_one_process_is_not_taken_apart():
    system = ring(3).model
    alone = replace(system, components=(system.processes[0], system.properties[0]))
    assert {attempt.split for attempt in attempts(problem_about(alone, "safety", "MUTEX"))} == {None}


def killed_before_others(file):
    """``monolithic`` is killed; the others begin when the race has taken note of that, and its process is gone."""

    def answer(tell, attempt, *arguments):
        if attempt.engine == "monolithic":
            file.with_suffix(".new").write_text(str(os.getpid()))
            file.with_suffix(".new").rename(file)
            os.kill(os.getpid(), signal.SIGKILL)
        while not file.exists() or psutil.pid_exists(int(file.read_text())):
            time.sleep(0.01)
        return REAL(tell, attempt, *arguments)

    return answer


def all_killed(*_arguments):
    os.kill(os.getpid(), signal.SIGKILL)


def unsure(tell, attempt, *arguments):
    if attempt.engine != "monolithic":
        time.sleep(60)

    def doubting(message):
        if isinstance(message, Answered):
            verdict = replace(message.verdict, certified=False, reason="the checker had no time")
            message = replace(message, verdict=verdict)
        tell(message)

    return REAL(doubting, attempt, *arguments)


def endless(tell, *_arguments):
    while True:
        time.sleep(0.01)


def test_the_race_goes_on_without_a_worker_that_was_killed(no_look, monkeypatch, tmp_path):
    monkeypatch.setattr(race, "answer_problems", killed_before_others(tmp_path / "killed"))
    verdict = decide(question(CHANNEL), Budget(), workers=TWO)
    assert (verdict.outcome, verdict.certified) == (CHANNEL.outcome, True)
    assert verdict.winner.method != "monolithic"
    assert by_method(verdict)["monolithic"] == "lost: killed by signal 9, probably out of memory"


def test_when_all_are_killed_it_is_unknown(no_look, monkeypatch):
    monkeypatch.setattr(race, "answer_problems", all_killed)
    verdict = decide(question(CHANNEL), Budget(), workers=TWO)
    assert (verdict.outcome, verdict.winner) == ("unknown", None)
    assert verdict.reason.startswith("every method gave up")
    assert "killed by signal 9" in verdict.reason
    assert all("killed by signal 9" in runner.state for runner in verdict.race)


def lying(tell, attempt, *arguments):
    """Two answer the opposite of each other, at the same moment."""
    moment = time.monotonic() + 1.0
    heard = []
    spent = REAL(heard.append, attempt, *arguments)
    for message in heard:
        if isinstance(message, Answered) and attempt.engine == "minimise":
            other = {"holds": "violated", "violated": "holds"}[message.verdict.outcome]
            message = replace(message, verdict=replace(message.verdict, outcome=other))
        if isinstance(message, Answered) and message.checked:
            time.sleep(max(moment - time.monotonic(), 0.0))
            tell(message)
    return spent


@pytest.mark.slow
def test_answers_that_contradict_each_other_are_no_answer(monkeypatch):
    """Both are heard when this process looks once, having been held up."""
    monkeypatch.setattr(race, "answer_problems", lying)
    monkeypatch.setattr(Explicit, "heats", lambda *_: iter([[Attempt("monolithic"), Attempt("minimise")]]))
    monkeypatch.setattr(race, "_STATUS_SECONDS", 0.0)

    def held_up(event):
        if isinstance(event, Status):
            time.sleep(3.0)

    verdict = decide(question(CHANNEL), Budget(seconds=60), held_up, TWO)
    assert (verdict.outcome, verdict.winner, verdict.certified) == ("unknown", None, False)
    assert "both certified; one of them is wrong, please report this" in verdict.reason
    assert family() == set()


def test_a_proof_that_was_not_checked_stands_as_such(no_look, monkeypatch):
    monkeypatch.setattr(race, "answer_problems", unsure)
    verdict = decide(question(CHANNEL), Budget(), workers=TWO)
    assert (verdict.outcome, verdict.certified) == (CHANNEL.outcome, False)
    assert verdict.reason == "the checker had no time"
    assert family() == set()


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_end_of_the_budget_ends_all(no_look, monkeypatch, interrupted):
    monkeypatch.setattr(race, "answer_problems", endless)
    budget = Budget(seconds=None if interrupted else 1.0)
    heard = []

    def listen(event):
        heard.append(event)
        if interrupted and isinstance(event, Status):
            budget.interrupt()

    verdict = decide(ring(3), budget, listen, TWO)
    assert verdict.outcome == "unknown"
    assert ("interrupted while racing" if interrupted else "time budget ran out while racing") in verdict.reason
    assert family() == set()


@pytest.mark.slow
def test_too_much_memory_ends_the_largest_not_the_race():
    limit = psutil.Process().memory_info().rss / 2**20 + 500
    verdict = decide(ring(14), Budget(seconds=120, megabytes=limit), workers=TWO)
    assert verdict.outcome == "holds"


@pytest.mark.parametrize("jobs", [0, -1])
def test_fewer_than_one_worker_is_refused(jobs):
    with pytest.raises(UsageError, match="at least 1"):
        Workers(jobs=jobs)


def test_the_verdict_can_be_written(no_look):
    told = json.loads(json.dumps(written(question(CHANNEL))))
    assert told["winner"]["method"] == decide(question(CHANNEL), workers=ONE).winner.method
    assert told["whole"]["words"]
