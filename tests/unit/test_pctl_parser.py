"""PRISM's property syntax, and which formulas are in safe-pCTL."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quidpro.core.errors import InputError
from quidpro.frontend.pctl import parse_pctl
from quidpro.logic.pctl import AtMost, Mark, Truth, Until


def refusal(text: str, **options) -> str:
    with pytest.raises(InputError) as raised:
        parse_pctl(text, **options)
    return str(raised.value)


def test_the_bound_is_exact():
    formula = parse_pctl('P<=0.009 [ F "bad" ]')
    assert formula.root == AtMost(Fraction(9, 1000), False, Until(Truth(True), Mark("bad")))
    assert formula.marks == {"bad"}
    assert formula.text == 'P<=0.009 [ F "bad" ]'


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ('P < 1e-3 [ "a" U "b" ];', 'P<1/1000 [ "a" U "b" ]'),
        ('P<=1/3*1/2 [ X !"a" ]', 'P<=1/6 [ X !"a" ]'),
        ('P<=p/2 [ F<=7 "a" ]', 'P<=1/8 [ F<=7 "a" ]'),
        ('P<=.5 [ "a" U<3 "b" ] // as PRISM writes it', 'P<=1/2 [ "a" U<=2 "b" ]'),
        ('P>=0.99 [ G !"bad" ]', 'P<=1/100 [ F "bad" ]'),
        ('P>0.99 [ G<=4 ("a" | "b") ]', 'P<1/100 [ F<=4 (!"a" & !"b") ]'),
        ('"a" => P<=0 [ X "b" ]', '(!"a" | P<=0 [ X "b" ])'),
        ('!("a" & !P<=0 [ X true ])', '(!"a" | P<=0 [ X true ])'),
        ('P<=0.1 [ F ("a" & !P<=0.5 [ X "b" ]) ]', 'P<=1/10 [ F ("a" & !P<=1/2 [ X "b" ]) ]'),
        ('P<=1-p*2 [ F<=floor(2*(1+p)) "a" ]', 'P<=1/2 [ F<=2 "a" ]'),
        ('Pmax<=p [ F[0,3] "a" ]', 'P<=1/4 [ F<=3 "a" ]'),
        ('Pmin>=p [ G "a" ]', 'P<=3/4 [ F !"a" ]'),
        ('P>=p [ "a" W "b" ]', 'P<=3/4 [ !"b" U (!"a" & !"b") ]'),
        ('P>=p [ "a" R<=5 "b" ]', 'P<=3/4 [ !"a" U<=5 !"b" ]'),
        ('A [ G "a" | "b" ]', 'P<=0 [ F (!"a" & !"b") ]'),
        ('filter(forall, "a" => P<=p [ X "b" ])', 'P<=0 [ F ("a" & !P<=1/4 [ X "b" ]) ]'),
        ('filter(forall, "a", "b")', 'P<=0 [ F ("b" & !"a") ]'),
        ('P<=p [ F ("a" <=> "b") ]', 'P<=1/4 [ F ((!"a" | "b") & (!"b" | "a")) ]'),
        ('P<=0 [F "a"] & P<=0 [F "b"] & P<=0 [F "c"]', '(P<=0 [ F "a" ] & P<=0 [ F "b" ] & P<=0 [ F "c" ])'),
    ],
)
def test_every_formula_has_one_text_that_reads_back(text, canonical):
    formula = parse_pctl(text, constants={"p": Fraction(1, 4)})
    assert str(formula) == canonical
    assert parse_pctl(canonical) == formula


@pytest.mark.parametrize("text", ['Pmax=? [ F "a" ]', 'Pmax =? [ F "a" ];', 'Pmax = ? [ F "a" ]'])
def test_a_question_for_a_number(text):
    formula = parse_pctl(text)
    assert formula.asks
    assert formula == parse_pctl('P<=1 [ F "a" ]')
    assert not parse_pctl(str(formula)).asks


def test_a_message_shows_the_place_and_says_what_is_accepted():
    assert refusal('P<=0.5 [ F P<=0.2 [ X "a" ] ]', name="--pctl") == (
        "--pctl:1:12: error: P with an upper bound stands inside another P without a negation\n"
        '  P<=0.5 [ F P<=0.2 [ X "a" ] ]\n'
        "             ^\n"
        "  hint: inside the brackets of a P only !P<=p [ ... ] may stand: that some scheduler exceeds p"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no formula"),
        ('!P<=0.5 [ F "a" ]', "which is not safe"),
        ('P<=0.5 [ F "a" ] => "b"', "which is not safe"),
        ('P>=0.5 [ F "a" ]', "a lower bound on a probability is not preserved"),
        ('P<=0.5 [ G "a" ]', "an upper bound on G is not preserved"),
        ('P<=0.5 [ "a" W "b" ]', "an upper bound on W is not preserved"),
        ('P<=0.5 [ "a" R "b" ]', "an upper bound on R is not preserved"),
        ('P=? [ F "a" ]', "asks for a number"),
        ('Pmin<=0.1 [ F "a" ]', "Pmin<= asks that some scheduler keeps to the bound"),
        ('P<=1/2 [ F Pmax=? [ F "a" ] ]', "Pmax=? asks for a number"),
        ('"a" & Pmax=? [ F "a" ]', "alone, Pmax=? [ ... ] asks for the largest probability"),
        ('Pmax=? [ G "a" ]', "an upper bound on G"),
        ('Pmax=? "a"', "expected [ and a path formula"),
        ('P<=0.1 [ X X "a" ]', "one of X, F, G, U, W and R, over conditions on states and P: no LTL"),
        ('P<=0.1 [ F ("a" & G "b") ]', "no LTL"),
        ('P<=0.1 [ F "a" {"b"}{max} ]', "states in braces are not read"),
        ('filter(max, P<=0.1 [ F "a" ])', "of filters only forall is read"),
        ('P<=0.1 [ F filter(forall, "a") ]', "not inside a P"),
        ('A [ F "a" ]', "after A only [ G s ] may stand"),
        ('E [ F "a" ]', "no safety property"),
        ('R{"time"}max=? [ F "a" ]', "rewards"),
        ('R<=3 [ F "a" ]', "rewards"),
        ('S<=0.3 [ "a" ]', "the long run"),
        ('P<=1.5 [ F "a" ]', "3/2 is no probability"),
        ('P<=-0.5 [ F "a" ]', "-1/2 is no probability"),
        ('P<= [ F "a" ]', "expected a number such as 0.1"),
        ('P<=1/0 [ F "a" ]', "divides by zero"),
        ('P<=N [ F "a" ]', "the constant N is not defined"),
        ('P<=1e-999999999 [ F "a" ]', "too long"),
        ("P<=0.1 [ F s=2 ]", "s is no label"),
        ('P<=0.1 [ F "a ]', "a label ends with"),
        ('P<=0.1 [ F "a" ', "expected ']'"),
        ('P<=0.1 [ F "a" ] "b"', "expected an operator or the end"),
        ('P≤0.1 [ F "a" ]', "write <="),
        ('P<=0.1 [ F "a" && "b" ]', "write &"),
        ('P<=0.1 [ <> "a" ]', "write F"),
        ('P<=0.1 [ F>=3 "a" ]', "only be bounded from above"),
        ('P<=0.1 [ F[1,3] "a" ]', "only be bounded from above"),
        ('P<=0.1 [ F<0 "a" ]', "no number of steps"),
        ('P<=0.1 [ F<=k "a" ]', "the constant k is not defined"),
        ("P<=0.1 [ F label ]", "label is no label"),
        ('P<=0.1 [ F<=2.5 "a" ]', "no number of steps"),
        ("(" * 5000 + '"a"' + ")" * 5000, "nested more than"),
        ("!" * 5000 + '"a"', "nested more than"),
        ('"a" => ' * 5000 + '"a"', "nested more than"),
        ("P<=0 [ F !" * 200, "nested more than"),
    ],
)
def test_what_is_not_in_the_fragment_is_refused_in_words(text, said):
    assert said in refusal(text)
