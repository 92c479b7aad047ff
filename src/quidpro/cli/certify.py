"""``quidpro certify``: a certificate and the model file, checked again without any budget but the user's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quidpro.cli.exits import Exit
from quidpro.cli.limits import Limits, limited
from quidpro.cli.output import emit
from quidpro.core.words import as_json, printable
from quidpro.frontend.files import read_source
from quidpro.run.certify import Certified
from quidpro.run.certify import certify as check_all
from quidpro.run.request import CheckRequest


def certify(path: Path, request: CheckRequest, format: str, limits: Limits) -> Exit:
    """Check every certificate of the file; the worst answer is the exit code."""
    with limited(*limits) as budget:
        found = check_all(request, read_source(path), budget)
    emit(_json(found) if format == "json" else "\n".join(map(_line, found)))
    if any(one.refuted for one in found):
        return Exit.VIOLATED
    return Exit.HOLDS if all(one.ok for one in found) else Exit.UNDECIDED


def _line(found: Certified) -> str:
    """One line, whatever the names in a certificate are made of: they cannot add another line."""
    claim, answer = found.claim, found.answer
    line = f"confirmed: {claim.claim} (rule {claim.rule}, {answer.seconds:.2f} s)"
    if not answer.ok:
        line = f"{'refused' if answer.refuted else 'undecided'}: {claim.claim}: {answer.reason}"
    return printable(line)


def _json(found: Sequence[Certified]) -> str:
    rows = [_row(one) for one in found]
    return as_json(rows[0] if len(rows) == 1 else rows, 2)


def _row(found: Certified) -> dict[str, object]:
    claim, answer = found.claim, found.answer
    return {
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
