"""Operators on values, errors that spread only as far as they must, and the states of tiny models."""

from __future__ import annotations

import pytest

from quidpro.core.source import Source
from quidpro.flat.bounds import bounds
from quidpro.flat.build import FALSE, TRUE, choice, conjunction, disjunction, integer, negation, operation
from quidpro.flat.evaluate import evaluate
from quidpro.flat.explicit import replay
from quidpro.flat.expr import const, failure, op, var
from quidpro.flat.semantics import EvaluationError, apply
from quidpro.flat.types import BOOLEAN, INTEGER, word
from quidpro.flat.walk import conjuncts, distribute, names, postorder, to_next
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Explicit

U4, S4 = word(4), word(4, signed=True)


def flat(text):
    return load_smv(Source("test.smv", text)).flat()


@pytest.mark.parametrize(
    ("op_", "values", "expected"),
    [
        ("div", (7, 2), 3),
        ("div", (-7, 2), -3),
        ("div", (7, -2), -3),
        ("div", (-7, -2), 3),
        ("mod", (7, 2), 1),
        ("mod", (-7, 2), -1),
        ("mod", (7, -2), 1),
        ("mod", (-7, -2), -1),
    ],
)
def test_division_truncates_toward_zero(op_, values, expected):
    assert apply(op_, values, (INTEGER, INTEGER), INTEGER) == expected


@pytest.mark.parametrize(
    ("op_", "values", "types", "result", "expected"),
    [
        ("add", (15, 3), (U4, U4), U4, 2),
        ("add", (7, 1), (S4, S4), S4, -8),
        ("neg", (-8,), (S4,), S4, -8),
        ("neg", (1,), (U4,), U4, 15),
        ("bitnot", (5,), (U4,), U4, 10),
        ("bitnot", (5,), (S4,), S4, -6),
        ("bitxor", (-1, 5), (S4, S4), S4, -6),
        ("shl", (3, 3), (U4, INTEGER), U4, 8),
        ("shr", (-8, 2), (S4, INTEGER), S4, -2),
        ("shr", (8, 4), (U4, INTEGER), U4, 0),
        ("concat", (-1, 1), (S4, U4), word(8), 0xF1),
        ("bits", (-2, 3, 1), (S4, INTEGER, INTEGER), word(3), 7),
        ("extend", (-3, 2), (S4, INTEGER), word(6, signed=True), -3),
        ("extend", (13, 2), (U4, INTEGER), word(6), 13),
        ("resize", (-3, 2), (S4, INTEGER), word(2, signed=True), -1),
        ("resize", (-7, 3), (S4, INTEGER), word(3, signed=True), -3),
        ("resize", (13, 2), (U4, INTEGER), word(2), 1),
        ("signed", (13,), (U4,), S4, -3),
        ("unsigned", (-3,), (S4,), U4, 13),
        ("word1", (True,), (BOOLEAN,), word(1), 1),
        ("toint", (-3,), (S4,), INTEGER, -3),
        ("div", (-7, 2), (S4, S4), S4, -3),
    ],
)
def test_words(op_, values, types, result, expected):
    assert apply(op_, values, types, result) == expected


def test_equal_expressions_are_one_object():
    x, y = var("x", BOOLEAN), var("y", BOOLEAN)
    assert conjunction([x, negation(y)]) is conjunction([x, negation(y)])
    assert const(True, BOOLEAN) is not const(1, INTEGER)
    assert var("x", BOOLEAN, next=True) is to_next(x)


def test_simplification():
    x = var("x", BOOLEAN)
    assert conjunction([x, TRUE, x]) is x
    assert conjunction([x, FALSE]) is FALSE
    assert disjunction([]) is FALSE
    assert negation(negation(x)) is x
    assert choice(TRUE, x, FALSE) is x
    assert operation("add", (integer(2), integer(3)), INTEGER) is integer(5)
    assert conjuncts(conjunction([x, conjunction([var("y", BOOLEAN), var("z", BOOLEAN)])])) == [
        x,
        var("y", BOOLEAN),
        var("z", BOOLEAN),
    ]


def test_what_stands_under_one_condition_is_distributed():
    p, q, r = (var(name, BOOLEAN) for name in "pqr")
    under = op("implies", (p, conjunction([q, r])), BOOLEAN)
    assert distribute(under) == [op("implies", (p, part), BOOLEAN) for part in (q, r)]
    assert distribute(op("implies", (p, q), BOOLEAN)) == [op("implies", (p, q), BOOLEAN)]
    assert distribute(q) == [q]


def test_errors_spread_only_as_far_as_they_must():
    x = var("x", BOOLEAN)
    bad = failure("no value", 7, BOOLEAN)
    assert evaluate(op("and", (x, bad), BOOLEAN), {"x": False}) is False
    assert evaluate(op("or", (bad, x), BOOLEAN), {"x": True}) is True
    assert evaluate(choice(x, TRUE, bad), {"x": True}) is True
    with pytest.raises(EvaluationError) as raised:
        evaluate(choice(x, TRUE, bad), {"x": False})
    assert (raised.value.reason, raised.value.offset) == ("no value", 7)
    with pytest.raises(EvaluationError, match="division by zero"):
        evaluate(operation("div", (integer(1), var("n", INTEGER)), INTEGER), {"n": 0})
    with pytest.raises(EvaluationError, match="has no value"):
        evaluate(x, {})


def test_sets_are_lifted_through_arithmetic():
    n = var("n", INTEGER)
    two = operation("union", (n, integer(5)), INTEGER.as_set())
    total = operation("add", (two, two), INTEGER.as_set())
    assert evaluate(total, {"n": 1}) == {2, 6, 10}
    assert evaluate(operation("in", (integer(6), total), BOOLEAN), {"n": 1}) is True


@pytest.mark.slow
def test_long_chains_are_walked_without_recursion():
    total = var("x0", BOOLEAN)
    for i in range(1, 30_000):
        total = operation("xor", (total, var(f"x{i % 5}", BOOLEAN)), BOOLEAN)
    assert len(postorder([total])) == 30_004
    assert names(total) == {f"x{i}" for i in range(5)}
    assert evaluate(total, {f"x{i}": i == 0 for i in range(5)}) is False


def test_bounds():
    model = flat("MODULE main VAR a : 0..3; b : -2..1; w : signed word[3]; s : {x, 1}; p : boolean;")
    variables = model.variables
    a, b, w, s = (variables[name].now() for name in "abws")
    assert bounds(operation("sub", (a, b), INTEGER), variables) == (-1, 5)
    assert bounds(operation("mod", (operation("add", (a, a), INTEGER), integer(2)), INTEGER), variables) == (0, 1)
    assert bounds(operation("mod", (b, integer(3)), INTEGER), variables) == (-2, 2)
    assert bounds(operation("toint", (w,), INTEGER), variables) == (-4, 3)
    assert bounds(s, variables)[1] == float("inf")
    assert bounds(choice(variables["p"].now(), a, integer(7)), variables) == (0, 7)


def test_the_states_of_a_tiny_model():
    model = flat("""
    MODULE main
    VAR x : 0..2; y : boolean;
    IVAR go : boolean;
    FROZENVAR f : boolean;
    ASSIGN init(x) := 0; next(x) := go ? (x + 1) mod 3 : x; y := x = 1 | f;
    TRANS x = 2 -> next(x) = 0
    INVAR !(x = 1 & f)
    """)
    explicit = Explicit(model)
    assert list(explicit.initial()) == [{"x": 0, "f": False, "y": False}, {"x": 0, "f": True, "y": True}]
    assert list(explicit.steps({"x": 0, "y": False, "f": False, "go": True})) == [{"x": 1, "f": False, "y": True}]
    assert list(explicit.steps({"x": 2, "y": False, "f": False, "go": False})) == []
    assert list(explicit.steps({"x": 0, "y": True, "f": True, "go": True})) == []
    trace = [{"x": 0, "y": False, "f": False, "go": True}, {"x": 1, "y": True, "f": False}]
    assert replay(model, trace) is None
    assert replay(model, [{**trace[0], "go": False}, trace[1]]).reason == "x = 1 is not what its assignment gives"
    assert replay(model, [trace[0], {**trace[1], "f": True}]).state == 1
    assert "has no value" in replay(model, [{"x": 0, "y": False, "f": False}, trace[1]]).reason
    assert "outside" in replay(model, [{**trace[0], "x": 3}]).reason
    assert replay(model, []) is not None


def test_a_model_without_variables_has_one_state_or_none():
    assert list(Explicit(flat("MODULE main\nSPEC TRUE")).initial()) == [{}]
    assert list(Explicit(flat("MODULE main\nINIT FALSE")).initial()) == []
