"""``--smallest`` over variables: what is said, and why it is so; that it is smallest, the differential tests ask."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core import budget as core_budget
from quidpro.engines.symbolic.scv import smallest
from tests.naive_smallest import separable, words
from tests.naive_smallest_smv import letters_of

TIMERS = """
MODULE client(phase)
VAR timer : 0..4; req : boolean; want : 0..3; wrong : boolean;
ASSIGN
  init(timer) := 0; init(req) := FALSE; init(want) := 0; init(wrong) := FALSE;
  next(timer) := (timer + 1) mod 5;
  next(req) := timer = 0 & want = 0 & !req;
  next(want) := case req & want = 0 : 1; phase = want & phase != 0 : (want = 3 ? 0 : want + 1); TRUE : want; esac;
  next(wrong) := wrong | (phase != 0 & phase != want);
MODULE memory(req)
VAR refresh : 0..6; at : 0..3; phase : 0..3;
ASSIGN
  init(refresh) := 0; init(at) := 0; init(phase) := 0;
  next(refresh) := (refresh + 1) mod 7;
  next(at) := case at = 0 & req : 1; at != 0 & refresh > 2 & phase = 0 : (at = 3 ? 0 : at + 1); TRUE : at; esac;
  next(phase) := at != 0 & refresh > 2 & phase = 0 ? at : 0;
MODULE main
VAR c : client(m.phase); m : memory(c.req);
INVARSPEC NAME in_phase := !c.wrong
"""
FREE = """
MODULE main
VAR a : 0..2; b : 0..2; seen : 0..2;
ASSIGN
  init(a) := 0; next(a) := a < 1 ? a + 1 : 0;
  init(seen) := 0; next(seen) := b;
  init(b) := 0; next(b) := (b + 1) mod 3;
INVARSPEC NAME small := a < 2
"""


def check(text=TIMERS, split="c | m", timeout=None, **options):
    asked = {"smallest": True, "orientation": "given", **options}
    model = quidpro.loads(text, "smv")
    return quidpro.check(model, method="symbolic", split=split, timeout=timeout, options=asked).expect("holds").verdict


@pytest.mark.parametrize("localise", [True, False])
def test_a_smallest_assumption_is_proved_and_certified(localise):
    verdict = check(localise=localise)
    (found,) = verdict.stats.smallest
    assert (found.at_least, found.states, verdict.assumptions[0].states) == (5, 5, 5)
    assert verdict.certified
    (note,) = [note for note in verdict.notes if "smallest" in note]
    part = ", as far as it is followed," if localise else ""
    assert note == f"smallest deterministic assumption of M1 = c{part} over these 2 variables: 5 states, none with 4"


def test_what_is_learned_is_larger():
    verdict = check(smallest=False)
    assert (verdict.assumptions[0].states, verdict.stats.smallest) == (7, ())


def test_the_words_alone_show_that_none_is_smaller():
    verdict = check()
    (found,) = verdict.stats.smallest
    alphabet = letters_of(quidpro.loads(TIMERS, "smv").flat(), verdict.assumptions[0].variables)
    shown = words(found.allowed, found.forbidden)
    assert [separable(shown, alphabet, live) for live in (3, 4)] == [False, True]


def test_without_words_that_are_apart_it_is_the_same(monkeypatch):
    monkeypatch.setattr(smallest, "_MAX_IMAGES", 0)
    assert check().assumptions[0].states == 5


def test_what_is_proved_stays_proved_when_time_runs_out(monkeypatch):
    monkeypatch.setattr(core_budget, "_KEPT_SHARE", 1.0)
    verdict = check(timeout=60)
    assert (verdict.certified, verdict.assumptions[0].states) == (True, 7)
    assert "7 states; time ran out" in " ".join(verdict.notes)


def test_a_wide_interface_is_left_alone(monkeypatch):
    monkeypatch.setattr(smallest, "MAX_BITS", 2)
    verdict = check()
    (found,) = verdict.stats.smallest
    assert (verdict.certified, found.at_least, found.states, len(found.forbidden)) == (True, 2, 7, 1)
    assert "between 2 and 7 states; not looked for over more than 2 shared bits, and these are 3" in verdict.notes[-1]


def test_nothing_is_assumed_where_nothing_is_needed():
    verdict = check(FREE, "a, seen | b", candidates=False)
    (found,) = verdict.stats.smallest
    assert (found.at_least, found.states, verdict.assumptions[0].states) == (1, 1, 1)


def test_more_than_two_groups_are_refused():
    with pytest.raises(quidpro.UsageError, match="--smallest is for two groups of an SMV model, and the split has 3"):
        check(FREE, "a | b | seen")


def test_as_published_it_is_not_looked_for():
    model = quidpro.loads(FREE, "smv")
    with pytest.raises(quidpro.UsageError, match="smallest"):
        quidpro.check(model, method="symbolic", as_published=True, options={"smallest": True})
