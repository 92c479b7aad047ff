"""What an expression means as functions of the bits.

A boolean is one function. A value of an enumeration or an integer is, for each value that is possible, the guard under
which it is taken (an algebraic decision diagram, laid out by its leaves); the guards of a set may overlap. A word is a
vector of functions, a set of words several guarded vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Generic

from quidpro.engines.symbolic.shared import words
from quidpro.engines.symbolic.shared.words import Vector
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Value
from quidpro.solvers.functions import F, Functions


@dataclass(frozen=True)
class Truth(Generic[F]):
    """A boolean."""

    holds: F


@dataclass(frozen=True)
class Choice(Generic[F]):
    """An enumerated or integer value, or a set of them: value to guard; guards that are false are left out."""

    guards: Mapping[Value, F]


@dataclass(frozen=True)
class Words(Generic[F]):
    """A word, or a set of words: guarded vectors; the guard of a single word is true."""

    options: tuple[tuple[F, Vector[F]], ...]

    @property
    def vector(self) -> Vector[F]:
        """The bits of a single word."""
        ((_, vector),) = self.options
        return vector


Meaning = Truth[F] | Choice[F] | Words[F]


def gather(manager: Functions[F], pairs: Iterable[tuple[Value, F]]) -> Choice[F]:
    """A choice from guards of values, which may come more than once."""
    parts: dict[Value, list[F]] = {}
    for value, guard in pairs:
        if guard.satisfiable():
            parts.setdefault(value, []).append(guard)
    return Choice({value: manager.disjunction(guards) for value, guards in parts.items()})


def as_choice(meaning: Meaning[F]) -> Choice[F]:
    """A boolean as a choice, which is what a set of booleans is."""
    if isinstance(meaning, Truth):
        guards = {False: ~meaning.holds, True: meaning.holds}
        return Choice({value: guard for value, guard in guards.items() if guard.satisfiable()})
    assert isinstance(meaning, Choice)
    return meaning


def calculate(
    manager: Functions[F], function: Callable[[int, int], int], left: Choice[F], right: Choice[F]
) -> tuple[Choice[F], F]:
    """An operation on all pairs of values, and where it has no value."""
    pairs: list[tuple[Value, F]] = []
    wrong: list[F] = []
    for (a, left_guard), (b, right_guard) in product(left.guards.items(), right.guards.items()):
        guard = left_guard & right_guard
        if not guard.satisfiable():
            continue
        try:
            pairs.append((function(int(a), int(b)), guard))
        except EvaluationError:
            wrong.append(guard)
        if len(pairs) % 1000 == 0:
            manager.poll()
    return gather(manager, pairs), manager.disjunction(wrong)


def same(manager: Functions[F], left: Meaning[F], right: Meaning[F]) -> F:
    """Whether two single values are equal; a word may also be compared with a set, which is to have it."""
    if isinstance(left, Words) and isinstance(right, Words):
        equal = (words.equal(manager, left.vector, vector) & guard for guard, vector in right.options)
        return manager.disjunction(equal)
    if isinstance(left, Truth) and isinstance(right, Truth):
        return left.holds.equiv(right.holds)
    mine, others = as_choice(left).guards, as_choice(right).guards
    return manager.disjunction(guard & others[value] for value, guard in mine.items() if value in others)


def is_subset(manager: Functions[F], left: Meaning[F], right: Meaning[F]) -> F:
    """Whether a value is in a set, or all values of a set are."""
    if isinstance(left, Words):
        inside = (~guard | same(manager, Words(((manager.true, vector),)), right) for guard, vector in left.options)
        return manager.conjunction(inside)
    mine, others = as_choice(left).guards, as_choice(right).guards
    return manager.conjunction(~guard | others.get(value, manager.false) for value, guard in mine.items())


def below(manager: Functions[F], left: Choice[F], right: Choice[F]) -> F:
    """Whether one integer is less than another: guards of the right side are summed up from the greatest."""
    greater, found = manager.false, []
    waiting = sorted(right.guards, key=int)
    for value in sorted(left.guards, key=int, reverse=True):
        while waiting and int(waiting[-1]) > int(value):
            greater = greater | right.guards[waiting.pop()]
        found.append(left.guards[value] & greater)
    return manager.disjunction(found)


def either(manager: Functions[F], condition: F, then: Meaning[F], otherwise: Meaning[F]) -> Meaning[F]:
    """One of two values, or of two sets."""
    if isinstance(then, Truth) and isinstance(otherwise, Truth):
        return Truth(condition.ite(then.holds, otherwise.holds))
    if isinstance(then, Words) and isinstance(otherwise, Words):
        return _either_word(condition, then, otherwise)
    first, second = as_choice(then), as_choice(otherwise)
    pairs = [(value, condition & guard) for value, guard in first.guards.items()]
    pairs += [(value, ~condition & guard) for value, guard in second.guards.items()]
    return gather(manager, pairs)


def _either_word(condition: F, then: Words[F], otherwise: Words[F]) -> Words[F]:
    if len(then.options) == len(otherwise.options) == 1 and then.options[0][0] == otherwise.options[0][0]:
        return Words(((then.options[0][0], words.select(condition, then.vector, otherwise.vector)),))
    options = [(condition & guard, vector) for guard, vector in then.options]
    options += [(~condition & guard, vector) for guard, vector in otherwise.options]
    return Words(tuple((guard, vector) for guard, vector in options if guard.satisfiable()))


def unite(manager: Functions[F], parts: Iterable[Meaning[F]]) -> Meaning[F]:
    """The choice among the values of all parts."""
    listed = list(parts)
    if all(isinstance(part, Words) for part in listed):
        return Words(tuple(option for part in listed if isinstance(part, Words) for option in part.options))
    return gather(manager, (pair for part in listed for pair in as_choice(part).guards.items()))


def word_to_integer(manager: Functions[F], vector: Vector[F], *, signed: bool) -> Choice[F]:
    """A word as an integer: all its values, found from the high bits down."""
    top = len(vector) - 1
    guards: dict[Value, F] = {0: manager.true}
    for i in range(top, -1, -1):
        weight = -(1 << i) if signed and i == top else 1 << i
        longer: dict[Value, F] = {}
        for value, guard in guards.items():
            for number, part in ((value, guard & ~vector[i]), (int(value) + weight, guard & vector[i])):
                if part.satisfiable():
                    longer[number] = part
        guards = longer
        manager.poll()
    return Choice(guards)
