"""What the parser of property formulas reads, before it is known to be in the fragment."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

MOST_NESTED = 100
"""How deep a formula may be nested."""


@dataclass(frozen=True)
class Syntax:
    """A part of a formula and where it stands.

    The kind is ``mark``, ``true``, ``false``, a connective, ``P`` or the letter of a path formula.
    """

    kind: str
    offset: int
    parts: tuple[Syntax, ...] = ()
    name: str = ""
    operator: str = ""
    bound: Fraction = Fraction(0)
    steps: int | None = None
