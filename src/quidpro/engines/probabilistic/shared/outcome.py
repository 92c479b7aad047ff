"""What a check of a probabilistic system found: a verdict, and what shows it or what is known without one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quidpro.engines.probabilistic.shared.execution import Execution
from quidpro.engines.probabilistic.shared.proof import Premise, Proof
from quidpro.lpts.lpts import LPTS

Verdict = Literal["holds", "violated", "unknown"]
Method = Literal["agar", "monolithic"]


@dataclass(frozen=True)
class Attempt:
    """One order of the components that was tried: how long, how far, and whether it came to an end."""

    order: tuple[int, ...]
    seconds: float
    refinements: int
    largest: int
    decided: bool
    inherited: bool = False
    """Whether its assumptions came from the specification."""
    gave_up: bool = False
    """Whether nothing came of that."""


@dataclass(frozen=True)
class Outcome:
    """The verdict with its evidence.

    ``holds`` by ``agar`` comes with the assumptions A1 … A(n-1) for the components in ``order``: premise 1 is
    L1 ∥ A1 ⪯ P (or satisfies the formula), premise k is Lk ∥ Ak ⪯ A(k-1), and the last Ln ⪯ A(n-1). ``violated`` comes
    with an execution of the whole system. ``unknown`` has the assumptions of the attempt that got furthest.
    """

    verdict: Verdict
    reason: str
    """Why there is no verdict, or a violation without an execution; else empty."""
    method: Method
    order: tuple[int, ...]
    """Indices into the components that were given, first the one of premise 1."""
    assumptions: tuple[LPTS, ...]
    """Empty for ``monolithic``, for one component, and where nothing is known."""
    execution: Execution | None
    refinements: int
    """Of all attempts."""
    largest: int
    """States of the largest LPTS that any of them composed."""
    largest_assumption: int = 0
    """States of the largest assumption on the way."""
    seconds: float = 0.0
    proof: Proof | None = field(default=None, repr=False)
    """What shows the premises when they hold."""
    whole: Premise | None = field(default=None, repr=False)
    """What ``monolithic`` found of the whole system, whether it holds or not."""
    attempts: tuple[Attempt, ...] = ()
    """The orders that were tried, with assumptions from the components and then with those from the specification."""

    @property
    def inherited(self) -> bool:
        """Whether the assumptions of the proof came from the specification."""
        return any(attempt.decided and attempt.inherited for attempt in self.attempts)

    @property
    def holds(self) -> bool:
        """Whether the specification was proved."""
        return self.verdict == "holds"
