"""PRISM files as people write them: modules that read each other's variables, definitions in any order."""

from __future__ import annotations

from fractions import Fraction

import pytest

import quidpro
from quidpro.core.errors import InputError, UsageError
from tests.prism_models import module, prism

stormpy = pytest.importorskip("stormpy", reason="Storm reads PRISM files")

from quidpro.frontend.prism.load import load_probabilistic as read_prism  # noqa: E402

DICE = prism(
    module(
        "Die1",
        "s1 : [0..7];",
        "d1 : [0..6];",
        "[] s1=0 -> 0.5 : (s1'=1) + 0.5 : (s1'=2);",
        "[] s1=1 -> 0.5 : (s1'=3) + 0.5 : (s1'=4);",
        "[] s1=2 -> 0.5 : (s1'=5) + 0.5 : (s1'=6);",
        "[] s1=3 -> 0.5 : (s1'=1) + 0.5 : (s1'=7)&(d1'=1);",
        "[] s1=4 -> 0.5 : (s1'=7)&(d1'=2) + 0.5 : (s1'=7)&(d1'=3);",
        "[] s1=5 -> 0.5 : (s1'=7)&(d1'=4) + 0.5 : (s1'=7)&(d1'=5);",
        "[] s1=6 -> 0.5 : (s1'=2) + 0.5 : (s1'=7)&(d1'=6);",
        "[] s1=7 & s2=7 -> true;",
    ),
    "module Die2 = Die1 [s1=s2, s2=s1, d1=d2] endmodule",
)
"""Knuth and Yao's dice, which wait for each other in the end."""


@pytest.fixture
def write(tmp_path):
    def writing(text):
        path = tmp_path / "model.prism"
        path.write_text(text)
        return path

    return writing


@pytest.fixture
def read(write):
    return lambda text, **constants: read_prism(write(text), constants, together=True)


def outcomes(path, *formulas, **options):
    results = quidpro.check(path, pctl=list(formulas), together=True, **options)
    assert all(result.verdict.certified for result in results)
    return [result.verdict.outcome for result in results]


def test_modules_that_read_each_others_variables_are_one_component(read):
    model = read(DICE)
    assert list(model.components) == ["Die1+Die2"]
    assert model.components["Die1+Die2"].alphabet == ("Die1.tau", "Die2.tau")
    assert model.components["Die1+Die2"].states == 169
    assert "Die1 uses s2, a variable of Die2" in model.warnings[0].message
    assert model.warnings[0].severity == "note"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DICE, "model.prism:12:11: error: module Die1 uses s2, a variable of Die2, and cannot be"),
        (
            prism(
                "global g : bool;", module("A", "[] g -> true;"), module("B", "[b] g -> true;", "[] g -> (g'=false);")
            ),
            "model.prism:4:4: error: module A uses g, a global variable that B writes, and cannot be",
        ),
        (
            prism(module("A", "n : [0..2];", "[a] true -> (n'=n+1);"), module("B", "b : bool;", "[a] b -> true;")),
            "model.prism:4:1: error: alone, module A leads n out of its bounds, to 3; a guard must prevent that",
        ),
    ],
)
def test_they_are_refused_unless_they_are_to_be_taken_together(write, text, said):
    with pytest.raises(InputError) as caught:
        read_prism(write(text))
    assert said in str(caught.value)
    assert "take such modules as one component: --together" in str(caught.value)


def test_every_place_is_told_once(write):
    """Die2 is Die1, renamed: it uses s1 at the same place."""
    third = module("Watch", "w : bool;", "[] s1=7 -> (w'=true);", "[] s1=7 & s2=7 -> (w'=false);")
    with pytest.raises(InputError) as caught:
        read_prism(write(f"{DICE}\n{third}"))
    assert [diagnostic.message.partition(",")[0] for diagnostic in caught.value.diagnostics] == [
        "module Die1 uses s2",
        "module Watch uses s1",
        "module Watch uses s2",
    ]


@pytest.mark.parametrize(
    ("guard", "more", "marked"), [("busy", "formula busy = b>0;", 4), ('"up"', 'label "up" = b>0;', 4)]
)
def test_the_word_that_stands_there_is_marked(write, guard, more, marked):
    text = prism(more, module("A", f"[a] {guard} -> true;"), module("B", "b : [0..1];"))
    with pytest.raises(InputError) as caught:
        read_prism(write(text))
    assert [(d.message.partition(",")[0], d.length) for d in caught.value.diagnostics] == [("module A uses b", marked)]


def test_global_variables_that_nobody_else_writes_are_no_reason(write):
    text = prism(
        "global g : bool;", module("A", "[] g -> true;", "[] true -> (g'=true);"), module("B", "[b] true -> true;")
    )
    assert list(read_prism(write(text)).components) == ["A", "B"]


def test_a_model_that_was_read_is_not_taken_together_any_more(read):
    with pytest.raises(UsageError, match=r"give quidpro\.load its path and together=True"):
        quidpro.check(read(DICE), pctl="P<=1 [ F d1=1 ]", together=True)


def test_the_modules_of_a_specification_are_composed_anyway(write, tmp_path):
    spec = tmp_path / "spec.prism"
    spec.write_text(DICE)
    path = write(prism(module("A", "s : bool;", "[a] s -> true;")))
    assert quidpro.check(path, spec=spec).verdict.outcome == "holds"


@pytest.mark.slow
def test_what_they_do_is_what_the_whole_does(write):
    bounds = 'P<=1/36 [ F "two" ]', 'P<1/36 [ F "two" ]', "P<=1/36 [ F d1=1&d2=1 ]", "P<=5/36 [ F s1=7&s2=7&d1+d2=6 ]"
    path = write(DICE + '\nlabel "two" = s1=7 & s2=7 & d1+d2=2;')
    assert outcomes(path, *bounds) == ["holds", "violated", "holds", "holds"]


def test_others_stay_alone(read):
    text = prism(
        "global g : [0..2];",
        module("A", "[] g<2 -> (g'=g+1);"),
        module("B", "b : bool;", "[go] true -> (b'=true);"),
        module("C", "c : bool;", "[go] g>1 -> (c'=true);"),
        module("D", "d : bool;", "[go] d -> true;"),
        module("E", "e : bool;", "[go] d -> true;"),
    )
    assert read(text).members == {"A+C": ("A", "C"), "D+E": ("D", "E")}
    assert list(read(text).components) == ["A+C", "B", "D+E"]


@pytest.mark.slow
def test_a_split_goes_by_the_names_of_modules(write):
    path = write(
        prism(
            module("A", "a : [0..1];", "[x] b=0 -> (a'=1);"),
            module("B", "b : [0..1];", "[y] true -> (b'=1);"),
            module("C", "c : [0..1];", "[x] c=0 -> (c'=1);"),
        )
    )
    [result] = quidpro.check(path, pctl="P<=0 [ F a=1&c=0 ]", method="agar", split="B | C", together=True)
    assert (result.verdict.outcome, result.verdict.components) == ("holds", ("A+B", "C"))
    with pytest.raises(UsageError, match=r"puts A\+B into two groups; A\+B cannot be taken apart"):
        quidpro.check(path, pctl="P<=0 [ F a=1 ]", method="agar", split="A | B | C", together=True)


@pytest.mark.slow
def test_a_split_may_be_a_wish(write):
    parts = [module(n, f"{n.lower()} : bool;", f"[x] !{n.lower()} -> ({n.lower()}'=true);") for n in "AB"]
    path = write(prism(*parts))
    for wish in ("chain", "auto"):
        [result] = quidpro.check(path, pctl="P<=0 [ F a & !b ]", method="agar", split=wish)
        assert (result.verdict.outcome, result.verdict.components) == ("holds", ("A", "B"))
    with pytest.raises(UsageError, match="--split balanced is not for probabilistic models"):
        quidpro.check(path, pctl="P<=0 [ F a & !b ]", split="balanced")


def test_many_modules_have_a_short_name(read):
    names = "ABCDEF"
    parts = [module(n, f"{n.lower()} : bool;", f"[] {names[i - 1].lower()} -> true;") for i, n in enumerate(names)]
    assert list(read(prism(*parts)).components) == ["A+…+F"]
    assert "A, B, C, D, E and F are taken together" in read(prism(*parts)).warnings[0].message


@pytest.mark.slow
def test_a_guard_of_a_partner_may_keep_a_variable_in_its_bounds(read):
    counter = module("Counter", "n : [0..2];", "[send] true -> (n'=n+1);")
    text = prism(
        module("Sender", "i : [0..2];", "[send] i<2 -> (i'=i+1);"), counter, module("Other", "[tick] true -> true;")
    )
    model = read(text)
    assert {name: c.states for name, c in model.components.items()} == {"Sender+Counter": 3, "Other": 1}
    assert "as one component: alone, module Counter leads n out of its bounds, to 3" in model.warnings[0].message
    with pytest.raises(InputError, match=r"module Sender\+Counter leads n out of its bounds, to 3"):
        read(text.replace("i<2", "i<3").replace("i : [0..2]", "i : [0..3]"))


@pytest.mark.slow
def test_labels_of_several_components_are_taken_apart(write):
    path = write(
        prism(
            module("A", "a : [0..2];", "[x] a=0 -> 1/2 : (a'=1) + 1/2 : (a'=2);"),
            module("B", "b : [0..2];", "[y] b=0 -> 1/3 : (b'=1) + 2/3 : (b'=2);"),
            'label "both" = a=1 & b=1;',
            'label "neither" = !"some" & a>0 & b>0;',
            'label "some" = a=1 | b=1;',
        )
    )
    model = read_prism(path)
    assert model.labels == {
        "both": "it speaks of A and B in one breath",
        "neither": "it speaks of A and B in one breath",
        "some": "",
    }
    formulas = 'P<=1/6 [ F "both" ]', 'P<1/6 [ F "both" ]', 'P<=1/3 [ F "neither" ]', "P<=1/6 [ F a=b & a=1 ]"
    for method in ("agar", "monolithic"):
        results = quidpro.check(path, pctl=formulas, method=method)
        assert [r.verdict.outcome for r in results] == ["holds", "violated", "holds", "holds"]
        assert [len(r.verdict.components) for r in results] == [2, 2, 2, 1]
        assert results[3].verdict.notes[-1] == (
            "A and B are taken together as one component: the formula compares their variables"
        )


def test_a_label_in_a_guard_is_not_renamed_with_the_module(write):
    """So they never are up both; were it renamed, it would be the same here, but not with s1 alone."""
    path = write(
        prism(
            module("A", "s1 : bool;", '[] !"up" -> (s1\'=true);', "[] true -> (s1'=false);"),
            "module B = A [s1=s2] endmodule",
            'label "up" = s1 | s2;',
        )
    )
    assert outcomes(path, "P<=0 [ F s1 & s2 ]", "P<=0 [ F s2 ]") == ["holds", "violated"]


def test_constants_stand_in_any_order(read):
    head = "mdp\nconst int a = 2*b;\nconst double q = 1-p; const prob p = 0.25;\nconst b = 1;\nformula top = a;\n"
    model = read(prism(module("A", "s : [0..top];", "[x] s=0 -> q:(s'=a) + p:(s'=b);"), head=head))
    assert model.values == {"a": 2, "b": 1, "p": Fraction(1, 4), "q": Fraction(3, 4)}
    assert model.components["A"].distributions.probabilities(0) == {1: Fraction(3, 4), 2: Fraction(1, 4)}
    assert read(prism(module("A", "s : [0..top];"), head=head), b="2").values["a"] == 4


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            "nondeterministic\nconst int a = b;\nconst int b = 1;\nmodule A\ns : [0..a];\n[x] s = -> true;\nendmodule",
            "6:7",
        ),
        ('mdp\nmodule A\ns : bool;\nendmodule\nlabel "x" = s;\nlabel "y" = "x" & ;', "6:19"),
    ],
)
def test_places_are_those_of_the_text_as_it_is_written(read, text, place):
    with pytest.raises(InputError, match=rf"model\.prism:{place}: error"):
        read(text)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("P<=0 [ F s1 ]", "--pctl:1:10: error: this is no condition on states: it has no truth value"),
        ("P<=0 [ F d1+1 & s1=2 ]", "--pctl:1:10: error: this is no condition on states"),
        ("P<=0 [ F 1=2 ]", "--pctl:1:10: error: the condition (1=2) cannot be used: it speaks of no variable"),
        ('P<=0 [ F "deadlock" ]', 'the label "deadlock" cannot be used: an assumption may go on'),
    ],
)
def test_conditions_that_cannot_be_used(write, formula, said):
    with pytest.raises(InputError) as caught:
        quidpro.check(write(DICE), pctl=formula, together=True)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        ("s==0", ":4:6: error: == is no operator here"),
        ("s=0 && s=0", ":4:9: error: && is no"),
        ("s=0 <=> s=0", "4:9: error: <=>"),
    ],
)
def test_signs_of_other_languages(read, sign, said):
    with pytest.raises(InputError) as caught:
        read(prism(module("A", "s : [0..1];", f"[a] {sign} -> (s'=1);")))
    assert said in str(caught.value)
    assert "hint: write" in str(caught.value)
