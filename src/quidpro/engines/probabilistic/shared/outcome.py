"""What a check of a probabilistic system found, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quidpro.engines.probabilistic.refined.given import Failure
from quidpro.engines.probabilistic.refined.order import Attempt
from quidpro.engines.probabilistic.shared.execution import Execution
from quidpro.engines.probabilistic.shared.goal import Premise, Proof
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.verdict import Outcome as Verdict

Method = Literal["agar", "cegar", "monolithic"]


@dataclass(frozen=True)
class Outcome:
    """The verdict with its evidence.

    ``holds`` by ``agar`` comes with the assumptions A1 … A(n-1) for the components in ``order``: premise 1 is
    L1 ∥ A1 ⪯ P (or satisfies the formula), premise k is Lk ∥ Ak ⪯ A(k-1), and the last Ln ⪯ A(n-1). By ``cegar`` it
    comes with one abstraction A of the whole: L ⪯ A ⪯ P. ``violated`` comes with an execution of the whole system.
    ``unknown`` has the assumptions of the attempt that got furthest.
    """

    verdict: Verdict
    method: Method
    order: tuple[int, ...] = ()
    """Indices into the components that were given, first the one of premise 1."""
    reason: str = ""
    """Why there is no verdict, or a violation without an execution; else empty."""
    assumptions: tuple[LPTS, ...] = ()
    """Empty for ``monolithic``, for one component, and where nothing is known."""
    execution: Execution | None = None
    refinements: int = 0
    """Of all attempts."""
    largest: int = 0
    """States of the largest LPTS that any of them composed."""
    largest_assumption: int = 0
    """States of the largest assumption on the way."""
    proof: Proof | None = field(default=None, repr=False)
    """What shows the premises when they hold."""
    whole: Premise | None = field(default=None, repr=False)
    """What ``monolithic`` found of the whole system, whether it holds or not."""
    attempts: tuple[Attempt, ...] = ()
    """The orders that were tried, with assumptions from the components and then with those from the specification."""
    given: bool = False
    """Whether the assumptions are those that were given."""
    failures: tuple[Failure, ...] = ()
    """What is wrong with the assumptions that were given."""

    @property
    def by_parts(self) -> bool:
        """Whether a proof has premises about parts of the system."""
        return bool(self.assumptions) and self.method == "agar"

    @property
    def inherited(self) -> bool:
        """Whether the assumptions of the proof came from the specification."""
        return any(attempt.decided and attempt.inherited for attempt in self.attempts)

    @property
    def met(self) -> bool:
        """Whether the assumptions of the proof keep what the whole meets."""
        return any(attempt.decided and attempt.met for attempt in self.attempts)

    @property
    def holds(self) -> bool:
        """Whether the specification was proved."""
        return self.verdict == "holds"
