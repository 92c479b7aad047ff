"""Expressions as the checker of SMV certificates reads them, against their evaluation: values and errors."""

from __future__ import annotations

import random
from contextlib import closing
from types import SimpleNamespace

import pytest

from quidpro.checker.symbolic.diagrams import Diagrams
from quidpro.checker.symbolic.frame import Frame
from quidpro.checker.symbolic.gates import Gates
from quidpro.checker.symbolic.meaning import Word, as_scalar
from quidpro.core.budget import Budget
from quidpro.flat.evaluate import Program, choices
from quidpro.flat.expr import const, op, var
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import BOOLEAN, INTEGER, SYMBOL, word
from quidpro.flat.walk import names
from tests.sampling import first
from tests.unit.test_symbolic_translate import DOMAINS, S3, U3, Expressions, valuations

MOST = 24
"""Valuations that are looked at, of those that there are."""


@pytest.fixture(params=[Gates, Diagrams])
def backend(request):
    with closing(request.param(Budget())) as made:
        yield made


def agrees(backend, expr, most=MOST):
    """Compare an expression with its evaluation on valuations of the variables that it reads."""
    domains = {name: domain for name, domain in DOMAINS.items() if name in names(expr)}
    variables = {name: SimpleNamespace(domain=domain, kind="state") for name, domain in domains.items()}
    frame = Frame(SimpleNamespace(variables=variables), backend, domains)
    meaning, undefined = frame.expressions.entry(expr)
    program = Program([expr])
    every = list(valuations(domains))
    for values in random.Random(len(every)).sample(every, min(most, len(every))):
        here = [literal for name, value in values.items() for literal in fixed(frame, name, value)]
        (held,) = program.held(values)
        assert frame.possible(here)
        assert frame.possible([*here, undefined]) == isinstance(held, EvaluationError), values
        assert frame.possible([*here, -undefined]) != isinstance(held, EvaluationError), values
        if not isinstance(held, EvaluationError):
            assert offered(frame, meaning, here, expr.type) == set(choices(held)), values


def fixed(frame, name, value):
    """Literals that say what the value of a variable is."""
    meaning = frame.expressions.entry(var(name, DOMAINS[name].type))[0]
    if isinstance(meaning, Word):
        ((_, vector),) = meaning.options
        return [bit if value >> k & 1 else -bit for k, bit in enumerate(vector)]
    return [as_scalar(meaning).cases[value]]


def offered(frame, meaning, here, type_):
    """The values that an expression can have."""
    if not isinstance(meaning, Word):
        return {value for value, literal in as_scalar(meaning).cases.items() if frame.possible([*here, literal])}
    found = set()
    for guard, vector in meaning.options:
        if frame.possible([*here, guard]):
            pattern = sum(1 << k for k, bit in enumerate(vector) if frame.possible([*here, guard, bit]))
            negative = type_.kind == "signed" and pattern >> (type_.width - 1)
            found.add(pattern - (1 << type_.width) if negative else pattern)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_random_expressions(backend, block):
    for seed in range(12 * block, 12 * block + 12):
        rng = random.Random(seed)
        agrees(backend, Expressions(rng).of(rng.choice([BOOLEAN, BOOLEAN, INTEGER, SYMBOL, U3, S3]), 3))


@pytest.mark.slow
@pytest.mark.parametrize("block", first(range(5), 2))
def test_random_sets(backend, block):
    for seed in range(6 * block, 6 * block + 6):
        rng = random.Random(seed)
        made = Expressions(rng)
        type_ = rng.choice([BOOLEAN, INTEGER, SYMBOL, U3, S3])
        members = made.union(type_, 2)
        agrees(backend, members)
        chosen = op("ite", (made.boolean(1), members, made.union(type_, 1)), type_.as_set())
        agrees(backend, chosen)
        agrees(backend, op("ite", (var("a", BOOLEAN), chosen, made.union(type_, 1)), type_.as_set()))
        if type_ not in (BOOLEAN, SYMBOL):
            agrees(backend, op("add", (members, made.of(type_, 1)), type_.as_set()))


@pytest.mark.parametrize(("type_", "one", "two"), [(INTEGER, "x", "y"), (U3, "u", "v"), (S3, "s", "t")])
def test_a_set_is_in_another_when_all_of_it_is(backend, type_, one, two):
    def some(*members):
        return op("union", tuple(const(m, type_) if isinstance(m, int) else var(m, type_) for m in members), several)

    several = type_.as_set()
    agrees(backend, op("in", (some(one, 1), some(two, 2, 1)), BOOLEAN), most=64)
    either = op("ite", (var("a", BOOLEAN), some(one, 1), some(2, 3)), several)
    agrees(backend, op("in", (either, some(two, 2)), BOOLEAN), most=128)
    agrees(
        backend, op("in", (either, op("ite", (var("b", BOOLEAN), some(1, 2, 3), either), several)), BOOLEAN), most=64
    )


@pytest.mark.parametrize("members", [["a"], ["a", "b"]])
def test_a_set_of_booleans_is_in_another_when_all_of_it_is(backend, members):
    left = op("union", tuple(var(name, BOOLEAN) for name in (*members, members[0])), BOOLEAN.as_set())
    right = op("union", (var("b", BOOLEAN), const(True, BOOLEAN)), BOOLEAN.as_set())
    agrees(backend, op("in", (left, right), BOOLEAN))
    agrees(backend, op("in", (var("a", BOOLEAN), right), BOOLEAN))


OPERATORS = ["add", "sub", "mul", "div", "mod", "bitand", "bitor", "bitxor", "shl", "shr", "lt", "le", "gt", "ge", "eq"]


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("signed", [False, True])
def test_words_exhaustively(backend, operator, signed):
    type_ = word(3, signed=signed)
    left, right = ("s", "t") if signed else ("u", "v")
    other = var("u" if signed else "v", U3) if operator in ("shl", "shr") else var(right, type_)
    result = BOOLEAN if operator in ("lt", "le", "gt", "ge", "eq") else type_
    agrees(backend, op(operator, (var(left, type_), other), result), most=64)


@pytest.mark.parametrize("operator", ["add", "sub", "mul", "div", "mod", "lt", "le", "gt", "ge", "eq", "ne"])
def test_integers_exhaustively(backend, operator):
    result = INTEGER if operator in ("add", "sub", "mul", "div", "mod") else BOOLEAN
    agrees(backend, op(operator, (var("x", INTEGER), var("y", INTEGER)), result))


@pytest.mark.parametrize("type_", [U3, S3])
@pytest.mark.parametrize("operator", ["shl", "shr"])
def test_shifts_by_integers(backend, type_, operator):
    word_ = var("s" if type_ == S3 else "u", type_)
    agrees(backend, op(operator, (word_, var("x", INTEGER)), type_), most=48)
    far = op("mul", (var("y", INTEGER), const(2, INTEGER)), INTEGER)
    agrees(backend, op(operator, (word_, far), type_))
    some = op("union", (const(1, INTEGER), var("y", INTEGER), const(3, INTEGER)), INTEGER.as_set())
    agrees(backend, op(operator, (word_, some), type_.as_set()))


@pytest.mark.parametrize("type_", [U3, S3])
@pytest.mark.parametrize("width", [1, 2, 3, 5])
def test_widths(backend, type_, width):
    word_ = var("s" if type_ == S3 else "u", type_)
    changed = word(width, signed=type_ == S3)
    agrees(backend, op("resize", (word_, const(width, INTEGER)), changed))
    agrees(backend, op("toint", (word_,), INTEGER))
    agrees(backend, op("bits", (word_, const(2, INTEGER), const(min(width, 2), INTEGER)), word(3 - min(width, 2))))


def test_bits_and_words(backend):
    agrees(backend, op("word1", (var("a", BOOLEAN),), word(1)))
    agrees(backend, op("concat", (var("u", U3), var("v", U3)), word(6)), most=64)
