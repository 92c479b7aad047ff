"""Errors come over from worker processes as they were raised."""

from __future__ import annotations

import pickle

import pytest

from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, TooManyStates, UsageError
from quidpro.core.source import Diagnostic


@pytest.mark.parametrize(
    "error",
    [
        BudgetExceeded("time", "exploring", "3 s"),
        BudgetExceeded("interrupt", "starting"),
        InputError([Diagnostic("there is no such name"), Diagnostic("nor such a value", severity="warning")]),
        TooManyStates(7),
        UsageError("that makes no sense"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_the_way_between_processes(error: QuidproError):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
