"""``certify``: certificates from a file and the model, checked again by the independent checker."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.run.check import READING
from quidpro.run.request import CheckRequest
from quidpro.run.solve import check_claim
from quidpro.run.world import Claim, World
from quidpro.verdict.verdict import DIFFERS, Certification


@dataclass(frozen=True)
class Certified:
    """What a certificate claims, and what the checker says to it."""

    claim: Claim
    answer: Certification

    @property
    def ok(self) -> bool:
        """Whether it proves what it claims."""
        return self.answer.ok

    @property
    def refuted(self) -> bool:
        """Whether it does not; neither means that a limit was reached."""
        return self.answer.refuted


def certify(request: CheckRequest, certificates: Source, budget: Budget) -> list[Certified]:
    """The claims of a file of certificates about the model of a request, each with its answer."""
    assert isinstance(request.model, Path)
    budget.phase = READING
    claims = request.world.claims(certificates, request.model, request.question, budget)
    return [Certified(claim, _answer(request.world, claim, budget)) for claim in claims]


def _answer(world: World, claim: Claim, budget: Budget) -> Certification:
    """What the checker says, with a hint where it says that the certificate is about another model."""
    started = time.monotonic()
    found = check_claim(world, claim, budget)
    reason = f"{found.reason}; {claim.hint}" if claim.hint and found.reason.endswith(DIFFERS) else found.reason
    return replace(found, reason=reason, seconds=found.seconds or time.monotonic() - started)
