"""Work that does not listen to its budget is broken off, also where Python would swallow the exception."""

from __future__ import annotations

import ctypes
import signal
import sys
import time

import pytest

from quidpro.cli.limits import limited
from quidpro.core.errors import BudgetExceeded

CALLED = ctypes.CFUNCTYPE(None)


def busy(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def test_deaf_work_is_broken_off():
    with pytest.raises(BudgetExceeded, match="time budget"), limited(0, None):
        busy(20)


@pytest.mark.slow
def test_an_exception_swallowed_by_a_callback_is_thrown_again():
    calls = []

    @CALLED
    def callback():
        calls.append(1)
        busy(20)

    def deaf() -> None:
        callback()
        busy(20)

    started = time.monotonic()
    with pytest.raises(BudgetExceeded, match="time budget"), limited(0, None):
        deaf()
    assert calls == [1]
    assert time.monotonic() - started < 15


def test_what_others_lose_is_still_reported(monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: reported.append(str(lost.exc_value)))

    @CALLED
    def callback():
        raise ValueError("mine")

    with limited(None, None):
        callback()
    assert reported == ["mine"]


@pytest.mark.slow
def test_words_of_others_become_the_budget_s():
    def deaf() -> None:
        try:
            busy(20)
        except BudgetExceeded:
            raise RuntimeError("compilation failed") from None

    with pytest.raises(BudgetExceeded, match="time budget"), limited(0, None):
        deaf()


def test_an_alarm_is_put_off_by_the_time_in_which_the_clock_stood_still():
    with limited(60, None) as budget:
        signal.raise_signal(signal.SIGALRM)  # as after a minute of compiling
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 60
        budget.started -= 62
        with pytest.raises(BudgetExceeded, match="time budget"):
            signal.raise_signal(signal.SIGALRM)
