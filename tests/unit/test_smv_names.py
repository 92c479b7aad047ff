"""Names as tools write them: in quotes, with dots beside a plain name, like a function, an instance or a symbol."""

from __future__ import annotations

import pytest

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Source
from quidpro.core.words import split_unquoted
from quidpro.engines.symbolic.scv.groups import format_groups, parse_split
from quidpro.engines.symbolic.shared.order import format_order, parse_order
from quidpro.flat.text import formula_text, text
from quidpro.frontend.smv.model import load_smv
from quidpro.frontend.smv.names import names

QUOTED = """MODULE main
IVAR "clock" : boolean;
VAR "$auto$rename.cc:157:x$9" : word[2]; "a[1]" : 0..3; clock : {"on", on}; "c -- no comment" : "cell"("a[1]");
DEFINE "is; low" := "a[1]" < 2;
ASSIGN init("a[1]") := 0; next("a[1]") := "is; low" ? "a[1]" + 1 : 0;
TRANS "clock" -> next("$auto$rename.cc:157:x$9") = 0ud2_0
INVARSPEC NAME "p.q" := "a[1]" < 3 -- a "comment"
  & "c -- no comment"."v.w" < 3;
INVARSPEC clock = "on";
MODULE "cell"("in put")
VAR "v.w" : 0..3;
ASSIGN init("v.w") := 0; next("v.w") := "in put";
"""


def flat(source):
    return load_smv(Source("test.smv", source)).flat()


def refused(source):
    with pytest.raises(InputError) as caught:
        flat(source)
    return [one.message for one in caught.value.diagnostics]


# In quotes ------------------------------------------------------------------------------------------------------


def test_names_in_quotes_keep_them():
    model = flat(QUOTED)
    assert list(model.variables) == [
        '"clock"',
        '"$auto$rename.cc:157:x$9"',
        '"a[1]"',
        "clock",
        '"c -- no comment"."v.w"',
    ]
    assert [one.owner for one in model.variables.values()] == ["", "", "", "", '"c -- no comment"']
    assert model.variables["clock"].domain.values == ('"on"', "on")
    assert [(one.path, one.module) for one in model.instances()] == [("", "main"), ('"c -- no comment"', '"cell"')]
    assert text(model.trans[0].expr) == '"clock" -> (next("$auto$rename.cc:157:x$9") = 0ud2_0)'
    assert text(model.defines['"is; low"']) == '"a[1]" < 2'


def test_a_specification_is_shown_as_it_was_written():
    first, second = flat(QUOTED).specs
    assert first.name == '"p.q"'
    assert first.text == '"a[1]" < 3 & "c -- no comment"."v.w" < 3'
    assert formula_text(second.formula) == 'clock = "on"'


def test_a_name_in_quotes_and_a_plain_one_are_two():
    assert refused('MODULE main VAR "a" : boolean; INIT a') == ["'a' is not declared in module main"]
    assert refused('MODULE main VAR "a" : boolean; "a" : boolean;') == ["'\"a\"' is declared twice in module main"]


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ('MODULE main VAR "a : boolean;', "this quote is never closed"),
        ('MODULE main VAR "a\tb" : boolean;', "a name in quotes cannot hold U+0009, which cannot be shown"),
        ('MODULE main VAR "a\u202eb" : boolean;', "a name in quotes cannot hold U+202E, which cannot be shown"),
    ],
)
def test_quotes_that_cannot_be_read(source, complaint):
    assert refused(source)[0] == complaint


def test_an_editor_finds_names_in_quotes():
    found = names(Source("test.smv", QUOTED))
    assert (found.errors, found.loose) == ([], {})
    known = {symbol.name: symbol for symbol in found.symbols}
    assert known['"a[1]"'].kind == "variable"
    assert len(found.places(known['"a[1]"'])) == 7
    assert len(found.places(known['"v.w"'])) == 4


def test_splits_and_orders_are_written_as_they_are_read():
    model = flat(QUOTED.replace("a[1]", "a, | b"))
    groups = parse_split('"a, | b", clock | "c -- no comment" | rest', model)
    written = format_groups(groups, model)
    assert written == '"a, | b", clock | "c -- no comment" | "clock", "$auto$rename.cc:157:x$9"'
    assert parse_split(written, model) == groups
    domains = {name: one.domain for name, one in model.variables.items()}
    order, unknown = parse_order("".join(f"{name}\n" for name in reversed(domains)), domains)
    assert (unknown, parse_order(format_order(order, domains), domains)) == ([], (order, []))


def test_pieces_outside_quotes():
    assert split_unquoted('a.b."c.d".e', r"\.") == ["a", "b", '"c.d"', "e"]
    assert split_unquoted('x"y.z', r"\.") == ['x"y.z']
    assert split_unquoted("", ",") == [""]


# With dots ------------------------------------------------------------------------------------------------------

BESIDE = """MODULE main
VAR y.SSA.1.ssa : 0..3; y : 0..3; y.SSA : boolean; m : cell(y, y.SSA);
ASSIGN init(y) := 0; init(y.SSA.1.ssa) := y; next(y) := y.SSA.1.ssa;
INVARSPEC y = 3 | m.same
MODULE cell(given, bit)
DEFINE same := given.SSA.1.ssa = given | bit.1.ssa = 2;
"""


def test_a_name_with_dots_beside_a_plain_name():
    model = flat(BESIDE)
    assert list(model.variables) == ["y.SSA.1.ssa", "y", "y.SSA"]
    assert text(model.specs[0].invariant) == "(y = 3) | ((y.SSA.1.ssa = y) | (y.SSA.1.ssa = 2))"
    assert model.variables["y.SSA.1.ssa"].owner == "y.SSA.1"


def test_a_definition_with_dots_beside_a_plain_one():
    model = flat("MODULE main VAR y : 0..3; DEFINE z := y; z.low := z < 2; INVARSPEC z.low")
    assert text(model.specs[0].invariant) == "y < 2"


def test_a_split_means_the_variable_where_an_instance_has_its_name():
    model = flat(BESIDE)
    groups = parse_split("y | rest", model)
    assert groups[0] == {"y"}
    assert parse_split(format_groups(groups, model), model) == groups


def test_a_part_may_be_declared_outside_of_its_instance():
    model = flat("""MODULE main VAR y.z : boolean; y : cell; y.deep.er : boolean; INVARSPEC y.z = y.q & !y.deep.er
    MODULE cell VAR q : boolean;""")
    assert sorted(model.variables) == ["y.deep.er", "y.q", "y.z"]
    assert text(model.specs[0].invariant) == "(y.z <-> y.q) & !y.deep.er"


def test_something_without_parts_has_none():
    assert refused("MODULE main VAR y : boolean; INIT y.z") == ["'.z' of something that is no instance: boolean"]
    assert refused("MODULE main VAR y : boolean; y.x : boolean; INIT y.z") == ["'z' is not declared in y (module main)"]


# Like something else --------------------------------------------------------------------------------------------


def test_modules_may_be_called_like_functions_and_types_of_nuxmv():
    model = flat(
        """
    MODULE floor(clock) VAR max : boolean; real : 0..1; DEFINE integer := clock | max;
    MODULE clock ISA floor VAR t : boolean;
    MODULE main VAR floor : floor(TRUE); b : process floor (floor.max); c : clock; clock : boolean;
    INVARSPEC max(floor.real, 1) = 1 & c.t
    """.replace("ISA floor ", "")
    )
    assert [one.module for one in model.instances()] == ["main", "floor", "floor", "clock"]
    assert "c.t" in model.variables


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("MODULE main VAR x : integer;", "the type integer is not supported"),
        ("MODULE main VAR x : clock; MODULE real VAR y : boolean;", "the type clock is not supported"),
        ("MODULE main VAR x : array 0..2 of real;", "the type real is not supported"),
        ("MODULE main VAR x : array integer of boolean;", "an array without bounds is not finite"),
        ("MODULE main FUN f : boolean -> boolean;", "FUN is not supported"),
    ],
)
def test_what_is_not_finite_is_refused_in_its_own_words(source, complaint):
    assert complaint in refused(source)


def test_an_instance_may_have_the_name_of_a_symbol():
    model = flat("""
    MODULE main VAR a : sub; other : sub; m : cell(a); SPEC AG (a.action = a -> m.is)
    MODULE sub VAR action : {a, b}; INVARSPEC action = b
    MODULE cell(who) DEFINE is := who.action = who;
    """)
    assert formula_text(model.specs[0].formula) == "AG ((a.action = a) -> (a.action = a))"


@pytest.mark.parametrize(
    "wrong",
    ["x = 1", "1 != x", "x = n", "x in {1, 2}", "n in {red, green}", "n = red", "(n > 1 ? x : green) = n"],
)
def test_symbols_and_integers_do_not_go_together(wrong):
    (complaint,) = refused(f"MODULE main VAR x : {{red, green}}; n : 0..3; m : {{red, 1}}; INVARSPEC {wrong}")
    assert "do not go together" in complaint


@pytest.mark.parametrize("right", ["m = 1", "m = red", "m = x", "n = m", "x in {red, 1}", "n in {red, 1}", "x = other"])
def test_a_mixture_goes_with_both(right):
    flat(f"MODULE main VAR x : {{red, green}}; n : 0..3; m : {{red, 1}}; o : {{other}}; INVARSPEC {right}")


def test_a_variable_with_the_name_of_a_symbol_hides_it():
    model = flat("MODULE main VAR a : boolean; x : {a, b}; m : cell(x); INVARSPEC a & x = b MODULE cell(a) INIT a = b")
    (warning,) = model.warnings
    assert "'a' is declared in this module and is a symbol too" in warning.message


def test_constants_may_have_dots_and_words_a_capital_letter():
    model = flat("MODULE main CONSTANTS p.q, r; VAR w : Word[3]; INVARSPEC w = 0ud3_1")
    assert str(model.variables["w"].domain) == "unsigned word[3]"


# In a split -----------------------------------------------------------------------------------------------------

OUTPUTS = """MODULE main
VAR request : boolean; lazy : quiet(request); arbiter : arb(request, grant); free : boolean;
MODULE arb(r, g) VAR g : boolean; ASSIGN init(g) := FALSE; next(g) := r;
MODULE quiet(x) DEFINE same := x;
"""


def test_a_split_may_name_plain_variables_alone_or_beside_instances():
    model = flat(OUTPUTS)
    assert parse_split("request | rest", model) == ({"request"}, {"grant", "free"})
    assert parse_split("arbiter, free | request", model) == ({"grant", "free"}, {"request"})


@pytest.mark.parametrize(
    ("split", "words"),
    [
        ("lazy | rest", r"the instance 'lazy' has no variables, .* \(one of arbiter, request, grant, free\)"),
        ("lazy.same | rest", r"'lazy.same' is a definition; .*"),
        ("arbitter | rest", r"'arbitter' is no instance and no variable \(did you mean arbiter\?\)"),
    ],
)
def test_hints_never_say_what_was_refused(split, words):
    with pytest.raises(UsageError, match=words):
        parse_split(split, flat(OUTPUTS))
