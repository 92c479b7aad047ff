"""What a round of ASYM-N has to show: the assumptions it tried, the tree that refuted them, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quidpro.core.events import Event
from quidpro.lpts.lpts import LPTS

RoundOutcome = Literal["refined", "holds", "violated", "given up"]


@dataclass(frozen=True)
class Round(Event):
    """A round of the rule for components in an order; A1 … A(n-1) stand for all but the first of them.

    ``tree`` is the first counterexample to the premise, as an LPTS; it is spurious when the outcome is ``refined``.
    """

    number: int
    assumptions: tuple[LPTS, ...]
    outcome: RoundOutcome
    tree: LPTS | None = None
    order: tuple[int, ...] = ()
    premise: int = 1
    inherited: bool = False
    """Whether the assumptions are quotients of the specification; then some may still be missing."""
