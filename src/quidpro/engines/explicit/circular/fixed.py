"""Assumptions of the rule that the user gives: read over αg_i, weighed against constraints, judged in words.

A given g_i is fixed: a literal of a constraint that speaks of it is true or false at once. A constraint with a true
literal is satisfied, a false one is left out of it, and a constraint of which nothing is left contradicts what is
given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.words import format_word
from quidpro.engines.explicit.circular.languages import Table, accepts
from quidpro.engines.explicit.shared.given_rule import fitted
from quidpro.learning.dfa import SINK, Dfa
from quidpro.learning.smallest.encodings import Constraint, Member
from quidpro.lts.lts import LTS


def read_fixed(given: Mapping[int, LTS], alphabets: Sequence[tuple[str, ...]], budget: Budget) -> dict[int, LTS]:
    """The given assumptions, deterministic; UsageError about one that cannot be an assumption of the rule."""
    for i in sorted(given):
        if i >= len(alphabets):
            groups = f"there are {len(alphabets)} groups, so the rule has g1 to g{len(alphabets)}"
            raise UsageError(f"--assume: there is no g{i + 1}: {groups}")
    return {i: fitted(lts, f"g{i + 1}", alphabets[i], budget) for i, lts in sorted(given.items())}


def lifted(lts: LTS, alphabet: tuple[str, ...]) -> Dfa:
    """A deterministic LTS over a larger alphabet: it allows what it does not speak of."""
    table = np.full((lts.states, len(alphabet)), SINK, dtype=np.int32)
    for letter, action in enumerate(alphabet):
        if action in lts.labels:
            chosen = lts.label == lts.labels[action]
            table[lts.source[chosen], letter] = lts.target[chosen]
        else:
            table[:, letter] = np.arange(lts.states)
    return Dfa(table)


@dataclass(frozen=True)
class Fixed:
    """Given assumptions by their numbers from 0, over the alphabets of the rule."""

    tables: Mapping[int, Table]

    @classmethod
    def over(cls, given: Mapping[int, LTS], alphabets: Sequence[tuple[str, ...]]) -> Fixed:
        """Deterministic LTSs over these alphabets."""
        return cls({i: Table(lifted(lts, alphabets[i]), alphabets[i]) for i, lts in given.items()})

    def _is_true(self, member: Member) -> bool:
        return accepts(self.tables[member.part], member.word) == member.positive

    def left_of(self, constraint: Constraint) -> Constraint | None:
        """The literals about other assumptions that may be true; None when the given ones satisfy the constraint."""
        if not self.tables:
            return constraint
        if any(self._is_true(member) for member in constraint if member.part in self.tables):
            return None
        return tuple(member for member in _possible(constraint) if member.part not in self.tables)

    def named_in(self, constraints: Iterable[Constraint]) -> set[int]:
        """The given assumptions that some constraints speak of."""
        named = {member.part for constraint in constraints for member in _possible(constraint)}
        return named & self.tables.keys()


NOTHING_FIXED = Fixed({})


def _possible(constraint: Constraint) -> Constraint:
    """A constraint without the literals that no assumption satisfies: each has the empty word."""
    return tuple(member for member in constraint if member.word or member.positive)


def complaint(constraint: Constraint) -> str:
    """What a constraint of which nothing is left says of the given assumptions."""
    return ", or ".join(_complaint(member) for member in _possible(constraint))


def formula(constraint: Constraint) -> str:
    """A constraint as the thesis writes it."""
    return " or ".join(map(str, _possible(constraint)))


def _complaint(member: Member) -> str:
    too = "too strong, it excludes" if member.positive else "too weak, it allows"
    return f"g{member.part + 1} is {too} {format_word(member.word)}"
