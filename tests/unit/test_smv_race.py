"""The race of ``auto`` on SMV models: who begins when, what becomes of proofs, and what is told of those who lost."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import Phase, ignore
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.shared.reach import Ring
from quidpro.frontend.smv.model import load_smv
from quidpro.run.auto.where import Where
from quidpro.run.executors.protocol import Done, Lost, Progress
from quidpro.run.smv import field as book
from quidpro.run.smv import race as racing
from quidpro.run.smv.check import check_smv
from quidpro.run.smv.field import Field
from quidpro.run.smv.job import Complaint, Crashed, Told
from quidpro.run.smv.race import Race
from quidpro.run.smv.solve import Chosen, Entry, Proved, undecided
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicVerdict

MODEL = """
MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := y;
MODULE two VAR y : boolean; ASSIGN init(y) := FALSE; next(y) := y;
MODULE main VAR m1 : one(m2.y); m2 : two;
INVARSPEC !m1.x;
INVARSPEC !m2.y;
"""
WHOLE, BEST, OTHER = Entry("monolithic"), Entry("symbolic", None, (1,)), Entry("symbolic", rank=1)
PROOF = SymbolicVerdict("holds", "symbolic", "race", "spec1", "invariant", "!m1.x", ("m1", "m2"), SymbolicStats())
CHECKED = replace(PROOF, certified=True)
REFUSED = "its own check refused the certificate"


class Scripted:
    """An executor whose jobs say what a script says, one line at each look, and then are silent."""

    def __init__(self, *script):
        self.script = list(script)
        self.jobs, self.cancelled = [], []
        self.cpu = 0.0

    def submit(self, job):
        self.jobs.append(job)
        return len(self.jobs) - 1

    def wait(self, _seconds=None):
        if not self.script or self.script[0].handle >= len(self.jobs):
            time.sleep(0.01)
            return []
        return [self.script.pop(0)]

    def cancel(self, handle):
        self.cancelled.append(handle)

    def seconds(self, handle):
        return 1.5 + handle

    def cpu_seconds(self, _handle):
        self.cpu += 0.05
        return self.cpu


@pytest.fixture
def model():
    return load_smv(Source("race.smv", MODEL))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(racing, "HEAD_START", 0.0)
    monkeypatch.setattr(racing, "LATER", 0.0)
    monkeypatch.setattr(book, "CERTIFY_SECONDS", 0.1)
    monkeypatch.setattr(book, "GRACE", 0.1)
    monkeypatch.setattr(racing, "GRACE", 0.1)


def raced(model, *script, entries=(WHOLE, BEST), budget=None, specs=1):
    flat = model.flat()
    made = Field(flat, flat.specs[:specs], entries, ignore, lambda _number, _verdict: None)
    executor = Scripted(*script)
    Race(made, executor, budget or Budget(0.5), Settings()).run()
    return made.answers[0], executor


def nothing(model, why):
    return undecided(model.flat(), model.flat().specs[0], "symbolic", why)


def test_who_promises_less_begins_later(model, monkeypatch):
    monkeypatch.setattr(racing, "HEAD_START", 0.7)
    monkeypatch.setattr(racing, "LATER", 5.0)
    flat = model.flat()
    race = Race(Field(flat, flat.specs, [WHOLE, BEST, OTHER], ignore, print), Scripted(), Budget(), Settings())
    assert race._is_due(OTHER, 0.0), "nobody is at work"
    race._begin(0)
    assert not race._is_due(BEST, 0.1)
    assert race._is_due(BEST, 0.8)
    assert not race._is_due(OTHER, 0.8)
    assert race._is_due(OTHER, 5.1)


def test_the_method_asked_for_and_who_won_are_told_apart(model):
    ring = Progress(0, Ring(1, 10, 200))
    verdict, _ = raced(model, ring, Progress(1, Chosen("m1 | m2")), Progress(1, Told(0, CHECKED)))
    assert (verdict.outcome, verdict.method, verdict.winner.method) == ("holds", "auto", "symbolic")
    assert (verdict.winner.split, verdict.winner.options) == ("m1 | m2", {"orientation": "swapped"})
    assert [runner.state for runner in verdict.race] == ["stopped: 1 images, 200 nodes", "holds"]
    assert [runner.seconds for runner in verdict.race] == [1.5, 2.5]


def test_one_alone_is_no_race(model):
    verdict, _ = raced(model, Progress(0, Told(0, CHECKED)), entries=(BEST,))
    assert (verdict.method, verdict.winner, verdict.race) == ("symbolic", None, ())


def test_the_first_to_say_why_not_is_heard_when_nobody_can_answer(model):
    script = [Progress(1, Told(0, nothing(model, "too hard"))), Progress(0, Told(0, nothing(model, "harder")))]
    verdict, _ = raced(model, *script, Done(0, False), Done(1, False))
    assert (verdict.outcome, verdict.reason, verdict.winner) == ("unknown", "too hard", None)
    assert [runner.state for runner in verdict.race] == ["harder", "too hard"]


def test_a_refused_proof_is_no_answer_however_long_the_others_take(model):
    script = [Progress(1, Told(0, Proved(PROOF))), Progress(1, Told(0, nothing(model, REFUSED))), Done(1, False)]
    verdict, executor = raced(model, *script)
    assert (verdict.outcome, verdict.reason, executor.cancelled) == ("unknown", REFUSED, [])


def test_a_proof_whose_check_takes_too_long_stands_without_it(model):
    verdict, executor = raced(model, Progress(1, Told(0, Proved(PROOF))), budget=Budget(5.0))
    assert (verdict.outcome, verdict.certified) == ("holds", False)
    assert verdict.race[1].state == "holds, not certified"
    assert executor.cancelled == [1]


def test_its_worker_begins_anew_with_what_is_open(model):
    _, executor = raced(model, Progress(1, Told(0, Proved(PROOF))), specs=2)
    assert [[number for number, _ in job.arguments[2]] for job in executor.jobs] == [[0, 1], [0, 1], [1]]


def test_a_proof_is_kept_when_its_worker_goes(model):
    gone = Lost(1, "ended at 700 MB: all together had more than 500 MB")
    verdict, _ = raced(model, Progress(1, Told(0, Proved(PROOF))), gone)
    assert (verdict.outcome, verdict.winner.method) == ("holds", "symbolic")


def test_who_goes_for_lack_of_memory_says_so(model):
    verdict, _ = raced(model, Progress(0, Phase("searching")), Lost(0, "ended at 700 MB"), entries=(WHOLE,))
    assert verdict.reason == "memory budget ran out while starting (ended at 700 MB)"


def test_a_crash_is_told_and_a_complaint_is_raised(model):
    verdict, _ = raced(model, Progress(0, Crashed("internal error")), Done(0, False), entries=(WHOLE,))
    assert (verdict.outcome, verdict.reason) == ("unknown", "internal error")
    with pytest.raises(Exception, match="the input is wrong"):
        raced(model, Progress(0, Complaint((), "the input is wrong")))


def test_time_that_is_up_ends_the_race(model):
    verdict, _ = raced(model, Progress(0, Ring(1, 10, 200)), budget=Budget(0.0))
    assert verdict.outcome == "unknown"
    assert "time budget ran out" in verdict.reason
    assert (verdict.stats.rings, verdict.race[0].state) == (1, "stopped: 1 images, 200 nodes")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cut_that_does_not_exist_is_no_reason(model, jobs):
    where = Where(jobs)
    assert [result.verdict.outcome for result in check_smv(model, Budget(), where=where)] == ["holds", "holds"]
    unlucky = check_smv(model, Budget(0.0), where=where)
    assert all("time budget ran out" in result.verdict.reason for result in unlucky)


def test_with_one_worker_turns_do_not_depend_on_the_clock(model, monkeypatch):
    """``monolithic`` is not given enough to end in the first round, and is overtaken in the second."""
    monkeypatch.setattr(racing, "_POLLS", 2)
    told = []
    for _ in range(2):
        results = check_smv(model, Budget(), where=Where(1))
        told.append([(r.verdict.outcome, r.verdict.winner.method, [x.state for x in r.verdict.race]) for r in results])
    assert told[0] == told[1]
    assert [outcome for outcome, _, _ in told[0]] == ["holds", "holds"]
