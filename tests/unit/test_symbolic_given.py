"""Assumptions that the user gives for an SMV model: how they are read, judged and improved."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Source
from quidpro.engines.symbolic.scv import automaton
from quidpro.engines.symbolic.scv.given import read_given
from quidpro.engines.symbolic.scv.groups import parse_split
from quidpro.engines.symbolic.scv.symbolic import GIVEN, Compositional
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.problem import problem_about
from tests.asking import check_model
from tests.unit.test_symbolic_scv import LATE, SIMPLE

COUNTING = """
MODULE main
VAR m2 : boolean; ones : 0..2;
ASSIGN init(ones) := 0; next(ones) := case !m2 : 0; ones < 2 : ones + 1; TRUE : ones; esac;
INVAR ones = 2 -> !m2
"""
"""What LATE needs: never three in a row."""
WORDS = """
MODULE main
VAR m2 : boolean; ones : unsigned word[2];
ASSIGN init(ones) := 0ud2_0; next(ones) := m2 ? ones + 0ud2_1 : 0ud2_0;
DEFINE enough := ones >= 0ud2_2;
INVARSPEC !(enough & m2)
"""
STEPS = """
MODULE drive(step, bus) VAR slot : 0..3; age : 0..3; failed : boolean;
ASSIGN
  init(slot) := 0; next(slot) := (slot + 1) mod 4;
  init(age) := 0; next(age) := case step : 0; age < 3 : age + 1; TRUE : age; esac;
  init(failed) := FALSE; next(failed) := failed | bus != slot | (age = 3 & !step);
MODULE main VAR d : drive(step, bus); bus : 0..3; step : boolean; timer : 0..2;
ASSIGN
  init(bus) := 0; next(bus) := (bus + 1) mod 4;
  init(timer) := 0; next(timer) := (timer + 1) mod 3;
  init(step) := FALSE; next(step) := case timer = 0 : TRUE; timer = 1 : FALSE; TRUE : {TRUE, FALSE}; esac;
INVARSPEC NAME p := !d.failed;
"""
NEARLY = """
MODULE main VAR step : boolean; bus : 0..3; slot : 0..3; age : 0..4;
ASSIGN
  init(slot) := 0; next(slot) := (slot + 1) mod 4;
  init(age) := 0; next(age) := case step : 0; age < 4 : age + 1; TRUE : age; esac;
INVAR bus = slot & (age = 4 -> step)
"""
"""What STEPS needs, but for an age of one step too much."""
OWN = "VAR m2 : boolean; s : boolean;"


def load(text):
    return load_smv(Source("m.smv", text))


def given(text, assume, split, improve=False):
    """What is said of an assumption, not yet checked."""
    loaded = load(text)
    model = loaded.flat()
    problem, first = problem_about(model, model.specs[0]), parse_split(split, model)
    read = read_given(loaded, [assume])
    return Compositional(
        problem, first, Budget(), settings=Settings(), orientations=(GIVEN,), given=read, improve=improve
    ).solve()


def written(tmp_path, text):
    path = tmp_path / "a.smv"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("text", [COUNTING, WORDS])
def test_a_memory_is_an_automaton(tmp_path, text):
    verdict = given(LATE, written(tmp_path, text), "m1 | rest")
    (assumption,) = verdict.assumptions
    assert (verdict.outcome, assumption.states, assumption.rejecting) == ("holds", 4, 3)
    labels = {(edge.source, edge.target): edge.words for edge in assumption.edges}
    assert labels == {
        (0, 0): "!m2",
        (0, 1): "m2",
        (1, 0): "!m2",
        (1, 2): "m2",
        (2, 0): "!m2",
        (2, 3): "m2",
        (3, 3): "TRUE",
    }
    assert verdict.notes[-1].startswith("A is the given assumption")


TYPES = """
MODULE main
IVAR go : boolean;
VAR m1 : boolean; mode : {off, slow, fast}; level : signed word[3];
ASSIGN
  init(m1) := FALSE; next(m1) := m1 | (go & mode = fast) | level < 0sd3_0;
  init(mode) := off; next(mode) := {off, slow};
  init(level) := 0sd3_0; next(level) := level = 0sd3_3 ? 0sd3_0 : level + 0sd3_1;
INVARSPEC NAME p := !m1;
"""
REMEMBERS = """
MODULE main
VAR mode : {slow, fast, off}; level : signed word[3]; last : signed word[3]; was : {off, slow, fast};
ASSIGN init(last) := 0sd3_0; next(last) := level; init(was) := off; next(was) := mode;
INVAR mode != fast & was != fast & level >= 0sd3_0 & (last = 0sd3_3 -> level = 0sd3_0)
"""


@pytest.mark.parametrize("assume", ["!(go & mode = fast) & level >= 0sd3_0", REMEMBERS])
def test_letters_and_memory_are_of_any_type(tmp_path, assume):
    text = written(tmp_path, assume) if assume is REMEMBERS else assume
    (result,) = check_model(load(TYPES), split="m1 | go, mode, level", options={"assume": (text,)})
    assert (result.outcome, result.verdict.certified) == ("holds", True), result.verdict.reason


@pytest.mark.parametrize(
    ("assume", "reason"),
    [
        (
            "TRUE",
            "is too weak: it allows ⟨m2.y = TRUE; m2.y = FALSE⟩, along which M1 fails and which M2 cannot do",
        ),
        ("FALSE", "is too strong: it forbids ⟨m2.y = FALSE⟩, which M2 can do and along which M1 is safe (premise 2)"),
        ("m2.y", "is too weak: it allows ⟨m2.y = TRUE; the same⟩"),
        ("m2.y", "; and too strong: it forbids ⟨m2.y = FALSE⟩"),
    ],
)
def test_the_reason_says_which_premise_fails_and_how(assume, reason):
    verdict = given(SIMPLE, assume, "m1 | m2")
    assert (verdict.outcome, verdict.certificate) == ("unknown", None)
    assert reason in verdict.reason


def test_a_real_violation_is_one_whatever_is_assumed():
    text = SIMPLE.replace("init(y) := FALSE", "init(y) := TRUE")
    for assume in ("TRUE", "!m2.y"):
        verdict = given(text, assume, "m1 | m2")
        assert (verdict.outcome, len(verdict.trace.states)) == ("violated", 2)


def test_the_name_of_an_invariant_is_an_assumption():
    model = load(SIMPLE + "INVARSPEC NAME quiet := !m2.y;\n")
    assert read_given(model, ["quiet"]).reads == {"m2.y"}
    (result, _) = check_model(model, split="m1 | m2", options={"assume": ("quiet",)})
    assert (result.outcome, result.verdict.method, result.verdict.certified) == ("holds", "symbolic", True)


@pytest.mark.parametrize("assume", ["TRUE", "FALSE", "m2", "!m2"])
def test_what_is_wrong_is_improved(assume):
    verdict = given(LATE, assume, "m1 | rest", improve=True)
    assert (verdict.outcome, verdict.assumptions[0].states) == ("holds", 4)
    assert any(note.startswith(f"the given assumption, {assume}, is too ") for note in verdict.notes)


def test_learning_starts_from_what_is_nearly_right(tmp_path):
    """What tells the states apart is right, so that nothing is left to be found out."""
    verdict = given(STEPS, written(tmp_path, NEARLY), "d | rest", improve=True)
    assert [done.outcome for done in verdict.stats.rounds] == ["too weak", "holds"]
    options = {"candidates": False, "orientation": "given"}
    (plain,) = check_model(load(STEPS), method="symbolic", split="d | rest", options=options)
    assert len(plain.verdict.stats.rounds) > 4


@pytest.mark.parametrize(
    ("assume", "words"),
    [
        ("m2.y &", "expected an expression"),
        ("m2.y m2.y", "expected the end of the expression"),
        ("m2.z", "'z' is not declared in m2"),
        ("m2.y = 3", "m2.y"),
        ("next(m2.y)", "an assumption reads one state at a time"),
        ("AG m2.y", "temporal operators cannot stand in it"),
        ("m2.y U m2.y", "temporal operators cannot stand in it"),
        ("nowhere.smv", "there is no file nowhere.smv"),
    ],
)
def test_what_cannot_be_read_is_refused(assume, words):
    with pytest.raises(InputError, match=words):
        read_given(load(SIMPLE), [assume])


@pytest.mark.parametrize(
    ("assume", "words"),
    [
        (["m2.y", "!m2.y"], "given 2 times.*join conditions with &"),
        ([3], "takes an expression"),
        (["a.lts"], "this is no SMV file"),
        (["lives"], "is no invariant"),
    ],
)
def test_what_makes_no_sense_is_refused(assume, words):
    with pytest.raises(UsageError, match=words):
        read_given(load(SIMPLE + "SPEC NAME lives := AF m2.y;\n"), assume)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{OWN} ASSIGN init(s) := FALSE; INVAR s", "nothing decides next.s."),
        (f"{OWN} INVAR s", "nothing decides init.s. and next.s."),
        (f"{OWN} ASSIGN init(s) := {{TRUE, FALSE}}; next(s) := s; INVAR s", "init.s. is a choice"),
        (f"{OWN} ASSIGN init(s) := TRUE; next(s) := m2 ? {{TRUE, FALSE}} : s; INVAR s", "next.s. is a choice"),
        (f"{OWN} ASSIGN init(s) := m2; next(s) := s; INVAR s", "must be a constant: m2 has not been read yet"),
        (f"{OWN} ASSIGN init(s) := TRUE; next(s) := next(m2); INVAR s", "not from next.m2."),
        (f"{OWN} ASSIGN s := m2; INVAR s", "computed and not remembered"),
        ("VAR m2 : 0..3; INVAR m2 = 0", r"m2 is boolean in m, and 0\.\.3 here"),
        ("VAR m2 : boolean; ASSIGN init(m2) := TRUE; INVAR m2", "reads it and cannot assign it"),
        ("VAR m22 : boolean; INVAR m22", "did you mean m2"),
        ("VAR m2 : boolean; INIT m2 INVAR m2", "INIT cannot stand"),
        ("VAR m2 : boolean; TRANS m2 INVAR m2", "TRANS cannot stand"),
        ("VAR m2 : boolean; FAIRNESS m2 INVAR m2", "FAIRNESS cannot stand"),
        ("VAR m2 : boolean; SPEC AF m2", "is no invariant of states"),
        ("VAR m2 : boolean;", "it allows everything"),
    ],
)
def test_a_file_that_is_no_automaton_is_refused(tmp_path, text, words):
    with pytest.raises(InputError, match=words):
        read_given(load(LATE), [written(tmp_path, f"MODULE main {text}\n")])


def test_private_variables_are_refused_with_those_that_are_not():
    with pytest.raises(UsageError, match=r"k is not between M1 and M2.*speaks of m2"):
        given(LATE, "k = 0", "m1 | rest")


def test_a_memory_must_stay_in_its_domain_and_be_small(tmp_path, monkeypatch):
    grows = COUNTING.replace("ones < 2 :", "ones < 2 | m2 :")
    with pytest.raises(InputError, match=r"ones gets the value 3, which is not in 0\.\.2"):
        read_given(load(LATE), [written(tmp_path, grows)])
    monkeypatch.setattr(automaton, "MAX_STATES", 2)
    with pytest.raises(UsageError, match="more than 2 values"):
        given(LATE, written(tmp_path, COUNTING), "m1 | rest")


def test_without_a_split_one_is_chosen_that_shows_what_is_spoken_of():
    for split in (None, "m1 | m2"):
        result = check_model(load(SIMPLE), split=split, options={"assume": ("!m2.y",)})[0]
        assert result.verdict.components == ("m1", "m2")


def test_the_python_interface_takes_one_or_a_list():
    model = "examples/smv/caches3.smv"
    for assume in ("!(ring.g0 & ring.g1)", ["!(ring.g0 & ring.g1)"]):
        results = quidpro.check(model, split="n0,n1 | rest", options={"assume": assume})
        assert results.outcome == "holds"
        assert results[0].verdict.certified
    assert quidpro.check(model, split="n0,n1 | rest", options={"assume": ["TRUE"]}).outcome == "unknown"


def test_without_an_initial_state_a_wrong_assumption_does_not_keep_it_from_holding():
    text = "MODULE main VAR x : boolean; y : boolean; z : boolean; INIT x & !x;"
    model = load(f"{text} ASSIGN next(y) := x; next(z) := y; INVARSPEC NAME p := !z")
    for split, assumed in (("x, z | y", "y"), ("z | x, y", "!y"), ("x, y | z", "z")):
        (result,) = check_model(model, method="symbolic", split=split, options={"assume": (assumed,)})
        verdict = result.verdict
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert "there is no initial state, so that everything holds" in verdict.notes
