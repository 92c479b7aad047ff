"""Files of properties, and conditions on variables in formulas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Source
from quidpro.frontend.pctl.expressions import Vocabulary
from quidpro.frontend.pctl.parser import parse_with_conditions
from quidpro.frontend.pctl.props import read_properties

MODEL = Vocabulary({"N": Fraction(3)}, frozenset({"N", "s", "t", "done"}))
FILE = """\
// as many authors write them
const int k;
const double p = 1/(N+1);
const bool never = false;
label "late" = t>k;

"on time": P<=p [ F "late" ];
P<=0.1 [ F s=2 &
  t=1 ]
filter(forall, s<=k)
P>=1 [ F done ]; P<=0 [ F never&done ]
"""


@pytest.fixture
def file():
    return read_properties(Source("m.props", FILE))


def speaking(text, vocabulary=MODEL):
    formula, conditions = parse_with_conditions(Source("--pctl", text), vocabulary)
    again, _ = parse_with_conditions(Source("again", str(formula)), vocabulary)
    assert again == formula
    return str(formula), [condition.text for condition in conditions]


@pytest.mark.parametrize(
    ("text", "canonical", "conditions"),
    [
        ("P<=0 [ F s=7 & !t>N ]", "P<=0 [ F ((s=7) & !(t>N)) ]", ["(s=7)", "(t>N)"]),
        ("P<=0 [ !done U (s+t)*2 = 4 ]", "P<=0 [ !(done) U ((s+t)*2=4) ]", ["(done)", "((s+t)*2=4)"]),
        ("P<=0 [ F (s=1) | (t=2) ]", "P<=0 [ F ((s=1) | (t=2)) ]", ["(s=1)", "(t=2)"]),
        ("P<=0 [ F mod(s,2)=1 ]", "P<=0 [ F (mod(s,2)=1) ]", ["(mod(s,2)=1)"]),
        ("P<=0 [ F (done ? s : t) > 1 ]", "P<=0 [ F ((done?s:t)>1) ]", ["((done?s:t)>1)"]),
        ("P<=0 [ F (done ? s=1 : t=1) & s=2 ]", "P<=0 [ F ((done?s=1:t=1) & (s=2)) ]", ["(done?s=1:t=1)", "(s=2)"]),
        ("P<=0 [ F ((done)) ]", "P<=0 [ F (done) ]", ["(done)"]),
        ("P<=0 [ F -1 < s ]", "P<=0 [ F (-1<s) ]", ["(-1<s)"]),
    ],
)
def test_conditions_are_marks_in_parentheses(text, canonical, conditions):
    assert speaking(text) == (canonical, conditions)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("P<=0 [ F r=7 ]", "there is no variable, constant or formula named r"),
        ("P<=0 [ F don ]", "did you mean 'done'?"),
        ("P<=0 [ F bad ]", 'a label is written in quotes: "bad"'),
        ('P<=0 [ F s+("a")=2 ]', "a label cannot stand inside an expression"),
        ("P<=0 [ F s=1 ? done : t=2 ]", "expected ']', found '?'"),
    ],
)
def test_conditions_that_mean_nothing(text, said):
    with pytest.raises(InputError) as caught:
        speaking(text)
    assert said in str(caught.value)


def test_the_parts_of_a_file(file):
    assert [(found.name, found.text) for found in file.properties] == [
        ("on time", 'P<=p [ F "late" ]'),
        ("", "P<=0.1 [ F s=2 & t=1 ]"),
        ("", "filter(forall, s<=k)"),
        ("", "P>=1 [ F done ]"),
        ("", "P<=0 [ F never&done ]"),
    ]
    assert file.types == {"k": "int", "p": "double", "never": "bool"}


def test_constants_and_labels_of_a_file_are_put_in(file):
    vocabulary = file.extend(MODEL, {"k": "2"})
    formulas = [
        parse_with_conditions(found.source, vocabulary, found.words)[0] for found in file.choose(["1", "2", "3", "5"])
    ]
    assert [str(formula) for formula in formulas] == [
        "P<=1/4 [ F (t>2) ]",
        "P<=1/10 [ F ((s=2) & (t=1)) ]",
        "P<=0 [ F !(s<=2) ]",
        "P<=0 [ F ((false) & (done)) ]",
    ]
    assert formulas[0].text == 'P<=p [ F "late" ]'


def test_a_constant_without_a_value_is_told_where_it_is_needed(file):
    vocabulary = file.extend(MODEL, {})
    first, *_ = file.choose(["on time"])
    with pytest.raises(InputError, match=r"m\.props:5:18: error: the constant k has no value(.|\n)*--const k=VALUE"):
        parse_with_conditions(first.source, vocabulary, first.words)
    other = read_properties(Source("m.props", "const int k; P<=0 [ F<=k done ]"))
    with pytest.raises(InputError, match="the constant k has no value"):
        parse_with_conditions(other.source, other.extend(MODEL, {}), other.properties[0].words)


def test_properties_are_chosen_by_name_or_number(file):
    assert [found.text for found in file.choose(["4", "on time"])] == ["P>=1 [ F done ]", 'P<=p [ F "late" ]']
    with pytest.raises(UsageError, match=r"there is no property '9' in m.props \(it has on time, 2, 3, 4, 5\)"):
        file.choose(["9"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("// nothing", "there is no property in this file"),
        ("const int;\nP<=0 [ F done ]", "this is no definition of a constant"),
        ('label late = t>2;\nP<=0 [ F "late" ]', "this is no definition of a label"),
        ("P<=0 [ F § ]", "means nothing here"),
    ],
)
def test_files_that_are_none(text, said):
    with pytest.raises(InputError) as caught:
        read_properties(Source("m.props", text))
    assert said in str(caught.value)
