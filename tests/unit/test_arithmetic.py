"""Exact arithmetic on the words of an expression."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from quidpro.frontend.text.arithmetic import NotANumber, number_at, value_of

VALUES = {"K": Fraction(3), "p": Fraction(1, 4)}


def words(text):
    return re.findall(r"[A-Za-z_]\w*|[0-9.]+(?:[eE][-+]?[0-9]+)?|\S", text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*(K+1)*2", 16),
        ("1-p/2", Fraction(7, 8)),
        ("7/2", Fraction(7, 2)),
        ("-K+1", -2),
        ("2-1-1", 0),
        ("floor(pow(2, K))-1", 7),
        ("pow(2,-1)", Fraction(1, 2)),
        ("ceil(K/2)", 2),
        ("round(2.5)", 3),
        ("mod(K+2, 3)", 2),
        ("min(K, 1, p)", Fraction(1, 4)),
        ("max(K)", 3),
        ("1e-3", Fraction(1, 1000)),
        (".5", Fraction(1, 2)),
    ],
)
def test_values(text, value):
    assert value_of(words(text), VALUES.get) == value


@pytest.mark.parametrize(
    "text",
    ["", "N", "1/0", "1+", "(1", "1 2", "pow(2,0.5)", "pow(0,-1)", "mod(1,0)", "mod(1)", "K>1", "1e-999999", "true"],
)
def test_what_is_no_number(text):
    assert value_of(words(text), VALUES.get) is None


def test_where_a_number_ends():
    assert number_at(words("K+1 (s=2)"), 0, VALUES.get) == (4, 3)


@pytest.mark.parametrize("text", ["(" * 5000, "-" * 5000 + "1", "pow(pow(2,1000),1000)"])
def test_what_no_stack_and_no_memory_can_hold(text):
    with pytest.raises(NotANumber):
        number_at(words(text), 0, VALUES.get)
