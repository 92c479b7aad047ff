"""What a formula may speak of: the constants, variables and labels of a model, and those of a file of properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from quidpro.core.source import Source
from quidpro.frontend.pctl.tokens import Token


@dataclass(frozen=True)
class Definition:
    """The expression that a label stands for, and the text that it is in."""

    source: Source
    words: Sequence[Token]


@dataclass(frozen=True)
class Vocabulary:
    """The names that mean something in a formula."""

    constants: Mapping[str, Fraction] = field(default_factory=dict)
    """What may stand in a bound."""
    names: frozenset[str] | None = None
    """What may stand in a condition on states; None where there are labels only."""
    labels: Mapping[str, Definition] = field(default_factory=dict)
    """The labels that stand for an expression, and are not marks of states themselves."""
    given: Mapping[str, str] = field(default_factory=dict)
    """The constants that the model does not know: in a condition their values are put in."""
    missing: frozenset[str] = frozenset()
    """Constants that have no value, of either."""


@dataclass(frozen=True)
class Condition:
    """A condition on the variables of a model, in parentheses, and where it stands."""

    text: str
    source: Source
    offset: int
