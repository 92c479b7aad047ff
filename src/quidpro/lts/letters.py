"""Actions that a formula does not tell apart: one letter for each group of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.logic.ltl import Fluent, Normal, Proposition, propositions


@dataclass(frozen=True)
class Letter:
    """Some actions; the formula speaks of all of them alike, or of none of them."""

    actions: tuple[str, ...]
    example: str | None
    """One of the actions; None when the formula speaks of none, and for that nothing happens."""


def letters_of(formula: Normal, actions: Sequence[str]) -> list[Letter]:
    """The letters over these actions; the first is of what the formula does not speak, if only of nothing."""
    known = propositions(formula)
    groups: dict[tuple[int, ...], list[str]] = {(0,) * len(known): []}
    for action in actions:
        groups.setdefault(tuple(_role(p, action) for p in known), []).append(action)
    return [Letter(tuple(group), group[0] if any(roles) else None) for roles, group in groups.items()]


def _role(proposition: Proposition, action: str) -> int:
    """What an action does to a proposition; 0 is nothing."""
    if isinstance(proposition, Fluent):
        return 1 if action in proposition.initiating else 2 * (action in proposition.terminating)
    return int(action in proposition)
