"""The race of ``auto`` on SMV models: who begins when, and who goes when memory is short."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from quidpro.run.smv import race as racing
from quidpro.run.smv.check import check_smv
from quidpro.run.smv.race import Race
from quidpro.run.smv.solve import Entry
from quidpro.symbolic.machine import Settings

MODEL = """
MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := y;
MODULE two VAR y : boolean; ASSIGN init(y) := FALSE; next(y) := y;
MODULE main VAR m1 : one(m2.y); m2 : two;
INVARSPEC !m1.x;
INVARSPEC !m2.y;
"""
WHOLE, BEST, OTHER = Entry("monolithic"), Entry("symbolic"), Entry("symbolic", rank=1)


class Idle:
    """A worker that never says anything."""

    def __init__(self, megabytes, finished=False):
        self.finished = finished
        self.stopped = False
        self._megabytes = megabytes

    def megabytes(self):
        return self._megabytes

    def stop(self):
        self.stopped = True


@pytest.fixture
def model():
    return load_smv(Source("race.smv", MODEL))


def race(model, *workers, jobs=9):
    flat = model.flat()
    made = Race(flat, flat.specs, [WHOLE, BEST, OTHER], Budget(), Settings(), jobs=jobs)
    made._workers.update(dict(zip(workers, (WHOLE, BEST, OTHER), strict=False)))
    return made


def test_who_promises_less_begins_later(model):
    alone = race(model, Idle(1))
    assert not alone._is_due(BEST, 0.1)
    assert alone._is_due(BEST, racing.HEAD_START + 0.1)
    assert not alone._is_due(OTHER, racing.HEAD_START + 0.1)
    assert alone._is_due(OTHER, racing.LATER + 0.1)


def test_nobody_waits_for_those_who_have_finished(model):
    assert race(model, Idle(1, finished=True))._is_due(OTHER, 0.0)


def test_there_are_no_more_workers_than_jobs(model):
    busy = [Idle(1), Idle(1)]
    assert not race(model, *busy, jobs=2)._is_due(OTHER, 100.0)
    assert race(model, *busy, jobs=3)._is_due(OTHER, 100.0)


def test_the_largest_goes_when_memory_is_short(model):
    small, large = Idle(60), Idle(80)
    made = race(model, small, large)
    made._share_memory(150)
    assert not large.stopped
    made._share_memory(100)
    assert (small.stopped, large.stopped) == (False, True)
    assert list(made._workers) == [small]
    assert "memory budget ran out" in made._unknown[0].reason
    with pytest.raises(BudgetExceeded, match="60 MB used"):
        made._share_memory(50)


@pytest.mark.parametrize("later", [0.0, 5.0])
def test_a_cut_that_does_not_exist_is_no_reason(model, monkeypatch, later):
    monkeypatch.setattr(racing, "LATER", later)
    monkeypatch.setattr(racing, "HEAD_START", 0.0)
    assert [result.verdict.outcome for result in check_smv(model, Budget())] == ["holds", "holds"]
    unlucky = check_smv(model, Budget(0.0))
    assert all("time budget ran out" in result.verdict.reason for result in unlucky)
