"""Random formulas about actions and fluents: as a tree, as FSP text, and for the naive evaluation of LTL."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from quidpro.flat.expr import var
from quidpro.flat.formula import Atom, Temporal
from quidpro.flat.types import BOOLEAN
from tests.naive_ltl import value

UNARY = ["!", "X", "<>", "[]", "<>", "[]"]
BINARY = ["&&", "||", "->", "<->", "U", "W"]


@dataclass(frozen=True)
class Fluent:
    """A fluent of a random formula."""

    name: str
    on: frozenset[str]
    off: frozenset[str]
    initially: bool

    def text(self) -> str:
        sets = ", ".join(f"{{{', '.join(sorted(actions))}}}" for actions in (self.on, self.off))
        return f"fluent {self.name} = <{sets}> initially {int(self.initially)}"


def random_fluent(rng: random.Random, actions: list[str], name: str) -> Fluent:
    own = rng.sample(actions, min(len(actions), rng.randint(2, 3)))
    cut = rng.randint(1, max(1, len(own) - 1))
    return Fluent(name, frozenset(own[:cut]), frozenset(own[cut:]) or frozenset({"nobody"}), rng.random() < 0.3)


def random_formula(rng: random.Random, actions: list[str], fluents: list[Fluent], depth: int) -> tuple:
    """A tree of operators over ``("action", …)`` and ``("fluent", …)``."""
    if depth == 0 or rng.random() < 0.15:
        if fluents and rng.random() < 0.4:
            return ("fluent", rng.choice(fluents))
        return ("action", frozenset(rng.sample(actions, rng.choice([1, 1, min(2, len(actions))]))))
    if rng.random() < 0.5:
        return (rng.choice(UNARY), random_formula(rng, actions, fluents, depth - 1))
    operands = (random_formula(rng, actions, fluents, depth - 1) for _ in range(2))
    return (rng.choice(BINARY), *operands)


def equivalents(tree: tuple) -> Iterator[tuple]:
    """Formulas that say the same: by double negation, de Morgan, expansion, and with something that is always true."""
    yield ("!", ("!", tree))
    something = ("action", actions_in(tree))
    yield ("&&", tree, ("<>", ("||", something, ("!", something))))
    match tree:
        case ("&&" | "||" as op, left, right):
            yield ("!", ("||" if op == "&&" else "&&", ("!", left), ("!", right)))
        case ("->", left, right):
            yield ("||", ("!", left), right)
        case ("X", body):
            yield ("!", ("X", ("!", body)))
        case ("[]", body):
            yield ("!", ("<>", ("!", body)))
            yield ("&&", body, ("X", tree))
        case ("<>", body):
            yield ("!", ("[]", ("!", body)))
            yield ("||", body, ("X", tree))
        case ("U" | "W", left, right):
            yield ("||", right, ("&&", left, ("X", tree)))


def actions_in(tree: tuple) -> frozenset[str]:
    """The actions that a formula speaks of."""
    match tree:
        case ("action", actions):
            return actions
        case ("fluent", fluent):
            return fluent.on | fluent.off
        case (_, *operands):
            return frozenset().union(*map(actions_in, operands))
    raise AssertionError(tree)


def to_text(tree: tuple) -> str:
    """The formula in FSP."""
    match tree:
        case ("action", actions):
            return f"{{{', '.join(sorted(actions))}}}"
        case ("fluent", fluent):
            return fluent.name
        case (op, body):
            return f"{op} ({to_text(body)})"
        case (op, left, right):
            return f"(({to_text(left)}) {op} ({to_text(right)}))"
    raise AssertionError(tree)


def holds(tree: tuple, stem: list[str | None], loop: list[str | None]) -> bool:
    """Whether the formula holds on the run, straight from its meaning; an empty loop: the run stops."""
    letters, values = _run(tree, stem, loop)
    again = len(letters) - len(_repeated(stem, loop))

    def ahead(at: int) -> list[int]:
        """The positions from one on, each once."""
        return [*range(at, len(letters)), *range(again, at)]

    @cache
    def true(part: tuple, at: int) -> bool:
        match part:
            case ("action" | "fluent", item):
                return values[item][at]
            case ("!", body):
                return not true(body, at)
            case ("X", body):
                return true(body, at + 1 if at + 1 < len(letters) else again)
            case ("<>", body):
                return any(true(body, k) for k in ahead(at))
            case ("[]", body):
                return all(true(body, k) for k in ahead(at))
            case ("U" | "W" as op, left, right):
                for k in ahead(at):
                    if true(right, k) or not true(left, k):
                        return true(right, k)
                return op == "W"
            case (op, left, right):
                first, last = true(left, at), true(right, at)
                connectives = {"&&": first and last, "||": first or last, "->": last or not first}
                return connectives.get(op, first == last)
        raise AssertionError(part)

    return true(tree, 0)


def naive(tree: tuple, stem: list[str | None], loop: list[str | None]) -> bool:
    """The same by the naive evaluation of LTL, which takes its time."""
    letters, values = _run(tree, stem, loop)
    found: dict[object, str] = {}
    formula = _flat(tree, found)
    states = [{name: values[item][i] for item, name in found.items()} for i in range(len(letters))]
    return value(formula, states, len(letters) - len(_repeated(stem, loop)), 0)


def _repeated(stem: list[str | None], loop: list[str | None]) -> list[str | None]:
    """What comes for ever: the loop, else the last position, else that nothing has happened."""
    return loop or stem[-1:] or [None]


def _run(tree: tuple, stem: list[str | None], loop: list[str | None]) -> tuple[list[str | None], dict]:
    """The actions of the run, the loop twice, and the values of all propositions."""
    letters = [*stem, *_repeated(stem, loop), *_repeated(stem, loop)]
    values: dict[object, list[bool]] = {}
    pending = [tree]
    while pending:
        match pending.pop():
            case ("action", actions):
                values[actions] = [letter in actions for letter in letters]
            case ("fluent", fluent):
                values[fluent] = _switched(fluent, letters)
            case (_, *operands):
                pending += operands
    return letters, values


def _switched(fluent: Fluent, letters: list[str | None]) -> list[bool]:
    held, found = fluent.initially, []
    for letter in letters:
        held = letter in fluent.on or (held and letter not in fluent.off)
        found.append(held)
    return found


def _flat(tree: tuple, found: dict[object, str]) -> Atom | Temporal:
    match tree:
        case ("action" | "fluent", item):
            return Atom(var(found.setdefault(item, f"p{len(found)}"), BOOLEAN))
        case (op, body):
            return Temporal({"!": "not", "X": "X", "<>": "F", "[]": "G"}[op], (_flat(body, found),))
        case ("W", left, right):
            first, last = _flat(left, found), _flat(right, found)
            return Temporal("or", (Temporal("U", (first, last)), Temporal("G", (first,))))
        case (op, left, right):
            word = {"&&": "and", "||": "or", "->": "implies", "<->": "iff", "U": "U"}[op]
            return Temporal(word, (_flat(left, found), _flat(right, found)))
    raise AssertionError(tree)
