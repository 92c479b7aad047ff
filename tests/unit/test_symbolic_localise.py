"""M1 localised: less of it is looked at, a proof is one of the whole, and a violation needs all of it."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core.source import Source
from quidpro.engines.symbolic.scv.cut import cut
from quidpro.engines.symbolic.scv.groups import parse_split
from quidpro.engines.symbolic.scv.localise import followed, localised
from quidpro.flat.walk import names
from quidpro.frontend.smv.model import load_smv

LINK = """
MODULE receiver(valid, seq, data)
VAR expect : 0..2; sum : unsigned word[3]; busy : boolean; fold : boolean; lost : boolean;
ASSIGN
  init(expect) := 0; init(sum) := 0ud3_0; init(busy) := FALSE; init(fold) := FALSE; init(lost) := FALSE;
  next(expect) := valid ? (expect + 1) mod 3 : expect;
  next(sum) := valid ? sum + data : sum;
  next(busy) := valid & sum + data < sum;
  next(fold) := busy;
  next(lost) := lost | (valid & (seq != expect | fold));
MODULE sender(busy)
VAR valid : boolean; seq : 0..2; data : unsigned word[3]; step : unsigned word[3];
ASSIGN
  init(valid) := FALSE; init(seq) := 0;
  next(valid) := busy ? FALSE : {TRUE, FALSE};
  next(seq) := valid ? (seq + 1) mod 3 : seq;
  next(data) := valid ? data + step : data;
  next(step) := step;
MODULE main
VAR r : receiver(s.valid, s.seq, s.data); s : sender(r.busy);
INVARSPEC NAME in_order := !r.lost
"""
NEEDS_ALL = """
MODULE main
VAR a : 0..3; b : 0..3; out : boolean; echo : boolean; bad : boolean;
ASSIGN
  init(a) := 0; next(a) := b;
  init(b) := 0; next(b) := a;
  init(out) := FALSE; next(out) := FALSE;
  init(echo) := FALSE; next(echo) := out;
  init(bad) := FALSE; next(bad) := bad | echo | a = 3;
INVARSPEC NAME p := !bad
"""
ACROSS = """
MODULE main
VAR x : boolean; hidden : 0..3; y : boolean; other : boolean;
ASSIGN init(x) := FALSE; next(x) := y & hidden = 3; init(hidden) := 0; init(y) := FALSE;
INVAR y -> hidden != 3
TRANS next(other) = (hidden = 1)
TRANS next(hidden) = hidden
INVARSPEC NAME p := !x
"""


def layers(text: str, split: str) -> list[tuple[set[str], set[str]]]:
    """What each layer follows of M1, and its letters."""
    model = load_smv(Source("m.smv", text)).flat()
    invariant = model.specs[0].invariant
    assert invariant is not None
    found = localised(cut(model, parse_split(split, model)[0], invariant), frozenset(names(invariant)))
    return [(set(followed(one.first)), set(one.shared)) for one in found]


def asked(text: str, split: str, **options: object) -> quidpro.Results[quidpro.SymbolicVerdict]:
    chosen = {"orientation": "given", **options}
    return quidpro.check(quidpro.loads(text, "smv"), method="symbolic", split=split, options=chosen)


def test_layers_grow_from_the_property_and_end_with_all_of_it() -> None:
    found = layers(LINK, "r | s")
    assert [followed for followed, _ in found] == [
        {"r.lost"},
        {"r.lost", "r.expect", "r.fold"},
        {"r.lost", "r.expect", "r.fold", "r.busy", "r.sum"},
    ], "with r.busy there would be one more, if all were not less than twice as large as the second"
    assert found[0][1] == {"s.valid", "s.seq"}
    assert found[1][1] == {"s.valid", "s.seq", "r.busy"}
    assert found[-1][1] == {"s.valid", "s.seq", "s.data", "r.busy"}


def test_an_assumption_does_not_remember_what_the_property_does_not_need() -> None:
    (verdict,) = (result.verdict for result in asked(LINK, "r | s"))
    (assumption,) = verdict.assumptions
    assert (verdict.outcome, verdict.certified, assumption.states) == ("holds", True, 7)
    assert assumption.variables == ("r.busy", "s.valid", "s.seq")
    assert any("of the 5 variables of M1 the proof follows 3" in note for note in verdict.notes)


def test_where_all_of_m1_is_followed_nothing_is_said_to_do_anything() -> None:
    text = (
        "MODULE main VAR a : boolean; b : boolean; c : boolean; ASSIGN init(a) := TRUE; INVAR a & b & !c INVARSPEC !c"
    )
    (verdict,) = (result.verdict for result in asked(text, "a, b | c"))
    assert verdict.outcome == "holds"
    assert not [note for note in verdict.notes if "follows" in note]


def test_a_note_that_two_instances_have_is_given_once() -> None:
    one = "MODULE one(k) VAR a : boolean; INVAR a -> k"
    text = f"MODULE main VAR m : one(k); n : one(k); k : boolean; INVARSPEC m.a -> k {one}"
    (verdict,) = (result.verdict for result in asked(text, "m, n | k"))
    assert len([note for note in verdict.notes if "it went to M1, which makes k public" in note]) == 1


@pytest.mark.slow
def test_without_localising_it_remembers_the_sum() -> None:
    (assumption,) = asked(LINK, "r | s", localise=False).verdict.assumptions
    assert assumption.states > 40
    assert "s.data" in assumption.variables


def test_a_violation_of_a_part_of_m1_is_none() -> None:
    found = asked(NEEDS_ALL, "bad, a, b, out | echo")
    assert (found.outcome, found.verdict.certified) == ("holds", True)
    assert not any("may do anything" in note for note in found.verdict.notes)
    outcomes = [done.outcome for done in found.verdict.stats.rounds]
    assert outcomes[-1] == "holds"
    assert {"violated by a part of M1", "holds"} <= {*outcomes}
    assert "violated" not in outcomes


def test_a_violation_of_all_of_it_is_replayed() -> None:
    broken = NEEDS_ALL.replace("init(b) := 0", "init(b) := 3")
    found = asked(broken, "bad, a, b, out | echo")
    assert (found.outcome, found.verdict.certified) == ("violated", True)
    assert [state["bad"] for state in found.trace.states] == [False, False, True]


@pytest.mark.parametrize("split", ["x, hidden | rest", "x, y | rest", "x | rest", "x, hidden, other | y"])
def test_constraints_across_the_cut(split: str) -> None:
    whole = quidpro.check(quidpro.loads(ACROSS, "smv"), method="monolithic")
    found = asked(ACROSS, split)
    assert found.outcome == whole.outcome == "holds"
    assert found.verdict.certified


def test_the_published_algorithm_does_not_localise() -> None:
    model = quidpro.loads(LINK.replace("word[3]", "word[1]").replace("0ud3_0", "0ud1_0"), "smv")
    found = quidpro.check(model, method="symbolic", split="r | s", as_published=True, timeout=60)
    assert "s.data" in found.verdict.assumptions[0].variables
    assert not any("may do anything" in note for note in found.verdict.notes)


def test_nothing_is_followed_of_a_part_that_the_property_is_not_about():
    """The other side's assumption then says all of it; learning for the rest of the part may take very long."""
    first, *others = layers(ACROSS, "hidden | rest")
    assert first == (set(), {"x"})
    assert others[-1][0] == {"hidden"}
