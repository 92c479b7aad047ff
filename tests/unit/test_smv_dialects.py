"""Models as people bring them: flattened by a tool, written for older versions, for nuXmv, or like another language."""

from __future__ import annotations

import re

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.flat.text import formula_text, text
from quidpro.frontend.smv.model import load_smv


def flat(source):
    return load_smv(Source("test.smv", source)).flat()


def warnings(model):
    return [warning.message for warning in model.warnings]


FLATTENED = """MODULE main
IVAR _process_selector_ : {p, q.r, main};
VAR p.state : {idle, busy}; q.r.n : 0..3; a[0][1] : boolean; b[-1] : boolean; c.0 : boolean; c.1 : boolean;
DEFINE
  p.running := _process_selector_ = p; q.r.running := _process_selector_ in {q.r}; only.here := c.0 & c.1;
  q.r.more := q.r.n + 1; s[0] := b[-1]; s[1] := a[0][1];
ASSIGN
  init(p.state) := idle;
  next(p.state) := p.running ? busy : p.state;
  next(q.r.n) := q.r.more mod 4;
SPEC AG (p.state = idle -> !only.here | s[1])
"""


def test_flattened_models_have_names_with_dots_and_numbers():
    model = flat(FLATTENED)
    assert list(model.variables)[1:] == ["p.state", "q.r.n", "a[0][1]", "b[-1]", "c.0", "c.1"]
    assert [(i.path, i.module) for i in model.instances()][:4] == [
        ("", "main"),
        ("p", "main"),
        ("q", "main"),
        ("q.r", "main"),
    ]
    assert model.variables["q.r.n"].owner == "q.r"
    assert text(model.defines["q.r.running"]) == "_process_selector_ in {q.r}"
    assert text(model.assignments["p.state"].next.rhs) == "(_process_selector_ = p) ? busy : p.state"
    assert text(model.assignments["q.r.n"].next.rhs) == "(q.r.n + 1) mod 4"
    assert formula_text(model.specs[0].formula) == "AG ((p.state = idle) -> (!(c.0 & c.1) | a[0][1]))"


def test_definitions_may_have_numbers():
    model = flat("""
    MODULE main VAR x : boolean; a : adder(x); DEFINE y := a.sum[1]; a.late[2] := y; self.own[0] := x;
    INVARSPEC a.late[2] | own[0]
    MODULE adder(given) DEFINE sum[0] := given; sum[1] := !sum[0];
    """)
    assert text(model.defines["y"]) == "!x"
    assert text(model.specs[0].invariant) == "!x | x"


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("MODULE main VAR p.x : boolean; p : cell; MODULE cell VAR x : boolean;", "'x' is declared twice"),
        ("MODULE main VAR p.x : boolean; p : boolean; p : 0..1;", "'p' is declared twice"),
        ("MODULE main VAR p.x : boolean; p.x : boolean;", "'x' is declared twice"),
        ("MODULE main VAR p.x : boolean; INIT p", "found an instance"),
        ("MODULE main VAR x : boolean; DEFINE typo.y := x; MODULE cell VAR z : boolean;", "'typo' is not declared"),
        ("MODULE main VAR x : boolean; DEFINE x[x] := x;", "only a name can be defined"),
        (f"MODULE main VAR {'p.' * 400}x : boolean;", "nested more than"),
        (f"MODULE main VAR x : boolean; DEFINE {'p.' * 5000}y := x;", "nested more than"),
    ],
)
def test_names_with_dots_that_cannot_be(source, complaint):
    with pytest.raises(InputError, match=complaint):
        flat(source)


def test_small_freedoms():
    model = flat("""MODULE main VAR t : {TRUE, FALSE}; n : -1..+1; INIT n = +1 & t PRED n > 0; MIRROR t;
    PRED big := n > 0;""")
    assert str(model.variables["t"].domain) == "boolean"
    assert text(model.init[0].expr) == "(n = 1) & t"
    assert warnings(model) == [
        "PRED guides an abstraction and has no effect here (2 times)",
        "MIRROR guides an abstraction and has no effect here",
    ]
    with pytest.raises(InputError, match="TRUE and FALSE cannot stand in an enumeration"):
        flat("MODULE main VAR t : {TRUE, other};")


def test_without_processes_running_may_be_a_symbol():
    model = flat("MODULE main VAR s : {ready, running}; CONSTANTS failed; DEFINE d := s = running; e := running;")
    assert text(model.defines["d"]) == "s = running"
    assert text(model.defines["e"]) == "running"
    asynchronous = (
        "MODULE main VAR s : {ready, running}; p : process cell; MODULE cell VAR x : boolean; FAIRNESS running"
    )
    assert text(flat(asynchronous).justice[0].expr) == "_process_selector_ = p"


@pytest.mark.parametrize(
    ("psl", "ltl"),
    [
        ("always (x -> next y)", "G (x -> (X y))"),
        ("always (x -> next! (y))", "G (x -> (X y))"),
        ("next[3] (x)", "X (X (X x))"),
        ("next x | y", "X (x | y)"),
        ("next x -> y", "(X x) -> y"),
    ],
)
def test_next_in_psl_is_the_next_state(psl, ltl):
    (spec,) = flat(f"MODULE main VAR x : boolean; y : boolean; PSLSPEC {psl};").specs
    assert formula_text(spec.formula) == ltl


def test_variables_that_can_never_be_equal_are_warned_of():
    model = flat("MODULE main VAR a : {go, stop}; n : {0, to}; m : 3..4; b : {go}; INIT a != n & m != 5 & a = b")
    assert warnings(model) == [
        "this is always true: a and n have no value in common",
        "this is always true: 5 is not a value of m",
    ]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("INIT x && y", "single '&'"),
        ("INIT x => y", "'implies' is ->"),
        ("LTLSPEC <> x", "'eventually' is F"),
        ("LTLSPEC [] x", "'always' is G"),
        ("LTLSPEC x W y", r"\(p U q\) \| G p"),
        ("LTLSPEC x R y", "p V q"),
        ("INIT x and y", "write &"),
        ("INIT not x", "write !"),
        ("INIT ~x", "write !"),
        ("INIT x /\\ y", "write &"),
        ("INIT x \\/ y", r"write \|"),
        ("ASSIGN next(x) := if y then x else y;", r"c \? a : b"),
        ("ASSIGN next(x) := true;", "'TRUE'"),
        ("ASSIGN next(x) := cuont(x, y) = 1;", "'count'"),
        ("VAR n : int;", "0..15"),
        ("VAR n : bool;", "'boolean'"),
        ("VAR n : 0..3; ASSIGN next(n) := n + 1 mod 4;", "'mod' binds tighter"),
        ("ASSIGN next(x) := x + y mod 2;", "'mod' binds tighter"),
        ("VAR w : word[8]; INIT w = 5", "0ud8_5"),
        ("VAR w : signed word[8]; ASSIGN next(w) := w - 1; init(w) := -1;", "-0sd8_1|0sd8_1"),
        ("VAR w : word[8]; v : word[4]; INIT w = v", r"4 bits with resize|8 bits with resize"),
        ("VAR w : word[8]; v : signed word[8]; INIT w < v", r"unsigned\(…\)"),
        ("INIT 0.5 < 1", "use integers"),
        ("// comment\nINIT x", "write --"),
        ("/* a\ncomment */ INIT x", "write --"),
    ],
)
def test_words_of_other_languages_are_explained(words, hint):
    with pytest.raises(InputError) as refused:
        flat(f"MODULE main VAR x : boolean; y : boolean; {words}\n")
    assert any(re.search(hint, d.hint) for d in refused.value.diagnostics), refused.value.diagnostics


def test_a_text_for_a_preprocessor_is_refused_with_one_message():
    with pytest.raises(InputError, match="#define") as refused:
        flat('MODULE main\n  #define N(x) ((x) + "1")\nVAR x : 0..N(2);\n#include "more.smv"\n')
    assert len(refused.value.diagnostics) == 1
    assert "cpp" in refused.value.diagnostics[0].hint
