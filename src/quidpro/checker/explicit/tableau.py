"""The tableau of a formula by guessing: at every position it is guessed what will hold at the next.

Clarke, Grumberg and Hamaguchi 1994 (the checker's own; the engines unfold the formula instead). A guess says for
every until, every release and every operand of a next whether it holds at the next position. Given the fluents and the
guess at a position everything at that position is known, so each step has one guess *before* it. A run is right when no
until that is said to hold is waited for in vain, and no release is said to fail without a reason.

Actions are fluents too: one holds from when it happens to when another action is seen. So a run that stops keeps the
values of its last position.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from quidpro.core.errors import BudgetExceeded
from quidpro.logic.ltl import (
    Fluent,
    Junction,
    Literal,
    Next,
    Normal,
    Proposition,
    Release,
    Truth,
    Until,
    subformulas,
    with_propositions,
)

Flags = npt.NDArray[np.bool_]

MAX_GUESSED = 18


@dataclass(frozen=True)
class Position:
    """All that is known of a position, for each guess that is made there."""

    before: npt.NDArray[np.int64]
    """The guess that must have been made before it."""
    holds: Flags
    """Whether the whole formula holds at it."""
    right: Flags
    """For each until and release, whether the position gives a reason for what is said of it."""


def in_fluents(formula: Normal, seen: Collection[str]) -> Normal:
    """The formula with a fluent in place of each set of actions; ``seen`` are the actions that lead to a position."""

    def change(proposition: Proposition) -> Fluent:
        if isinstance(proposition, Fluent):
            return proposition
        return Fluent(", ".join(sorted(proposition)), proposition, frozenset(seen) - proposition)

    return with_propositions(formula, change)


class Tableau:
    """What is guessed about a formula over fluents."""

    def __init__(self, formula: Normal) -> None:
        self.parts = subformulas(formula)
        self.waiting = [part for part in self.parts if isinstance(part, Until | Release)]
        bodies = [part.body for part in self.parts if isinstance(part, Next)]
        self.guessed = list(dict.fromkeys([*self.waiting, *bodies]))
        if len(self.guessed) > MAX_GUESSED:
            raise BudgetExceeded("work", "checking the certificate", "the formula is too long for the checker")
        self.guesses = 1 << len(self.guessed)

    def position(self, held: Collection[Fluent]) -> Position:
        """A position at which these fluents hold."""
        values: dict[Normal, Flags] = {}
        for part in self.parts:
            values[part] = self._value(part, values, held)
        before = np.zeros(self.guesses, dtype=np.int64)
        for i, part in enumerate(self.guessed):
            before |= values[part].astype(np.int64) << i
        right = [
            values[part.right] | ~values[part] if isinstance(part, Until) else values[part] | ~values[part.right]
            for part in self.waiting
        ]
        return Position(before, values[self.parts[-1]], np.array(right, dtype=bool).reshape(-1, self.guesses))

    def _value(self, part: Normal, values: dict[Normal, Flags], held: Collection[Fluent]) -> Flags:
        match part:
            case Truth(value):
                return np.full(self.guesses, value)
            case Literal(fluent, positive):
                return np.full(self.guesses, (fluent in held) == positive)
            case Junction(is_and, left, right):
                return values[left] & values[right] if is_and else values[left] | values[right]
            case Next(body):
                return self._guess(body)
            case Until(left, right):
                return values[right] | (values[left] & self._guess(part))
            case Release(left, right):
                return values[right] & (values[left] | self._guess(part))

    def _guess(self, part: Normal) -> Flags:
        """What each guess says of a formula at the next position."""
        return np.asarray((np.arange(self.guesses) >> self.guessed.index(part)) & 1, dtype=bool)


def conjuncts(formula: Normal) -> list[Normal]:
    """Formulas that hold together exactly when this one does; each is shorter."""
    match formula:
        case Junction(True, left, right):
            return [*conjuncts(left), *conjuncts(right)]
        case Release(Truth(False) as never, right):
            return [Release(never, part) for part in conjuncts(right)]
    return [formula]
