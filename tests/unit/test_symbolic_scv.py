"""SCV on small models: cuts, assumptions, words, the corrections of the printed algorithm."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.engines.symbolic.scv import symbolic
from quidpro.engines.symbolic.scv.choose import choose
from quidpro.engines.symbolic.scv.cut import cut
from quidpro.engines.symbolic.scv.groups import format_split, parse_split
from quidpro.engines.symbolic.scv.symbolic import GIVEN, SWAPPED, Compositional, unsuited
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.problem import problem_about
from tests.asking import check_model
from tests.naive_scv import check_languages

SIMPLE = """
MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := y;
MODULE two VAR y : boolean; ASSIGN init(y) := FALSE; next(y) := y;
MODULE main VAR m1 : one(m2.y); m2 : two;
INVARSPEC NAME p := !m1.x;
"""
LATE = """
MODULE main
VAR m1 : {zero, one, two, three}; m2 : boolean; k : 0..2;
ASSIGN
  init(m1) := zero;
  next(m1) := case m1 = zero & m2 : one; m1 = one & m2 : two; m1 = two & m2 : three; TRUE : zero; esac;
  init(k) := 0;
  next(k) := case k = 2 : 0; TRUE : k + 1; esac;
  m2 := k != 2;
INVARSPEC NAME p := m1 != three;
"""
BUS = """
MODULE main
VAR m1 : {idle, asking, busy, broken}; grant : boolean; two : boolean;
ASSIGN
  init(m1) := idle;
  next(m1) := case
    m1 = asking & grant & two : broken; m1 = asking & grant : busy; m1 = idle : asking; TRUE : idle; esac;
  init(grant) := FALSE;
  next(grant) := {FALSE, TRUE};
  init(two) := FALSE;
  next(two) := two & m1 != busy;
INVARSPEC NAME p := m1 != broken;
"""
STUCK = """
MODULE main
VAR a : boolean; b : boolean;
ASSIGN init(a) := FALSE; next(a) := TRUE; init(b) := FALSE;
TRANS b & !next(b)
INVARSPEC NAME p := !a;
"""


def flat(text):
    return load_smv(Source("m.smv", text)).flat()


def solve(model, split, sides=(GIVEN,), heard=None, candidates=True):
    (spec, *_) = model.specs
    events = [] if heard is None else heard
    settings = Settings(nodes=1 << 18, candidates=candidates)
    first = parse_split(split, model)
    return Compositional(problem_about(model, spec), first, Budget(), events.append, settings, sides).solve()


class Counting:
    """A listener that counts rounds, and shows nothing."""

    pictures = False

    def __init__(self):
        self.rounds = 0

    def __call__(self, event):
        self.rounds += isinstance(event, Round)


@pytest.mark.parametrize("listener", [Counting, list])
def test_conjectures_are_described_only_for_somebody_who_looks(listener, monkeypatch):
    described = []
    monkeypatch.setattr(symbolic, "explained", lambda *_: described.append(1))
    model, hear = flat(LATE), listener()
    first = parse_split("m1 | rest", model)
    heard = hear.append if listener is list else hear
    verdict = Compositional(problem_about(model, model.specs[0]), first, Budget(), heard, Settings(), (GIVEN,)).solve()
    rounds = verdict.stats.iterations
    assert (verdict.outcome, rounds > 1) == ("holds", True)
    assert len(described) == (rounds if listener is list else 0)
    assert listener is list or hear.rounds == rounds


def test_the_assumption_of_simple_says_that_y_stays_false():
    verdict = solve(flat(SIMPLE), "m1 | m2")
    assert verdict.outcome == "holds"
    (assumption,) = verdict.assumptions
    assert (assumption.states, assumption.variables) == (2, ("m2.y",))
    labels = {(e.source, e.target): e.words for e in assumption.edges}
    assert labels[0, 0] == "!m2.y"
    assert labels[0, assumption.rejecting] == "m2.y"


@pytest.mark.parametrize("candidates", [True, False])
@pytest.mark.parametrize("side", [GIVEN, SWAPPED])
@pytest.mark.parametrize(("text", "split"), [(SIMPLE, "m1 | m2"), (LATE, "m1 | rest"), (BUS, "m1 | rest")])
def test_assumptions_lie_between_the_languages(text, split, side, candidates):
    model = flat(text)
    verdict = solve(model, split, (side,), candidates=candidates)
    assert verdict.outcome == "holds"
    check_languages(verdict.certificate, model, model.specs[0].invariant, 8)


def test_a_longer_memory_is_learned_in_rounds():
    heard = []
    verdict = solve(flat(LATE), "m1 | rest", heard=heard, candidates=False)
    rounds = [event for event in heard if isinstance(event, Round)]
    assert [event.outcome for event in rounds][-1] == "holds"
    sizes = [event.evidence.assumptions[0].states for event in rounds]
    assert sizes == [event.assumption_states for event in rounds]
    assert sizes == sorted(sizes)
    assert verdict.assumptions[0].states == 4


def test_an_assumption_without_memory_is_tried_first():
    """What the first state of M1 cannot show counts as harmless to the learner, not to the candidate."""
    heard = []
    verdict = solve(flat(BUS), "m1 | rest", heard=heard)
    assert [event.outcome for event in heard if isinstance(event, Round)] == ["holds"]
    (assumption,) = verdict.assumptions
    labels = {(e.source, e.target): e.words for e in assumption.edges}
    assert (assumption.states, labels[0, assumption.rejecting]) == (2, "m1 = asking & two & grant")
    assert solve(flat(BUS), "m1 | rest", candidates=False).assumptions[0].states > 2


def test_m2_is_not_searched_when_everything_is_allowed():
    verdict = solve(flat(SIMPLE.replace("next(x) := y", "next(x) := x & y")), "m1 | m2")
    assert (verdict.outcome, verdict.assumptions[0].states, verdict.stats.rings) == ("holds", 1, 0)


def test_a_word_that_refutes_a_conjecture_may_be_a_violation():
    heard = []
    verdict = solve(flat(LATE.replace("k != 2", "TRUE")), "m1 | rest", heard=heard, candidates=False)
    outcomes = [event.outcome for event in heard if isinstance(event, Round)]
    assert (verdict.outcome, outcomes) == ("violated", ["violated"])


def test_a_violation_is_a_run_of_both_modules():
    verdict = solve(flat(SIMPLE.replace("init(y) := FALSE", "init(y) := TRUE")), "m1 | m2")
    assert verdict.outcome == "violated"
    assert verdict.trace.states == ({"m1.x": False, "m2.y": True}, {"m1.x": True, "m2.y": True})


def test_looking_ahead_is_taken_back_when_m2_is_stuck():
    verdict = solve(flat(STUCK), "a | b")
    assert verdict.outcome == "holds"
    assert any("stuck" in note for note in verdict.notes)


def test_no_initial_state_of_m2_proves_everything():
    model = flat(SIMPLE + "INIT m2.y")
    verdict = solve(model, "m1 | m2")
    assert verdict.outcome == "holds"
    assert any("no initial state" in note for note in verdict.notes)


def test_communication_variables_are_what_is_read_across():
    model = flat(LATE)
    made = cut(model, {"m1"}, model.specs[0].invariant)
    assert (made.shared, made.first.private, made.second.private) == (("m2",), {"m1"}, {"k"})


def test_a_constraint_over_both_sides_is_noted_with_its_place():
    model = flat(SIMPLE + "TRANS m1.x | !next(m2.y)")
    made = cut(model, parse_split("m1 | m2", model)[0], model.specs[0].invariant)
    (note,) = made.notes
    assert "TRANS at m.smv:6:1" in note
    assert made.shared == ("m2.y",)


@pytest.mark.parametrize(
    ("split", "words"),
    [
        ("m1", "has one group"),
        ("m1 | m3", "'m3' is no instance"),
        ("m1 | m1.x", "into both groups"),
        ("m1 | ", "empty group"),
        ("m1.x | rest, m2", "'rest'"),
    ],
)
def test_splits_that_make_no_sense_are_refused(split, words):
    with pytest.raises(UsageError, match=words):
        parse_split(split, flat(SIMPLE))


def test_a_free_variable_goes_to_its_reader():
    model = flat("MODULE main VAR a : boolean; b : boolean; free : boolean; ASSIGN next(a) := free; next(b) := a;")
    assert parse_split("a | b", model) == ({"a", "free"}, {"b"})


def test_free_variables_stay_in_a_rest_that_has_no_others():
    model = flat("MODULE main VAR f : boolean; x : 0..3; u : 0..3; ASSIGN next(x) := f ? u : x;")
    assert parse_split("x | rest", model) == ({"x"}, {"f", "u"})
    assert parse_split("u | x | rest", model) == ({"u"}, {"x"}, {"f"})


def test_the_choice_keeps_instances_whole():
    model = flat(SIMPLE)
    found = choose(model, model.specs[0].invariant)
    assert format_split(found[0], model) == "m1"


def test_the_other_orientation_is_no_other_choice():
    model = flat(SIMPLE)
    found = choose(model, model.specs[0].invariant)
    assert not any(frozenset(model.variables) - first in found for first in found)


def test_what_is_no_invariant_is_refused():
    model = flat(SIMPLE.replace("INVARSPEC NAME p := !m1.x", "SPEC AF m1.x"))
    assert unsuited(problem_about(model, model.specs[0])).endswith("is not one")
    with pytest.raises(UsageError, match="is not one; use --method monolithic"):
        check_model(load_smv(model.source), method="symbolic", split="m1 | m2")
