"""The race of ``auto`` on SMV models: what becomes of a proof while it is checked."""

from __future__ import annotations

import time

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from quidpro.run.smv import race
from quidpro.run.smv.solve import Entry, Proved, undecided
from quidpro.run.smv.workers import can_fork
from quidpro.symbolic.machine import Settings
from quidpro.verdict.symbolic import SymbolicStats, SymbolicVerdict

MODEL = load_smv(Source("model.smv", "MODULE main\nVAR x : boolean;\nINVARSPEC x\n")).flat()
PROOF = SymbolicVerdict("holds", "symbolic", "model", "spec1", "invariant", "x", ("model",), SymbolicStats())
REFUSED = "its own check refused the certificate"

pytestmark = pytest.mark.skipif(not can_fork(), reason="workers are forked")


def raced(monkeypatch, *, refused: bool) -> SymbolicVerdict:
    """One finds a proof, whose check fails or takes too long; the other is at work for longer than checks may take."""

    def work(entry, model, _asked, _seconds, _megabytes, _settings, send):
        if entry.method == "symbolic":
            send((0, Proved(PROOF)))
        if entry.method == "symbolic" and refused:
            send((0, undecided(model, model.specs[0], "symbolic", REFUSED)))
        else:
            time.sleep(1.0)

    monkeypatch.setattr(race, "_work", work)
    monkeypatch.setattr(race, "CERTIFY_SECONDS", 0.1)
    monkeypatch.setattr(race, "GRACE", 0.1)
    monkeypatch.setattr(race, "HEAD_START", 0.0)
    entries = [Entry("symbolic"), Entry("monolithic")]
    (verdict,) = race.Race(MODEL, MODEL.specs, entries, Budget(), Settings()).run()
    return verdict


def test_a_refused_proof_is_no_answer_however_long_the_others_take(monkeypatch):
    verdict = raced(monkeypatch, refused=True)
    assert (verdict.outcome, verdict.reason) == ("unknown", REFUSED)


def test_a_proof_whose_check_takes_too_long_stands_without_it(monkeypatch):
    verdict = raced(monkeypatch, refused=False)
    assert (verdict.outcome, verdict.certified) == ("holds", False)
