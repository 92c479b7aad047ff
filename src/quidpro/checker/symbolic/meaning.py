"""What expressions mean in the checker: literals, values with their conditions, words."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.checker.symbolic import vectors
from quidpro.checker.symbolic.backend import FALSE, TRUE
from quidpro.checker.symbolic.vectors import Vector
from quidpro.flat.types import Type, Value


@dataclass(frozen=True)
class Scalar:
    """Values of an enumeration (or of a set of booleans), each with its condition."""

    cases: dict[Value, int]


@dataclass(frozen=True)
class Word:
    """Words, each with its condition; one that is always taken unless it is a set."""

    options: tuple[tuple[int, Vector], ...]


Meaning = int | Scalar | Word
Entry = tuple[Meaning, int]


def constant(value: Value, type_: Type) -> Meaning:
    """The meaning of a constant."""
    if type_.is_word:
        return Word(((TRUE, vectors.constant(int(value), type_.width)),))
    if type_.kind == "boolean" and not type_.many:
        return TRUE if value else FALSE
    return Scalar({value: TRUE})


def arbitrary(type_: Type) -> Meaning:
    """An arbitrary meaning of the right kind, for what has none."""
    if type_.is_word:
        return Word(((TRUE, vectors.constant(0, type_.width)),))
    return FALSE if type_.kind == "boolean" and not type_.many else Scalar({})


def as_literal(meaning: Meaning) -> int:
    """A meaning that must be a boolean."""
    assert isinstance(meaning, int)
    return meaning


def negate_entry(entry: Entry) -> Entry:
    """The negation of a boolean."""
    meaning, undefined = entry
    return -as_literal(meaning), undefined


def as_scalar(meaning: Meaning) -> Scalar:
    """A boolean as a choice between its two values."""
    if isinstance(meaning, int):
        return Scalar({True: meaning, False: -meaning})
    assert isinstance(meaning, Scalar)
    return meaning
