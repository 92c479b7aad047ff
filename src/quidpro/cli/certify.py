"""``quidpro certify``: a certificate and the model file, checked again without any budget but the user's."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from quidpro.cli.exits import Exit
from quidpro.cli.limits import Limits, limited
from quidpro.cli.output import emit
from quidpro.core.budget import Budget
from quidpro.core.words import as_json, printable
from quidpro.frontend.files import read_source
from quidpro.run.check import READING
from quidpro.run.request import CheckRequest
from quidpro.run.solve import check_claim
from quidpro.run.world import Claim, World
from quidpro.verdict.verdict import DIFFERS, Certification


def certify(path: Path, request: CheckRequest, format: str, limits: Limits) -> Exit:
    """Check every certificate of the file; the worst answer is the exit code."""
    assert isinstance(request.model, Path)
    with limited(*limits) as budget:
        budget.phase = READING
        claims = request.world.claims(read_source(path), request.model, request.question, budget)
        answers = [_answer(request.world, claim, budget) for claim in claims]
    emit(_json(claims, answers) if format == "json" else "\n".join(map(_line, claims, answers)))
    if any(answer.refuted for answer in answers):
        return Exit.VIOLATED
    return Exit.HOLDS if all(answer.ok for answer in answers) else Exit.UNDECIDED


def _answer(world: World, claim: Claim, budget: Budget) -> Certification:
    """What the checker says, with a hint where it says that the certificate is about another model."""
    started = time.monotonic()
    found = check_claim(world, claim, budget)
    reason = f"{found.reason}; {claim.hint}" if claim.hint and found.reason.endswith(DIFFERS) else found.reason
    return replace(found, reason=reason, seconds=found.seconds or time.monotonic() - started)


def _line(claim: Claim, answer: Certification) -> str:
    """One line, whatever the names in a certificate are made of: they cannot add another line."""
    line = f"confirmed: {claim.claim} (rule {claim.rule}, {answer.seconds:.2f} s)"
    if not answer.ok:
        line = f"{'refused' if answer.refuted else 'undecided'}: {claim.claim}: {answer.reason}"
    return printable(line)


def _json(claims: Sequence[Claim], answers: Sequence[Certification]) -> str:
    rows = [
        {
            "certified": answer.ok,
            "refused": answer.refuted,
            "reason": answer.reason,
            "claim": claim.claim,
            "system": claim.system,
            "property": claim.property,
            "kind": claim.kind,
            "rule": claim.rule,
            "seconds": answer.seconds,
        }
        for claim, answer in zip(claims, answers, strict=True)
    ]
    return as_json(rows[0] if len(rows) == 1 else rows, 2)
