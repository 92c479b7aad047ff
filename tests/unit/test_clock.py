"""Compiling counts neither against the time that an answer may take nor in the time that it took."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from quidpro.core import clock
from quidpro.core.budget import Budget
from quidpro.core.clock import Clock
from quidpro.core.errors import BudgetExceeded
from quidpro.run.executors.local import LocalExecutor
from quidpro.run.executors.protocol import Done, Job, Progress, Tell


class Wall:
    """A wall clock that goes when it is told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    made = Wall()
    monkeypatch.setattr(clock, "time", made)
    return made


def test_the_clock_stands_still_from_the_first_stop_to_the_last(wall: Wall) -> None:
    clock = Clock()
    told: list[bool] = []
    begun = clock.now()
    with clock.watched(told.append):
        wall.seconds += 1
        clock.stop()
        clock.stop()
        wall.seconds += 30
        clock.resume()
        assert clock.now() - begun == 1
        clock.resume()
        wall.seconds += 2
    assert clock.now() - begun == 3
    assert told == [True, False]


def test_a_budget_is_not_spent_on_compiling(wall: Wall) -> None:
    budget = Budget(seconds=10)
    clock.CLOCK.stop()
    wall.seconds += 1000
    budget.check()
    clock.CLOCK.resume()
    budget.check()
    assert budget.remaining() == pytest.approx(10)  # seconds that other tests compiled are part of the sum
    wall.seconds += 11
    with pytest.raises(BudgetExceeded):
        budget.check()


def test_the_clock_stops_only_while_something_is_compiled() -> None:
    from quidpro.core.compiling import helper

    told: list[bool] = []
    with clock.CLOCK.watched(told.append):
        double = helper(lambda x: x + x)
        assert double(2) == 4
        assert double(3) == 6
    assert told == [True, False]


def compile_until(tell: Tell, released: str) -> str:
    """A job that compiles for as long as a file is not there."""
    clock.CLOCK.stop()
    tell("compiling")
    while not Path(released).exists():
        time.sleep(0.01)
    clock.CLOCK.resume()
    return "compiled"


def test_while_a_worker_compiles_nobody_s_time_runs(tmp_path: Path) -> None:
    released = tmp_path / "released"
    with LocalExecutor(1) as executor:
        handle = executor.submit(Job(compile_until, (str(released),), seconds=60))
        assert executor.wait(60) == [Progress(handle, "compiling")]
        before = executor.seconds(handle), clock.now()
        time.sleep(0.05)
        assert (executor.seconds(handle), clock.now()) == before
        released.touch()
        assert executor.wait(60) == [Done(handle, "compiled")]
    later = clock.now()
    time.sleep(0.01)
    assert clock.now() > later


def test_a_worker_that_is_lost_while_it_compiles_stops_no_clock(tmp_path: Path) -> None:
    with LocalExecutor(1) as executor:
        handle = executor.submit(Job(compile_until, (str(tmp_path / "never"),), seconds=60))
        executor.wait(60)
        executor.cancel(handle)
    before = clock.now()
    time.sleep(0.01)
    assert clock.now() > before


def test_a_checker_has_seconds_of_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    used = 0.0
    monkeypatch.setattr("quidpro.core.budget.time.thread_time", lambda: used)
    budget = Budget()
    checking = budget.within_cpu(5)
    part = checking.within(1)
    budget.started -= 1000  # the machine was busy with something else
    checking.check()
    used = 2.0
    checking.check()
    with pytest.raises(BudgetExceeded, match="limit 1 s of CPU"):
        part.check()
    used = 6.0
    with pytest.raises(BudgetExceeded, match="limit 5 s of CPU"):
        checking.check()


def test_the_timeout_of_all_ends_a_checker_too(wall: Wall) -> None:
    checking = Budget(seconds=10).within_cpu(1000).within(100)
    checking.check()
    wall.seconds += 11
    with pytest.raises(BudgetExceeded, match="limit 10 s"):
        checking.check()
