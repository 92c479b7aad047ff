"""Modules to a flat model: hierarchy, parameters, processes, arrays, definitions, types and specifications."""

from __future__ import annotations

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.flat.model import SELECTOR
from quidpro.flat.text import formula_text, text
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Graph


def flat(source):
    return load_smv(Source("test.smv", source)).flat()


def rhs(model, name, kind="next"):
    return text(getattr(model.assignments[name], kind).rhs)


def warnings(model):
    return [warning.message for warning in model.warnings]


def test_hierarchy_and_parameters_by_reference():
    model = flat("""
    MODULE main
    VAR c0 : cell(TRUE, self, c1); c1 : cell(c0.carry, self, c0); limit : 0..3;
    MODULE cell(carry_in, parent, twin)
    VAR value : boolean; sub : leaf(value);
    ASSIGN next(value) := value xor carry_in;
           next(sub.bit) := twin.value & parent.limit = 2;
    DEFINE carry := value & carry_in;
    MODULE leaf(x)
    VAR bit : boolean;
    """)
    assert list(model.variables) == ["c0.value", "c0.sub.bit", "c1.value", "c1.sub.bit", "limit"]
    assert [(i.path, i.module) for i in model.instances()] == [
        ("", "main"),
        ("c0", "cell"),
        ("c0.sub", "leaf"),
        ("c1", "cell"),
        ("c1.sub", "leaf"),
    ]
    assert rhs(model, "c0.value") == "c0.value xor TRUE"
    assert rhs(model, "c1.value") == "c1.value xor c0.value"
    assert rhs(model, "c1.sub.bit") == "c0.value & (limit = 2)"
    assert model.variables["c0.sub.bit"].owner == "c0.sub"
    assert model.assignments["c0.sub.bit"].next.owner == "c0"
    assert text(model.defines["c1.carry"]) == "c1.value & c0.value"


def test_an_argument_that_nobody_uses_may_be_undeclared():
    flat("MODULE main VAR c : cell(nothing); MODULE cell(x) VAR y : boolean;")


def test_a_definition_in_another_instance():
    model = flat("""
    MODULE element(above, first)
    VAR token : boolean;
    ASSIGN init(token) := first; next(token) := token-in;
    DEFINE above.token-in := token;
    MODULE main
    VAR e[2] : element(self, FALSE); e[1] : element(e[2], TRUE);
    DEFINE e[1].token-in := token-in;
    """)
    assert list(model.variables) == ["e[2].token", "e[1].token"]
    assert rhs(model, "e[2].token") == "e[1].token"
    assert rhs(model, "e[1].token") == "e[2].token"


def test_isa_includes_the_text_of_another_module():
    model = flat("""
    MODULE main VAR d : device(TRUE);
    MODULE base VAR on : boolean; ASSIGN next(on) := power;
    MODULE device(power) ISA base
    ASSIGN init(on) := FALSE;
    """)
    assert (rhs(model, "d.on"), rhs(model, "d.on", "init")) == ("TRUE", "FALSE")


def test_processes_interleave():
    model = flat("""
    MODULE main
    VAR a : process inverter(b.out); b : process inverter(a.out); n : 0..3;
    ASSIGN init(n) := 0; next(n) := (n + 1) mod 4;
    MODULE inverter(input)
    VAR out : boolean; mine : leaf(running);
    ASSIGN init(out) := FALSE; next(out) := !input;
    FAIRNESS running
    MODULE leaf(go) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := !x;
    """)
    selector = model.variables[SELECTOR]
    assert (selector.kind, selector.domain.values) == ("input", ("a", "b", "main"))
    assert rhs(model, "a.out") == "(_process_selector_ = a) ? !b.out : a.out"
    assert rhs(model, "a.mine.x") == "(_process_selector_ = a) ? !a.mine.x : a.mine.x"
    assert rhs(model, "n") == "(_process_selector_ = main) ? ((n + 1) mod 4) : n"
    assert [text(c.expr) for c in model.justice] == ["_process_selector_ = a", "_process_selector_ = b"]


def test_two_processes_may_assign_one_variable():
    model = flat("""
    MODULE main VAR turn : boolean; p : process user(turn, TRUE); q : process user(turn, FALSE);
    MODULE user(turn, value) ASSIGN next(turn) := value;
    """)
    assert rhs(model, "turn") == "(_process_selector_ = p) ? TRUE : ((_process_selector_ = q) ? FALSE : turn)"


def test_running_without_processes_is_true():
    model = flat("MODULE main VAR x : boolean; FAIRNESS running SPEC AG (running -> x)")
    assert text(model.justice[0].expr) == "TRUE"
    assert formula_text(model.specs[0].formula) == "AG x"


def test_arrays_and_definitions_of_arrays():
    model = flat("""
    MODULE main
    VAR a : array 1..2 of array 0..1 of 0..5; i : 1..2; j : 0..3;
    DEFINE table := [3, 4]; square := [[0, 1], [2, 3]];
    ASSIGN
      next(a[1][0]) := a[i][1] mod 6;
      next(a[2][0]) := table[i - 1];
      next(a[2][1]) := square[1][0];
      next(a[1][1]) := j < 2 ? table[j] : 0;
    """)
    assert list(model.variables)[:4] == ["a[1][0]", "a[1][1]", "a[2][0]", "a[2][1]"]
    assert rhs(model, "a[1][0]") == "((i = 1) ? a[1][1] : a[2][1]) mod 6"
    assert rhs(model, "a[2][0]") == "((i - 1) = 0) ? 3 : 4"
    assert rhs(model, "a[2][1]") == "2"
    assert "outside" in rhs(model, "a[1][1]")


def test_bounds_may_be_computed():
    model = flat("""
    MODULE main VAR c : cell(4);
    MODULE cell(size) VAR x : -1..size * 2 - 1; w : word[size]; a : array 0..size - 1 of boolean;
    """)
    assert str(model.variables["c.x"].domain) == "-1..7"
    assert str(model.variables["c.w"].domain) == "unsigned word[4]"
    assert len(model.variables) == 6


def test_choices():
    model = flat("""
    MODULE main
    VAR b : boolean; s : {red, green, 3}; n : 0..3;
    ASSIGN
      next(b) := !b union (n > 1);
      next(s) := case b : {red, 3}; TRUE : s; esac;
      next(n) := 1..2;
    """)
    assert rhs(model, "b") == "{!b, (n > 1)}"
    assert rhs(model, "s") == "b ? {red, 3} : s"
    assert rhs(model, "n") == "{1, 2}"


def test_next_in_a_definition():
    model = flat("MODULE main VAR n : 0..3; DEFINE up := next(n) > n; grown := next(n + 1); TRANS up | grown = 2")
    assert text(model.trans[0].expr) == "(next(n) > n) | ((next(n) + 1) = 2)"


def test_old_files_use_0_and_1_as_booleans():
    model = flat("""
    MODULE main
    VAR b : boolean; c : boolean; d : 0..1; n : 0..3;
    DEFINE e := case b : 1; 1 : 0; esac;
    ASSIGN init(b) := 0; next(b) := {0, 1}; next(c) := (b + c) mod 2; next(d) := b;
    INIT e & c = 0
    INVAR d -> !e
    """)
    assert rhs(model, "b", "init") == "FALSE"
    assert rhs(model, "b") == "{FALSE, TRUE}"
    assert rhs(model, "c") == "((((b ? 1 : 0) + (c ? 1 : 0)) mod 2) != 0)".removeprefix("(").removesuffix(")")
    assert rhs(model, "d") == "b ? 1 : 0"
    assert text(model.init[0].expr) == "(b ? TRUE : FALSE) & !c"
    assert text(model.invar[0].expr) == "(d != 0) -> !(b ? TRUE : FALSE)"
    assert len(warnings(model)) == 1
    assert "stands for a boolean here" in warnings(model)[0]


def test_a_comparison_that_is_never_true_is_warned_of():
    model = flat("MODULE main VAR s : {a, b}; t : {c}; INVAR s != c & t = c")
    assert warnings(model) == ["this is always true: c is not a value of s"]


def test_specifications():
    model = flat("""
    MODULE main
    VAR x : boolean; y : boolean; c : cell;
    IVAR i : boolean;
    SPEC AG (x -> y)
    SPEC AG AG x
    SPEC AG (x -> AF y)
    SPEC x
    CTLSPEC NAME twice := !E [ x U y ]
    LTLSPEC G x
    LTLSPEC G (x -> F y)
    INVARSPEC NAME step := i -> next(x) = y
    PSLSPEC never x & y
    PSLSPEC forall k in {0:1}: always (x -> eventually! y);
    PSLSPEC {x;y} |=> x
    COMPUTE MAX [ x, y ]
    SPEC AG z IN c
    MODULE cell VAR z : boolean; SPEC EF z
    """)
    found = [(spec.kind, spec.name, spec.owner) for spec in model.specs]
    assert found == [
        ("invariant", "spec1", ""),
        ("invariant", "spec2", ""),
        ("ctl", "spec3", ""),
        ("ctl", "spec4", ""),
        ("ctl", "twice", ""),
        ("invariant", "spec6", ""),
        ("ltl", "spec7", ""),
        ("invariant", "step", ""),
        ("invariant", "spec9", ""),
        ("ltl", "spec10", ""),
        ("psl", "spec11", ""),
        ("compute", "spec12", ""),
        ("invariant", "spec13", "c"),
        ("ctl", "spec14", "c"),
    ]
    assert [spec.section for spec in model.specs[:2]] == ["SPEC", "SPEC"]
    assert text(model.specs[7].invariant) == "i -> (next(x) <-> y)"
    assert text(model.specs[8].invariant) == "!(x & y)"
    assert model.specs[10].refusal
    assert text(model.specs[12].invariant) == "c.z"
    assert model.specs[0].text == "AG (x -> y)"
    assert str(model.specs[0].span) == "test.smv:5:10"


def test_symbols_may_have_the_names_of_modules_and_instances_of_others():
    model = flat("""
    MODULE main VAR sort : sort; state : {idle, sort2};
    MODULE sort VAR state : {wait, sort, main}; ASSIGN init(state) := sort; next(state) := main;
    """)
    assert rhs(model, "sort.state", "init") == "sort"


def test_dependencies_between_next_values():
    graph = Graph(
        flat("""
        MODULE main VAR x : 0..2; y : boolean; z : boolean;
        ASSIGN init(x) := 0; init(y) := FALSE; next(y) := next(x) = 2; next(x) := (x + 1) mod 3; z := !y;
        SPEC AG (x = 2 <-> y)
        SPEC AG AF z
        """)
    )
    assert len(graph.states) == 3
    assert [graph.holds(spec.formula) for spec in graph.model.specs] == [True, True]


def test_a_specification_in_main():
    """``IN main`` is the whole model from anywhere, unless an instance has that name."""
    model = flat("""
    MODULE main VAR x : boolean; c : cell; SPEC AG x IN main
    MODULE cell VAR y : boolean; SPEC AG (x | c.y) IN main SPEC AG y
    """)
    assert [spec.owner for spec in model.specs] == ["", "", "c"]
    model = flat("MODULE main VAR main : cell; SPEC AG y IN main MODULE cell VAR y : boolean;")
    assert [spec.owner for spec in model.specs] == ["main"]


def test_fairness_with_processes():
    """The ring of inverters: every gate runs again and again, so it oscillates; without fairness it need not."""
    ring = """
    MODULE main VAR g1 : process inverter(g3.out); g2 : process inverter(g1.out); g3 : process inverter(g2.out);
    SPEC AG AF g1.out & AG AF !g1.out
    MODULE inverter(input) VAR out : boolean; ASSIGN init(out) := FALSE; next(out) := !input;
    """
    fair, unfair = Graph(flat(ring + "FAIRNESS running")), Graph(flat(ring))
    assert fair.holds(fair.model.specs[0].formula)
    assert not unfair.holds(unfair.model.specs[0].formula)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("MODULE main VAR x : m; MODULE m VAR y : boolean; MODULE m", "defined twice"),
        ("MODULE main(x) VAR y : boolean;", "has no parameters"),
        ("MODULE main VAR x : boolean; x : 0..3;", "declared twice"),
        ("MODULE main VAR e[1] : boolean; e : boolean;", "declared"),
        ("MODULE main VAR e[1] : boolean; INIT e[2]", "there is no e\\[2\\]"),
        ("MODULE main ISA main VAR x : boolean;", "includes itself"),
        ("MODULE main VAR x : 3..1;", "is empty"),
        ("MODULE main VAR x : 0..y; y : 0..3;", "no type yet"),
        ("MODULE main VAR x : boolean; SPEC AG x IN x", "IN must be followed"),
        ("MODULE main VAR x : boolean; DEFINE x := TRUE;", "declared twice"),
        ("MODULE main VAR x : boolean; DEFINE d := x; e := d; ASSIGN next(e & x) := TRUE;", "expected"),
        ("MODULE main VAR a : array 0..1 of 0..1; i : 0..1; ASSIGN next(a[i]) := 1;", "only by a constant index"),
        ("MODULE main VAR x : {a, b + 1};", "symbols and integers"),
        ("MODULE main VAR x : boolean; TRANS floor(x) = 1", "not supported"),
        ("MODULE main VAR x : boolean; INIT (x ? 2 : x)", "expected a boolean"),
    ],
)
def test_what_is_refused(source, words):
    with pytest.raises(InputError, match=words):
        flat(source)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("MODULE main VAR x : booleann; ASSIGN init(x) := TRUE; next(x) := !x; INVARSPEC x", "no module 'booleann'"),
        ("MODULE main VAR t : m; s : n(t); DEFINE d := t.v; MODULE n(p) VAR a : boolean; INIT p.v", "no module 'm'"),
        ("MODULE main VAR x : 0..z; DEFINE d := x + 1; e := d > 2; INVARSPEC e -> x < 3", "'z' is not declared"),
        ("MODULE main VAR s : m(TRUE); INVARSPEC s.a MODULE m(p, q) VAR a : boolean; INIT q = p", "takes 2 parameters"),
        ("MODULE main VAR s : m; INIT s.m.a MODULE m VAR a : boolean; m : m; INIT m.a", "contains itself"),
    ],
)
def test_who_uses_a_wrong_declaration_is_not_blamed(source, words):
    with pytest.raises(InputError, match=words) as refused:
        flat(source)
    assert len(refused.value.diagnostics) == 1


@pytest.mark.parametrize(
    ("formula", "invariant"),
    [
        ("AG x", "x"),
        ("AG AG x", "x"),
        ("AG x & AG y", "x & y"),
        ("AG (x & AG y)", "x & y"),
        ("x & AG y", None),
        ("AG x | AG y", None),
        ("AG (x & EF y)", None),
        ("!EF x", "!x"),
        ("!EF (x | EF !y)", "!x & y"),
        ("!(EF x | EF y) & AG x", "!x & !y & x"),
        ("!AG x", None),
        ("EF x", None),
        ("!EF (x & EF y)", None),
        ("!EBF 0..3 x", None),
    ],
)
def test_what_counts_as_an_invariant(formula, invariant):
    (spec,) = flat(f"MODULE main VAR x : boolean; y : boolean; SPEC {formula}").specs
    assert (None if spec.invariant is None else str(spec.invariant).strip("<>")) == invariant


def test_a_parameter_that_the_module_declares_is_an_output():
    model = flat("""
    MODULE main VAR a : master(request, granted); b : arbiter(request, granted);
    MODULE master(req, gnt) VAR req : boolean; ASSIGN init(req) := FALSE; next(req) := !gnt;
    MODULE arbiter(r, g) DEFINE g := r & last; VAR last : boolean; ASSIGN next(last) := g;
    """)
    assert list(model.variables) == ["request", "b.last"]
    assert model.variables["request"].owner == "a"
    assert rhs(model, "request") == "!(request & b.last)"
    with pytest.raises(InputError, match="declared twice"):
        flat("MODULE main VAR x : boolean; a : m(x); MODULE m(y) VAR y : boolean;")
    with pytest.raises(InputError, match="declared twice"):
        flat("MODULE main VAR a : m(TRUE); MODULE m(y) VAR y : boolean;")


def test_negation_binds_tighter_than_equality_where_that_has_a_meaning():
    """Of what is no boolean there is no ``!``, so that older files can only mean the whole comparison."""
    model = flat("MODULE main VAR s : {a, b}; n : 0..5; t : boolean; INIT !s = a INIT !n != 2 INIT !t = FALSE")
    assert [text(c.expr) for c in model.init] == ["!(s = a)", "!(n != 2)", "t"]
    assert warnings(model) == ["'!x = y' is read as '!(x = y)' here (and at 1 other place)"]
    for wrong in ("!s", "a = !s", "!s < 3", "!s & t", "!s in {a}"):
        with pytest.raises(InputError, match=r"'!' of symbolic enumeration"):
            flat(f"MODULE main VAR s : {{a, b}}; t : boolean; INIT {wrong}")


def test_equal_warnings_are_told_once():
    model = flat("MODULE main VAR x : {a, a}; y : {b, a, a}; INVARSPEC x = y")
    assert warnings(model) == ["the value a stands twice in this enumeration (2 times)"]
