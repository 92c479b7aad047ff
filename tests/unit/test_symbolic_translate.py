"""Expressions as functions of bits against their explicit evaluation, on every valuation: values and errors."""

from __future__ import annotations

import random
from itertools import product

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.bits import Bits, lay_out
from quidpro.engines.symbolic.shared.machine import Machine, Settings
from quidpro.engines.symbolic.shared.meaning import Truth, as_choice
from quidpro.engines.symbolic.shared.meaning import Words as WordMeaning
from quidpro.engines.symbolic.shared.translate import Translator
from quidpro.flat.build import operation
from quidpro.flat.evaluate import Program, choices
from quidpro.flat.expr import const, failure, op, var
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import BOOLEAN, BOOLEANS, INTEGER, SYMBOL, Enumeration, Type, Words, interval, word
from quidpro.frontend.smv.model import load_smv
from quidpro.solvers.bdd import Manager
from tests.many import in_one

DOMAINS = {
    "a": BOOLEANS, "b": BOOLEANS, "x": interval(-2, 3), "y": interval(0, 2), "e": Enumeration(("p", "q", "r")),
    "u": Words(3), "v": Words(3), "s": Words(3, True), "t": Words(3, True),
}  # fmt: skip
U3, S3 = word(3), word(3, signed=True)


def translator(domains):
    order = [(name, bit) for name, domain in domains.items() for bit in range(domain.bits)]
    layout = lay_out(domains, order, domains)
    return Translator(Bits(Manager(layout.size, Budget()), layout))


def valuations(domains):
    for values in product(*domains.values()):
        yield dict(zip(domains, values, strict=True))


def agrees(expr):
    """Compare an expression with its evaluation on all valuations of the variables that it reads."""
    from quidpro.flat.walk import names

    domains = {name: domain for name, domain in DOMAINS.items() if name in names(expr)}
    made = translator(domains)
    meaning, wrong = made.entry(expr)
    program = Program([expr])
    for values in valuations(domains):
        (held,) = program.held(values)
        here = made.bits.state(values)
        failing = not (here & ~wrong).satisfiable()
        assert failing == isinstance(held, EvaluationError), values
        if not isinstance(held, EvaluationError):
            assert offered(meaning, here, expr.type) == set(choices(held)), values


def offered(meaning, here, type_):
    if isinstance(meaning, WordMeaning):
        found = set()
        for guard, vector in meaning.options:
            if (here & guard).satisfiable():
                pattern = sum(1 << i for i, bit in enumerate(vector) if (here & bit).satisfiable())
                negative = type_.kind == "signed" and pattern >> (type_.width - 1)
                found.add(pattern - (1 << type_.width) if negative else pattern)
        return found
    if isinstance(meaning, Truth) and not type_.many:
        return {(here & meaning.holds).satisfiable()}
    return {value for value, guard in as_choice(meaning).guards.items() if (here & guard).satisfiable()}


class Expressions:
    """Random well-typed expressions."""

    def __init__(self, rng):
        self.rng = rng

    def of(self, type_, depth):
        if type_.is_word:
            return self.word(type_, depth)
        return {"boolean": self.boolean, "integer": self.integer, "symbol": self.symbol}[type_.kind](depth)

    def boolean(self, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            leaves = [var("a", BOOLEAN), var("b", BOOLEAN), const(True, BOOLEAN)]
            return rng.choice([*leaves, failure("no value", 0, BOOLEAN)] if rng.random() < 0.2 else leaves)
        choice = rng.choice(["not", "and", "or", "xor", "iff", "implies", "ite", "compare", "equal", "in"])
        if choice == "not":
            return operation("not", (self.boolean(depth - 1),), BOOLEAN)
        if choice == "ite":
            return self.ite(BOOLEAN, depth)
        if choice == "compare":
            type_ = rng.choice([INTEGER, U3, S3])
            return op(rng.choice(["lt", "le", "gt", "ge"]), self.pair(type_, depth), BOOLEAN)
        if choice == "equal":
            return op(rng.choice(["eq", "ne"]), self.pair(rng.choice([INTEGER, SYMBOL, U3, S3]), depth), BOOLEAN)
        if choice == "in":
            type_ = rng.choice([INTEGER, SYMBOL, U3])
            return op("in", (self.of(type_, depth - 1), self.union(type_, depth - 1)), BOOLEAN)
        return operation(choice, self.pair(BOOLEAN, depth), BOOLEAN)

    def pair(self, type_, depth):
        return self.of(type_, depth - 1), self.of(type_, depth - 1)

    def ite(self, type_, depth):
        then, otherwise = self.pair(type_, depth)
        return op("ite", (self.boolean(depth - 1), then, otherwise), type_)

    def union(self, type_, depth):
        return op("union", self.pair(type_, max(depth, 1)), type_.as_set())

    def integer(self, depth):
        rng = self.rng
        if depth == 0:
            return rng.choice([var("x", INTEGER), var("y", INTEGER), const(rng.randint(-3, 3), INTEGER)])
        choice = rng.choice(["add", "sub", "mul", "div", "mod", "neg", "ite", "toint"])
        if choice == "ite":
            return self.ite(INTEGER, depth)
        if choice == "neg":
            return op("neg", (self.integer(depth - 1),), INTEGER)
        if choice == "toint":
            return op("toint", (self.of(rng.choice([U3, S3]), depth - 1),), INTEGER)
        return op(choice, self.pair(INTEGER, depth), INTEGER)

    def symbol(self, depth):
        if depth == 0 or self.rng.random() < 0.3:
            return self.rng.choice([var("e", SYMBOL), const("p", SYMBOL), failure("no value", 0, SYMBOL)])
        return self.ite(SYMBOL, depth)

    def word(self, type_, depth):
        rng, signed = self.rng, type_.kind == "signed"
        if depth == 0 or type_.width != 3:
            if type_.width == 3:
                names = ("s", "t") if signed else ("u", "v")
                return var(rng.choice(names), type_)
            return const(rng.choice(list(type_.natural())), type_)
        choice = rng.choice(
            ["add", "sub", "mul", "div", "mod", "neg", "bitnot", "bitand", "bitor", "bitxor", "ite", "shift", "shape"]
        )
        if choice == "ite":
            return self.ite(type_, depth)
        if choice in ("neg", "bitnot"):
            return op(choice, (self.word(type_, depth - 1),), type_)
        if choice == "shift":
            amount = rng.choice([INTEGER, U3])
            return op(rng.choice(["shl", "shr"]), (self.word(type_, depth - 1), self.of(amount, 0)), type_)
        if choice == "shape":
            return self.shape(type_, depth)
        return op(choice, self.pair(type_, depth), type_)

    def shape(self, type_, depth):
        """Through another width, or through the other reading, and back."""
        inner = self.word(type_, depth - 1)
        kind = self.rng.choice(["resize", "flip", "concat"])
        if kind == "flip" or (type_.kind == "signed" and kind == "concat"):
            other = "unsigned" if type_.kind == "signed" else "signed"
            there = op(other, (inner,), Type(other, 3))
            return op(type_.kind, (there,), type_)
        if kind == "concat":
            joined = op("concat", (inner, self.word(type_, depth - 1)), word(6))
            low = self.rng.randint(0, 3)
            return op("bits", (joined, const(low + 2, INTEGER), const(low, INTEGER)), type_)
        width = self.rng.choice([2, 5])
        changed = Type(type_.kind, width)
        there = op("resize", (inner, const(width, INTEGER)), changed)
        return op("resize", (there, const(3, INTEGER)), type_)


@pytest.mark.slow
@in_one(seed=range(300))
def test_random_expressions(seed):
    rng = random.Random(seed)
    type_ = rng.choice([BOOLEAN, BOOLEAN, INTEGER, SYMBOL, U3, S3])
    agrees(Expressions(rng).of(type_, 3))


@pytest.mark.slow
@in_one(seed=range(100))
def test_random_sets(seed):
    rng = random.Random(seed)
    made = Expressions(rng)
    type_ = rng.choice([BOOLEAN, INTEGER, SYMBOL, U3, S3])
    members = made.union(type_, 2)
    agrees(members)
    agrees(op("ite", (made.boolean(1), members, made.union(type_, 1)), type_.as_set()))
    if type_ not in (BOOLEAN, SYMBOL):
        agrees(op("add", (members, made.of(type_, 1)), type_.as_set()))


@pytest.mark.parametrize("operator", ["div", "mod", "mul", "sub", "shl", "shr"])
@pytest.mark.parametrize("signed", [False, True])
def test_word_arithmetic_exhaustively(operator, signed):
    type_ = word(3, signed=signed)
    names = ("s", "t") if signed else ("u", "v")
    right = var("u", U3) if operator in ("shl", "shr") else var(names[1], type_)
    agrees(op(operator, (var(names[0], type_), right), type_))


def built(model):
    machine = Machine(model, Budget())
    assert machine.relation.image(machine.initial).satisfiable()
    for spec in model.specs:
        machine.predicate(spec.invariant, spec.span)
    return machine


BIG = "VAR u : unsigned word[12]; x : 0..3; y : boolean;"
"""Too many valuations for a look at each of them."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ASSIGN next(x) := u = 0ud12_5 ? x + 1 : x;", "x gets the value 4, which is not in 0..3"),
        ("ASSIGN next(x) := u = 0ud12_0 ? 3 / x : x;", "division by zero"),
        ("ASSIGN next(y) := case u < 0ud12_4095 : TRUE; esac;", "(when u = 4095)"),
        ("INVARSPEC 3 mod x = 0 & u = 0ud12_0;", "division by zero"),
        ("TRANS next(u) = 0ud12_7 & 1 / x = toint(u);", "division by zero"),
    ],
)
def test_what_has_no_value_is_refused_with_an_example(text, message):
    model = load_smv(Source("m.smv", f"MODULE main {BIG} {text}")).flat()
    with pytest.raises(InputError) as raised:
        built(model)
    assert message in str(raised.value)
    assert "m.smv:1:" in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "VAR x : 0..3; ASSIGN next(x) := x < 3 ? x + 1 : x;",
        "VAR x : 0..3; INVAR x != 0 -> 3 / x > 0;",
        "VAR x : 0..3; INVAR x = 0 | 3 mod x < 2;",
        "VAR x : 0..2; y : boolean; ASSIGN next(y) := case x = 0 : TRUE; x > 0 : FALSE; esac;",
    ],
)
def test_what_is_guarded_is_accepted(text):
    assert built(load_smv(Source("m.smv", f"MODULE main {text}")).flat()).initial.satisfiable()


NEVER = op("lt", (var("x", INTEGER), const(-2, INTEGER)), BOOLEAN)
"""False for all values of x, which is seen only when it is translated."""
FAILS = failure("nothing", 0, BOOLEAN)
A, B = var("a", BOOLEAN), var("b", BOOLEAN)


@pytest.mark.parametrize(
    "expr",
    [
        op("ite", (NEVER, FAILS, A), BOOLEAN),
        op("ite", (operation("not", (NEVER,), BOOLEAN), A, FAILS), BOOLEAN),
        op("and", (A, NEVER, FAILS), BOOLEAN),
        op("and", (FAILS, NEVER, A), BOOLEAN),
        op("and", (op("ite", (A, NEVER, FAILS), BOOLEAN), FAILS), BOOLEAN),
        op("or", (operation("not", (NEVER,), BOOLEAN), FAILS), BOOLEAN),
        op("implies", (NEVER, FAILS), BOOLEAN),
        op("implies", (FAILS, operation("not", (NEVER,), BOOLEAN)), BOOLEAN),
        op("and", (A, op("implies", (NEVER, B), BOOLEAN)), BOOLEAN),
    ],
)
def test_what_cannot_matter(expr):
    agrees(expr)


BOARD = """MODULE main
VAR board : array 1..8 of array 1..8 of {none, white, black}; row : 1..8; column : 1..8; by : 1..8;
ASSIGN next(board[1][1]) := case
    row + by = 1 & column + by = 1 & board[1][1] = none : board[row][column];
    TRUE : board[1][1];
  esac;
"""


def test_a_branch_that_is_never_taken_is_not_built():
    """A selection among 64 cells, the selector below them, would take more than any memory."""
    machine = Machine(load_smv(Source("board.smv", BOARD)).flat(), Budget(seconds=60), Settings(nodes=2_000_000))
    assert sum(part.function.node_count() for part in machine.relation.parts) < 2000
